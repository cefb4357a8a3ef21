import type { AriaAttributes } from 'react'

export interface Caret {
  /** The value is the text before the caret: in the whole area, or in the paragraph of the editor. */
  before: string
  /** The position in the text distinguishes paragraphs. */
  place: number
  /** Replaces `length` characters before the caret with the words. */
  replace: (length: number, words: string) => void
}

/** Suggestions while a person types, such as names after `@`. The field and its editor report their caret and keys. */
export interface Suggestions {
  /** These attributes apply to the field while suggestions are shown, for assistive technology. */
  attributes: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>
  /** Null means that nobody is typing here, or that the caret is in code or a link. */
  onCaret: (caret: Caret | null) => void
  /** True means that the suggestions handle the key exclusively. */
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
