/**
 * Names the protection of each changing call against unlimited use: a limit, a refusal by its service, or a reason why none is
 * needed (docs/decisions/calls.md). The entry of a changing call in the contract does not compile without its `bound`.
 */
import type { ErrorCode } from './refusals.ts'

/** Limits how many calls are admitted within a day. Failed calls count as well. Further calls are refused with LIMIT_OF_DAY. */
interface CallLimit {
  perDay: number
  /** The limit counts for each course of the access rule, each caller, or each address of visitors. */
  of: 'course' | 'person' | 'address'
}

type CallDecision = CallLimit | { refusedBy: ErrorCode } | { bounded: string }

/** These protections are frequent, so an entry of the contract gives only their name. */
const usualBounds = {
  counted: { refusedBy: 'TOO_MANY_ATTEMPTS' },
  ownRow: { bounded: 'It sets what exists once for the person or the object.' },
  changes: { bounded: 'It changes a row that exists, and tells nobody.' },
  ends: { bounded: 'It ends or removes what exists.' },
  token: { bounded: 'It uses up or repeats the effect of one token that was made for it.' },
  platform: { bounded: 'Superadmins of the platform make it.' },
  onePerPair: { bounded: 'One row for each person and object.' },
  parent: { bounded: 'Its object allows it once, or as often as it has lines, seats or questions.' },
  quota: { bounded: 'What it stores is within the quota of its person, and each upload is counted.' },
  days: { bounded: 'It adds to a counter of the day.' },
} as const satisfies Record<string, CallDecision>

export type Bound = CallDecision | keyof typeof usualBounds

export const decisionOf = (bound: Bound): CallDecision =>
  typeof bound === 'string' ? usualBounds[bound] : bound
