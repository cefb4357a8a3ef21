/** Defines the courses that precede a course, recommended or required (docs/decisions/course-openings.md). */
import * as z from 'zod/mini'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { courseStates } from '../limits.ts'
import { limit, searchText } from '../texts.ts'

/** A course has at most this number of prerequisites. */
export const prerequisitesMost = 5

export const prerequisiteChoice = z.object({
  courseId: z.int(),
  title: z.string(),
  state: z.enum(courseStates),
  isPrivate: z.boolean(),
})
export type PrerequisiteChoice = z.infer<typeof prerequisiteChoice>

const ownPrerequisite = z.object({
  ...prerequisiteChoice.shape,
  /** False means that the prerequisite is a recommendation. */
  isRequired: z.boolean(),
})
export type OwnPrerequisite = z.infer<typeof ownPrerequisite>

const coursePrerequisites = z.object({
  /** Learners see the items in this order. */
  items: z.array(ownPrerequisite),
  /** Counts the learners whose contents are locked by a prerequisite now. */
  waiting: z.int(),
  version: versionRead,
})
export type CoursePrerequisites = z.infer<typeof coursePrerequisites>

export const prerequisitesForm = z.object({
  items: z
    .array(z.object({ courseId: idInBody, isRequired: z.boolean() }))
    .check(limit(prerequisitesMost, `Choose at most ${prerequisitesMost} courses`)),
  version: versionSent,
})

const toEdit = {
  kind: 'course',
  capability: 'course.edit',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const

export const prerequisitesEndpoints = {
  readPrerequisites: endpoint({
    call: 'GET /courses/:id/prerequisites',
    scope: 'courses:read',
    access: toEdit,
    summary: 'The courses that come before a course, and how many of its learners wait for them',
    params: z.object({ id: idInUrl }),
    answer: answerOf(coursePrerequisites),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  savePrerequisites: endpoint({
    call: 'PUT /courses/:id/prerequisites',
    bound: 'ownRow',
    scope: 'courses:write',
    access: toEdit,
    summary:
      'Set the courses that come before a course. A condition holds for enrolments and orders from when it is set',
    params: z.object({ id: idInUrl }),
    body: prerequisitesForm,
    answer: answerOf(coursePrerequisites),
    refusals: ['COURSE_NOT_FOUND', 'PREREQUISITE_CYCLE', 'PREREQUISITE_UNKNOWN', 'EDIT_CONFLICT'],
  }),
  listPrerequisiteChoices: endpoint({
    call: 'GET /courses/:id/prerequisite-choices',
    scope: 'courses:read',
    access: toEdit,
    summary: 'Other courses of the same seller that may come first, by title, 20 at most',
    params: z.object({ id: idInUrl }),
    query: z.object({ search: z.optional(searchText) }),
    answer: answerOf(z.array(prerequisiteChoice)),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  letLearnerStart: endpoint({
    call: 'PUT /courses/:id/learners/:userId/start',
    lastWins: 'a switch about one learner; each change is kept with its author',
    bound: { perDay: 2_000, of: 'course' },
    scope: 'enrolments:write',
    access: toEdit,
    summary: 'Let one learner start before the prerequisites are completed, or take that back',
    params: z.object({ id: idInUrl, userId: idInUrl }),
    body: z.object({ mayStart: z.boolean() }),
    answer: answerOf(z.object({ mayStart: z.boolean() })),
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
} as const
