import * as z from 'zod/mini'
import { filledText } from '../texts.ts'

export const learnerMessageMaxLength = 2000
/** The limit applies to messages to one learner of a course within 24 hours. */
export const messagesToLearnerADay = 10
/** The limit applies to messages to all learners of a course within 24 hours. */
export const messagesOfCourseADay = 100

export const learnerMessageForm = z.object({
  body: filledText('Please write something', learnerMessageMaxLength),
})
