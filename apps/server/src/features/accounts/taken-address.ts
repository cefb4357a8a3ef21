import { isUniqueViolation } from '#server/platform/database/rows.ts'
import { refuse } from '#server/policy/refusal.ts'

/** For a write of an address that another account, or the former owner's right to undo a change, takes at the same moment. */
export function refuseTakenAddress(error: unknown): never {
  if (isUniqueViolation(error)) refuse('EMAIL_EXISTS')
  throw error
}
