import { dayLimitSentences, type DayLimit, type DayLimitCode } from '@apogee/contracts/day-limits.ts'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'

export interface RefusalDetails {
  issues?: readonly Issue[]
  /** The client should wait this many seconds before a retry. */
  retryAfter?: number
  /** Set only for EDIT_CONFLICT. */
  conflict?: EditConflict
  limit?: DayLimit
  /** Set only for OFFER_CHANGED. */
  quote?: Quote
  /** Set only for a lesson or module whose public course the caller does not have. */
  courseId?: number
  /** Replaces the usual sentence of the code or of the issues. */
  sentence?: string
}

/**
 * No answer asks the client to wait longer than this many seconds at once, because the client may be told to wait again
 * (docs/api.md).
 */
const longestWait = 900

/** A refusal is an expected failure with a code of a closed list. It is thrown, so that the transaction around it rolls back. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  /** The client should wait this many seconds before a retry. */
  readonly retryAfter: number | undefined
  readonly conflict: EditConflict | undefined
  readonly limit: DayLimit | undefined
  readonly quote: Quote | undefined
  readonly courseId: number | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.sentence ?? (details.issues ? sentenceOf(details.issues) : refusals[code].sentence))
    this.name = 'Refusal'
    this.code = code
    this.issues = details.issues
    this.retryAfter = details.retryAfter ?? (this.status === 429 ? longestWait : undefined)
    this.conflict = details.conflict
    this.limit = details.limit
    this.quote = details.quote
    this.courseId = details.courseId
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/**
 * Refuses a call beyond a daily limit and tells the client when the next call is possible. `most` is the limit, and `from` is the
 * time at which calls are allowed again.
 */
export function refuseForDay(
  code: DayLimitCode,
  { most, from, now }: { most: number; from: Date; now: Date },
): never {
  const limit = { most, from: from.toISOString() }
  const waitSeconds = Math.ceil((from.getTime() - now.getTime()) / 1000)
  const retryAfter = Math.min(longestWait, Math.max(1, waitSeconds))
  return refuse(code, { limit, retryAfter, sentence: dayLimitSentences[code](limit) })
}

/**
 * An issue has one of these messages: the call does not know the field, or the field differs from the stored object although the
 * call cannot change it.
 */
export const fieldRefusals = {
  unknown: 'is not a field of this call',
  fixed: 'cannot be changed by this call',
} as const

export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** Formats server issues as 'path: message' joined by ', ' (docs/specification.md#5-validation-rules). */
export function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(', ')
}
