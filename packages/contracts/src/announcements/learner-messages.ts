/** The people of a course write these messages to one of its learners (docs/decisions/announcements.md). */
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { learnerMessageForm } from './learner-messages.forms.ts'
import { uuidText } from '../texts.ts'

export const learnerMessage = z.object({
  id: z.int(),
  /** The body is plain text, as in discussions. */
  body: z.string(),
  /** Null means an erased account or a person without a name. */
  authorName: z.nullable(z.string()),
  createdAt: instant,
  /** True means that the message was also sent by mail. */
  isMailed: z.boolean(),
})
export type LearnerMessage = z.infer<typeof learnerMessage>

const ofLearners = {
  kind: 'course',
  capability: 'course.seeLearnersProgress',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const
const toWrite = { ...ofLearners, capability: 'course.edit' } as const
const learnerInUrl = z.object({ id: idInUrl, userId: idInUrl })

export const learnerMessagesEndpoints = {
  listLearnerMessages: endpoint({
    call: 'GET /courses/:id/learners/:userId/messages',
    access: ofLearners,
    summary: 'The messages that the people of the course sent to this learner, newest first',
    params: learnerInUrl,
    query: z.object(pageQuery),
    answer: listAnswer(learnerMessage),
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
  writeLearnerMessage: endpoint({
    call: 'POST /courses/:id/learners/:userId/messages',
    bound: 'counted',
    access: toWrite,
    summary:
      'Write to a learner with access to the course: on the site, and by mail to a verified address unless they stopped these mails',
    params: learnerInUrl,
    body: z.extend(learnerMessageForm, { clientKey: z.optional(uuidText) }),
    answer: answerOf(learnerMessage),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
