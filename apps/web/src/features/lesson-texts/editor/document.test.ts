import {
  calloutKinds,
  codeLanguages,
  emptyDocument,
  lessonDocument,
  type LessonBlock,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'
import * as fc from 'fast-check'
import { DOMParser, DOMSerializer } from 'prosemirror-model'
import { undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { describe, expect, test, vi } from 'vitest'
import { addressFrom, setLink, toggleList } from '#web/shared/text/text-editor/commands.ts'
import { canHavePicture, insertTable, setPicture, toggleWrap } from './commands.ts'
import { editorDocument, storedDocument } from './document.ts'
import { looksLikeMarkdown, pasteMarkdown } from './markdown.ts'
import { pasteParser } from './paste.ts'
import { editorPlugins } from './plugins.ts'
import { schema } from './schema.ts'

const word = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))
const mark = fc.oneof(
  fc.constantFrom('bold', 'italic', 'strike', 'code').map((type) => ({ type })),
  fc.constant({ type: 'link', attrs: { href: 'https://apogee.test/' } }),
)
const tex = fc.constantFrom('x^2', '\\frac{a}{b}', '\\$5', '<b>&amp;')
const inline = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    text: word,
    marks: fc.uniqueArray(mark, { minLength: 1, maxLength: 3, selector: ({ type }) => type }),
  }),
  fc.constant({ type: 'hardBreak' }),
  tex.map((source) => ({ type: 'formula', attrs: { tex: source } })),
)
/** The editor joins adjacent pieces of text with the same marks; line breaks separate them. */
const inlines = fc
  .array(inline, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flatMap((part) => [part, { type: 'hardBreak' }]))
const paragraph = fc.record({ type: fc.constant('paragraph'), content: inlines })
const { block } = fc.letrec((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
  const items = fc.array(
    fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })).map(([first, rest]) => ({
      type: 'listItem',
      content: [first, ...rest],
    })),
    { minLength: 1, maxLength: 2 },
  )
  const row = (type: string) =>
    fc.tuple(paragraph, paragraph).map((cells) => ({
      type: 'tableRow',
      content: cells.map((cell) => ({ type, content: [cell] })),
    }))
  return {
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      paragraph,
      fc.constant({ type: 'picture', attrs: { file: 'aB3_-5678901234567890x', alt: 'An ellipse' } }),
      fc.constant({ type: 'attachment', attrs: { file: 'aB3_-5678901234567890y', title: 'Worksheet' } }),
      fc.constant({ type: 'video', attrs: { file: 'aB3_-5678901234567890z', title: 'A run' } }),
      fc.record({
        type: fc.constant('heading'),
        attrs: fc.record({ level: fc.constantFrom(2, 3) }),
        content: inlines,
      }),
      fc.record({
        type: fc.constant('codeBlock'),
        attrs: fc.record({ language: fc.constantFrom(...codeLanguages) }),
        content: word.map((text) => [{ type: 'text', text }]),
      }),
      fc.constant({ type: 'horizontalRule' }),
      tex.map((source) => ({ type: 'formulaBlock', attrs: { tex: `${source}\n  + 1` } })),
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
      fc.record({
        type: fc.constant('table'),
        content: fc.tuple(row('tableHeader'), row('tableCell')).map((rows) => rows),
      }),
    ),
  }
})

test('whatever the contract accepts opens in the editor, and is stored as it was', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (content) => {
      const stored = lessonDocument.parse({ type: 'doc', content })
      const again = storedDocument(editorDocument(stored))
      expect(lessonDocument.parse(again)).toEqual(again)
      expect(withSortedMarks(again)).toEqual(withSortedMarks(stored))
    }),
    { numRuns: 150 },
  )
})

const withSortedMarks = (document: LessonDocument): unknown =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'marks' && Array.isArray(value)
      ? (value as { type: string }[]).toSorted((one, other) => one.type.localeCompare(other.type))
      : value,
  )

test('every kind of node and mark of the editor is one of the contract', () => {
  const filled = Object.values(schema.nodes)
    .filter(({ name }) => !['doc', 'text'].includes(name))
    .filter(({ spec }) => spec.group === 'block')
    .map((type) => type.createAndFill({ file: 'a'.repeat(22), title: 'A', tex: 'x' }))
  const document = storedDocument(
    schema.nodes.doc.create(
      null,
      filled.filter((node) => node !== null),
    ),
  )
  expect(lessonDocument.parse(document)).toEqual(document)
  expect(Object.keys(schema.marks)).toEqual(['link', 'bold', 'italic', 'strike', 'code'])
})

const pasted = (html: string): LessonBlock[] => {
  const dom = document.createElement('div')
  dom.innerHTML = html
  const slice = pasteParser.parseSlice(dom)
  return storedDocument(schema.nodes.doc.create(null, slice.content)).content
}
const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraphOf = (...content: object[]) => ({ type: 'paragraph', content })

