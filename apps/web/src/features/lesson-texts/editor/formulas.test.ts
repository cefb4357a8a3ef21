import {
  lessonDocument,
  type LessonBlock,
  type LessonInline,
} from '@apogee/contracts/courses/lesson-document.ts'
import { DOMSerializer } from 'prosemirror-model'
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { describe, expect, test, vi } from 'vitest'
import {
  canHaveFormula,
  canHaveFormulaBlock,
  selectedFormula,
  setFormula,
  toggle,
  type EditedFormula,
} from './commands.ts'
import { editorDocument, storedDocument } from './document.ts'
import { formulaView } from './formula-view.ts'
import { looksLikeMarkdown } from './markdown.ts'
import { pasteParser } from './paste.ts'
import { editorPlugins } from './plugins.ts'
import { schema } from './schema.ts'

const text = (value: string): LessonInline => ({ type: 'text', text: value })
const inLine = (tex: string): LessonInline => ({ type: 'formula', attrs: { tex } })
const block = (tex: string): LessonBlock => ({ type: 'formulaBlock', attrs: { tex } })
const paragraph = (...content: LessonInline[]): LessonBlock => ({ type: 'paragraph', content })

const stateOf = (content: LessonBlock[], from = 1, to = from): EditorState => {
  const state = EditorState.create({
    doc: editorDocument({ type: 'doc', content }),
    plugins: [...editorPlugins],
  })
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
}
const selecting = (state: EditorState, place: number): EditorState =>
  state.apply(state.tr.setSelection(NodeSelection.create(state.doc, place)))
const blocksOf = (state: EditorState): LessonBlock[] => {
  const stored = storedDocument(state.doc)
  expect(lessonDocument.parse(stored)).toEqual(stored)
  return stored.content
}
function after(state: EditorState, formula: EditedFormula | null): LessonBlock[] {
  let next = state
  setFormula(formula)(state, (transaction) => {
    next = state.apply(transaction)
  })
  return blocksOf(next)
}

describe('a formula', () => {
  test('stands after the words that are selected, which stay', () => {
    const state = stateOf([paragraph(text('The area is'))], 1, 12)
    expect(after(state, { tex: 'r^2', isBlock: false })).toEqual([
      paragraph(text('The area is'), inLine('r^2')),
    ])
    expect(after(state, { tex: 'r^2', isBlock: true }).slice(0, 2)).toEqual([
      paragraph(text('The area is')),
      block('r^2'),
    ])
  })

  test('that is selected is changed, put on a line of its own, put into a line, and removed', () => {
    const line = selecting(stateOf([paragraph(text('a '), inLine('x'), text(' b'))]), 3)
    expect(selectedFormula(line)).toEqual({ tex: 'x', isBlock: false })
    expect(after(line, { tex: 'y', isBlock: false })).toEqual([
      paragraph(text('a '), inLine('y'), text(' b')),
    ])
    expect(after(line, { tex: 'x', isBlock: true })).toEqual([
      paragraph(text('a ')),
      block('x'),
      paragraph(text(' b')),
    ])
    expect(after(line, null)).toEqual([paragraph(text('a  b'))])
    const alone = selecting(stateOf([paragraph(text('a')), block('x')]), 3)
    expect(after(alone, { tex: 'x', isBlock: false })).toEqual([paragraph(text('a')), paragraph(inLine('x'))])
  })

  test('a formula is not put into code, and not as a block into a table', () => {
    const code: LessonBlock = {
      type: 'codeBlock',
      attrs: { language: '' },
      content: [{ type: 'text', text: 'a' }],
    }
    expect(canHaveFormula(stateOf([code]))).toBe(false)
    expect(after(stateOf([code]), { tex: 'x', isBlock: false })).toEqual([code])
    const cell = { type: 'tableCell' as const, content: [paragraph(text('a'))] }
    const table: LessonBlock = { type: 'table', content: [{ type: 'tableRow', content: [cell] }] }
    const inCell = stateOf([table], 4)
    expect([canHaveFormula(inCell), canHaveFormulaBlock(inCell)]).toEqual([true, false])
    expect(after(inCell, { tex: 'x', isBlock: true })).toEqual([table])
  })

  test('a formula has no marks when the line around it becomes bold, and a line break has none', () => {
    const line = stateOf([paragraph(text('a'), inLine('x'), { type: 'hardBreak' }, text('b'))], 1, 5)
    let bold = line
    toggle.bold(line, (transaction) => {
      bold = line.apply(transaction)
    })
    expect(blocksOf(bold)).toEqual([
      paragraph(
        { type: 'text', text: 'a', marks: [{ type: 'bold' }] },
        inLine('x'),
        { type: 'hardBreak' },
        { type: 'text', text: 'b', marks: [{ type: 'bold' }] },
      ),
    ])
  })
})

