/** Decides which items of a course count as lessons and how long the course takes, for client and server. */
import { wordsPerMinute } from '@apogee/domain/text/lesson-text.ts'
import type { FileType } from '../limits.ts'

export interface CountedItem {
  fileType: FileType
  /** Holds the lowest percentage that completes a quiz. It is absent or null means that submitting completes the quiz. */
  passPercentage?: number | null | undefined
  /** Counts the words of a text. Other lessons do not have this field. */
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

/** Counts lessons by kind. Every lesson that is no video, text or quiz counts as a document. */
export interface KindCounts {
  videos: number
  texts: number
  documents: number
  quizzes: number
}

export function kindOf({ fileType, words }: CountedItem): keyof KindCounts {
  if (words !== undefined) return 'texts'
  if (fileType === 'video') return 'videos'
  return fileType === 'quiz' ? 'quizzes' : 'documents'
}

export function kindsOf(items: readonly CountedItem[]): KindCounts {
  const counts: KindCounts = { videos: 0, texts: 0, documents: 0, quizzes: 0 }
  for (const item of items) counts[kindOf(item)] += 1
  return counts
}

/** A learner reads one page in this number of seconds. */
export const secondsPerPage = 120

/** Adds up seconds of videos, pages of documents and words of texts. */
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
