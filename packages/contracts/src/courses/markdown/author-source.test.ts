import { expect, test } from 'vitest'
import { authorSource } from './author-source.ts'

test('front matter is data, and gives the title', () => {
  expect(authorSource('---\ntitle: "Welcome to orbits"\nteaching: 10\n---\n\nText.')).toEqual({
    title: 'Welcome to orbits',
    markdown: '\nText.',
    statements: [],
  })
  expect(authorSource("+++\ntitle = 'It''s'\n+++\nText.").title).toBe("It's")
  expect(authorSource('---\n\nA line above.\n\n---\n').markdown).toContain('A line above.')
})

test('comments are not shown, except in code', () => {
  const { markdown } = authorSource(
    '# A\n<!-- TEACHER: `42`\nmore --> B\n\n```html\n<!-- kept -->\n```\n`<!-- kept too -->`\n<!-- open',
  )
  expect(markdown).toBe('# A\n B\n\n```html\n<!-- kept -->\n```\n`<!-- kept too -->`\n')
})

test('containers are not shown, and other tags stay for the reader', () => {
  const { markdown } = authorSource('<div>![a](b.png) <img src="c.png"></div> <kbd>Ctrl</kbd><br>\n`<div>`')
  expect(markdown).toBe('![a](b.png) <img src="c.png"> <kbd>Ctrl</kbd>\\\n\n`<div>`')
  expect(authorSource('<h1>Title in HTML</h1>\n').markdown).toBe('# Title in HTML\n')
})

test('a solution with a fence within a comment does not reach learners, and a comment within code stays', () => {
  const shown = (text: string) => authorSource(text).markdown
  expect(shown('Task\n<!--\nSolution:\n```py\nx = 1\n```\n-->\nEnd')).toBe('Task\n\nEnd')
  expect(shown('```html\n<!-- kept -->\n```\n<!-- gone -->')).toBe('```html\n<!-- kept -->\n```\n')
  expect(shown('`<!--` opens a comment\n```\ncode\n```')).toBe('`<!--` opens a comment\n```\ncode\n```')
  expect(shown('a `b` <!-- `c` --> `d`')).toBe('a `b`  `d`')
  expect(shown('`\n<!-- note -->\n`')).toBe('`\n\n`')
})