describe('typing', () => {
  const typed = (words: string): LessonBlock[] => {
    const view = new EditorView(document.createElement('div'), {
      state: EditorState.create({
        doc: editorDocument({ type: 'doc', content: [{ type: 'paragraph' }] }),
        plugins: [...editorPlugins],
      }),
    })
    for (const character of words) {
      const { from, to } = view.state.selection
      const isTaken = view.someProp('handleTextInput', (handle) =>
        handle(view, from, to, character, () => view.state.tr.insertText(character)),
      )
      if (!isTaken) view.dispatch(view.state.tr.insertText(character))
    }
    return blocksOf(view.state)
  }

  test('dollar signs around TeX make a formula when the next sign follows', () => {
    expect(typed('so $x^2$, and ($y$) too')).toEqual([
      paragraph(text('so '), inLine('x^2'), text(', and ('), inLine('y'), text(') too')),
    ])
  })

  test.each(['It costs $5, and $6.', 'US$5 and US$6.', 'from $5 to 6$ today.', '$ x $ .'])(
    '%j stays text',
    (words) => {
      expect(typed(words)).toEqual([paragraph(text(words))])
    },
  )
})

describe('what is pasted', () => {
  const pasted = (html: string): LessonBlock[] => {
    const dom = document.createElement('div')
    dom.innerHTML = html
    return storedDocument(schema.nodes.doc.create(null, pasteParser.parseSlice(dom).content)).content
  }

  test('a paste from pages that draw TeX takes the source as the formula, and leaves out the drawing', () => {
    const katex =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html">x</span></span>'
    expect(pasted(`<p>so ${katex}.</p>`)).toEqual([paragraph(text('so '), inLine('x'), text('.'))])
    expect(pasted('<p>a <math alttext="{\\displaystyle y}"><mi>y</mi></math></p>')).toEqual([
      paragraph(text('a '), inLine('{\\displaystyle y}')),
    ])
  })

  test('a formula copied from this editor pastes unchanged', () => {
    const content = [paragraph(text('a '), inLine('<b>x')), block('a\nb')]
    const place = document.createElement('div')
    place.append(
      DOMSerializer.fromSchema(schema).serializeFragment(editorDocument({ type: 'doc', content }).content),
    )
    expect(pasted(place.innerHTML)).toEqual(content)
  })

  test.each([
    ['$$\nx\n$$', true],
    ['the root $\\sqrt{2}$', true],
    ['$5 and $6', false],
    ['$PATH and $HOME', false],
  ])('%j is Markdown: %j', (words, isMarkdown) => {
    expect(looksLikeMarkdown(words)).toBe(isMarkdown)
  })
})

test('formulas are drawn in the editor, and one that is none keeps its source', async () => {
  const place = document.createElement('div')
  const view = new EditorView(place, {
    state: stateOf([paragraph(text('a '), inLine('x^2')), block('\\nothing')]),
    nodeViews: { formula: formulaView, formulaBlock: formulaView },
  })
  await vi.waitFor(() => expect(place.querySelector('math msup')).not.toBeNull(), { timeout: 10_000 })
  expect(place.querySelector('div.lesson-formula code')?.textContent).toBe('\\nothing')
  view.dispatch(selecting(view.state, 3).tr.replaceSelectionWith(schema.nodes.formula.create({ tex: 'y_1' })))
  await vi.waitFor(() => expect(place.querySelector('math msub')).not.toBeNull(), { timeout: 10_000 })
})
