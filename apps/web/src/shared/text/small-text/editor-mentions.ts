/**
 * Handles names after `@` in the editor. It emphasises them as readers see them, and never lets a format cover only a part of a
 * name.
 */
import { mentionsIn } from '@apogee/domain/text/mentions.ts'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import '#web/shared/text/plain-text.css'

interface Range {
  from: number
  to: number
}

/** Returns the ranges of names in a paragraph or heading, also within code and links. */
function namesIn(state: EditorState): Range[] {
  const { doc } = state
  const names = namesOf(state)
  const found: Range[] = []
  doc.descendants((block, place) => {
    if (!block.isTextblock) return true
    const text = block.type.spec.code ? '' : block.textBetween(0, block.content.size)
    const start = place + 1
    for (const mention of mentionsIn(text, names))
      found.push({ from: start + mention.start, to: start + mention.end })
    return false
  })
  return found
}

const isVerbatim = (doc: Node, { from, to }: Range): boolean =>
  ['code', 'link'].some((name) => {
    const type = doc.type.schema.marks[name]
    return type !== undefined && doc.rangeHasMark(from, to, type)
  })

const isAll = (doc: Node, { from, to }: Range, mark: string): boolean => {
  let is = true
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) is &&= node.marks.some(({ type }) => type.name === mark)
  })
  return is
}

/** If a format change covers only a part of a name, extends it to the whole name. */
function withWholeNames(
  transactions: readonly Transaction[],
  before: EditorState,
  state: EditorState,
): Transaction | null {
  const { doc, tr, schema } = state
  const back = transactions.toReversed().map(({ mapping }) => mapping.invert())
  for (const { from, to } of namesIn(state)) {
    for (const [name, type] of Object.entries(schema.marks)) {
      if (!doc.rangeHasMark(from, to, type) || isAll(doc, { from, to }, name)) continue
      const former = back.reduce(
        (range, mapping) => ({ from: mapping.map(range.from), to: mapping.map(range.to, -1) }),
        { from, to },
      )
      const wasAll = former.from < former.to && isAll(before.doc, former, name)
      const mark = markIn(doc, { from, to }, name)
      if (wasAll) tr.removeMark(from, to, type)
      else if (mark) tr.addMark(from, to, mark)
    }
  }
  return tr.docChanged ? tr : null
}

function markIn(doc: Node, { from, to }: Range, name: string) {
  let found
  doc.nodesBetween(from, to, ({ marks }) => {
    found ??= marks.find(({ type }) => type.name === name)
  })
  return found
}

const key = new PluginKey<readonly string[]>('mentions')

const namesOf = (state: EditorState): readonly string[] => key.getState(state) ?? []

export const mentionsPlugin = (names: readonly string[]): Plugin =>
  new Plugin<readonly string[]>({
    key,
    state: {
      init: () => names,
      apply: (transaction, present) => (transaction.getMeta(key) as typeof names | undefined) ?? present,
    },
    appendTransaction: (transactions, before, state) =>
      transactions.some(({ docChanged }) => docChanged) ? withWholeNames(transactions, before, state) : null,
    props: {
      decorations: (state) =>
        DecorationSet.create(
          state.doc,
          namesIn(state)
            .filter((range) => !isVerbatim(state.doc, range))
            .map(({ from, to }) => Decoration.inline(from, to, { class: 'plain-text-mention' })),
        ),
    },
  })

/** Sets the names of the people who can be mentioned. */
export const withNames = (state: EditorState, names: readonly string[]): Transaction =>
  state.tr.setMeta(key, names)
