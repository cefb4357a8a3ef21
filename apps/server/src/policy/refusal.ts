import { dayLimitSentences, type DayLimit, type DayLimitCode } from '@apogee/contracts/day-limits.ts'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'

export interface RefusalDetails {
  issues?: readonly Issue[]
  /** The value is the number of seconds before a retry. */
  retryAfter?: number
  /** The field belongs to EDIT_CONFLICT only. */
  conflict?: EditConflict
  limit?: DayLimit
  /** The sentence replaces that of the code or of the issues. */
  sentence?: string
}

/** The limit is in seconds. No answer requests a longer wait, because the wait may be repeated (docs/api.md). */
const longestWait = 900

/** A refusal is an expected failure: a code of the closed list, thrown so that its transaction rolls back. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  /** The value is the number of seconds before a retry. */
  readonly retryAfter: number | undefined
  readonly conflict: EditConflict | undefined
  readonly limit: DayLimit | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.sentence ?? (details.issues ? sentenceOf(details.issues) : refusals[code].sentence))
    this.name = 'Refusal'
    this.code = code
    this.issues = details.issues
    this.retryAfter = details.retryAfter ?? (this.status === 429 ? longestWait : undefined)
    this.conflict = details.conflict
    this.limit = details.limit
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** Refuses above a limit of a day, and says when the next call is possible. `now` and `from` are instants. */
export function refuseForDay(
  code: DayLimitCode,
  { most, from, now }: { most: number; from: Date; now: Date },
): never {
  const limit = { most, from: from.toISOString() }
  const waitSeconds = Math.ceil((from.getTime() - now.getTime()) / 1000)
  const retryAfter = Math.min(longestWait, Math.max(1, waitSeconds))
  return refuse(code, { limit, retryAfter, sentence: dayLimitSentences[code](limit) })
}

/** The texts describe issues: a field that the call does not accept, and a value of the stored object that it does not change. */
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