describe('what is pasted', () => {
  test('a paste from Google Docs turns styles into marks, and its wrapper is not bold', () => {
    expect(
      pasted(
        '<b style="font-weight:normal"><p><span style="font-weight:400">Plain </span><span style="font-weight:700;font-style:italic">both</span></p></b>',
      ),
    ).toEqual([paragraphOf(text('Plain '), text('both', 'bold', 'italic'))])
  })

  test('a paste from Word turns paragraphs with levels into nested lists without their bullets', () => {
    const item = (level: number, marker: string, says: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${marker} </span>${says}</p>`
    expect(
      pasted(`${item(1, '1.', 'One')}${item(2, 'a)', 'Inner')}${item(1, '2.', 'Two')}<p>After</p>`),
    ).toEqual([
      {
        type: 'orderedList',
        attrs: { start: 1 },
        content: [
          {
            type: 'listItem',
            content: [
              paragraphOf(text('One')),
              {
                type: 'orderedList',
                attrs: { start: 1 },
                content: [{ type: 'listItem', content: [paragraphOf(text('Inner'))] }],
              },
            ],
          },
          { type: 'listItem', content: [paragraphOf(text('Two'))] },
        ],
      },
      paragraphOf(text('After')),
    ])
    expect(pasted(item(1, '·', 'Point'))[0]).toMatchObject({ type: 'bulletList' })
  })

  test('headings of every level fit below the title of the lesson', () => {
    expect(pasted('<h1>One</h1><h2>Two</h2><h4>Four</h4>')).toMatchObject([
      { type: 'heading', attrs: { level: 2 } },
      { type: 'heading', attrs: { level: 2 } },
      { type: 'heading', attrs: { level: 3 } },
    ])
  })

  test('links that lead nowhere safe lose their address and keep their text', () => {
    expect(pasted('<p><a href="javascript:alert(1)">press</a> <a href="/courses">ours</a></p>')).toEqual([
      paragraphOf(text('press '), {
        ...text('ours'),
        marks: [{ type: 'link', attrs: { href: '/courses' } }],
      }),
    ])
  })

  test('scripts, frames, styles and handlers leave nothing but their text', () => {
    const result = JSON.stringify(
      pasted(
        '<p onclick="alert(1)" style="position:fixed">a<script>alert(1)</script><iframe src="/x"></iframe><img src=x onerror=alert(1)></p>',
      ),
    )
    expect(result).toBe(JSON.stringify([paragraphOf(text('a'))]))
  })
})

test('a text that is copied in the editor is pasted as it was', () => {
  const stored: LessonDocument = {
    type: 'doc',
    content: [
      {
        type: 'callout',
        attrs: { kind: 'warning' },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
      },
      {
        type: 'orderedList',
        attrs: { start: 4 },
        content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
      },
      { type: 'horizontalRule' },
      { type: 'attachment', attrs: { file: 'aB3_-5678901234567890y', title: 'A <b> sheet' } },
    ],
  }
  const copied = DOMSerializer.fromSchema(schema).serializeFragment(editorDocument(stored).content)
  const place = document.createElement('div')
  place.append(copied)
  expect(storedDocument(DOMParser.fromSchema(schema).parse(place))).toEqual(stored)
})

test.each([
  ['# Tides\nHigh and low', true],
  ['- a\n- b', true],
  ['1. a\n2. b', true],
  ['| a |\n| - |', true],
  ['```\nx\n```', true],
  ['see [it](https://apogee.test/)', true],
  ['it is **bold**', true],
  ['Plain words, 3 * 4 * 5, a-b, #1 and snake_case', false],
  ['- one dash', false],
  ['x = a[i](j)', false],
])('the pasted text %j is Markdown: %j', (pasted, isMarkdown) => {
  expect(looksLikeMarkdown(pasted)).toBe(isMarkdown)
})

describe('pasted Markdown', () => {
  const paste = (data: Record<string, string>) => {
    const view = new EditorView(document.createElement('div'), {
      state: EditorState.create({ doc: editorDocument(emptyDocument), plugins: [...editorPlugins] }),
    })
    const clipboardData = { types: Object.keys(data), getData: (type: string) => data[type] ?? '' }
    const isTaken = pasteMarkdown(view, { clipboardData } as unknown as ClipboardEvent)
    return { view, isTaken, blocks: () => blocksOf(view.state) }
  }

  test('gets its form, and Undo brings the plain text back', async () => {
    const { view, isTaken, blocks } = paste({ 'text/plain': '# Tides\n\n- high\n- low' })
    expect(isTaken).toBe(true)
    await vi.waitFor(() => expect(blocks()).toMatchObject([{ type: 'heading' }, { type: 'bulletList' }]))
    undo(view.state, view.dispatch)
    expect(blocks()).toMatchObject([
      paragraphOf(text('# Tides')),
      paragraphOf(text('- high')),
      paragraphOf(text('- low')),
    ])
  })

  test('pasted Markdown is left to the editor when the clipboard has its form already', () => {
    expect(paste({ 'text/plain': '# Tides', 'text/html': '<h1>Tides</h1>' }).isTaken).toBe(false)
  })

  test('stays plain when somebody has typed before its form is known', async () => {
    const { view, blocks } = paste({ 'text/plain': '# Tides' })
    view.dispatch(view.state.tr.insertText('!'))
    await import('@apogee/contracts/courses/markdown/read.ts')
    expect(blocks()).toEqual([paragraphOf(text('# Tides!'))])
  })
})

/** Returns the state of a one-paragraph document with the cursor in it. */
function stateWith(says: string): EditorState {
  const doc = editorDocument({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: says }] }],
  })
  return EditorState.create({ doc, selection: TextSelection.create(doc, 1) })
}
type Run = (state: EditorState, dispatch: (tr: EditorState['tr']) => void) => boolean
const after = (state: EditorState, command: Run): EditorState => {
  let next = state
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}
const blocksOf = (state: EditorState) => storedDocument(state.doc).content

test('a list becomes one of the other kind, and ends, with the same press', () => {
  const { bulletList, orderedList, callout } = schema.nodes
  const listed = after(stateWith('a'), toggleList(bulletList))
  expect(blocksOf(listed)).toMatchObject([{ type: 'bulletList' }])
  const numbered = after(listed, toggleList(orderedList))
  expect(blocksOf(numbered)).toMatchObject([{ type: 'orderedList', attrs: { start: 1 } }])
  expect(blocksOf(after(numbered, toggleList(orderedList)))).toEqual(blocksOf(stateWith('a')))
  const noted = after(stateWith('a'), toggleWrap(callout))
  expect(blocksOf(noted)).toMatchObject([{ type: 'callout', attrs: { kind: 'note' } }])
  expect(blocksOf(after(noted, toggleWrap(callout)))).toEqual(blocksOf(stateWith('a')))
})

test('a new table is one that the contract accepts, with the cursor in its first cell, and none opens in another', () => {
  const made = after(stateWith('x'), insertTable)
  expect(lessonDocument.parse(storedDocument(made.doc))).toBeTruthy()
  expect(made.selection.$from.node(-1).type.name).toBe('tableHeader')
  expect(insertTable(made)).toBe(false)
})

test('a link is set on an empty selection with its address, changed and removed', () => {
  const linked = after(stateWith('x'), setLink('https://apogee.test/a'))
  const link = { type: 'link', attrs: { href: 'https://apogee.test/a' } }
  expect(blocksOf(linked)).toEqual([paragraphOf({ ...text('apogee.test/a'), marks: [link] }, text('x'))])
  const inLink = linked.apply(linked.tr.setSelection(TextSelection.create(linked.doc, 3)))
  expect(blocksOf(after(inLink, setLink(null)))).toEqual([paragraphOf(text('apogee.test/ax'))])
})

test.each([
  ['example.com/a?b=1', 'https://example.com/a?b=1'],
  ['https://example.com', 'https://example.com'],
  ['teacher@school.my', 'mailto:teacher@school.my'],
  ['/courses', '/courses'],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['two words', null],
  ['', null],
])('the typed address %j means %j', (typed, address) => {
  expect(addressFrom(typed)).toBe(address)
})

describe('a picture in the editor', () => {
  const picture = { file: 'aB3_-5678901234567890x', alt: 'An ellipse' }
  const stateOf = (content: LessonBlock[], from: number, to = from) => {
    const state = EditorState.create({ doc: editorDocument({ type: 'doc', content }) })
    return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
  }
  const after = (state: EditorState): LessonBlock[] => {
    let changed = state
    setPicture(picture)(state, (transaction) => {
      changed = state.apply(transaction)
    })
    return storedDocument(changed.doc).content
  }
  const words: LessonBlock = { type: 'paragraph', content: [{ type: 'text', text: 'Look here' }] }

  test('stands after the words that are selected, which stay', () => {
    const content = after(stateOf([words], 1, 10))
    expect(content[0]).toEqual(words)
    expect(content).toContainEqual({ type: 'picture', attrs: picture })
  })

  test('that is pasted has words that the contract accepts, however long they were', () => {
    const alt = `${'a'.repeat(299)} and more`
    const [content] = pasted(`<img data-file="${picture.file}" alt="${alt}">`)
    expect(content).toEqual({ type: 'picture', attrs: { file: picture.file, alt: 'a'.repeat(299) } })
    expect(() => lessonDocument.parse({ type: 'doc', content: [content] })).not.toThrow()
  })

  test('a picture is not put into code', () => {
    const code: LessonBlock = {
      type: 'codeBlock',
      attrs: { language: '' },
      content: [{ type: 'text', text: 'a' }],
    }
    expect(canHavePicture(stateOf([code], 1))).toBe(false)
    expect(after(stateOf([code], 1))).toEqual([code])
  })
})
