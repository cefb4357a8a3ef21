/** Defines the calls of the quiz editor. A quiz has a draft, and a version that learners take (docs/decisions/quizzes.md). */
import * as z from 'zod/mini'
import { courseTitle } from '../courses/courses.forms.ts'
import { courseResource } from '../courses/courses.ts'
import { shownPicture } from '../courses/lesson-texts.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { quizDraft } from './quiz-draft.ts'

export const quizEdit = z.object({
  resourceId: z.int(),
  courseId: z.int(),
  assessmentId: z.int(),
  title: z.string(),
  /** True means that the lesson is visible to learners who see its module. */
  isPublished: z.boolean(),
  isModulePublished: z.boolean(),
  /** Holds the draft, or the version that learners take when there is no draft. */
  quiz: quizDraft,
  /** Tells the editor how to display the pictures that the questions name. */
  pictures: z.array(shownPicture),
  /** True means that learners do not take this draft: they take an earlier version, or none. */
  hasDraft: z.boolean(),
  /** Holds the version that learners take, counted from 1. Null means that none is published. */
  publishedVersion: z.nullable(z.int()),
  /** Counts the attempts at the published version, by learners and by the people of the course. */
  attempts: z.int(),
  savedAt: instant,
  version: versionRead,
})
export type QuizEdit = z.infer<typeof quizEdit>

const edited = z.object({ quiz: quizDraft, version: versionSent })
const ofResource = z.object({ id: idInUrl })

export const quizEditorEndpoints = {
  createQuiz: endpoint({
    call: 'POST /course-content/:id/quizzes',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Add a quiz without questions or an empty assignment, not published',
    params: ofResource,
    /** An assignment is edited as a quiz of one question. */
    body: z.object({ title: courseTitle, isAssignment: z.optional(z.boolean()) }),
    answer: answerOf(courseResource),
    status: 201,
    refusals: ['CONTENT_NOT_FOUND', 'COURSE_FULL'],
  }),
  readQuizEdit: endpoint({
    call: 'GET /course-resources/:id/quiz/draft',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'A quiz as its author edits it',
    params: ofResource,
    answer: answerOf(quizEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_QUIZ'],
  }),
  saveQuizDraft: endpoint({
    call: 'PUT /course-resources/:id/quiz/draft',
    bound: 'ownRow',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Save a quiz without showing it to learners',
    params: ofResource,
    body: edited,
    answer: answerOf(quizEdit),
    refusals: ['RESOURCE_NOT_FOUND', 'LESSON_NOT_QUIZ', 'EDIT_CONFLICT', 'FILE_NOT_AN_UPLOAD'],
  }),
  publishQuiz: endpoint({
    call: 'PUT /course-resources/:id/quiz',
    bound: { perDay: 1_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Show a quiz to learners; attempts keep the version that they began with',
    params: ofResource,
    body: edited,
    answer: answerOf(quizEdit),
    refusals: [
      ...(['RESOURCE_NOT_FOUND', 'LESSON_NOT_QUIZ', 'EDIT_CONFLICT', 'QUIZ_INCOMPLETE'] as const),
      'FILE_NOT_AN_UPLOAD',
    ],
  }),
} as const
