import { expect, test } from 'vitest'
import { parseMarkdown, slugOf } from './markdown.ts'

test('Markdown is parsed into headings, paragraphs, lists and tables', () => {
  const blocks = parseMarkdown(
    '## One & two\nFirst line\nsecond line\n\n- a\n- b\n1. c\n\n| x | y |\n|---|---|\n| 1 | `2` |\n',
  )
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, id: 'one-two', content: ['One & two'] },
    { kind: 'paragraph', content: ['First line second line'] },
    { kind: 'list', ordered: false, items: [['a'], ['b']] },
    { kind: 'list', ordered: true, items: [['c']] },
    {
      kind: 'table',
      head: [['x'], ['y']],
      rows: [[['1'], [{ kind: 'code', text: '2' }]]],
    },
  ])
})

test('strong, emphasis, code and links are parsed inside a line', () => {
  expect(parseMarkdown('A **b** *c* `d` [e](/f).')).toEqual([
    {
      kind: 'paragraph',
      content: [
        'A ',
        { kind: 'strong', content: ['b'] },
        ' ',
        { kind: 'emphasis', content: ['c'] },
        ' ',
        { kind: 'code', text: 'd' },
        ' ',
        { kind: 'link', href: '/f', content: ['e'] },
        '.',
      ],
    },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:1)',
  '[x](data:text/html,1)',
  '[x](//elsewhere.test)',
  '[x](/\\elsewhere.test)',
  '[x](http://plain.test)',
])('%s stays text', (source) => {
  expect(parseMarkdown(source)).toEqual([{ kind: 'paragraph', content: expect.any(Array) }])
  const [block] = parseMarkdown(source)
  const content = block?.kind === 'paragraph' ? block.content : []
  const texts = content.filter((part) => typeof part === 'string')
  expect(texts).toHaveLength(content.length)
  expect(texts.join('')).toBe(source)
})

test("a heading's slug keeps letters of any script", () => {
  expect(slugOf('30-day money-back guarantee')).toBe('30-day-money-back-guarantee')
  expect(slugOf('  Ça va? ')).toBe('ça-va')
})

test('a long line of special characters stays one paragraph', () => {
  expect(parseMarkdown('*'.repeat(20_000) + '['.repeat(20_000))).toHaveLength(1)
})
