import { isVisible, visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calloutKinds,
  codeLanguages,
  isFormula,
  lessonDocument,
  type LessonBlock,
  type LessonDocument,
  type LessonInline,
} from '../lesson-document.ts'
import { readMarkdown } from './read.ts'
import { markdownOf } from './write.ts'

const text = (value: string, ...marks: string[]): LessonInline => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type }) as { type: 'bold' }) }),
})
const paragraph = (...content: LessonInline[]): LessonBlock => ({ type: 'paragraph', content })
const documentOf = (...content: LessonBlock[]): LessonDocument => ({ type: 'doc', content })
const blocksOf = (markdown: string): LessonBlock[] => readMarkdown(markdown).content

describe('every document that the contract accepts', () => {
  /** Generates signs of Markdown more often than letters. */
  const sign = fc.constantFrom(...'*_~`[]()<>!#&|\\-+=.:;$1 0aZé“🎉\n\t\u00a0'.split(/(?:)/u))
  const word = fc.oneof(
    fc.array(sign, { minLength: 1, maxLength: 6 }).map((signs) => signs.join('')),
    fc.constantFrom(
      '&amp;',
      '<br>',
      '<b>',
      '![a](b)',
      '[x]: /y',
      '***',
      '- ',
      '1. ',
      '> ',
      '```',
      '~~~',
      '| - |',
      '&#32;',
      '$5',
      '$x$',
      '$$',
      'a_b',
    ),
  )
  const mark = fc.oneof(
    fc.constantFrom('bold', 'italic', 'strike', 'code').map((type) => ({ type })),
    fc
      .constantFrom('https://apogee.test/', '/a_(b)*c?d=&amp;', 'https://a.test/<>\\|`', 'mailto:a@b.my')
      .map((href) => ({ type: 'link', attrs: { href } })),
  )
  const tex = fc
    .array(fc.oneof(sign, fc.constantFrom('\\frac', '\\$', '\\\\', '\\|', '{', '}', '^', '%')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((signs) => signs.join('').replaceAll(/\s+/g, ' ').trim())
    .filter((source) => isFormula(source, 'line'))
  const inline = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('text'),
        text: word,
        marks: fc.uniqueArray(mark, { maxLength: 4, selector: ({ type }) => type }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
    {
      weight: 1,
      arbitrary: tex.map((source) => ({ type: 'formula', attrs: { tex: source } })),
    },
  )
  const inlines = fc.array(inline, { minLength: 1, maxLength: 5 })
  const paragraphs = fc.record({ type: fc.constant('paragraph'), content: inlines })
  const { block } = fc.letrec((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
    const items = fc.array(
      fc
        .tuple(
          fc.oneof(paragraphs, fc.constant({ type: 'paragraph' })),
          fc.array(tie('block'), { maxLength: 2 }),
        )
        .map(([first, rest]) => ({
          type: 'listItem',
          content: [first, ...rest],
        })),
      { minLength: 1, maxLength: 3 },
    )
    const table = (head: string) =>
      fc.array(fc.tuple(paragraphs, paragraphs), { minLength: 1, maxLength: 3 }).map((rows) => ({
        type: 'table',
        content: rows.map((cells, at) => ({
          type: 'tableRow',
          content: cells.map((cell) => ({ type: at === 0 ? head : 'tableCell', content: [cell] })),
        })),
      }))
    return {
      block: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        paragraphs,
        fc.record({
          type: fc.constant('heading'),
          attrs: fc.record({ level: fc.constantFrom(2, 3) }),
          content: inlines,
        }),
        fc.record({
          type: fc.constant('codeBlock'),
          attrs: fc.record({ language: fc.constantFrom(...codeLanguages) }),
          content: word.map((code) => [{ type: 'text', text: code.replaceAll('\t', ' ') }]),
        }),
        fc.constant({ type: 'horizontalRule' }),
        fc.array(tex, { minLength: 1, maxLength: 3 }).map((lines) => ({
          type: 'formulaBlock',
          attrs: { tex: lines.join('\n  ') },
        })),
        word.map((alt) => ({
          type: 'picture',
          attrs: {
            file: 'aB3_-5678901234567890x',
            alt: visibleOrEmpty(alt.replaceAll(/\p{Cc}/gu, ' ').trim()),
          },
        })),
        word.map((title) => ({
          type: 'attachment',
          attrs: {
            file: 'aB3_-5678901234567890y',
            title: visibleOrEmpty(title.replaceAll(/\p{Cc}/gu, ' ').trim()),
          },
        })),
        word
          .map((title) => title.replaceAll(/\p{Cc}/gu, ' ').trim())
          .filter(isVisible)
          .map((title) => ({ type: 'video', attrs: { file: 'aB3_-5678901234567890z', title } })),
        fc.record({ type: fc.constant('bulletList'), content: items }),
        fc.record({
          type: fc.constant('orderedList'),
          attrs: fc.record({ start: fc.nat(50) }),
          content: items,
        }),
        fc.record({ type: fc.constant('blockquote'), content: blocks }),
        fc.record({
          type: fc.constant('callout'),
          attrs: fc.record({ kind: fc.constantFrom(...calloutKinds) }),
          content: blocks,
        }),
        table('tableHeader'),
        table('tableCell'),
      ),
    }
  })

  test('every document that the contract accepts is the same after it was written as Markdown and read again', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
        const before = lessonDocument.parse({ type: 'doc', content })
        const markdown = markdownOf(before)
        const after = readMarkdown(markdown)
        expect(lessonDocument.parse(after)).toEqual(after)
        expect(comparable(after)).toEqual(comparable(before))
      }),
      { numRuns: 300 },
    )
  })
})

