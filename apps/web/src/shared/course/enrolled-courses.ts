import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'

/** Returns whether all lessons that count as progress are completed. A course without lessons is never finished. */
export function isFinished({ enrollment }: CatalogueCourse): boolean {
  const { completedLessons, totalLessons } = enrollment?.progress ?? { completedLessons: 0, totalLessons: 0 }
  return totalLessons > 0 && completedLessons >= totalLessons
}

/** Sorts unfinished courses before finished ones; otherwise keeps the order. */
export const unfinishedFirst = (courses: readonly CatalogueCourse[]): CatalogueCourse[] =>
  courses.toSorted((a, b) => Number(isFinished(a)) - Number(isFinished(b)))
