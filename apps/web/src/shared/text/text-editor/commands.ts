/** Defines the commands that all text editors share: marks, lists and links, by the names of the schema. */
import { wrapInList, liftListItem } from 'prosemirror-schema-list'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'

export const isMarked = ({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean =>
  selection.empty
    ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, mark)

/** Returns the innermost node of this type around the cursor. */
export function around(
  { selection: { $from } }: EditorState,
  ...types: NodeType[]
): { node: Node; place: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (types.includes(node.type)) return { node, place: $from.before(depth) }
  }
  return null
}

/** Creates a list, changes the kind of the current one, or ends it. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const { bulletList, orderedList, listItem } = state.schema.nodes
    if (!bulletList || !orderedList || !listItem) return false
    const list = around(state, bulletList, orderedList)
    if (!list) return wrapInList(type)(state, dispatch)
    if (list.node.type === type) return liftListItem(listItem)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.place, type))
    return true
  }
}

export function linkAt({ selection: { $from, empty }, doc, selection, schema }: EditorState): string | null {
  const link = schema.marks['link']
  const found = empty
    ? link?.isInSet($from.marks())
    : doc
        .resolve(selection.from + 1)
        .marks()
        .find(({ type }) => type === link)
  return found ? String(found.attrs['href']) : null
}

/** Links the selected text, the link around the cursor, or the URL itself when nothing is selected. Null removes the link. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const link = state.schema.marks['link']
    if (!link) return false
    const { from, to } = linkRange(state, link)
    const { tr } = state
    if (from === to && href !== null) tr.insertText(href.replace(/^(?:https?:\/\/|mailto:)/, ''), from)
    const end = tr.mapping.map(to)
    tr.removeMark(from, end, link)
    if (href !== null) tr.addMark(from, end, link.create({ href }))
    dispatch?.(tr.setStoredMarks([]))
    return true
  }
}

function linkRange(
  { selection: { from, to, empty, $from } }: EditorState,
  link: MarkType,
): { from: number; to: number } {
  const mark = link.isInSet($from.marks())
  if (!empty || !mark) return { from, to }
  let start = $from.start()
  let range = { from, to }
  $from.parent.forEach((child) => {
    const end = start + child.nodeSize
    if (mark.isInSet(child.marks) && start <= from && from <= end) range = { from: start, to: end }
    start = end
  })
  return range
}

/** Completes a typed URL: `example.com` and `a@b.my` get their scheme. Returns null if the text is not a URL. */
export function addressFrom(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(text)) return text
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text)) return `mailto:${text}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:].*)?$/.test(text) ? `https://${text}` : null
}