/**
 * Sorts marks, joins pieces of text, and removes what Markdown loses: line breaks in inline code, and an empty paragraph before
 * another one.
 */
function comparable(document: LessonDocument): unknown {
  const walk = (node: Json): Json => {
    const content = (node.content ?? []).map(walk).reduce<Json[]>((pieces, piece) => {
      const last = pieces.at(-1)
      if (
        piece.type === 'text' &&
        last?.type === 'text' &&
        JSON.stringify(last.marks) === JSON.stringify(piece.marks)
      )
        last.text = `${last.text}${piece.text}`
      else pieces.push({ ...piece })
      return pieces
    }, [])
    const marks = (node.marks ?? []).toSorted((one, other) => one.type.localeCompare(other.type))
    const isCode = marks.some(({ type }) => type === 'code')
    return {
      ...node,
      ...(node.type === 'text' && {
        marks,
        text: isCode ? node.text?.replaceAll(/[\n\t]/g, ' ') : node.text,
      }),
      ...(node.type !== 'text' && { content: content.filter((each, at) => !isLost(each, content[at + 1])) }),
    }
  }
  return walk(document as unknown as Json)
}
const isLost = (node: Json, next: Json | undefined): boolean =>
  node.type === 'paragraph' && node.content?.length === 0 && next?.type === 'paragraph'
interface Json {
  type: string
  text?: string | undefined
  marks?: { type: string }[]
  content?: Json[]
}

