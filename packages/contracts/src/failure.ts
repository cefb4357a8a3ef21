import type { DayLimit } from './day-limits.ts'
import type { EditConflict } from './edits.ts'
import type { Quote } from './pricing/pricing.ts'
import type { ErrorCode, Issue } from './refusals.ts'

/** Every failed answer has this body. */
export interface Failure {
  success: false
  error: string
  errorCode: ErrorCode
  issues?: Issue[]
  /** The field belongs to EDIT_CONFLICT alone. It lists the fields that another person has changed, with their present values. */
  conflict?: EditConflict
  /** The field belongs to the refusals of a limit per day. Others do not have it. */
  limit?: DayLimit
  /** The field belongs to the OFFER_CHANGED of a purchase alone. It holds the present prices and terms of its courses. */
  quote?: Quote
  /** The field belongs to a FORBIDDEN about a lesson or module of a public course. It names the course, which is on sale. */
  courseId?: number
  requestId?: string
}
