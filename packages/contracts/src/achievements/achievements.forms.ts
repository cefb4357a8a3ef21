import * as z from 'zod/mini'
import { withdrawalReasonMaxLength } from '../limits.ts'
import { atMost } from '../text-length.ts'

/** Why a certificate is withdrawn. The learner reads it. */
export const withdrawalForm = z.object({
  reason: z
    .string('A reason is required')
    .check(z.trim(), z.minLength(1, 'A reason is required'), atMost(withdrawalReasonMaxLength)),
})
