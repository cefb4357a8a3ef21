/** Schemas of a review, a seller's reply and a report. The browser validates its forms with them. */
import * as z from 'zod/mini'
import { reviewMaxLength } from '../limits.ts'
import { atMost } from '../text-length.ts'

const filled = (message: string, max: number) =>
  z.string(message).check(
    z.refine((value) => value.trim() !== '', { error: message, abort: true }),
    z.trim(),
    atMost(max),
  )

const starsMissing = 'Please choose one to five stars'

export const reviewForm = z.object({
  /** Whole stars. */
  rating: z.int(starsMissing).check(z.minimum(1, starsMissing), z.maximum(5, starsMissing)),
  /** Blank: stars without text. */
  text: z.optional(z.string().check(z.trim(), atMost(reviewMaxLength))),
})

export const reviewReplyForm = z.object({ text: filled('Please write something', reviewMaxLength) })

export const reviewReportForm = z.object({ reason: filled('Please say what is wrong', 500) })
