import * as z from 'zod/mini'
import { filledText } from '../texts.ts'

export const removalReasonMaxLength = 500

export const removalForm = z.object({
  reason: filledText('A reason is required', removalReasonMaxLength),
})
