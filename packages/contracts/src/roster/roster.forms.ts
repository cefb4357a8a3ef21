import * as z from 'zod/mini'
import { filledText } from '../texts.ts'

/**
 * Says how a learner got the course. `email` means that the course's people enrolled or invited the address, perhaps from a CSV
 * list.
 */
export const learnerSources = ['order', 'free', 'invite-link', 'email', 'invoice'] as const
export type LearnerSource = (typeof learnerSources)[number]

/** An unfinished learner counts as inactive after this number of days without studying. */
export const inactiveAfterDays = 14

/**
 * - `not-started`: the learner has never studied.
 * - `in-progress`: the learner has studied and has not completed all lessons.
 * - `completed`: the learner has completed all lessons.
 * - `inactive`: the learner has not completed the course, and has neither enrolled nor studied in the last 14 days.
 * - `removed`: the learner's access was taken away.
 */
export const learnerStates = ['not-started', 'in-progress', 'completed', 'inactive', 'removed'] as const
export type LearnerState = (typeof learnerStates)[number]

export const rosterSorts = ['since', 'name', 'last-seen', 'progress', 'score'] as const
export type RosterSort = (typeof rosterSorts)[number]

export const removalReasonMaxLength = 500

export const removalForm = z.object({
  reason: filledText('A reason is required', removalReasonMaxLength),
})
