/** Computes how the questions of a quiz perform from each learner's first graded attempt (docs/decisions/quizzes.md). */
import * as z from 'zod/mini'
import { withinDays } from '../calendar-text.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { optionPicture, questionKinds, questionPicture } from './assessments.ts'

/** Below this number of attempts there are no figures, because chance would determine them and they could identify a person. */
export const statisticsLeast = 5

/**
 * mostWrong: more than half of those who answered chose a wrong option · reversed: learners who do well otherwise answer wrongly ·
 * tooHard · tooEasy · weak: the question does not distinguish good attempts from others · oftenBlank · unusedOption: a wrong option
 * was never chosen
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
  /** The key identifies the question in all versions of the quiz. */
  key: z.string(),
  kind: z.enum(questionKinds),
  question: z.string(),
  picture: z.optional(questionPicture),
  points: z.int(),
  /** `asked` counts the attempts that showed the question, `answered` those of them with an answer. */
  asked: z.int(),
  answered: z.int(),
  /** Holds the mean share of the points, 0 to 1. Null means that too few attempts asked the question. */
  difficulty: z.nullable(z.number()),
  /**
   * Holds the correlation of the question's points with the points of all other questions, −1 to 1. Null means that there are too
   * few attempts or no differences.
   */
  discrimination: z.nullable(z.number()),
  problems: z.array(z.enum(questionProblems)),
  /** Says how many attempts chose each option. True and false count as options. The list is empty for questions without options. */
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
  /** The figures are about this version of the quiz. Null means that the quiz has no version yet. */
  version: z.nullable(z.int()),
  /** Lists the published version, and versions with attempts, newest first. */
  versions: z.array(z.int()),
  /** Counts the first graded attempts of learners at this version, at most the newest 10,000. */
  attempts: z.int(),
  /** The questions are in quiz order; the list is empty below the minimum number of attempts. */
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
  /** An absent version, or one that the quiz does not have, selects the published version. */
  query: z.object({ version: z.optional(idInUrl) }),
  refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_QUIZ'],
} as const

/** Describes a question of a published quiz that many learners answer wrongly. */
export const missedQuestion = z.object({
  resourceId: z.int(),
  quiz: z.string(),
  /** The key identifies the question in all versions of the quiz. */
  key: z.string(),
  question: z.string(),
  /** Counts the first attempts that showed the question, among the newest 300. */
  asked: z.int(),
  /** Holds the percentage of the question's points that these attempts did not earn. */
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
