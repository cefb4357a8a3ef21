import { searchForm } from '@apogee/domain/transcript.ts'

/** A line of what a lesson says: of captions with its second, of a text with the place of its block, from 0. */
export interface SearchableLine {
  place: { seconds: number } | { block: number }
  text: string
  /** What searches compare. */
  form: string
}

export const searchableLine = (place: SearchableLine['place'], text: string): SearchableLine => ({
  place,
  text,
  form: searchForm(text),
})
