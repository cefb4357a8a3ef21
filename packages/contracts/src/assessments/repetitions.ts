/** Missed questions: what a learner answered wrongly in quizzes, asked again after growing intervals. */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { agoMs, answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { correctAnswer, givenAnswer, question } from './assessments.ts'

/** A due question without its answer. */
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
  /** Null for an assessment without a course. */
  courseTitle: z.nullable(z.string()),
  /** Sent back with the answer, which counts for this time alone. */
  dueAt: instant,
})
export type Repetition = z.infer<typeof repetition>

export const repetitions = z.object({
  /** Due questions, the longest due first, at most 20. */
  questions: z.array(repetition),
  /** All that are due. */
  due: z.int(),
  /** When the next one is due; null when none waits. */
  nextDueAt: z.nullable(instant),
})
export type Repetitions = z.infer<typeof repetitions>

export const repetitionResult = z.object({
  isCorrect: z.boolean(),
  correctAnswer,
  /** '' where the quiz does not show it, or has none. */
  explanation: z.string(),
  /** When it is asked again; null: it was correct often enough. */
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
    // The store selects by user and question.
    access: signedIn,
    summary: 'Answer a due question once; it is asked again later, sooner when the answer is wrong',
    params: z.object({ questionId: idInUrl }),
    body: z.object({
      answer: givenAnswer,
      /** The `dueAt` of the question that was answered; with another one now it is not due. Absent: of a client that does not wait. */
      dueAt: z.optional(z.string().check(limit(40))),
      agoMs,
    }),
    answer: answerOf(repetitionResult),
    refusals: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_DUE'],
  }),
} as const
