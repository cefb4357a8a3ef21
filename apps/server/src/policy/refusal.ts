import type { EditConflict } from '@apogee/contracts/edits.ts'
import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'

export interface RefusalDetails {
  issues?: readonly Issue[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** Only of EDIT_CONFLICT. */
  conflict?: EditConflict
  /** Replaces the code's own sentence or that of the issues. */
  sentence?: string
}

/** No answer asks to wait for more seconds, because the wait may be repeated (docs/api.md). */
const longestWait = 900

/** An expected failure: a code of the closed list, thrown so that its transaction rolls back. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  readonly conflict: EditConflict | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.sentence ?? (details.issues ? sentenceOf(details.issues) : refusals[code].sentence))
    this.name = 'Refusal'
    this.code = code
    this.issues = details.issues
    this.retryAfter = details.retryAfter ?? (this.status === 429 ? longestWait : undefined)
    this.conflict = details.conflict
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** Of an issue: a field that the call does not take, and a value of the stored object that it does not change. */
export const fieldRefusals = {
  unknown: 'is not a field of this call',
  fixed: 'cannot be changed by this call',
} as const

export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** Server issues are shown as 'path: message' joined by ', ' (docs/specification.md#5-validation-rules). */
export function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(', ')
}
