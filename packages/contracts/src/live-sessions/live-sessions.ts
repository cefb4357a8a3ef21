/** Live sessions of a course have times, a link to join, and attendance (docs/decisions/announcements.md). */
import * as z from 'zod/mini'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInBody, idInUrl, instant } from '../endpoint.ts'
import { audience, audienceChoice } from '../enrolments/audiences.ts'
import { liveSessionForm } from './live-sessions.forms.ts'
import { limit } from '../texts.ts'

export const liveSession = z.object({
  id: z.int(),
  title: z.string(),
  startsAt: instant,
  minutes: z.int(),
  notes: z.string(),
  /** The link opens the meeting. Learners get the link from `linkFrom` until the end; managers of the course always get it. */
  link: z.nullable(z.string()),
  linkFrom: instant,
  /** Says whether the caller was present. Null means that nothing is recorded. */
  wasPresent: z.nullable(z.boolean()),
  version: versionRead,
  /** Absent means that the session is for everybody with access to the course. */
  audience: z.optional(audience),
})
export type LiveSession = z.infer<typeof liveSession>

export const attendance = z.object({
  learners: z.array(
    z.object({
      userId: z.int(),
      name: z.nullable(z.string()),
      email: z.string(),
      /** Null means that the attendance is not recorded. */
      isPresent: z.nullable(z.boolean()),
    }),
  ),
  /** Counts the people of the audience and everybody whose attendance is recorded. The list contains at most 2,000 of them. */
  total: z.int(),
})
export type Attendance = z.infer<typeof attendance>

const ofCourse = { params: z.object({ id: idInUrl }) }
const ofSession = { params: z.object({ id: idInUrl, sessionId: idInUrl }) }
const toStudy = {
  kind: 'course',
  capability: 'course.study',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const
const toEdit = { ...toStudy, capability: 'course.edit' } as const

export const liveSessionsEndpoints = {
  listLiveSessions: endpoint({
    call: 'GET /courses/:id/live-sessions',
    scope: 'courses:read',
    access: toStudy,
    summary:
      'The live sessions of a course by their start, for who may study it; a learner reads those for everybody and for their cohort, or for learners without one',
    ...ofCourse,
    answer: answerOf(z.object({ sessions: z.array(liveSession) })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  createLiveSession: endpoint({
    call: 'POST /courses/:id/live-sessions',
    bound: { perDay: 300, of: 'course' },
    scope: 'courses:write',
    access: toEdit,
    summary: 'Plan a live session; learners are reminded a day and an hour before it',
    ...ofCourse,
    body: z.extend(liveSessionForm, {
      notes: z.optional(liveSessionForm.shape.notes),
      /** Absent means that the session is for all learners. */
      audience: z.optional(audienceChoice),
    }),
    answer: answerOf(liveSession),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'COHORT_NOT_FOUND', 'LIVE_SESSION_IN_PAST', 'LIVE_SESSION_LIMIT_REACHED'],
  }),
  updateLiveSession: endpoint({
    call: 'PUT /courses/:id/live-sessions/:sessionId',
    bound: { perDay: 1_000, of: 'course' },
    scope: 'courses:write',
    access: toEdit,
    summary:
      'Change a live session; an absent field stays as it is. Another start, or one for others, is reminded of anew',
    ...ofSession,
    body: z.extend(z.partial(liveSessionForm), {
      audience: z.optional(audienceChoice),
      version: versionSent,
    }),
    ignored: ['linkFrom', 'wasPresent'],
    answer: answerOf(liveSession),
    refusals: ['COURSE_NOT_FOUND', 'LIVE_SESSION_NOT_FOUND', 'COHORT_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  removeLiveSession: endpoint({
    call: 'DELETE /courses/:id/live-sessions/:sessionId',
    bound: 'ends',
    openToSuspended: 'A session that does not take place is called off, with its reminders.',
    access: toEdit,
    summary: 'Cancel a live session with its reminders. Idempotent',
    ...ofSession,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  readAttendance: endpoint({
    call: 'GET /courses/:id/live-sessions/:sessionId/attendance',
    scope: 'people:read',
    access: toEdit,
    summary: 'The learners whom it is for by name, and who was noted as present or absent',
    ...ofSession,
    answer: answerOf(attendance),
    refusals: ['COURSE_NOT_FOUND', 'LIVE_SESSION_NOT_FOUND'],
  }),
  saveAttendance: endpoint({
    call: 'PUT /courses/:id/live-sessions/:sessionId/attendance',
    lastWins: 'one press about one person; the newest is the answer',
    bound: 'onePerPair',
    openToSuspended: 'A note about learners who keep the course; nobody is told.',
    access: toEdit,
    summary: 'Note who was present or absent; people who are not named stay as they are. Idempotent',
    ...ofSession,
    body: z.object({
      learners: z
        .array(z.object({ userId: idInBody, isPresent: z.nullable(z.boolean()) }))
        .check(z.minLength(1), limit(2_000)),
    }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'LIVE_SESSION_NOT_FOUND'],
  }),
} as const