describe('Markdown as others write it', () => {
  test('headings of every level fit below the title of the lesson, and underlined ones are headings', () => {
    expect(blocksOf('# One\n\nTwo\n---\n\n#### Four ####')).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [text('One')] },
      { type: 'heading', attrs: { level: 2 }, content: [text('Two')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('Four')] },
    ])
  })

  test('lists nest, code keeps its language under its other names, and lines of a paragraph are joined', () => {
    expect(blocksOf('one\ntwo\n\n* a\n   1. b\n\n~~~js\nx()\n~~~\n\n```mermaid\ny\n```')).toEqual([
      paragraph(text('one two')),
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph(text('a')),
              {
                type: 'orderedList',
                attrs: { start: 1 },
                content: [{ type: 'listItem', content: [paragraph(text('b'))] }],
              },
            ],
          },
        ],
      },
      { type: 'codeBlock', attrs: { language: 'javascript' }, content: [text('x()')] },
      { type: 'codeBlock', attrs: { language: '' }, content: [text('y')] },
    ])
  })

  test.each([
    ['NOTE', 'note'],
    ['tip', 'tip'],
    ['IMPORTANT', 'note'],
    ['WARNING', 'warning'],
    ['CAUTION', 'warning'],
  ])('the alert %s is a callout of the kind %s', (name, kind) => {
    expect(blocksOf(`> [!${name}]\n> Mind the gap`)).toEqual([
      { type: 'callout', attrs: { kind }, content: [paragraph(text('Mind the gap'))] },
    ])
  })

  test('HTML is text, and no markup', () => {
    expect(blocksOf('<script>alert(1)</script>\n\na <b onclick="x()">b</b><br>c')).toEqual([
      paragraph(text('<script>alert(1)</script>')),
      paragraph(text('a <b onclick="x()">b</b>'), { type: 'hardBreak' }, text('c')),
    ])
  })

  test('links that lead nowhere safe lose their address and keep their words', () => {
    expect(
      blocksOf('[a](javascript:alert(1)) [b](//evil.test) ![c](data:image/png;base64,x) [d](/courses)'),
    ).toEqual([
      paragraph(text('a b c '), {
        type: 'text',
        text: 'd',
        marks: [{ type: 'link', attrs: { href: '/courses' } }],
      }),
    ])
  })

  test('a table has its headings; one with too many columns stays as it was written', () => {
    expect(blocksOf('| a | b |\n|---|:-:|\n| 1 | `x\\|y` |')).toMatchObject([
      {
        type: 'table',
        content: [
          { content: [{ type: 'tableHeader' }, { type: 'tableHeader' }] },
          { content: [{ type: 'tableCell' }, { content: [paragraph(text('x|y', 'code'))] }] },
        ],
      },
    ])
    const wide = `${'| a '.repeat(21)}|\n${'| - '.repeat(21)}|`
    expect(blocksOf(wide)).toMatchObject([{ type: 'codeBlock', content: [{ text: wide }] }])
    const long = blocksOf(`| a |\n| - |\n${'| 1 |\n'.repeat(250)}`)
    expect(lessonDocument.parse(documentOf(...long)).content).toHaveLength(2)
  })

  test('content nested deeper than a text allows is moved out, and no word is lost', () => {
    for (const markdown of [`${'> '.repeat(60)}deep`, `${'- '.repeat(40)}deep`, `${'> '.repeat(22)}- deep`]) {
      const document = readMarkdown(markdown)
      expect(lessonDocument.parse(document)).toEqual(document)
      expect(JSON.stringify(document)).toContain('deep')
    }
  })

  test('an empty file is an empty text', () => {
    expect(blocksOf(' \n\n')).toEqual([{ type: 'paragraph' }])
    expect(markdownOf(readMarkdown(''))).toBe('')
  })
})

