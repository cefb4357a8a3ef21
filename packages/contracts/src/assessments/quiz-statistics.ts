/** How the questions of a quiz work: figures of each learner's first graded attempt (docs/decisions/quiz-statistics.md). */
import * as z from 'zod/mini'
import { withinDays } from '../calendar-text.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { optionPicture, questionKinds, questionPicture } from './assessments.ts'

/** No figures below this number of attempts: chance would decide them, and they could be those of one person. */
export const statisticsLeast = 5

/**
 * mostWrong: more than half of those who answered chose a wrong option · reversed: those who do well otherwise get it
 * wrong · tooHard · tooEasy · weak: it does not tell good attempts from others · oftenBlank · unusedOption: nobody chose
 * one of the wrong options.
 */
export const questionProblems = [
  'mostWrong',
  'reversed',
  'tooHard',
  'tooEasy',
  'weak',
  'oftenBlank',
  'unusedOption',
] as const
export type QuestionProblem = (typeof questionProblems)[number]

export const questionStatistics = z.object({
  /** Names the question in all versions of the quiz. */
  key: z.string(),
  kind: z.enum(questionKinds),
  question: z.string(),
  picture: z.optional(questionPicture),
  points: z.int(),
  /** Attempts that showed the question, and those of them with an answer. */
  asked: z.int(),
  answered: z.int(),
  /** Mean share of the points, 0 to 1; null: asked in too few attempts. */
  difficulty: z.nullable(z.number()),
  /** Correlation of the points with those of all other questions, −1 to 1; null: too few attempts, or no difference. */
  discrimination: z.nullable(z.number()),
  problems: z.array(z.enum(questionProblems)),
  /** Of questions with options, true or false among them: how many chose each. Empty for others. */
  options: z.array(
    z.object({
      text: z.string(),
      isRight: z.boolean(),
      chosen: z.int(),
      picture: z.optional(optionPicture),
    }),
  ),
})
export type QuestionStatistics = z.infer<typeof questionStatistics>

export const quizStatistics = z.object({
  /** The version of these figures; null: the quiz has no version yet. */
  version: z.nullable(z.int()),
  /** Versions with attempts, and the published one; the newest first. */
  versions: z.array(z.int()),
  /** First graded attempts of learners at this version, at most 10,000: the newest. */
  attempts: z.int(),
  /** In the order of the quiz; empty below the least number of attempts. */
  questions: z.array(questionStatistics),
})
export type QuizStatistics = z.infer<typeof quizStatistics>

const asked = {
  access: {
    kind: 'course',
    capability: 'course.edit',
    course: ({ params }: { params: { id: number } }) => ({ resource: params.id }),
  },
  params: z.object({ id: idInUrl }),
  /** The published version when absent, and for one that the quiz does not have. */
  query: z.object({ version: z.optional(idInUrl) }),
  refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_QUIZ'],
} as const

/** A question of a published quiz that many get wrong. */
export const missedQuestion = z.object({
  resourceId: z.int(),
  quiz: z.string(),
  /** Names the question in all versions of the quiz. */
  key: z.string(),
  question: z.string(),
  /** First attempts that showed it, of the newest 300. */
  asked: z.int(),
  /** Share of its points that these attempts lack, in percent. */
  missedPercent: z.int(),
})
export type MissedQuestion = z.infer<typeof missedQuestion>

export const quizStatisticsEndpoints = {
  readMissedQuestions: endpoint({
    call: 'GET /courses/:id/missed-questions',
    access: {
      kind: 'course',
      capability: 'course.seeLearnersProgress',
      course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
    },
    summary:
      'The ten questions of a course that most of the learners who enrolled within some days get wrong at their first attempt',
    params: z.object({ id: idInUrl }),
    query: withinDays,
    answer: answerOf(z.object({ questions: z.array(missedQuestion) })),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
  readQuizStatistics: endpoint({
    ...asked,
    call: 'GET /course-resources/:id/quiz/statistics',
    summary: 'How the questions of a quiz work, from each learner’s first graded attempt at a version',
    answer: answerOf(quizStatistics),
  }),
  exportQuizStatistics: endpoint({
    ...asked,
    call: 'GET /course-resources/:id/quiz/statistics/csv',
    summary: 'The same as a CSV text: one line for each question and option',
    answer: answerOf(z.object({ fileName: z.string(), csv: z.string() })),
  }),
} as const
