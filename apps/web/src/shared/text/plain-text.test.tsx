import { blocksOf } from '@apogee/domain/text/plain-text.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { piecesOf, PlainText } from './plain-text.tsx'

type Case = [text: string, pieces: (string | null)[][]]

test.each<Case>([
  ['no address here', [['no address here', null]]],
  [
    'see https://example.org/a?b=c#d now',
    [
      ['see ', null],
      ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
      [' now', null],
    ],
  ],
  [
    '(https://example.org/a).',
    [
      ['(', null],
      ['https://example.org/a', 'https://example.org/a'],
      [').', null],
    ],
  ],
  ['https://example.org/a_(b)', [['https://example.org/a_(b)', 'https://example.org/a_(b)']]],
  ...['，', '。', '）', '」', '、', '！', '？', '،', '؟', '।', '”', '…'].map((sign): Case => [
    `https://a.my/x${sign}`,
    [
      ['https://a.my/x', 'https://a.my/x'],
      [sign, null],
    ],
  ]),
  [
    '(https://a.my/b_(c)).',
    [
      ['(', null],
      ['https://a.my/b_(c)', 'https://a.my/b_(c)'],
      [').', null],
    ],
  ],
  ['https://münchen.example/ü', [['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC']]],
  ['javascript:alert(1) data:text/html,x', [['javascript:alert(1) data:text/html,x', null]]],
  ['https://bank.example@evil.example/', [['https://bank.example@evil.example/', null]]],
  ['https:// and http://', [['https:// and http://', null]]],
  [
    '看 https://a.my/x，谢谢',
    [
      ['看 ', null],
      ['https://a.my/x', 'https://a.my/x'],
      ['，谢谢', null],
    ],
  ],
  [
    '「https://a.my/日本?q=1」。',
    [
      ['「', null],
      ['https://a.my/日本?q=1', 'https://a.my/%E6%97%A5%E6%9C%AC?q=1'],
      ['」。', null],
    ],
  ],
])('plain text: %s', (text, pieces) => {
  expect(piecesOf(text).map((piece) => [piece.text, piece.href])).toEqual(pieces)
})

test('user text is shown as text, whatever it contains', () => {
  const { container } = render(
    <PlainText text={'<b>bold</b>\n<img src=x onerror=alert(1)> https://example.org'} />,
  )
  expect(container.querySelector('b, img')).toBeNull()
  expect(container.textContent).toBe('<b>bold</b>\n<img src=x onerror=alert(1)> https://example.org')
  const link = screen.getByRole('link', { name: 'https://example.org' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(link.getAttribute('target')).toBe('_blank')
})

test('a hundred thousand characters of almost addresses are split without loss', () => {
  for (const text of ['https://'.repeat(12_500), `https://a${'.'.repeat(100_000)}`]) {
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  }
})

test.each([
  ['no code', [['no code', false]]],
  [
    'Why?\n\n```js\n  if (a < b) {\n\n  }\n```\n\nThanks',
    [
      ['Why?', false],
      ['  if (a < b) {\n\n  }', true],
      ['Thanks', false],
    ],
  ],
  ['```\r\nprint(1)\r\n```', [['print(1)', true]]],
  [
    '```c++\nfirst\n```\n```\nsecond\n```',
    [
      ['first', true],
      ['second', true],
    ],
  ],
  ['an open fence\n```\nprint(1)', [['an open fence\n```\nprint(1)', false]]],
  ['```\n```', [['```\n```', false]]],
  ['a ``` in a line\n```', [['a ``` in a line\n```', false]]],
])('code blocks of a text: %j', (text, blocks) => {
  expect(blocksOf(text).map((block) => [block.text, block.isCode])).toEqual(blocks)
})

test('a code block shows its text unchanged, without elements and links', () => {
  const { container } = render(
    <PlainText text={'See https://example.org\n```html\n<img src=x>\n  https://example.com\n```'} />,
  )
  expect(container.querySelector('pre > code')?.textContent).toBe('<img src=x>\n  https://example.com')
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('a hundred thousand characters of fences and empty lines are split', () => {
  expect(blocksOf('```\n'.repeat(25_000))).toHaveLength(1)
  expect(blocksOf(`${'\n'.repeat(50_000)}x${' \n'.repeat(25_000)}`)).toHaveLength(1)
  expect(blocksOf('```\nx\n```\n'.repeat(10_000))).toHaveLength(10_000)
})
