/** Shows the scores of a course's learners as a table (docs/decisions/course-people.md). */
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl, listMeta, pageQuery } from '../endpoint.ts'
import { limit, searchText } from '../texts.ts'

export const gradebookSorts = ['name', 'since', 'score'] as const
export type GradebookSort = (typeof gradebookSorts)[number]

/** A column is a published item that has scores: a quiz, or a package whose content has reported a score. */
export const gradebookColumn = z.object({
  resourceId: z.int(),
  title: z.string(),
  kind: z.enum(['quiz', 'package']),
  /** The item is completed from this percentage on. Null means that the item has no threshold. */
  passPercentage: z.nullable(z.int()),
  /** The mean of all scores of people with access is 0–100, rounded. Null means that nobody has a score. */
  average: z.nullable(z.int()),
  /** Counts the learners with a score. */
  learners: z.int(),
  /** Counts the attempts that wait for grading by a person. */
  waiting: z.int(),
})
export type GradebookColumn = z.infer<typeof gradebookColumn>

export const gradebookRow = z.object({
  userId: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  /** The mean of the scores in this row is rounded. Null means that the row has no score. */
  average: z.nullable(z.int()),
  /** Lists the items that the learner has begun, in no order. */
  scores: z.array(
    z.object({
      resourceId: z.int(),
      /**
       * The percentage is the best result of a quiz, or the mean of a package's activities with a score, 0–100. Null means no score
       * yet.
       */
      percentage: z.nullable(z.int()),
      /** Counts the attempts at a quiz. A package has 0. */
      attempts: z.int(),
      /**
       * Holds the newest attempt that waits for grading by a person: `/courses/{id}/hand-ins/{attemptId}`. Null means that none
       * waits.
       */
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
      /** The search covers names and e-mail addresses. */
      search: z.optional(searchText),
      sort: z.optional(z.enum(gradebookSorts)),
      /** The order `score` sorts by this item. */
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
