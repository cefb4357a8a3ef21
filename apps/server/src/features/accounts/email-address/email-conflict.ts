import { isUniqueViolation } from '#server/platform/database/rows.ts'
import { refuse } from '#server/policy/refusal.ts'

/** Refuses an address that another account, or a former owner's right to undo a change, takes concurrently. */
export function refuseTakenAddress(error: unknown): never {
  if (isUniqueViolation(error)) refuse('EMAIL_EXISTS')
  throw error
}
