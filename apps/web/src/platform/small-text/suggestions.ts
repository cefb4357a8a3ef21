import type { AriaAttributes } from 'react'

/** Where somebody writes. */
export interface Caret {
  /** The words before it: of the whole area, or of the paragraph in the editor. */
  before: string
  /** Its place in the text, which tells one paragraph from another. */
  place: number
  /** Writes the words in place of so many characters before the caret. */
  replace: (length: number, words: string) => void
}

/** What is suggested while somebody writes, such as names after `@`. The field tells of its caret and its keys, and so does its editor. */
export interface Suggestions {
  /** Of the field while something is suggested, for assistive technology. */
  attributes: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>
  /** Null: nobody writes here, or writes code or a link. */
  onCaret: (caret: Caret | null) => void
  /** True: the key belongs to the suggestions, and to nothing else. */
  onKey: (key: string) => boolean
}

/** The caret of a plain area; null while a part of its text is selected. */
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
