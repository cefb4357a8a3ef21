/** The questions that a seller keeps for its quizzes (docs/decisions/quizzes.md). */
import * as z from 'zod/mini'
import { shownPicture } from '../courses/lesson-texts.ts'
import { answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { bankOrigin, draftQuestion } from './quiz-draft.ts'
import { atMost, filledLine, formedText, limit } from '../texts.ts'

export const bankLimits = {
  /** Of one seller. */
  questions: 5000,
  /** Of one question. */
  tags: 10,
  tag: 40,
  /** In one answer. */
  shown: 50,
} as const

const tag = filledLine('must not be empty', bankLimits.tag)

export const bankQuestion = z.object({
  id: z.int(),
  /** Counted from 1. */
  revision: z.int(),
  question: draftQuestion,
  /** How to show the picture that it names. */
  picture: z.optional(shownPicture),
  /** The same for its options; absent: none has one. */
  optionPictures: z.optional(z.array(shownPicture)),
  tags: z.array(z.string()),
  changedAt: instant,
})
export type BankQuestion = z.infer<typeof bankQuestion>

const ofQuiz = {
  access: {
    kind: 'course',
    // The bank is that of the course's seller: who edits one of its courses may use and change it.
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
      /** In the text of the question. */
      search: z.optional(z.string().check(atMost(200))),
      tag: z.optional(z.string().check(atMost(bankLimits.tag))),
      /** These alone, in any order: `3,17`; at most 100. */
      ids: z.optional(formedText(1600, /^\d{1,15}(,\d{1,15}){0,99}$/, 'must be ids with commas')),
    }),
    answer: answerOf(
      z.object({
        questions: z.array(bankQuestion),
        /** How many match. */
        total: z.int(),
        /** All tags of the bank, at most 200. */
        tags: z.array(z.string()),
      }),
    ),
    refusals: ['RESOURCE_NOT_FOUND'],
  }),
  saveBankQuestion: endpoint({
    ...ofQuiz,
    call: 'POST /course-resources/:id/bank-questions',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    summary: 'Save a question to the bank, or change one there',
    params: z.object({ id: idInUrl }),
    body: z.object({
      question: draftQuestion.check(
        z.refine(({ question }) => question.trim() !== '', {
          path: ['question'],
          error: 'must not be empty',
        }),
      ),
      tags: z.array(tag).check(limit(bankLimits.tags, `must have at most ${bankLimits.tags} items`)),
      /** The question to change, as the client knows it; absent: a new one. */
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
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    summary: 'Delete a question of the bank; copies in quizzes stay',
    params: z.object({ id: idInUrl, bankQuestionId: idInUrl }),
    answer: answerOf(z.object({ id: z.int() })),
    refusals: ['RESOURCE_NOT_FOUND', 'BANK_QUESTION_NOT_FOUND'],
  }),
} as const
