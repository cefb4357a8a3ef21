import {
  plainSmallText,
  runningSmallText,
  readSmallText,
  smallTextForms,
  type SmallBlock,
  type SmallInline,
  type SmallTextKind,
} from '@apogee/domain/text/small-text.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LessonBlock } from '../lesson-document.ts'
import { readMarkdown } from './read.ts'
import { joinSmallTexts, writeSmallText } from './small-text.ts'

const kinds = Object.keys(smallTextForms) as SmallTextKind[]
const paragraph = (text: string): SmallBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })

describe('what the editor writes', () => {
  const sign = fc.constantFrom(...'*_~`[]()<>!#&|\\-+=.:;$1 0aZé“🎉'.split(/(?:)/u))
  const word = fc.oneof(
    fc.array(sign, { minLength: 1, maxLength: 6 }).map((signs) => signs.join('')),
    fc.constantFrom(
      '&amp;',
      '<b>',
      '![a](b)',
      '[x]: /y',
      '- ',
      '1. ',
      '> ',
      '```',
      '~~~',
      '&#32;',
      '$x$',
      'a_b',
      '****',
    ),
  )
  const marks = fc
    .tuple(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.option(fc.constantFrom('https://a.test/x_y(z)*', '/courses', 'mailto:a@b.my')),
    )
    .map(([isBold, isItalic, isCode, href]) => [
      ...(href === null ? [] : [{ type: 'link' as const, attrs: { href } }]),
      ...(isBold ? [{ type: 'bold' as const }] : []),
      ...(isItalic ? [{ type: 'italic' as const }] : []),
      ...(isCode ? [{ type: 'code' as const }] : []),
    ])
  const piece = fc
    .tuple(word, marks)
    .map(([text, given]) => ({ type: 'text' as const, text, ...(given.length > 0 && { marks: given }) }))
  const line = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map(merged)
    .filter((pieces) => isShown(pieces))
  const content = fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((lines) =>
      lines.flatMap((pieces, at): SmallInline[] => (at === 0 ? pieces : [{ type: 'hardBreak' }, ...pieces])),
    )
  const item = content.map((inlines) => ({
    type: 'listItem' as const,
    content: [{ type: 'paragraph' as const, content: inlines }] as [
      { type: 'paragraph'; content: SmallInline[] },
    ],
  }))
  const code = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.join('\n'))
    .filter((text) => text.trim() !== '')
  const block: fc.Arbitrary<SmallBlock> = fc.oneof(
    content.map((inlines) => ({ type: 'paragraph' as const, content: inlines })),
    fc
      .tuple(fc.constantFrom<2 | 3>(2, 3), line)
      .map(([level, inlines]) => ({ type: 'heading' as const, attrs: { level }, content: inlines })),
    code.map((text) => ({
      type: 'codeBlock' as const,
      attrs: { language: '' },
      content: [{ type: 'text' as const, text }],
    })),
    fc
      .tuple(
        fc.constantFrom('bulletList' as const, 'orderedList' as const),
        fc.array(item, { minLength: 1, maxLength: 3 }),
      )
      .map(([type, items]) => ({ type, content: items })),
  )
  const blocks = fc
    .array(block, { minLength: 1, maxLength: 4 })
    .filter((all) => all.every(({ type }, at) => !type.endsWith('List') || all[at - 1]?.type !== type))

  test('text that the editor writes is read as the same document', () => {
    fc.assert(
      fc.property(blocks, (given) => {
        const written = writeSmallText(given, 'announcement')
        const read = readSmallText(written, 'announcement')
        if (read) expect(read).toEqual(given)
        else expect(written).toBe(given.map((each) => wordsOf(each)).join('\n\n'))
      }),
      { numRuns: 3000 },
    )
  })

  test('text that the editor writes is read by other readers of Markdown as the same words and marks', () => {
    fc.assert(
      fc.property(line, (pieces) => {
        const given: SmallBlock = {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: pieces }] }],
        }
        // Other readers parse formulas between dollar signs; small texts have none.
        if (JSON.stringify(pieces).includes('$')) return
        expect(readMarkdown(writeSmallText([given], 'announcement')).content).toEqual([
          given,
        ] as LessonBlock[])
      }),
      { numRuns: 2000 },
    )
  })

  test.each(kinds)('text that the editor writes for a %s has only the forms of its kind', (kind) => {
    fc.assert(
      fc.property(blocks, (given) => {
        const read = readSmallText(writeSmallText(given, kind), kind) ?? []
        const forms = smallTextForms[kind]
        expect(read.some(({ type }) => type === 'heading') && !forms.headings).toBe(false)
        expect(read.some(({ type }) => type === 'codeBlock') && !forms.codeBlocks).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('the editor writes words without a form as they were typed', () => {
    for (const words of [
      '2 * 3 * 4 = 24',
      'C:\\new_folder\\_x',
      'a < b & c',
      '\\[ x^2 \\]',
      'Fails - often',
      '$5 and #1',
    ])
      expect(writeSmallText([paragraph(words)], 'discussion')).toBe(words)
  })

  test.each([
    ['Use `git`, not _git_', 'Use &#96;git\\`, not \\_git\\_'],
    ['Why **this**?', 'Why &#42;\\*this\\*\\*?'],
    ['1. x', '1&#46; x'],
    ['See [a](/b)', 'See &#91;a\\](/b)'],
  ])('the editor keeps every word whole that looks like a form: %j is stored as %j', (words, stored) => {
    expect(writeSmallText([paragraph(words)], 'discussion')).toBe(stored)
    const read = readSmallText(stored, 'discussion') ?? []
    expect(read).toEqual([paragraph(words)])
    expect(writeSmallText(read, 'discussion')).toBe(stored)
  })

  test.each(['**bold**', '- item', '1. first', '`code`', '_x_', '[a](/b)', '&#45; x', '## Not a heading'])(
    'words that look like a form, such as %s, are read as these words',
    (words) => {
      const written = writeSmallText([paragraph(words)], 'announcement')
      expect(plainSmallText(written, 'announcement')).toBe(words)
      expect(readSmallText(written, 'announcement')).toEqual([paragraph(words)])
    },
  )
})

/** Joins neighbours with the same marks, as the editor does. */
function merged(pieces: readonly Extract<SmallInline, { type: 'text' }>[]) {
  const all: Extract<SmallInline, { type: 'text' }>[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last && JSON.stringify(last.marks) === JSON.stringify(piece.marks)) last.text += piece.text
    else all.push({ ...piece })
  }
  return all
}

const isShown = (pieces: readonly { text: string }[]) => pieces.every(({ text }) => text.trim() !== '')

const wordsOf = (block: SmallBlock): string =>
  'content' in block && block.type === 'paragraph'
    ? (block.content ?? []).map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('')
    : ''

describe('an old text', () => {
  test.each([
    'Plain words.\nAnother line.\n\nAnother paragraph.',
    'a *star* and 2 * 3 * 4',
    '* one\n* two',
    'Thanks\n- Ali',
    '- a\n\n- b',
    'Use **this and `that`',
    '**bold** and C:\\dir',
    '**bold** but 5 * 3',
    '** not bold **',
    '2024. was a year',
    'an \\(x\\) and \\[ y \\]',
    '`code`\n\n\nfar away',
    '`code` at the end \n',
    'Why?\n```js\n1\n```\nThanks',
    '[evil](javascript:alert(1))',
    '[bank](https://bank.example@evil.example/)',
    '![picture](https://a.test/b.png)',
    '__init__ and `x`',
    '<b>bold</b> and **bold**',
    '&amp; and **bold**',
  ])('an old text with signs that the editor would not write is plain: %j', (text) => {
    expect(readSmallText(text, 'announcement')).toBeNull()
    expect(plainSmallText(text, 'announcement')).toBe(text)
  })

  test('an old text of a kind without headings or code blocks keeps their signs', () => {
    expect(readSmallText('## Title\n\n**bold**', 'description')).toBeNull()
    expect(readSmallText('```\ncode\n```', 'description')).toBeNull()
    expect(readSmallText('## Title', 'discussion')).toBeNull()
    expect(readSmallText('```\ncode\n```', 'discussion')).not.toBeNull()
  })

  test.each([
    '`'.repeat(50_000),
    '[a'.repeat(25_000),
    '**a'.repeat(20_000),
    '- '.repeat(25_000),
    '&#1'.repeat(20_000),
    '_a'.repeat(25_000),
  ])('an old text of 50,000 signs and more can be read', (text) => {
    expect(() => readSmallText(text, 'announcement')).not.toThrow()
  })
})

test('the plain reading keeps words, lines and marks of items', () => {
  const text =
    '## What is new\n\nA **live** session,\nsee [the page](/courses).\n\n1. First\n2. _Second_\n\n- `npm test`'
  expect(plainSmallText(text, 'announcement')).toBe(
    'What is new\n\nA live session,\nsee the page.\n\n1. First\n2. Second\n\n- npm test',
  )
})

test.each([
  ['- Pivot tables\n- Lookup _formulas_\n- Clean data', 'Pivot tables, Lookup formulas, Clean data'],
  ['1. Begin.\n2. Go on;\n3. End', 'Begin. Go on; End'],
  ['You learn:\n\n- one,\n  or more\n- **two**', 'You learn:\n\none, or more, two'],
  ['- alone', 'alone'],
])('the running words of %j are without the signs of its lists', (text, words) => {
  expect(runningSmallText(text, 'description')).toBe(words)
})

test.each(['- a', '1. a', '**a**', '_a_', '`a`', '[a](/b)', '&#45; a'])(
  'the running words of a formatted text differ from its source, by which screens recognise it: %j',
  (text) => expect(runningSmallText(text, 'description')).not.toBe(text),
)

describe('two texts become one', () => {
  test.each([
    ['plain *a*', 'C:\\_b', 'plain *a*\n\nC:\\_b'],
    ['**bold**', 'plain *a*', '**bold**\n\nplain \\*a\\*'],
    ['2 * 3\n# four', '- one\n- two', '2 \\* 3\n\\# four\n\n- one\n- two'],
    ['- one', '- two', '- one\n- two'],
    ['1. one\n2. two', '1. three', '1. one\n2. two\n3. three'],
    ['a \\*star\\* and **bold**', 'a \\*star\\*', 'a \\*star\\* and **bold**\n\na \\\\\\*star\\\\\\*'],
    ['`x`', 'Why?\n```js\na * b\n```', '`x`\n\nWhy?\n\n```\na * b\n```'],
    ['', '**bold**', '**bold**'],
    ['a `b', 'c` d', 'a `b\n\nc` d'],
    ['```\na', 'b\n```', '&#96;\\`\\`\na\n\nb\n\\`\\`\\`'],
  ])('%j and %j: %j', (first, second, joined) => {
    expect(joinSmallTexts(first, second, 'discussion')).toBe(joined)
  })
})

test('two numbered lists in a row are one list, which is read again', () => {
  const list = (text: string): SmallBlock => ({
    type: 'orderedList',
    content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }],
  })
  expect(writeSmallText([list('one'), paragraph(''), list('two')], 'discussion')).toBe('1. one\n2. two')
})
