import * as z from 'zod/mini'
import { emailField } from './accounts.forms.ts'
import {
  answerOf,
  bareAnswer,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from './endpoint.ts'
import { catalogueCourse } from './catalogue.ts'
import { enrolAtOnce } from './limits.ts'

/** A link that lets people into a private course; `maxUses` null: as many as there are. */
export const courseInvite = z.object({
  id: z.int(),
  url: z.string(),
  expiresAt: instant,
  maxUses: z.nullable(z.int()),
  uses: z.int(),
})
export type CourseInvite = z.infer<typeof courseInvite>

/** What became of one address: 'already' changes nothing, 'waiting' until somebody registers and verifies it. */
export const enrolledPerson = z.object({
  email: z.string(),
  state: z.enum(['enrolled', 'already', 'waiting']),
})
export type EnrolledPerson = z.infer<typeof enrolledPerson>

export const enrolmentsEndpoints = {
  enroll: endpoint({
    summary: 'Enrol oneself in a free course, or in a private one with an invitation',
    params: z.object({ courseId: idInUrl }),
    body: z.object({
      userId: z.optional(idInBody),
      courseId: z.optional(idInBody),
      invite: z.optional(z.string().check(z.maxLength(500))),
    }),
    answer: bareAnswer({ message: z.string() }),
    refusals: ['COURSE_NOT_FOUND', 'COURSE_NOT_FREE', 'INVITE_INVALID', 'NOT_YOURS'],
  }),
  coursePeople: endpoint({
    summary: 'How many people a course has, how many it waits for, and its open invitation links',
    params: z.object({ id: idInUrl }),
    answer: answerOf(
      z.object({
        enrolled: z.int(),
        waiting: z.int(),
        invites: z.array(courseInvite).check(z.maxLength(100)),
      }),
    ),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  enrolPeople: endpoint({
    summary: 'Enrol people by e-mail; those without an account are enrolled when they register and verify',
    params: z.object({ id: idInUrl }),
    body: z.object({ emails: z.array(emailField).check(z.minLength(1), z.maxLength(enrolAtOnce)) }),
    answer: answerOf(z.object({ enrolled: z.int(), waiting: z.int(), people: z.array(enrolledPerson) })),
    refusals: ['COURSE_NOT_FOUND', 'COURSE_IS_DRAFT', 'COURSE_ARCHIVED'],
  }),
  createInvite: endpoint({
    summary: 'A signed link that lets people into a private course',
    params: z.object({ id: idInUrl }),
    body: z.object({
      expiresAt: z.optional(z.iso.datetime({ offset: true })),
      maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    }),
    answer: answerOf(courseInvite),
    status: 201,
    refusals: ['COURSE_NOT_FOUND', 'COURSE_IS_DRAFT', 'COURSE_ARCHIVED'],
  }),
  revokeInvite: endpoint({
    summary: 'Make an invitation link useless',
    params: z.object({ id: idInUrl, inviteId: idInUrl }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'INVITE_INVALID'],
  }),
  listEnrolledCourses: endpoint({
    summary: 'The caller’s own courses with their progress',
    query: z.object({ ...pageQuery, userId: z.optional(idInUrl) }),
    answer: listAnswer(catalogueCourse),
    refusals: ['NOT_YOURS'],
  }),
} as const
