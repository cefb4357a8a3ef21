import { cohortLimits, type CohortForm } from '@apogee/contracts/enrolments/cohorts.forms.ts'
import type { OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import type { StartOfCourse } from '@apogee/contracts/enrolments/starts.ts'
import { refuse } from '#server/policy/refusal.ts'

export interface CohortPlaces extends StartOfCourse {
  courseId: number
  closesOn: string
  /** Null means no limit. */
  places: number | null
  /** Counts members, and places that orders of other people hold. */
  taken: number
  /** True if the dates of the cohort allow enrolment. Free places do not count here. */
  isOpen: boolean
  /** True if people can take the course without a cohort while no cohort is open. */
  selfPaced: boolean
}

const isFull = ({ places, taken }: CohortPlaces): boolean => places !== null && taken >= places

/** Returns the first open cohort with a free place. `cohorts` are sorted by their start. */
export const firstOpen = (cohorts: readonly CohortPlaces[]): CohortPlaces | undefined =>
  cohorts.find((cohort) => cohort.isOpen && !isFull(cohort))

/** An undefined `cohort` means that the course is taken without a cohort. */
type Choice = { cohort: CohortPlaces | undefined } | { problem: 'full' | 'closed' }

/**
 * Returns the cohort of an enrolment or purchase: the requested one, else the first open one. Reports a problem when the cohort is
 * full or closed, and when the course cannot be taken without a cohort.
 */
export function choiceOf(cohorts: readonly CohortPlaces[], asked: number | undefined): Choice {
  if (asked !== undefined) {
    const cohort = cohorts.find(({ id }) => id === asked)
    if (!cohort?.isOpen) return { problem: 'closed' }
    return isFull(cohort) ? { problem: 'full' } : { cohort }
  }
  const cohort = firstOpen(cohorts)
  if (cohort || cohorts.every(({ selfPaced }) => selfPaced)) return { cohort }
  return { problem: cohorts.some(({ isOpen }) => isOpen) ? 'full' : 'closed' }
}

/** Does the same as `choiceOf` and refuses problems. */
export function chooseCohort(
  cohorts: readonly CohortPlaces[],
  asked: number | undefined,
): CohortPlaces | undefined {
  const choice = choiceOf(cohorts, asked)
  if ('problem' in choice) refuse(choice.problem === 'full' ? 'COHORT_FULL' : 'COHORT_CLOSED')
  return choice.cohort
}

const startOf = ({ id, name, startsOn, endsOn }: CohortPlaces): StartOfCourse => ({
  id,
  name,
  startsOn,
  endsOn,
})

export interface QuotedStart {
  start?: StartOfCourse
  startProblem?: 'full' | 'closed'
}

/** Returns the start that the buyer would receive with a purchase, or the problem with the requested start. */
export function quotedStart(cohorts: readonly CohortPlaces[], asked: number | undefined): QuotedStart {
  const choice = choiceOf(cohorts, asked)
  if ('problem' in choice) return { startProblem: choice.problem }
  return choice.cohort ? { start: startOf(choice.cohort) } : {}
}

/** Returns the facts of a cohort that the sales page shows. */
export function offeredStart(cohort: CohortPlaces): OfferedStart {
  const { closesOn, places, taken } = cohort
  const left = places === null ? null : Math.max(0, places - taken)
  const placesLeft = left !== null && left <= cohortLimits.fewPlaces ? left : null
  return { ...startOf(cohort), closesOn, placesLeft, isFull: isFull(cohort) }
}

/**
 * Requires that enrolment in a cohort closes by its start and that the cohort ends after its start. The days are text in the form
 * yyyy-MM-dd, whose alphabetical order is the order of time.
 */
export function refuseWrongDates({ startsOn, endsOn, closesOn }: CohortForm): void {
  if (closesOn > startsOn || (endsOn !== null && endsOn < startsOn)) refuse('COHORT_DATES')
}
