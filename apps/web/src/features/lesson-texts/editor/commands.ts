import type { CalloutKind, CodeLanguage } from '@apogee/contracts/courses/lesson-document.ts'
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { NodeType } from 'prosemirror-model'
import {
  NodeSelection,
  Selection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state'
import { around } from '#web/shared/text/text-editor/commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

export type BlockStyle = 'paragraph' | 'heading' | 'subheading' | 'codeBlock'

export function blockStyle({ selection: { $from } }: EditorState): BlockStyle {
  const { type, attrs } = $from.parent
  if (type === nodes.codeBlock) return 'codeBlock'
  if (type !== nodes.heading) return 'paragraph'
  return attrs['level'] === 2 ? 'heading' : 'subheading'
}

const styles: Record<BlockStyle, Command> = {
  paragraph: setBlockType(nodes.paragraph),
  heading: setBlockType(nodes.heading, { level: 2 }),
  subheading: setBlockType(nodes.heading, { level: 3 }),
  codeBlock: setBlockType(nodes.codeBlock),
}
export const setStyle = (style: BlockStyle): Command => styles[style]

export function toggleWrap(type: NodeType): Command {
  return (state, dispatch) => (around(state, type) ? lift(state, dispatch) : wrapIn(type)(state, dispatch))
}

const setAttribute =
  (type: NodeType, name: string, value: string): Command =>
  (state, dispatch) => {
    const found = around(state, type)
    if (!found) return false
    dispatch?.(state.tr.setNodeAttribute(found.place, name, value))
    return true
  }
export const setCalloutKind = (kind: CalloutKind): Command => setAttribute(nodes.callout, 'kind', kind)
export const setCodeLanguage = (language: CodeLanguage): Command =>
  setAttribute(nodes.codeBlock, 'language', language)

export const selectedPicture = (state: EditorState): { file: string; alt: string } | null =>
  state.selection instanceof NodeSelection && state.selection.node.type === nodes.picture
    ? (state.selection.node.attrs as { file: string; alt: string })
    : null

/** Replaces the selected picture, or inserts one after the selection. The command does not apply in tables and code. */
export const setPicture = (picture: { file: string; alt: string }): Command =>
  setBlock(nodes.picture, picture)

/** Replaces the selected block of this type, or inserts a block after the selection. */
const setBlock =
  (type: NodeType, attrs: Record<string, string>): Command =>
  (state, dispatch) => {
    if (!canHavePicture(state)) return false
    const { tr, selection } = state
    const isSelected = selection instanceof NodeSelection && selection.node.type === type
    if (!isSelected) tr.setSelection(Selection.near(tr.doc.resolve(selection.to), -1))
    dispatch?.(tr.replaceSelectionWith(type.create(attrs)).scrollIntoView())
    return true
  }

export const selectedAttachment = (state: EditorState): { file: string; title: string } | null =>
  state.selection instanceof NodeSelection && state.selection.node.type === nodes.attachment
    ? (state.selection.node.attrs as { file: string; title: string })
    : null

/** Replaces the selected file, or inserts one after the selection. The command does not apply in tables and code. */
export const setAttachment = (attachment: { file: string; title: string }): Command =>
  setBlock(nodes.attachment, attachment)

export const selectedVideo = (state: EditorState): { file: string; title: string } | null =>
  state.selection instanceof NodeSelection && state.selection.node.type === nodes.video
    ? (state.selection.node.attrs as { file: string; title: string })
    : null

/** Replaces the selected video, or inserts one after the selection. The command does not apply in tables and code. */
export const setVideo = (video: { file: string; title: string }): Command => setBlock(nodes.video, video)

export const canHavePicture = (state: EditorState): boolean =>
  around(state, nodes.table) === null && around(state, nodes.codeBlock) === null

export interface EditedFormula {
  tex: string
  /** True means that the formula has its own line. */
  isBlock: boolean
}

export function selectedFormula({ selection }: EditorState): EditedFormula | null {
  if (!(selection instanceof NodeSelection)) return null
  const { type, attrs } = selection.node
  if (type !== nodes.formula && type !== nodes.formulaBlock) return null
  return { tex: String(attrs['tex']), isBlock: type === nodes.formulaBlock }
}

/** Table cells hold inline formulas only. */
export const canHaveFormulaBlock = (state: EditorState): boolean => around(state, nodes.table) === null

export const canHaveFormula = (state: EditorState): boolean =>
  selectedFormula(state) !== null ||
  (state.selection.$from.parent.inlineContent && around(state, nodes.codeBlock) === null)

/** Replaces the selected formula, or inserts one after the selection. Null removes the selected formula. */
export const setFormula =
  (formula: EditedFormula | null): Command =>
  (state, dispatch) => {
    const { tr } = state
    const selected = selectedFormula(state)
    if (formula === null) {
      if (selected) dispatch?.(tr.deleteSelection().scrollIntoView())
      return selected !== null
    }
    if (!canHaveFormula(state) || (formula.isBlock && !canHaveFormulaBlock(state))) return false
    const { tex, isBlock } = formula
    if (!selected) tr.setSelection(Selection.near(tr.doc.resolve(state.selection.to), -1))
    if (selected?.isBlock === true && !isBlock)
      tr.replaceSelectionWith(nodes.paragraph.create(null, nodes.formula.create({ tex })), false)
    else tr.replaceSelectionWith((isBlock ? nodes.formulaBlock : nodes.formula).create({ tex }), false)
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontalRule.create()).scrollIntoView())
  return true
}

/** Inserts three columns with a heading row and two rows below it. Does not apply inside a table. */
export const insertTable: Command = (state, dispatch) => {
  if (around(state, nodes.table)) return false
  const row = (type: NodeType) =>
    nodes.tableRow.create(
      null,
      [0, 1, 2].map(() => type.createAndFill()).filter((cell) => cell !== null),
    )
  const table = nodes.table.create(null, [row(nodes.tableHeader), row(nodes.tableCell), row(nodes.tableCell)])
  if (!dispatch) return true
  const { tr } = state
  tr.replaceSelectionWith(table)
  const place = insertedTable(tr)
  // Puts the cursor into the first cell: the table, the row and the cell each begin with one position.
  if (place !== null) tr.setSelection(TextSelection.near(tr.doc.resolve(place + 3)))
  dispatch(tr.scrollIntoView())
  return true
}

/** Returns the start position of the table that the last step has inserted. */
function insertedTable({ doc, mapping }: Transaction): number | null {
  let place: number | null = null
  mapping.maps.at(-1)?.forEach((_from, _to, start, end) =>
    doc.nodesBetween(start, end, (node, at) => {
      if (node.type === nodes.table) place ??= at
    }),
  )
  return place
}

export const toggle = {
  bold: toggleMark(marks.bold),
  italic: toggleMark(marks.italic),
  strike: toggleMark(marks.strike),
  code: toggleMark(marks.code),
} as const
