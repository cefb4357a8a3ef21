/** Shows the scores of a course's learners as a table (docs/decisions/course-people.md). */
import * as z from 'zod/mini'
import { answerOf, endpoint, idInUrl, listMeta, pageQuery } from '../endpoint.ts'
import { limit, searchText } from '../texts.ts'

export const gradebookSorts = ['name', 'since', 'score'] as const
export type GradebookSort = (typeof gradebookSorts)[number]

/** Describes a column of the gradebook: a published quiz or assignment, or a published package whose content has reported a score. */
export const gradebookColumn = z.object({
  resourceId: z.int(),
  title: z.string(),
  kind: z.enum(['quiz', 'assignment', 'package']),
  /** A score of this percentage completes the item. Null means that the item has no such threshold. */
  passPercentage: z.nullable(z.int()),
  /**
   * Holds the mean of the scores of all people with access, 0–100, rounded. For an assignment it is the share whose work has passed.
   * Null means that nobody has a score.
   */
  average: z.nullable(z.int()),
  /** Counts the learners who have a score. */
  learners: z.int(),
  /** Counts the attempts that a person still has to grade. */
  waiting: z.int(),
})
export type GradebookColumn = z.infer<typeof gradebookColumn>

export const gradebookRow = z.object({
  userId: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  /** Holds the mean of the scores in this row without assignments, rounded. Null means that the row has no such score. */
  average: z.nullable(z.int()),
  /** Lists the items that the learner has begun, in no particular order. */
  scores: z.array(
    z.object({
      resourceId: z.int(),
      /** True means that the item is an assignment. A percentage of 0 says that the work was returned, and more that it has passed. */
      isAssignment: z.optional(z.literal(true)),
      /**
       * Holds the best result of a quiz, or the mean of the package's activities that have a score, 0–100. Null means that there is
       * no score yet.
       */
      percentage: z.nullable(z.int()),
      /** Counts the attempts at a quiz. It is 0 for a package. */
      attempts: z.int(),
      /**
       * Holds the id of the newest attempt that a person still has to grade, at `/courses/{id}/hand-ins/{attemptId}`. It is null
       * when there is none.
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
      'Everybody with access to the course, with a score for each quiz, assignment and package. The cursor belongs to one order',
    query: z.object({
      limit: pageQuery.limit,
      page: pageQuery.page,
      cursor: z.optional(z.string().check(limit(1000))),
      /** The search covers names and e-mail addresses. */
      search: z.optional(searchText),
      sort: z.optional(z.enum(gradebookSorts)),
      /** The order `score` compares the scores of this item. */
      item: z.optional(idInUrl),
      direction: z.optional(z.enum(['ascending', 'descending'])),
    }),
    answer: z.object({ success: z.literal(true), data: z.array(gradebookRow), meta: z.object(listMeta) }),
  }),
  readGradebookColumns: endpoint({
    ...ofLearners,
    call: 'GET /courses/:id/gradebook/columns',
    summary:
      'The quizzes, assignments and packages of a course in its order, with the average of its learners',
    answer: answerOf(z.object({ courseTitle: z.string(), columns: z.array(gradebookColumn) })),
  }),
} as const
