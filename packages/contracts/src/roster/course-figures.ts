/** Reports how far learners come in a course and where they stop (docs/decisions/figures.md). */
import * as z from 'zod/mini'
import { withinDays } from '../calendar-text.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { fileTypes } from '../limits.ts'

/** The steps are in the order in which learners reach them. */
export const funnelSteps = [
  'enrolled',
  'started',
  'quarter',
  'half',
  'threeQuarters',
  'finished',
  'certificate',
] as const

const lessonFigures = z.object({
  id: z.int(),
  title: z.string(),
  fileType: z.enum(fileTypes),
  /** Counts the learners with any progress in the lesson. */
  opened: z.int(),
  completed: z.int(),
  /** Counts unfinished learners who have been inactive for `inactiveAfterDays` and whose last lesson is this one. */
  stopped: z.int(),
  /** True means that unusually many learners stopped here. */
  isSteep: z.boolean(),
})

/** The figures cover the people with access who were enrolled within the chosen days. */
export const courseFigures = z.object({
  courseTitle: z.string(),
  funnel: z.array(z.object({ step: z.enum(funnelSteps), learners: z.int() })),
  /** Lists the published items in the order of the course. */
  lessons: z.array(lessonFigures),
})
export type CourseFigures = z.infer<typeof courseFigures>

/** Says how many of the people in `courseFigures` watched each part of a video. */
export const watchFigures = z.object({
  resourceId: z.int(),
  courseContentId: z.int(),
  title: z.string(),
  /** Holds the length of the video in seconds. Null means that the length is unknown. There are no parts then. */
  seconds: z.nullable(z.number()),
  /** Counts the people who watched any part of the video. */
  viewers: z.int(),
  /**
   * Divides the video into at most 60 parts of equal length, in order. `viewers` is the mean over the seconds of the part, rounded.
   */
  parts: z.array(z.object({ from: z.number(), to: z.number(), viewers: z.int() })),
  /**
   * Lists at most three points at which the most viewers leave, the largest loss first. `lost` is the number of viewers before the
   * point less the number after it.
   */
  leaves: z.array(z.object({ at: z.number(), lost: z.int() })),
})
export type WatchFigures = z.infer<typeof watchFigures>

export const courseFiguresEndpoints = {
  readWatchFigures: endpoint({
    call: 'GET /course-resources/:id/watch-figures',
    access: {
      kind: 'course',
      capability: 'course.seeLearnersProgress',
      course: ({ params }: { params: { id: number } }) => ({ resource: params.id }),
    },
    summary: 'How many of the learners who enrolled within some days watched each part of a video',
    params: z.object({ id: idInUrl }),
    query: withinDays,
    answer: answerOf(watchFigures),
    refusals: ['RESOURCE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
  exportCourseFigures: endpoint({
    call: 'GET /courses/:id/figures/csv',
    access: {
      kind: 'course',
      capability: 'course.seeLearnersProgress',
      course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
    },
    summary:
      'The same as a CSV text: one line for each step of the funnel, each lesson and each question that is missed most',
    params: z.object({ id: idInUrl }),
    query: withinDays,
    answer: answerOf(z.object({ fileName: z.string(), csv: z.string() })),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
  readCourseFigures: endpoint({
    call: 'GET /courses/:id/figures',
    access: {
      kind: 'course',
      capability: 'course.seeLearnersProgress',
      course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
    },
    summary: 'How far the learners who enrolled within some days came, and at which lesson others stopped',
    params: z.object({ id: idInUrl }),
    query: withinDays,
    answer: answerOf(courseFigures),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
} as const
