/** A seller stores these questions, to copy them into its quizzes (docs/decisions/quizzes.md). */
import { isVisible } from '@apogee/domain/text/visible-text.ts'
import * as z from 'zod/mini'
import { shownPicture } from '../courses/lesson-texts.ts'
import { answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { bankOrigin, draftQuestion } from './quiz-draft.ts'
import { atMost, filledLine, formedText, limit } from '../texts.ts'

export const bankLimits = {
  /** A seller has at most this number of questions. */
  questions: 5000,
  /** A question has at most this number of tags. */
  tags: 10,
  tag: 40,
  /** A search of the bank lists at most this number of questions. */
  shown: 50,
} as const

const tag = filledLine('must not be empty', bankLimits.tag)

export const bankQuestion = z.object({
  id: z.int(),
  /** The revision counts from 1. */
  revision: z.int(),
  question: draftQuestion,
  /** Tells the editor how to display the picture that `question` names. */
  picture: z.optional(shownPicture),
  /** Tells the editor how to display the pictures that the options name. An absent list means that no option has a picture. */
  optionPictures: z.optional(z.array(shownPicture)),
  tags: z.array(z.string()),
  changedAt: instant,
})
export type BankQuestion = z.infer<typeof bankQuestion>

const ofQuiz = {
  access: {
    kind: 'course',
    // The bank belongs to the course's seller: whoever edits one of the seller's courses may use and change the bank.
    capability: 'course.edit',
    course: ({ params }: { params: { id: number } }) => ({ resource: params.id }),
  },
} as const

export const questionBankEndpoints = {
  listBankQuestions: endpoint({
    ...ofQuiz,
    call: 'GET /course-resources/:id/bank-questions',
    summary: 'Questions in the bank of the course’s seller, newest first, at most 50',
    params: z.object({ id: idInUrl }),
    query: z.object({
      /** The search covers the text of the question. */
      search: z.optional(z.string().check(atMost(200))),
      tag: z.optional(z.string().check(atMost(bankLimits.tag))),
      /** The filter selects these ids in any order, such as `3,17`; at most 100. */
      ids: z.optional(formedText(1600, /^\d{1,15}(,\d{1,15}){0,99}$/, 'must be ids with commas')),
    }),
    answer: answerOf(
      z.object({
        questions: z.array(bankQuestion),
        /** Counts all matching questions. */
        total: z.int(),
        /** The list holds all tags of the bank, at most 200. */
        tags: z.array(z.string()),
      }),
    ),
    refusals: ['RESOURCE_NOT_FOUND'],
  }),
  saveBankQuestion: endpoint({
    ...ofQuiz,
    call: 'POST /course-resources/:id/bank-questions',
    bound: { refusedBy: 'BANK_FULL' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    summary: 'Save a question to the bank, or change one there',
    params: z.object({ id: idInUrl }),
    body: z.object({
      question: draftQuestion.check(
        z.refine(({ question }) => isVisible(question), {
          path: ['question'],
          error: 'must not be empty',
        }),
      ),
      tags: z.array(tag).check(limit(bankLimits.tags, `must have at most ${bankLimits.tags} items`)),
      /** Names the question to change, with the revision that the client has read. Without it, the call creates a question. */
      changes: z.optional(bankOrigin),
    }),
    answer: answerOf(bankQuestion),
    refusals: [
      'RESOURCE_NOT_FOUND',
      'BANK_QUESTION_NOT_FOUND',
      'BANK_QUESTION_CHANGED',
      'BANK_FULL',
      'FILE_NOT_AN_UPLOAD',
    ],
  }),
  deleteBankQuestion: endpoint({
    ...ofQuiz,
    call: 'DELETE /course-resources/:id/bank-questions/:bankQuestionId',
    bound: 'ends',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    summary: 'Delete a question of the bank; copies in quizzes stay',
    params: z.object({ id: idInUrl, bankQuestionId: idInUrl }),
    answer: answerOf(z.object({ id: z.int() })),
    refusals: ['RESOURCE_NOT_FOUND', 'BANK_QUESTION_NOT_FOUND'],
  }),
} as const
