/**
 * Computes the progress of a learner in a course, for client and server (docs/specification.md#4-states-and-transitions). An item is
 * a published resource of a published module.
 */
import { kindOf, lessonsAmong, type CountedItem, type KindCounts } from './course-counts.ts'

export interface LessonCounts {
  completedLessons: number
  totalLessons: number
}

export const noLessons: LessonCounts = { completedLessons: 0, totalLessons: 0 }

const share = ({ completedLessons, totalLessons }: LessonCounts): number =>
  totalLessons === 0 ? 0 : completedLessons / totalLessons

/** Returns round(completed / total × 100), or 0 without lessons. */
export const percentOf = (lessons: LessonCounts): number => Math.round(share(lessons) * 100)

/** Returns the mean of completed / total over the courses, in whole percent, or 0 without courses. */
export const averagePercent = (courses: readonly LessonCounts[]): number =>
  courses.length === 0
    ? 0
    : Math.round((courses.reduce((sum, lessons) => sum + share(lessons), 0) / courses.length) * 100)

/** Returns whether there are lessons and all are completed. The percentage is rounded, so it is 100 before the last of many. */
export const hasAllLessons = ({ completedLessons, totalLessons }: LessonCounts): boolean =>
  totalLessons > 0 && completedLessons >= totalLessons

/** Counts the lessons among all items of a course. */
export function lessonCountsOf<Item extends Omit<CountedItem, 'words'>>(
  items: readonly Item[],
  isCompleted: (item: Item) => boolean,
): LessonCounts {
  const lessons = lessonsAmong(items)
  return { completedLessons: lessons.filter(isCompleted).length, totalLessons: lessons.length }
}

/** Counts completed items and all items. */
export interface Done {
  done: number
  total: number
}

const kinds = ['videos', 'texts', 'documents', 'quizzes'] as const satisfies (keyof KindCounts)[]
export type Kind = (typeof kinds)[number]

/** Counts the items of each kind. Kinds without items are absent. */
export function doneByKind<Item extends CountedItem>(
  items: readonly Item[],
  isCompleted: (item: Item) => boolean,
): (Done & { kind: Kind })[] {
  return kinds
    .map((kind) => {
      const ofKind = items.filter((item) => kindOf(item) === kind)
      return { kind, done: ofKind.filter(isCompleted).length, total: ofKind.length }
    })
    .filter(({ total }) => total > 0)
}
