/**
 * Which items of a course are its lessons, what else it holds, and how long it takes. The one place of these rules for client and server.
 */
import { wordsPerMinute } from '@apogee/domain/lesson-text.ts'
import type { FileType } from '../limits.ts'

interface CountedItem {
  fileType: FileType
  /** Of a quiz: what completes it. Absent or null: submitting does. */
  passPercentage?: number | null | undefined
  /** Of a text. */
  words?: number | undefined
}

/**
 * The lessons among the published items of a course or module, which its progress counts: videos, and quizzes with a pass mark; without
 * a video, every item (docs/specification.md#4-states-and-transitions, docs/product-choices.md#courses-and-learning).
 */
export function lessonsAmong<Item extends CountedItem>(items: readonly Item[]): readonly Item[] {
  if (items.every(({ fileType }) => fileType !== 'video')) return items
  return items.filter(
    ({ fileType, passPercentage }) => fileType === 'video' || typeof passPercentage === 'number',
  )
}

/** Documents are whatever is none of the others. */
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

/** Reading time of a document's page in seconds. */
export const secondsPerPage = 120

/** Seconds of videos, pages of documents and words of texts. */
export interface Length {
  seconds: number
  pages: number
  words: number
}

/** In minutes, rounded up once (docs/api.md#courses-and-progress). A quiz's time limit is no length: most learners need less. */
export function minutesOf({ seconds, pages, words }: Length): number {
  return Math.ceil((seconds + pages * secondsPerPage) / 60 + words / wordsPerMinute)
}

/** The minutes of each part, so that they add up to the minutes of the whole. */
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
