import * as z from 'zod/mini'
import { reviewMaxLength } from '../limits.ts'
import { filledText, text } from '../texts.ts'

const starsMissing = 'Please choose one to five stars'

export const reviewForm = z.object({
  rating: z.int(starsMissing).check(z.minimum(1, starsMissing), z.maximum(5, starsMissing)),
  /** A review with a blank text gives only stars. */
  text: z.optional(text(reviewMaxLength)),
})

export const reviewReplyForm = z.object({ text: filledText('Please write something', reviewMaxLength) })

export const reviewReportForm = z.object({ reason: filledText('Please say what is wrong', 500) })
