import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'

interface AfterOthers {
  prerequisites?: readonly ShownPrerequisite[] | undefined
}

/** The prerequisites that the contents of a course wait for. */
export const awaitedOf = ({ prerequisites = [] }: AfterOthers): ShownPrerequisite[] =>
  prerequisites.filter(({ isAwaited }) => isAwaited)

/** Enrolled, and the contents are closed until other courses are completed. */
export const isWaiting = (course: AfterOthers & { isEnrolled: boolean }): boolean =>
  course.isEnrolled && awaitedOf(course).length > 0
