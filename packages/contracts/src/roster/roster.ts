/** The people of a course, as those who manage it see them (docs/decisions/course-people.md). */
import * as z from 'zod/mini'
import { attempt, attemptSummary } from '../assessments/assessments.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { fileTypes } from '../limits.ts'
import { learnerSources, learnerStates, removalForm, rosterSorts } from './roster.forms.ts'
import { limit, searchText } from '../texts.ts'

const source = z.enum(learnerSources)

export const courseLearner = z.object({
  userId: z.int(),
  /** Null for a person without a name. */
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  source,
  since: instant,
  /** Null while access is given. */
  removedAt: z.nullable(instant),
  /** When the access ends or has ended. Absent: never. */
  accessEndsAt: z.optional(instant),
  /** The cohort of the learner. Absent: none. */
  cohort: z.optional(z.object({ id: z.int(), name: z.string() })),
  /** When the learner last studied; null: never. */
  lastSeenAt: z.nullable(instant),
  /** Completed lessons of all lessons, as in the learner's own progress. */
  completedLessons: z.int(),
  totalLessons: z.int(),
  /** Mean of the best percentage in each quiz taken, 0–100; null before the first result. */
  quizScore: z.nullable(z.int()),
  /** Public id of the valid certificate. */
  certificateId: z.nullable(z.string()),
})
export type CourseLearner = z.infer<typeof courseLearner>

const rosterFilter = {
  /** In names and addresses. */
  search: z.optional(searchText),
  source: z.optional(source),
  /** Absent: everybody with access. */
  state: z.optional(z.enum(learnerStates)),
  /** Learners of one cohort, or of none. */
  cohort: z.optional(z.union([z.literal('none'), idInUrl])),
  sort: z.optional(z.enum(rosterSorts)),
  direction: z.optional(z.enum(['ascending', 'descending'])),
}

export const learnerLesson = z.object({
  id: z.int(),
  title: z.string(),
  fileType: z.enum(fileTypes),
  completedAt: z.nullable(instant),
  /** Whole percent of the video's seconds that were played; null where that is unknown. */
  watchedPercent: z.nullable(z.int()),
})

export const learnerModule = z.object({ id: z.int(), title: z.string(), lessons: z.array(learnerLesson) })

export const learnerQuiz = z.object({
  assessmentId: z.int(),
  title: z.string(),
  passPercentage: z.nullable(z.int()),
  /** Newest first, 50 at most. */
  attempts: z.array(attemptSummary),
})

export const accessChange = z.object({
  kind: z.enum(['removed', 'restored', 'end-set', 'start-allowed', 'start-withdrawn']),
  /** Of an end that was set; null: access for ever. */
  endsAt: z.optional(z.nullable(instant)),
  /** Null for an erased account. */
  by: z.nullable(z.string()),
  reason: z.string(),
  at: instant,
})

export const learnerDetail = z.object({
  ...courseLearner.shape,
  courseTitle: z.string(),
  modules: z.array(learnerModule),
  quizzes: z.array(learnerQuiz),
  certificate: z.nullable(
    z.object({ id: z.string(), issuedAt: instant, state: z.enum(['valid', 'revoked', 'withdrawn']) }),
  ),
  /** Settled orders with this course, newest first. `isReadable`: the caller may open it; otherwise `price` is null. */
  orders: z.array(
    z.object({
      id: z.string(),
      paidAt: instant,
      price: z.nullable(z.int()),
      isRefunded: z.boolean(),
      /** The buyer's bank took it back. Absent: it did not. */
      isChargedBack: z.optional(z.boolean()),
      isReadable: z.boolean(),
    }),
  ),
  /** Invoices with a seat of this person. */
  invoiceIds: z.array(z.string()),
  /** Discussions that they started in the course, newest first, 20 at most. */
  questions: z.array(z.object({ id: z.int(), title: z.string(), replies: z.int(), createdAt: instant })),
  accessChanges: z.array(accessChange),
  /** The contents wait until the learner has completed other courses. Absent otherwise. */
  isWaiting: z.optional(z.literal(true)),
  /** The course's people have let the learner start without them. Absent otherwise. */
  mayStart: z.optional(z.literal(true)),
  /** Why access cannot be removed: it was paid for by an order or an invoice. Null: it can. */
  paidBy: z.nullable(z.enum(['order', 'invoice'])),
})
export type LearnerDetail = z.infer<typeof learnerDetail>

const learnerInUrl = z.object({ id: idInUrl, userId: idInUrl })

const ofLearners = {
  kind: 'course',
  capability: 'course.seeLearnersProgress',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const
const toEdit = { ...ofLearners, capability: 'course.edit' } as const

export const rosterEndpoints = {
  listCourseLearners: endpoint({
    call: 'GET /courses/:id/learners',
    scope: 'people:read',
    access: ofLearners,
    summary:
      'Everybody with access to the course, with progress and scores; or those whose access was removed. The cursor belongs to one sort',
    params: z.object({ id: idInUrl }),
    query: z.object({
      limit: pageQuery.limit,
      page: pageQuery.page,
      cursor: z.optional(z.string().check(limit(1000))),
      ...rosterFilter,
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(courseLearner),
      meta: z.object({ ...listMeta, courseTitle: z.string() }),
    }),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  readCourseLearner: endpoint({
    call: 'GET /courses/:id/learners/:userId',
    scope: 'people:read',
    access: ofLearners,
    summary: 'One learner of the course: lessons, quizzes, certificate, orders, questions',
    params: learnerInUrl,
    answer: answerOf(learnerDetail),
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
  readLearnerAttempt: endpoint({
    call: 'GET /courses/:id/learners/:userId/attempts/:assessmentId/:number',
    scope: 'people:read',
    access: ofLearners,
    summary: 'One attempt of a learner at a quiz of the course, with answers and keys once it is graded',
    params: z.object({ ...learnerInUrl.shape, assessmentId: idInUrl, number: idInUrl }),
    answer: answerOf(attempt),
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND', 'ATTEMPT_NOT_FOUND'],
  }),
  removeLearner: endpoint({
    call: 'POST /courses/:id/learners/:userId/removal',
    scope: 'enrolments:write',
    access: toEdit,
    summary: 'End a learner’s access at once; progress stays. A paid place is refused: refund it instead',
    params: learnerInUrl,
    body: removalForm,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND', 'PLACE_IS_PAID'],
  }),
  restoreLearner: endpoint({
    call: 'DELETE /courses/:id/learners/:userId/removal',
    scope: 'enrolments:write',
    access: toEdit,
    summary: 'Give access again that was removed',
    params: learnerInUrl,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
} as const
