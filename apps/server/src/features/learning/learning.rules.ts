/** Rules that derive progress from items. Times are in seconds. An item is a published resource of a published module. */
import { lessonsAmong } from '@apogee/contracts/courses/course-counts.ts'
import type { FileType } from '@apogee/contracts/limits.ts'

export interface ItemState {
  resourceId: number
  fileType: FileType
  /** The minimum percentage that completes a quiz. Null means that submitting completes the quiz. */
  passPercentage: number | null
  isCompleted: boolean
  /** True if progress in the item was saved before. */
  isStarted: boolean
  /** The watch time that the browser has reported for the module, in seconds. */
  reportedSeconds: number
  /** Counts each second of a video that was seen at least once. */
  watchedSeconds: number
}

/** Completes a module when all its lesson items are completed. A module without items is never completed. */
export function lessonState(items: readonly ItemState[]): { completed: boolean; watchTime: number } {
  const lessons = lessonsAmong(items)
  const watched = items.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0)
  return {
    completed: lessons.length > 0 && lessons.every(({ isCompleted }) => isCompleted),
    watchTime: Math.max(watched, ...items.map(({ reportedSeconds }) => reportedSeconds)),
  }
}

/** Returns watched parts as half-open ranges of whole seconds. Empty and reversed ranges are omitted. */
export function wholeSeconds(ranges: readonly (readonly [number, number])[]): [number, number][] {
  return ranges
    .map(([from, to]): [number, number] => [Math.floor(from), Math.ceil(to)])
    .filter(([from, to]) => from < to)
}

/** Converts inclusive page ranges to half-open ranges, and omits reversed ranges. */
export const halfOpen = (pages: readonly (readonly [number, number])[]): [number, number][] =>
  pages.filter(([from, to]) => from <= to).map(([from, to]) => [from, to + 1])

/** Formats ranges as a PostgreSQL multirange. */
export function multirange(ranges: readonly (readonly [number, number])[]): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