describe('formulas in Markdown', () => {
  const formula = (tex: string): LessonInline => ({ type: 'formula', attrs: { tex } })

  test('stand between dollar signs, within a line and as a block', () => {
    expect(blocksOf('The area is $\\pi r^2$.\n\n$$\nE = mc^2\n$$\n\n$$a$$')).toEqual([
      paragraph(text('The area is '), formula('\\pi r^2'), text('.')),
      { type: 'formulaBlock', attrs: { tex: 'E = mc^2' } },
      { type: 'formulaBlock', attrs: { tex: 'a' } },
    ])
    expect(blocksOf('so $$x$$ within a line, the $n$th, and\n$$\ny\n$$\n- $$\n  z\n  $$')).toEqual([
      paragraph(text('so '), formula('x'), text(' within a line, the '), formula('n'), text('th, and')),
      { type: 'formulaBlock', attrs: { tex: 'y' } },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph' }, { type: 'formulaBlock', attrs: { tex: 'z' } }],
          },
        ],
      },
    ])
  })

  test('keep lines that would be a list or a heading elsewhere, and are not cut by code, bold and links', () => {
    const tex = '\\begin{aligned}\n  a &= b \\\\\n  - c\n= d\n\\end{aligned}'
    expect(blocksOf(`$$\n${tex}\n$$`)).toEqual([{ type: 'formulaBlock', attrs: { tex } }])
    expect(blocksOf('a **$x*y*z$** b')).toEqual([paragraph(text('a '), formula('x*y*z'), text(' b'))])
    expect(blocksOf('`$x$` and \\$y$')).toEqual([paragraph(text('$x$', 'code'), text(' and $y$'))])
  })

  test('formulas in the form of GitHub are read, too', () => {
    expect(blocksOf('```math\nx\n```')).toEqual([{ type: 'formulaBlock', attrs: { tex: 'x' } }])
  })

  test.each([
    'It costs $5, and $6 with a drink',
    'RM5 or US$5 to US$10',
    'between $5-$6 and $20,000',
    'pay $ 5 $ now',
    'A$5, S$7 and HK$9',
    'one $ sign, and $$ two',
    '$$ an opening without an end',
    'a price of 5$ or 6$ in all',
  ])('%j is no formula', (words) => {
    expect(blocksOf(words)).toEqual([paragraph(text(words))])
  })

  test('formulas are refused by the contract when they could end early, have empty lines or are too long', () => {
    const isAccepted = (tex: string, type: 'formula' | 'formulaBlock') =>
      lessonDocument.safeParse(
        documentOf(type === 'formulaBlock' ? { type, attrs: { tex } } : paragraph({ type, attrs: { tex } })),
      ).success
    expect(isAccepted('x^2', 'formula')).toBe(true)
    expect(isAccepted('a\nb', 'formulaBlock')).toBe(true)
    for (const tex of [
      '',
      ' x',
      'a $ b',
      'x\\',
      'a\nb',
      'a\tb',
      'x\0',
      'x'.repeat(2_001),
      '$'.repeat(299_000),
    ])
      expect(isAccepted(tex, 'formula'), tex.slice(0, 20)).toBe(false)
    expect(isAccepted('a\n\nb', 'formulaBlock')).toBe(false)
    expect(isAccepted('\\$5', 'formula')).toBe(true)
  })

  test('a file of dollar signs is read in no time', () => {
    for (const part of ['$', '$$ a\n', '$a ', '$$\n', '$\\$', '> $$\n'])
      expect(readMarkdown(part.repeat(40_000)).content.length).toBeGreaterThan(0)
  }, 20_000)
})

describe('Markdown that is written', () => {
  test('written Markdown is the Markdown that a person would write', () => {
    const source = `## Joins

A join *reads* two tables: every row of one, and the **matching** rows of the other, see [the manual](https://www.postgresql.org/docs/).

- First
- Second
  1. Inner
- \`code\`

> [!TIP]
> Name the columns.

\`\`\`sql
SELECT 1
\`\`\`

| Kind | Rows |
| --- | --- |
| inner | both |

___
`
    expect(markdownOf(readMarkdown(source))).toBe(source.replaceAll('*reads*', '_reads_'))
  })

  test('written Markdown has only the text of table cells that hold more, and writes row headings as cells', () => {
    const list: LessonBlock = {
      type: 'bulletList',
      content: ['a', 'b'].map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
    }
    const row = (...content: LessonBlock[]) => ({
      type: 'tableRow' as const,
      content: [
        { type: 'tableHeader' as const, content: [paragraph(text('h'))] },
        { type: 'tableCell' as const, content },
      ],
    })
    expect(markdownOf(documentOf({ type: 'table', content: [row(list), row(paragraph(text('c')))] }))).toBe(
      '|   |   |\n| --- | --- |\n| h | a<br>b |\n| h | c |\n',
    )
  })
})

test.each(['\u2060', '\u3164', '\u2800\u200d'])('a title that nobody sees is none: %j', (title) => {
  const file = 'aB3_-5678901234567890z'
  const taken = (type: 'video' | 'attachment') =>
    lessonDocument.safeParse({ type: 'doc', content: [{ type, attrs: { file, title } }] })
  expect(taken('video').success).toBe(false)
  expect(taken('attachment').data?.content).toEqual([{ type: 'attachment', attrs: { file, title: '' } }])
  expect(readMarkdown(`[${title}](/media/${file} "video")`).content[0]?.type).toBe('paragraph')
})
