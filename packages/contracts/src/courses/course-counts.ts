/** Which items of a course are its lessons, and what else it holds. The one place of this rule for client and server. */
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
