import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SmallText } from './small-text.tsx'

const all = [
  '## What is new',
  'A **live _session_** with Ali Hassan,\nsee [the page](/courses) and https://example.org/a.',
  '### Bring',
  '1. `git`\n2. a question\n   on paper',
  '- [Form](https://forms.example/x)',
  '```\nnpm **test**\n```',
].join('\n\n')

test('headings, lists, marks, links and code become elements', () => {
  const { container } = render(<SmallText kind="announcement" text={all} />)
  expect(screen.getByRole('heading', { name: 'What is new', level: 4 })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Bring', level: 5 })).toBeTruthy()
  expect([...container.querySelectorAll('strong')].map(({ textContent }) => textContent).join('')).toBe(
    'live session',
  )
  expect(container.querySelector('em')?.textContent).toBe('session')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'git',
    'a questionon paper',
    'Form',
  ])
  expect(container.querySelector('pre')?.textContent).toBe('npm **test**')
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('rel')])
  expect(links).toEqual([
    ['/courses', null],
    ['https://example.org/a', 'noopener noreferrer nofollow ugc'],
    ['https://forms.example/x', 'noopener noreferrer nofollow ugc'],
  ])
})

test('names of mentioned people are emphasised in a text with a form', () => {
  render(<SmallText kind="discussion" text="**Yes**, @Ali Hassan" names={['Ali Hassan']} />)
  expect(screen.getByText('@Ali Hassan').className).toBe('plain-text-mention')
})

test('HTML in a text with a form stays text', () => {
  const text = '**a** \\<img src=x onerror=alert(1)>'
  const { container } = render(<SmallText kind="discussion" text={text} />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('a <img src=x onerror=alert(1)>')
})

test('a plain text is shown as it was typed, with its signs and lines', () => {
  const text = 'Thanks\n- Ali\n\n2 * 3 and C:\\_x'
  const { container } = render(<SmallText kind="discussion" text={text} />)
  expect(container.textContent).toBe(text)
})
