/** Decides which items of a course count as lessons and how long the course takes, for client and server. */
import { wordsPerMinute } from '@apogee/domain/text/lesson-text.ts'
import type { FileType } from '../limits.ts'

interface CountedItem {
  fileType: FileType
  /** The percentage completes a quiz. Absent or null means that submitting completes the quiz. */
  passPercentage?: number | null | undefined
  /** Texts have this field; other lessons do not. */
  words?: number | undefined
}

/**
 * Returns the items that progress counts: videos, and quizzes with a pass mark; without a video, every item
 * (docs/specification.md#4-states-and-transitions, docs/product-choices.md#courses-and-learning).
 */
export function lessonsAmong<Item extends Omit<CountedItem, 'words'>>(
  items: readonly Item[],
): readonly Item[] {
  if (items.every(({ fileType }) => fileType !== 'video')) return items
  return items.filter(
    ({ fileType, passPercentage }) => fileType === 'video' || typeof passPercentage === 'number',
  )
}

/** Documents are all items of no other kind. */
export interface KindCounts {
  videos: number
  texts: number
  documents: number
  quizzes: number
}

export function kindsOf(items: readonly CountedItem[]): KindCounts {
  const count = (type: FileType) => items.filter(({ fileType }) => fileType === type).length
  const [videos, quizzes] = [count('video'), count('quiz')]
  const texts = items.filter(({ words }) => words !== undefined).length
  return { videos, texts, quizzes, documents: items.length - videos - texts - quizzes }
}

/** The value is the reading time of one page in seconds. */
export const secondsPerPage = 120

/** The fields are seconds of videos, pages of documents and words of texts. */
export interface Length {
  seconds: number
  pages: number
  words: number
}

/**
 * Returns minutes, rounded up once (docs/api.md#courses-and-progress). A quiz's time limit does not count, because most learners
 * need less.
 */
export function minutesOf({ seconds, pages, words }: Length): number {
  return Math.ceil((seconds + pages * secondsPerPage) / 60 + words / wordsPerMinute)
}

/** Divides the minutes so that the parts add up to the minutes of the whole. */
export function minutesOfParts(parts: readonly Length[]): number[] {
  const soFar: Length = { seconds: 0, pages: 0, words: 0 }
  let before = 0
  return parts.map(({ seconds, pages, words }) => {
    soFar.seconds += seconds
    soFar.pages += pages
    soFar.words += words
    const minutes = minutesOf(soFar) - before
    before += minutes
    return minutes
  })
}
