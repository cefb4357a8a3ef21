import * as z from 'zod/mini'
import { exerciseCodeMaxLength } from '../limits.ts'
import { agoMs, answerOf, bareAnswer, endpoint, idInBody, idInUrl, instant } from '../endpoint.ts'
import { atMost, limit } from '../texts.ts'

/** Watched seconds are finite, not negative, and at most a day. */
const seconds = z.number().check(z.minimum(0), z.maximum(86_400))

const page = z.int().check(z.minimum(1), z.maximum(100_000))

const lessonState = { completed: z.boolean(), watchTime: z.number() }

export const courseProgress = z.object({
  totalLessons: z.int(),
  completedLessons: z.int(),
  /** The percentage is 0–100, rounded. */
  progressPercentage: z.int(),
  lastAccessed: z.nullable(instant),
})
export type CourseProgress = z.infer<typeof courseProgress>

const exerciseAccess = {
  kind: 'course',
  capability: 'course.saveProgress',
  course: ({ params }: { params: { id: number } }) => ({ resource: params.id }),
} as const

/** The learner's browser, not the server, decides whether the code passed (docs/decisions/practice.md). */
export const exerciseWork = z.object({
  code: z.string(),
  /** True means that this code passed all checks. */
  isPassing: z.boolean(),
  /** Any code of the learner first passed at this time. */
  passedAt: z.nullable(instant),
})
export type ExerciseWork = z.infer<typeof exerciseWork>

export const learningEndpoints = {
  courseProgress: endpoint({
    call: 'GET /courses/:courseId/progress/:userId',
    scope: 'people:read',
    access: {
      kind: 'course',
      capability: 'course.see',
      course: ({ params }) => ({ course: params.courseId }),
      self: ({ params }) => params.userId,
      otherwise: 'course.seeLearnersProgress',
    },
    summary: 'How far a learner is in a course',
    params: z.object({ courseId: idInUrl, userId: idInUrl }),
    answer: answerOf(courseProgress),
    refusals: ['COURSE_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  lessonProgress: endpoint({
    call: 'GET /lesson-progress/:courseContentId/:userId',
    access: {
      kind: 'course',
      capability: 'course.see',
      course: ({ params }) => ({ content: params.courseContentId }),
      self: ({ params }) => params.userId,
      otherwise: 'course.seeLearnersProgress',
    },
    summary:
      'A learner’s progress in one module: completed when all its videos are (all items without a video)',
    params: z.object({ courseContentId: idInUrl, userId: idInUrl }),
    answer: bareAnswer(lessonState),
    refusals: ['CONTENT_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  saveLessonProgress: endpoint({
    call: 'POST /lesson-progress',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ body }) => ({ content: body.courseContentId }),
      self: ({ body }) => body.userId,
    },
    summary: 'Set all videos of a module (all items without a video) completed or not',
    body: z.object({
      userId: z.optional(idInBody),
      courseContentId: idInBody,
      completed: z.boolean(),
      watchTime: z.optional(seconds),
    }),
    ignored: ['id'],
    answer: bareAnswer(lessonState),
    refusals: ['CONTENT_NOT_FOUND', 'NOT_YOURS', 'NOT_ENROLLED'],
  }),
  saveResourceProgress: endpoint({
    call: 'PUT /course-resources/:id/progress',
    lastWins: 'progress merges: it never takes watched parts back',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ resource: params.id }),
    },
    summary:
      'Save one item’s progress: completion, position and watched parts (seconds), page and pages seen; what was set later stays',
    params: z.object({ id: idInUrl }),
    body: z.object({
      completed: z.optional(z.boolean()),
      position: z.optional(seconds),
      watched: z.optional(z.array(z.tuple([seconds, seconds])).check(limit(200))),
      /**
       * These fields are for documents: the current page, and the ranges of pages that were seen. Both ends of a range are
       * included.
       */
      page: z.optional(page),
      pages: z.optional(z.array(z.tuple([page, page])).check(limit(200))),
      agoMs,
    }),
    answer: bareAnswer({
      ...lessonState,
      position: z.number(),
      course: courseProgress,
      /** The field is present only in the answer to the save that completed a video, because 90 % of the video was watched. */
      completedByWatching: z.optional(z.literal(true)),
      /** Counts the pages that were seen in all visits. The field is present only in the answer to a save with pages. */
      pagesSeen: z.optional(z.int()),
    }),
    refusals: ['RESOURCE_NOT_FOUND', 'NOT_ENROLLED', 'PASS_REQUIRED', 'REPORT_REQUIRED'],
  }),
  readExercise: endpoint({
    call: 'GET /course-resources/:id/exercise',
    access: exerciseAccess,
    summary: 'One’s own code in the exercise below a lesson; null before the first save',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.nullable(exerciseWork)),
    refusals: ['RESOURCE_NOT_FOUND', 'NOT_ENROLLED'],
  }),
  saveExercise: endpoint({
    call: 'PUT /course-resources/:id/exercise',
    lastWins: 'one person’s own code; what they wrote last stays, by the time of writing',
    bound: 'onePerPair',
    access: exerciseAccess,
    summary:
      'Keep one’s own code in the exercise below a lesson, unless a later one is there; a first pass stays',
    params: z.object({ id: idInUrl }),
    body: z.object({
      code: z.string().check(atMost(exerciseCodeMaxLength)),
      /** True means that this code passed all checks. */
      isPassing: z.boolean(),
      /** True means that this code, or earlier code that was not sent, passed. */
      hasPassed: z.optional(z.boolean()),
      agoMs,
    }),
    answer: answerOf(exerciseWork),
    refusals: ['RESOURCE_NOT_FOUND', 'NOT_ENROLLED'],
  }),
} as const
