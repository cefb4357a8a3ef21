import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

export const learnerMessageMaxLength = 2000
/** Messages to one learner of a course within 24 hours. */
export const messagesToLearnerADay = 10
/** Messages to all learners of a course within 24 hours. */
export const messagesOfCourseADay = 100

export const learnerMessageForm = z.object({
  body: z.string('Please write something').check(
    z.refine((value) => value.trim() !== '', { error: 'Please write something', abort: true }),
    z.trim(),
    atMost(learnerMessageMaxLength),
  ),
})
