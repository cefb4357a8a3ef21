import { cohortLimits, type CohortForm } from '@apogee/contracts/enrolments/cohorts.forms.ts'
import type { OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import type { StartOfCourse } from '@apogee/contracts/enrolments/starts.ts'
import { refuse } from '#server/policy/refusal.ts'

/** A cohort of a course, with the places that are taken. */
export interface CohortPlaces extends StartOfCourse {
  courseId: number
  closesOn: string
  /** Null: without a limit. */
  places: number | null
  /** Members, and places that orders of other people hold. */
  taken: number
  /** May be chosen as far as its day goes. */
  isOpen: boolean
  /** Of the course: without an open cohort it may be taken at once. */
  selfPaced: boolean
}

const isFull = ({ places, taken }: CohortPlaces): boolean => places !== null && taken >= places

/** The first open cohort with a place. `cohorts`: by their start. */
export const firstOpen = (cohorts: readonly CohortPlaces[]): CohortPlaces | undefined =>
  cohorts.find((cohort) => cohort.isOpen && !isFull(cohort))

/** Undefined in `cohort`: the course is taken at once. */
type Choice = { cohort: CohortPlaces | undefined } | { problem: 'full' | 'closed' }

/**
 * The cohort of an enrolment or purchase: the asked one, else the first open one. Not one that is full or closed, and not none where
 * the course cannot be taken without.
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

/** `choiceOf`, refused where there is none. `asked` null: no start was shown, so none is taken. */
export function chooseCohort(
  cohorts: readonly CohortPlaces[],
  asked: number | null | undefined,
): CohortPlaces | undefined {
  const choice = choiceOf(cohorts, asked ?? undefined)
  if ('problem' in choice) refuse(choice.problem === 'full' ? 'COHORT_FULL' : 'COHORT_CLOSED')
  if (asked === null && choice.cohort) refuse('COHORT_CHOICE_NEEDED')
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

/** What a purchase would find. */
export function quotedStart(cohorts: readonly CohortPlaces[], asked: number | undefined): QuotedStart {
  const choice = choiceOf(cohorts, asked)
  if ('problem' in choice) return { startProblem: choice.problem }
  return choice.cohort ? { start: startOf(choice.cohort) } : {}
}

/** As the sales page offers it. */
export function offeredStart(cohort: CohortPlaces): OfferedStart {
  const { closesOn, places, taken } = cohort
  const left = places === null ? null : Math.max(0, places - taken)
  const placesLeft = left !== null && left <= cohortLimits.fewPlaces ? left : null
  return { ...startOf(cohort), closesOn, placesLeft, isFull: isFull(cohort) }
}

/** A cohort is chosen until its start at the latest, and ends after it. Days as text compare by time. */
export function refuseWrongDates({ startsOn, endsOn, closesOn }: CohortForm): void {
  if (closesOn > startsOn || (endsOn !== null && endsOn < startsOn)) refuse('COHORT_DATES')
}
