/** Asks questions that a learner answered wrongly in quizzes again after growing intervals. */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { agoMs, answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { correctAnswer, givenAnswer, question } from './assessments.ts'

/** The value is a due question without its answer. */
export const repetition = z.object({
  ...z.pick(question, {
    id: true,
    kind: true,
    question: true,
    picture: true,
    options: true,
    optionPictures: true,
    prompts: true,
  }).shape,
  assessmentTitle: z.string(),
  /** Null means that the assessment belongs to no course. */
  courseTitle: z.nullable(z.string()),
  /** Sent back with the answer, which counts for this time alone. */
  dueAt: instant,
})
export type Repetition = z.infer<typeof repetition>

export const repetitions = z.object({
  /** The list holds at most 20 due questions, the longest due first. */
  questions: z.array(repetition),
  /** The value counts all due questions. */
  due: z.int(),
  /** The next question is due at this time; null means that none waits. */
  nextDueAt: z.nullable(instant),
})
export type Repetitions = z.infer<typeof repetitions>

export const repetitionResult = z.object({
  isCorrect: z.boolean(),
  correctAnswer,
  /** The explanation is '' where the quiz does not show it or has none. */
  explanation: z.string(),
  /** The question is asked again at this time; null means that it was answered correctly often enough. */
  nextDueAt: z.nullable(instant),
})
export type RepetitionResult = z.infer<typeof repetitionResult>

export const repetitionsEndpoints = {
  listRepetitions: endpoint({
    call: 'GET /question-repetitions',
    // The store selects by user.
    access: signedIn,
    summary: 'The caller’s missed questions that are due',
    answer: answerOf(repetitions),
  }),
  answerRepetition: endpoint({
    call: 'POST /question-repetitions/:questionId',
    bound: 'onePerPair',
    // The store selects by user and question.
    access: signedIn,
    summary: 'Answer a due question once; it is asked again later, sooner when the answer is wrong',
    params: z.object({ questionId: idInUrl }),
    body: z.object({
      answer: givenAnswer,
      /**
       * The value is the `dueAt` of the answered question; if it differs from the current one, the question is not due. Clients
       * that do not wait omit it.
       */
      dueAt: z.optional(z.string().check(limit(40))),
      agoMs,
    }),
    answer: answerOf(repetitionResult),
    refusals: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_DUE'],
  }),
} as const
