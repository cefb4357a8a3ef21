/** Asks questions again after growing intervals: those answered wrongly in quizzes, and those after videos (`recall.ts`). */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { agoMs, answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { correctAnswer, givenAnswer, question } from './assessments.ts'

/** Describes a due question without its right answer. */
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
  /** The client sends this time back with the answer, so that one answer counts only once. */
  dueAt: instant,
})
export type Repetition = z.infer<typeof repetition>

export const repetitions = z.object({
  /** Lists at most 20 due questions. The question that has been due longest is first. */
  questions: z.array(repetition),
  /** The value counts all due questions. */
  due: z.int(),
  /** The first question that is not due yet becomes due at this time. Null means that there is no such question. */
  nextDueAt: z.nullable(instant),
})
export type Repetitions = z.infer<typeof repetitions>

export const repetitionResult = z.object({
  isCorrect: z.boolean(),
  correctAnswer,
  /** The explanation is '' when the quiz does not show it or has none. */
  explanation: z.string(),
  /** The question is asked again at this time. Null means that the learner has answered it correctly often enough. */
  nextDueAt: z.nullable(instant),
})
export type RepetitionResult = z.infer<typeof repetitionResult>

export const repetitionsEndpoints = {
  listRepetitions: endpoint({
    call: 'GET /question-repetitions',
    // The store selects by user.
    access: signedIn,
    summary: 'The caller’s questions that are due: missed ones of quizzes, and those after videos',
    answer: answerOf(repetitions),
  }),
  answerRepetition: endpoint({
    call: 'POST /question-repetitions/:questionId',
    bound: 'onePerPair',
    // The store selects by user and question.
    access: signedIn,
    summary:
      'Answer a due question, or the one after a video, once; it is asked again later, sooner when the answer is wrong',
    params: z.object({ questionId: idInUrl }),
    body: z.object({
      answer: givenAnswer,
      /**
       * Holds the `dueAt` of the answered question. If the question has another `dueAt` by now, the call refuses the answer,
       * because the question is not due. Clients that send their answers at once may omit it.
       */
      dueAt: z.optional(z.string().check(limit(40))),
      agoMs,
    }),
    answer: answerOf(repetitionResult),
    refusals: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_DUE'],
  }),
} as const
