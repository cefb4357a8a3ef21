/** Rules from items to progress. Seconds throughout; an item is a published resource of a published module. */
import { lessonsAmong } from '@apogee/contracts/courses/course-counts.ts'
import type { FileType } from '@apogee/contracts/limits.ts'

export interface ItemCounts {
  videos: number
  /** Videos, and quizzes with a pass mark. */
  required: number
  requiredCompleted: number
  items: number
  itemsCompleted: number
}

/**
 * The items that count as lessons: videos, and quizzes with a pass mark; in a course without videos, every item
 * (docs/specification.md#4-states-and-transitions, docs/product-choices.md#courses-and-learning).
 */
export function lessonsOf(counts: ItemCounts): { totalLessons: number; completedLessons: number } {
  return counts.videos > 0
    ? { totalLessons: counts.required, completedLessons: counts.requiredCompleted }
    : { totalLessons: counts.items, completedLessons: counts.itemsCompleted }
}

/** Whether everything that counts is completed; a course without lessons is never finished. */
export function isFinished({ totalLessons, completedLessons }: ReturnType<typeof lessonsOf>): boolean {
  return totalLessons > 0 && completedLessons >= totalLessons
}

/** round(completed / total × 100), 0 without lessons (docs/specification.md#4-states-and-transitions). */
export function percentageOf({ totalLessons, completedLessons }: ReturnType<typeof lessonsOf>): number {
  return totalLessons === 0 ? 0 : Math.round((completedLessons / totalLessons) * 100)
}

export interface ItemState {
  resourceId: number
  fileType: FileType
  /** The least percentage that completes a quiz; null: submitting completes it. */
  passPercentage: number | null
  isCompleted: boolean
  /** Whether anything of it was ever saved. */
  isStarted: boolean
  /** As reported by the plain lesson call. */
  reportedSeconds: number
  /** Seconds of the item seen at least once. */
  watchedSeconds: number
}

/** A module is completed when all its lesson items are; one without items never is. */
export function lessonState(items: readonly ItemState[]): { completed: boolean; watchTime: number } {
  const lessons = lessonsAmong(items)
  const watched = items.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0)
  return {
    completed: lessons.length > 0 && lessons.every(({ isCompleted }) => isCompleted),
    watchTime: Math.max(watched, ...items.map(({ reportedSeconds }) => reportedSeconds)),
  }
}

/** Watched parts as half-open ranges of whole seconds. Empty and reversed ranges are left out. */
export function wholeSeconds(ranges: readonly (readonly [number, number])[]): [number, number][] {
  return ranges
    .map(([from, to]): [number, number] => [Math.floor(from), Math.ceil(to)])
    .filter(([from, to]) => from < to)
}

/** Pages, from and to included, as half-open ranges. Reversed ones are left out. */
export const halfOpen = (pages: readonly (readonly [number, number])[]): [number, number][] =>
  pages.filter(([from, to]) => from <= to).map(([from, to]) => [from, to + 1])

/** PostgreSQL's notation of these ranges. */
export function multirange(ranges: readonly (readonly [number, number])[]): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
