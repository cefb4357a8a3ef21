import type { AriaAttributes } from 'react'

export interface Caret {
  /** `before` is the text before the caret: in the whole area, or in the current paragraph of the editor. */
  before: string
  /** `place` is the caret's position in the whole text. It distinguishes paragraphs with equal text. */
  place: number
  /** Replaces `length` characters before the caret with the words. */
  replace: (length: number, words: string) => void
}

/**
 * Describes suggestions while a person types, such as names after `@`. The field and its editor report their caret and their keys.
 */
export interface Suggestions {
  /** The field has these attributes while suggestions are shown, for assistive technology. */
  attributes: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>
  /** Receives the caret; null means that the field has no focus, or that the caret is in code or a link. */
  onCaret: (caret: Caret | null) => void
  /** Returns true if the suggestions handle the key. The field must then ignore it. */
  onKey: (key: string) => boolean
}

/** Returns the caret of a plain area; null during a selection. */
export function caretOfArea(area: HTMLTextAreaElement, onText: (text: string) => void): Caret | null {
  const { value, selectionStart: place, selectionEnd } = area
  if (place !== selectionEnd) return null
  return {
    before: value.slice(0, place),
    place,
    replace: (length, words) => {
      const before = area.value.slice(0, area.selectionStart - length) + words
      onText(before + area.value.slice(area.selectionStart))
      area.focus()
      area.setSelectionRange(before.length, before.length)
    },
  }
}
