import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'

interface AfterOthers {
  prerequisites?: readonly ShownPrerequisite[] | undefined
}

/** Returns the unmet prerequisites that block a course's contents. */
export const unmetPrerequisitesOf = ({ prerequisites = [] }: AfterOthers): ShownPrerequisite[] =>
  prerequisites.filter(({ isAwaited }) => isAwaited)

/** Returns whether the person is enrolled but unmet prerequisites block the contents. */
export const isWaiting = (course: AfterOthers & { isEnrolled: boolean }): boolean =>
  course.isEnrolled && unmetPrerequisitesOf(course).length > 0
