/** A course with cohorts starts on several days, each with its own places (docs/decisions/course-openings.md). */
import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { cohortForm, cohortLimits } from './cohorts.forms.ts'
import { startOfCourse } from './starts.ts'
import { limit } from '../texts.ts'

/** The course's staff see a cohort in this form. */
export const cohort = z.object({
  id: z.int(),
  name: z.string(),
  startsOn: dayText(),
  endsOn: z.nullable(dayText()),
  places: z.nullable(z.int()),
  closesOn: dayText(),
  state: z.enum(['upcoming', 'running', 'past']),
  /** Counts the learners. The count exceeds `places` when a payment came after the last place was taken or staff added learners. */
  members: z.int(),
  /** Counts places that unpaid orders reserve. */
  held: z.int(),
  version: versionRead,
})
export type Cohort = z.infer<typeof cohort>

/** Describes a cohort that can be chosen or is full. */
export const offeredStart = z.object({
  ...startOfCourse.shape,
  closesOn: dayText(),
  /** Null means that more than 10 places are free or that places are unlimited. */
  placesLeft: z.nullable(z.int()),
  isFull: z.boolean(),
})
export type OfferedStart = z.infer<typeof offeredStart>

/** Starts are sorted by day. `selfPaced` means that the course may begin at once when no cohort is open. */
export const courseStarts = z.object({
  starts: z.array(offeredStart),
  selfPaced: z.boolean(),
  /** True means that the caller is or was enrolled and stays in their cohort, so that no choice is needed. */
  isOwn: z.optional(z.literal(true)),
})
export type CourseStarts = z.infer<typeof courseStarts>

const ofCourse = { params: z.object({ id: idInUrl }) }
const ofCohort = { params: z.object({ id: idInUrl, cohortId: idInUrl }) }
const toSee = {
  kind: 'course',
  capability: 'course.see',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const
const toEdit = { ...toSee, capability: 'course.edit' } as const

export const cohortsEndpoints = {
  readStarts: endpoint({
    call: 'GET /courses/:id/starts',
    scope: 'courses:read',
    access: toSee,
    summary: 'The starts of a course that can be chosen now, and those that are full',
    ...ofCourse,
    answer: answerOf(courseStarts),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  listCohorts: endpoint({
    call: 'GET /courses/:id/cohorts',
    scope: 'courses:read',
    access: toEdit,
    summary: 'All cohorts of a course by their start, with members and places',
    ...ofCourse,
    answer: answerOf(z.object({ cohorts: z.array(cohort), selfPaced: z.boolean() })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  createCohort: endpoint({
    call: 'POST /courses/:id/cohorts',
    bound: { perDay: 300, of: 'course' },
    scope: 'courses:write',
    access: toEdit,
    summary: 'Add a cohort; without `closesOn` it can be chosen until the day of its start',
    ...ofCourse,
    body: z.extend(z.partial(cohortForm), {
      name: cohortForm.shape.name,
      startsOn: cohortForm.shape.startsOn,
    }),
    answer: answerOf(cohort),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'COHORT_DATES', 'COHORT_LIMIT_REACHED'],
  }),
  updateCohort: endpoint({
    call: 'PUT /courses/:id/cohorts/:cohortId',
    bound: 'changes',
    scope: 'courses:write',
    access: toEdit,
    summary:
      'Change a cohort; an absent field stays as it is. Contents open to its members from the new start; nothing that is open is closed',
    ...ofCohort,
    body: z.extend(z.partial(cohortForm), { version: versionSent }),
    answer: answerOf(cohort),
    refusals: ['COURSE_NOT_FOUND', 'COHORT_NOT_FOUND', 'COHORT_DATES', 'COHORT_HAS_STARTED', 'EDIT_CONFLICT'],
  }),
  removeCohort: endpoint({
    call: 'DELETE /courses/:id/cohorts/:cohortId',
    bound: 'ends',
    access: toEdit,
    summary: 'Remove a cohort without members and without places that orders hold. Idempotent',
    ...ofCohort,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'COHORT_HAS_MEMBERS'],
  }),
  setSelfPaced: endpoint({
    call: 'PUT /courses/:id/self-paced',
    lastWins: 'a switch of one course; the newest is the answer',
    bound: 'ownRow',
    scope: 'courses:write',
    access: toEdit,
    summary: 'Whether the course may be taken at once while none of its cohorts is open',
    ...ofCourse,
    body: z.object({ selfPaced: z.boolean() }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  moveLearners: endpoint({
    call: 'PUT /courses/:id/cohort-members',
    lastWins: 'learners who are named, into one cohort; the newest is the answer',
    bound: { perDay: 2_000, of: 'course' },
    scope: 'enrolments:write',
    access: toEdit,
    summary:
      'Put learners of the course into a cohort, also a full one, or into none. Contents that are open to a learner stay open. Idempotent',
    ...ofCourse,
    body: z.object({
      userIds: z.array(idInBody).check(z.minLength(1), limit(cohortLimits.moved)),
      cohortId: z.nullable(idInBody),
    }),
    /** `moved` counts learners whose cohort changed. */
    answer: answerOf(z.object({ moved: z.int() })),
    refusals: ['COURSE_NOT_FOUND', 'COHORT_NOT_FOUND', 'LEARNER_NOT_FOUND'],
  }),
} as const
