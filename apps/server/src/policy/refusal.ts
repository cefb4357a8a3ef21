import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'

/** An answer that a person can meet: a code of the closed list, thrown so that the transaction it stops rolls back. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: { issues?: readonly Issue[]; retryAfter?: number } = {}) {
    super(details.issues ? sentenceOf(details.issues) : refusals[code].sentence)
    this.name = 'Refusal'
    this.code = code
    this.issues = details.issues
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return refusals[this.code].status
  }
}

export function refuse(code: ErrorCode, details?: { issues?: readonly Issue[]; retryAfter?: number }): never {
  throw new Refusal(code, details)
}

/** Spec §5: server issues are shown as 'path: message' joined by ', '. */
export function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(', ')
}
