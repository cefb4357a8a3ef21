import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'

/** Everything that counts in it is completed; one without lessons never is. */
export function isFinished({ enrollment }: CatalogueCourse): boolean {
  const { completedLessons, totalLessons } = enrollment?.progress ?? { completedLessons: 0, totalLessons: 0 }
  return totalLessons > 0 && completedLessons >= totalLessons
}

/** What there is still to study, then what is finished; otherwise in the given order. */
export const unfinishedFirst = (courses: readonly CatalogueCourse[]): CatalogueCourse[] =>
  courses.toSorted((a, b) => Number(isFinished(a)) - Number(isFinished(b)))
