import type { Assessment, AttemptSummary } from '@apogee/contracts/assessments/assessments.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'

export const assignmentStates = ['notStarted', 'begun', 'handedIn', 'returned', 'passed'] as const
export type AssignmentState = (typeof assignmentStates)[number]

/** Returns the state of one try. */
export function stateOfTry({
  state,
  percentage,
}: Pick<AttemptSummary, 'state' | 'percentage'>): AssignmentState {
  if (state === 'open') return 'begun'
  if (state !== 'graded') return 'handedIn'
  return (percentage ?? 0) >= passedPercentage ? 'passed' : 'returned'
}

/** Returns the state of the newest try that was handed in. A new try after a returned one changes nothing until it is handed in. */
export function stateOfAssignment({ attempts }: Pick<Assessment, 'attempts'>): AssignmentState {
  const newest = attempts.find(({ state }) => state !== 'open') ?? attempts[0]
  return newest ? stateOfTry(newest) : 'notStarted'
}

/** The due date is that of the first try. */
export const isLateTry = (
  { number, submittedAt }: Pick<AttemptSummary, 'number' | 'submittedAt'>,
  dueAt: string | null,
): boolean => number === 1 && dueAt !== null && submittedAt !== null && submittedAt >= dueAt

/** Returns whether the due date closes the assignment to this learner at the time `now`, in ms. */
export function isClosed({ attempts, assignment }: Assessment, now: number): boolean {
  if (!assignment?.refusesLate || assignment.dueAt === null) return false
  const hasHandedIn = attempts.some(({ state }) => state !== 'open')
  return !hasHandedIn && Date.parse(assignment.dueAt) <= now
}
