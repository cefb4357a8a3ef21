import { searchForm } from '@apogee/domain/text/human-text.ts'

/** A line of searchable lesson text has its second for captions, or the position of its block from 0 for texts. */
export interface SearchableLine {
  place: { seconds: number } | { block: number }
  text: string
  /** Searches compare this form. */
  form: string
}

export const searchableLine = (place: SearchableLine['place'], text: string): SearchableLine => ({
  place,
  text,
  form: searchForm(text),
})
