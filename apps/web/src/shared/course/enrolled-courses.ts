import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { hasAllLessons, noLessons, type LessonCounts } from '@apogee/contracts/courses/course-progress.ts'

export const lessonsOf = ({ enrollment }: CatalogueCourse): LessonCounts => enrollment?.progress ?? noLessons

/** Returns whether all lessons that count as progress are completed. A course without lessons is never finished. */
export const isFinished = (course: CatalogueCourse): boolean => hasAllLessons(lessonsOf(course))

/** Sorts unfinished courses before finished ones; otherwise keeps the order. */
export const unfinishedFirst = (courses: readonly CatalogueCourse[]): CatalogueCourse[] =>
  courses.toSorted((a, b) => Number(isFinished(a)) - Number(isFinished(b)))
