/** How far the learners of a course come, and where they stop (docs/decisions/course-figures.md). */
import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { fileTypes } from '../limits.ts'

/** The learner counts of a course, in the order they are reached. */
export const funnelSteps = [
  'enrolled',
  'started',
  'quarter',
  'half',
  'threeQuarters',
  'finished',
  'certificate',
] as const
export type FunnelStep = (typeof funnelSteps)[number]

const lessonFigures = z.object({
  id: z.int(),
  title: z.string(),
  fileType: z.enum(fileTypes),
  /** Learners with any progress in the lesson. */
  opened: z.int(),
  completed: z.int(),
  /** Unfinished learners who have been inactive for `inactiveAfterDays`, and whose last lesson this was. */
  stopped: z.int(),
  /** Unusually many stopped here. */
  isSteep: z.boolean(),
})

/** Of the people with access who were enrolled within the chosen days. */
export const courseFigures = z.object({
  courseTitle: z.string(),
  funnel: z.array(z.object({ step: z.enum(funnelSteps), learners: z.int() })),
  /** Published items in the order of the course. */
  lessons: z.array(lessonFigures),
})
export type CourseFigures = z.infer<typeof courseFigures>

export const courseFiguresEndpoints = {
  readCourseFigures: endpoint({
    call: 'GET /courses/:id/figures',
    access: {
      kind: 'course',
      capability: 'course.seeLearnersProgress',
      course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
    },
    summary: 'How far the learners who enrolled within some days came, and at which lesson others stopped',
    params: z.object({ id: idInUrl }),
    query: z.object({
      /** Both days are included, in Malaysia; absent: unlimited. */
      from: z.optional(dayText()),
      to: z.optional(dayText()),
    }),
    answer: answerOf(courseFigures),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
} as const
