import { isUniqueViolation } from '#server/platform/database/rows.ts'
import { refuse } from '#server/policy/refusal.ts'

/**
 * Turns a violation of a unique index into a refusal. Another account took the address concurrently, or a former owner got the
 * right to take it back.
 */
export function refuseTakenAddress(error: unknown): never {
  if (isUniqueViolation(error)) refuse('EMAIL_EXISTS')
  throw error
}
