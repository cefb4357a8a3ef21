import { searchForm } from '@apogee/domain/text/human-text.ts'

/**
 * A line of searchable lesson text knows where it is: its second in the captions of a video, or the position of its block in a
 * text, from 0.
 */
export interface SearchableLine {
  place: { seconds: number } | { block: number }
  text: string
  /** This is the form of the text that searches compare. */
  form: string
}

export const searchableLine = (place: SearchableLine['place'], text: string): SearchableLine => ({
  place,
  text,
  form: searchForm(text),
})
