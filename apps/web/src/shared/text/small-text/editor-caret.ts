/** Reports the editor's caret to suggestions. */
import type { EditorView } from 'prosemirror-view'
import type { Caret } from './suggestions.ts'

/** Returns the caret for suggestions, or null during a selection, in code and in a link. */
export function caretOfEditor(view: EditorView): Caret | null {
  const { $from, empty } = view.state.selection
  const { parent, parentOffset } = $from
  const marks = view.state.storedMarks ?? $from.marks()
  const isVerbatim = marks.some(({ type: { name } }) => name === 'code' || name === 'link')
  if (!empty || !parent.isTextblock || parent.type.spec.code || isVerbatim) return null
  return {
    before: parent.textBetween(0, parentOffset),
    place: $from.pos,
    replace: (length, words) => {
      const { from } = view.state.selection
      view.dispatch(view.state.tr.insertText(words, from - length, from).scrollIntoView())
      view.focus()
    },
  }
}
