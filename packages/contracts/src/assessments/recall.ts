/**
 * Asks one question after a video, for recall only: no percentage, points, grade or certificate depends on it. The answer schedules
 * the question's repetitions (docs/decisions/quizzes.md).
 */
import * as z from 'zod/mini'
import { shownPicture } from '../courses/lesson-texts.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { isRecallKind } from './recall-kinds.ts'
import { draftQuestion } from './quiz-draft.ts'
import { repetition } from './repetitions.ts'

export const recall = z.object({
  /**
   * Holds the question while the learner is to answer it, by `answerRepetition`. Null means that the question was answered and is
   * not due, or that there is none.
   */
  question: z.nullable(repetition),
  /** The answered question is asked again at this time. */
  nextDueAt: z.nullable(instant),
})
export type Recall = z.infer<typeof recall>

export const recallEdit = z.object({
  /** Null means that no question is asked after this video. */
  question: z.nullable(draftQuestion),
  /** Tells the editor how to display the pictures that the question names. */
  pictures: z.array(shownPicture),
  version: versionRead,
})
export type RecallEdit = z.infer<typeof recallEdit>

const ofResource = z.object({ id: idInUrl })

export const recallEndpoints = {
  readRecallQuestion: endpoint({
    call: 'GET /course-resources/:id/recall-question',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ resource: params.id }),
    },
    summary: 'The question after a video, without its right answer, while the caller is to answer it',
    params: ofResource,
    answer: answerOf(recall),
    refusals: ['RESOURCE_NOT_FOUND', 'NOT_ENROLLED'],
  }),
  readRecallEdit: endpoint({
    call: 'GET /course-resources/:id/recall-question/edit',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'The question after a video as its author edits it; null when there is none',
    params: ofResource,
    answer: answerOf(recallEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_VIDEO'],
  }),
  saveRecallQuestion: endpoint({
    call: 'PUT /course-resources/:id/recall-question',
    bound: { perDay: 1_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Ask this question after a video; it is shown at once',
    params: ofResource,
    body: z.object({
      /** A question with another key or kind than the present one is a new question. */
      question: draftQuestion.check(
        z.refine(({ type }) => isRecallKind(type), {
          path: ['type'],
          error: 'must be a kind that is checked without a person or a run of code',
        }),
      ),
      version: versionSent,
    }),
    answer: answerOf(recallEdit),
    refusals: [
      ...(['RESOURCE_NOT_FOUND', 'LESSON_NOT_VIDEO', 'EDIT_CONFLICT', 'QUIZ_INCOMPLETE'] as const),
      'FILE_NOT_AN_UPLOAD',
    ],
  }),
  removeRecallQuestion: endpoint({
    call: 'DELETE /course-resources/:id/recall-question',
    bound: 'ends',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Ask no question after a video; its repetitions end',
    params: ofResource,
    answer: answerOf(recallEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_VIDEO'],
  }),
} as const
