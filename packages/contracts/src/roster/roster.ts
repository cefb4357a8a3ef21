/** Shows the people of a course to those who manage the course (docs/decisions/course-people.md). */
import * as z from 'zod/mini'
import { attempt, attemptSummary } from '../assessments/assessments.ts'
import { answerOf, cents, doneAnswer, endpoint, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { fileTypes } from '../limits.ts'
import { learnerSources, learnerStates, rosterSorts } from './roster-choices.ts'
import { removalForm } from './roster.forms.ts'
import { limit, searchText } from '../texts.ts'

const source = z.enum(learnerSources)

export const courseLearner = z.object({
  userId: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  source,
  since: instant,
  removedAt: z.nullable(instant),
  /** The access ends, or has ended, at this time. Absent means access without end. */
  accessEndsAt: z.optional(instant),
  cohort: z.optional(z.object({ id: z.int(), name: z.string() })),
  /** Null means that the learner has never studied. */
  lastSeenAt: z.nullable(instant),
  /** Counts lessons in the same way as the learner's own progress. */
  completedLessons: z.int(),
  totalLessons: z.int(),
  /**
   * Holds the mean of the best percentage in each quiz that the learner has taken, 0–100. Null means that there is no result yet.
   */
  quizScore: z.nullable(z.int()),
  /** Holds the public id of the learner's valid certificate. It is null when there is none. */
  certificateId: z.nullable(z.string()),
})
export type CourseLearner = z.infer<typeof courseLearner>

const rosterFilter = {
  /** The search covers names and e-mail addresses. */
  search: z.optional(searchText),
  source: z.optional(source),
  /** Without a state, the list contains everybody with access. */
  state: z.optional(z.enum(learnerStates)),
  cohort: z.optional(z.union([z.literal('none'), idInUrl])),
  /** Selects the inactive learners whose last lesson is this published item, as `stopped` in the course figures counts them. */
  stoppedAt: z.optional(idInUrl),
  sort: z.optional(z.enum(rosterSorts)),
  direction: z.optional(z.enum(['ascending', 'descending'])),
}

export const learnerLesson = z.object({
  id: z.int(),
  title: z.string(),
  fileType: z.enum(fileTypes),
  completedAt: z.nullable(instant),
  /** Holds the percentage of the video's seconds that were played. Null means unknown. */
  watchedPercent: z.nullable(z.int()),
})

export const learnerModule = z.object({ id: z.int(), title: z.string(), lessons: z.array(learnerLesson) })

export const learnerQuiz = z.object({
  assessmentId: z.int(),
  title: z.string(),
  passPercentage: z.nullable(z.int()),
  /** The newest attempts are first, at most 50. */
  attempts: z.array(attemptSummary),
})

export const accessChange = z.object({
  kind: z.enum(['removed', 'restored', 'end-set', 'start-allowed', 'start-withdrawn']),
  /** Holds the new end of access, in changes that set one. Null means access without end. */
  endsAt: z.optional(z.nullable(instant)),
  /** Holds the name of the person who made the change. Null means that their account was erased. */
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
  /**
   * Lists the settled orders with this course, newest first. `isReadable` means that the caller may open the order; otherwise
   * `price` is null.
   */
  orders: z.array(
    z.object({
      id: z.string(),
      paidAt: instant,
      price: z.nullable(cents),
      isRefunded: z.boolean(),
      /** True means that the buyer's bank took the payment back. The field is absent otherwise. */
      isChargedBack: z.optional(z.boolean()),
      isReadable: z.boolean(),
    }),
  ),
  /** Lists the invoices with a seat of this person. */
  invoiceIds: z.array(z.string()),
  /** Lists the discussions that the learner started in the course, newest first, at most 20. */
  questions: z.array(z.object({ id: z.int(), title: z.string(), replies: z.int(), createdAt: instant })),
  accessChanges: z.array(accessChange),
  /** True means that the contents are locked until the learner completes other courses. The field is absent otherwise. */
  isWaiting: z.optional(z.literal(true)),
  /** True means that the course's people allowed the learner to start without the prerequisites. The field is absent otherwise. */
  mayStart: z.optional(z.literal(true)),
  /** Says what paid for the access, which therefore cannot be removed here. Null means that it can be removed. */
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
      meta: z.object({
        ...listMeta,
        courseTitle: z.string(),
        /** Holds the title of the item in `stoppedAt`. It is absent without this filter. */
        stoppedAtTitle: z.optional(z.string()),
      }),
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
    bound: { perDay: 2_000, of: 'course' },
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
    bound: { perDay: 2_000, of: 'course' },
    scope: 'enrolments:write',
    access: toEdit,
    summary: 'Give access again that was removed',
    params: learnerInUrl,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
} as const
