/** The scores of a course's learners as a table (docs/decisions/course-people.md). */
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl, listMeta, pageQuery } from '../endpoint.ts'
import { limit, searchText } from '../texts.ts'

export const gradebookSorts = ['name', 'since', 'score'] as const
export type GradebookSort = (typeof gradebookSorts)[number]

/** A published item that has scores: a quiz, or a package whose content has reported a score. */
export const gradebookColumn = z.object({
  resourceId: z.int(),
  title: z.string(),
  kind: z.enum(['quiz', 'package']),
  /** The least percentage that completes it; null: none. */
  passPercentage: z.nullable(z.int()),
  /** Mean of the scores of everybody with access who has one, 0–100, rounded; null: nobody has. */
  average: z.nullable(z.int()),
  /** Learners with a score. */
  learners: z.int(),
  /** Attempts that wait for a person. */
  waiting: z.int(),
})
export type GradebookColumn = z.infer<typeof gradebookColumn>

export const gradebookRow = z.object({
  userId: z.int(),
  /** Null for a person without a name. */
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  /** Mean of the scores in this row, rounded; null without one. */
  average: z.nullable(z.int()),
  /** Of the items that the learner has begun, in no order. */
  scores: z.array(
    z.object({
      resourceId: z.int(),
      /** The best result of a quiz; the mean of a package's activities with a score. 0–100; null: none yet. */
      percentage: z.nullable(z.int()),
      /** Of a quiz; 0 for a package. */
      attempts: z.int(),
      /** The newest attempt that waits for a person: `/courses/{id}/hand-ins/{attemptId}`; null: none. */
      waiting: z.nullable(z.int()),
    }),
  ),
})
export type GradebookRow = z.infer<typeof gradebookRow>

const ofLearners = {
  scope: 'people:read',
  access: {
    kind: 'course',
    capability: 'course.seeLearnersProgress',
    course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
  },
  params: z.object({ id: idInUrl }),
  refusals: ['COURSE_NOT_FOUND'],
} as const

export const gradebookEndpoints = {
  listGradebook: endpoint({
    ...ofLearners,
    call: 'GET /courses/:id/gradebook',
    summary:
      'Everybody with access to the course, with a score for each quiz and package. The cursor belongs to one order',
    query: z.object({
      limit: pageQuery.limit,
      page: pageQuery.page,
      cursor: z.optional(z.string().check(limit(1000))),
      /** In names and addresses. */
      search: z.optional(searchText),
      sort: z.optional(z.enum(gradebookSorts)),
      /** The item that `score` sorts by. */
      item: z.optional(idInUrl),
      direction: z.optional(z.enum(['ascending', 'descending'])),
    }),
    answer: z.object({ success: z.literal(true), data: z.array(gradebookRow), meta: z.object(listMeta) }),
  }),
  readGradebookColumns: endpoint({
    ...ofLearners,
    call: 'GET /courses/:id/gradebook/columns',
    summary: 'The quizzes and packages of a course in its order, with the average of its learners',
    answer: answerOf(z.object({ courseTitle: z.string(), columns: z.array(gradebookColumn) })),
  }),
} as const
