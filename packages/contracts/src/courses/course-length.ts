/** Computes the length of a course, its videos and reading, and what is left of it, for client and server. */
import { minutesOf, type Length } from './course-counts.ts'

/** Adds up the lengths of items. Unknown lengths count 0. */
export function lengthOf(
  items: readonly { seconds: number | null; pages: number | null; words?: number | undefined }[],
): Length {
  const sum: Length = { seconds: 0, pages: 0, words: 0 }
  for (const { seconds, pages, words } of items) {
    sum.seconds += seconds ?? 0
    sum.pages += pages ?? 0
    sum.words += words ?? 0
  }
  return sum
}

/** Returns the minutes of videos and those of reading, so that both add up to the minutes of the whole. */
export function minutesByUse(length: Length): { ofVideo: number; ofReading: number } {
  const ofVideo = minutesOf({ ...length, pages: 0, words: 0 })
  return { ofVideo, ofReading: minutesOf(length) - ofVideo }
}

/** Describes what a learner has not studied yet of an item: unwatched seconds, unseen pages, unread words. */
interface StudiedItem {
  seconds: number | null
  pages: number | null
  words?: number | undefined
  progress?: { completed: boolean; watchTime: number; pagesSeen?: number | undefined } | undefined
}

/** Returns the minutes that are left of these items, rounded up once. Completed items have nothing left. */
export function minutesLeft(items: readonly StudiedItem[]): number {
  const left: Length = { seconds: 0, pages: 0, words: 0 }
  for (const { seconds, pages, words, progress } of items) {
    if (progress?.completed) continue
    left.seconds += Math.max(0, (seconds ?? 0) - (progress?.watchTime ?? 0))
    left.pages += Math.max(0, (pages ?? 0) - (progress?.pagesSeen ?? 0))
    left.words += words ?? 0
  }
  return minutesOf(left)
}
