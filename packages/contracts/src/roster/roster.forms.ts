import * as z from 'zod/mini'
import { filledText } from '../texts.ts'

/** How a learner got the course. `email`: enrolled or invited by address, also from a CSV list. */
export const learnerSources = ['order', 'free', 'invite-link', 'email', 'invoice'] as const
export type LearnerSource = (typeof learnerSources)[number]

/** Days without studying after which an unfinished learner counts as inactive. */
export const inactiveAfterDays = 14

/**
 * `not-started`: has never studied · `in-progress`: has studied and not completed all lessons · `completed`: all lessons · `inactive`: not
 * completed, and neither enrolled nor studying in the last 14 days · `removed`: access was taken away.
 */
export const learnerStates = ['not-started', 'in-progress', 'completed', 'inactive', 'removed'] as const
export type LearnerState = (typeof learnerStates)[number]

export const rosterSorts = ['since', 'name', 'last-seen', 'progress', 'score'] as const
export type RosterSort = (typeof rosterSorts)[number]

export const removalReasonMaxLength = 500

export const removalForm = z.object({
  reason: filledText('A reason is required', removalReasonMaxLength),
})
