import * as z from 'zod/mini'
import { accessLength } from '../courses/access-length.ts'
import { accessEndForm } from './access-end.forms.ts'
import { anyone, signedIn } from '../access.ts'
import { emailField } from '../accounts/accounts.forms.ts'
import { momentText } from '../calendar-text.ts'
import {
  answerOf,
  bareAnswer,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  listMeta,
  pageQuery,
} from '../endpoint.ts'
import { catalogueCourse } from '../catalogue/catalogue.ts'
import { enrolAtOnce, nameMaxLength } from '../limits.ts'
import { enrolmentStates } from './enrolment-states.ts'
import { offersQuery } from '../sales/offers-query.ts'
import { limit, line, searchText } from '../texts.ts'

/** A link admits people to a private course. `maxUses` null means unlimited. */
export const courseInvite = z.object({
  id: z.int(),
  url: z.string(),
  expiresAt: instant,
  maxUses: z.nullable(z.int()),
  uses: z.int(),
})
export type CourseInvite = z.infer<typeof courseInvite>

/** 'invited' does not reveal whether the address has an account. 'limit' means that the day's limit of new addresses is reached. */
export const enrolledPerson = z.object({
  email: z.string(),
  state: z.enum(['enrolled', 'already', 'invited', 'declined', 'limit']),
})
export type EnrolledPerson = z.infer<typeof enrolledPerson>

/** Counts what became of the people and invitations of one call to enrol people, after that call was taken back. */
export const withdrawnGrants = z.object({
  removed: z.int(),
  withdrawn: z.int(),
  /** Counts the people who keep the course, because they have accepted, begun to study, begun to pay or paid. */
  staying: z.int(),
})
export type WithdrawnGrants = z.infer<typeof withdrawnGrants>

/** Describes an invitation as the seller sees it, with the address and the name that the seller entered. */
export const invitedPerson = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  state: z.enum(['open', 'declined']),
  invitedAt: instant,
  sentAt: z.nullable(instant),
  /** False means that the person was mailed within the last day. */
  canSendAgain: z.boolean(),
})
export type InvitedPerson = z.infer<typeof invitedPerson>

/** Describes an invitation as the invited person sees it. `token` opens the invitation. */
export const courseInvitation = z.object({
  token: z.string(),
  courseId: z.int(),
  courseTitle: z.string(),
  sellerName: z.string(),
  invitedAt: instant,
})
export type CourseInvitation = z.infer<typeof courseInvitation>

const invitationToken = z.object({ token: z.string().check(limit(100)) })
const personId = z.object({ id: idInUrl, personId: idInUrl })

const courseAccess = z.object({
  /** Holds the length of access for new enrolments. Null means access without end. */
  access: z.nullable(accessLength),
  /** Counts enrolled learners whose access would end later with this length, counted from their enrolment. */
  learners: z.int(),
})
const ofCourse = ({ params }: { params: { id: number } }) => ({ course: params.id })

export const enrolmentsEndpoints = {
  readCourseAccess: endpoint({
    call: 'GET /courses/:id/access',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ofCourse },
    summary: 'The access length of a course, and how many learners it would give longer access',
    params: z.object({ id: idInUrl }),
    answer: answerOf(courseAccess),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  lengthenAccess: endpoint({
    call: 'POST /courses/:id/access/learners',
    bound: { perDay: 2_000, of: 'course' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ofCourse },
    summary:
      'Give the current access length of the course to the learners there are, where it is longer. Idempotent',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.object({ learners: z.int() })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  setLearnerAccess: endpoint({
    call: 'PUT /courses/:id/learners/:userId/access',
    lastWins: 'one day for one person; each change is noted with its author, and the newest is the answer',
    bound: { perDay: 2_000, of: 'course' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ofCourse },
    summary: 'Set the last day of one learner’s access, or give access for ever',
    params: z.object({ id: idInUrl, userId: idInUrl }),
    body: accessEndForm,
    answer: answerOf(z.object({ accessEndsAt: z.nullable(instant) })),
    refusals: ['COURSE_NOT_FOUND', 'LEARNER_NOT_FOUND', 'ACCESS_IN_THE_PAST', 'ACCESS_PAID_FOR_LONGER'],
  }),
  enroll: endpoint({
    call: 'POST /courses/:courseId/enroll',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: ({ body }) => (body.invite ? 'course.enrolByInvite' : 'course.enrol'),
      course: ({ params }) => ({ course: params.courseId }),
      self: ({ body }) => body.userId,
    },
    summary: 'Enrol oneself in a free course, or in a private one with an invitation',
    params: z.object({ courseId: idInUrl }),
    query: offersQuery,
    body: z.object({
      userId: z.optional(idInBody),
      courseId: z.optional(idInBody),
      invite: z.optional(z.string().check(limit(500))),
      /** A course with cohorts needs one. Without an id, the learner gets the first open cohort. */
      cohortId: z.optional(idInBody),
    }),
    ignored: ['price'],
    answer: bareAnswer({ message: z.string() }),
    refusals: [
      'COURSE_NOT_OFFERED',
      'COURSE_NOT_FOUND',
      'COURSE_NOT_FREE',
      'INVITE_INVALID',
      'NOT_YOURS',
      'ACCESS_REMOVED',
      'ACCESS_ENDED',
      'COHORT_FULL',
      'COHORT_CLOSED',
      'OFFER_CHANGED',
    ],
  }),
  coursePeople: endpoint({
    call: 'GET /courses/:id/people',
    scope: 'people:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'How many people a course has, how many it waits for, and its open invitation links',
    params: z.object({ id: idInUrl }),
    answer: answerOf(
      z.object({
        enrolled: z.int(),
        waiting: z.int(),
        invites: z.array(courseInvite).check(limit(100)),
      }),
    ),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  enrolPeople: endpoint({
    call: 'POST /courses/:id/enrolments',
    bound: { perDay: 500, of: 'course' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Enrol the own team by e-mail, and invite everybody else',
    params: z.object({ id: idInUrl }),
    body: z.object({
      emails: z.array(emailField).check(z.minLength(1), limit(enrolAtOnce)),
      /** The mail to an address greets the person by this name. */
      names: z.optional(
        z.array(z.object({ email: emailField, name: line(nameMaxLength) })).check(limit(enrolAtOnce)),
      ),
    }),
    answer: answerOf(
      z.object({
        enrolled: z.int(),
        waiting: z.int(),
        people: z.array(enrolledPerson),
        /**
         * The caller takes back the enrolments and invitations of this call by sending this time. The field is absent when the call
         * gave nothing new.
         */
        givenAt: z.optional(instant),
      }),
    ),
    refusals: [
      'SELLER_SUSPENDED',
      'COURSE_NOT_FOUND',
      'COURSE_IS_DRAFT',
      'COURSE_ARCHIVED',
      'EMAIL_NOT_VERIFIED',
    ],
  }),
  withdrawEnrolments: endpoint({
    call: 'POST /courses/:id/enrolments/withdrawal',
    bound: { perDay: 500, of: 'course' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary:
      'Take back what the caller’s own call to enrol people gave. Whoever has accepted, begun or paid stays. Idempotent',
    params: z.object({ id: idInUrl }),
    body: z.object({ givenAt: momentText }),
    answer: answerOf(withdrawnGrants),
    refusals: ['SELLER_SUSPENDED', 'COURSE_NOT_FOUND'],
  }),
  listInvitedPeople: endpoint({
    call: 'GET /courses/:id/invited-people',
    scope: 'people:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Addresses that were invited to the course and have not accepted, newest first',
    params: z.object({ id: idInUrl }),
    /** The search matches a part of the address, or of the name that the seller typed with it. */
    query: z.object({ ...pageQuery, search: z.optional(searchText) }),
    answer: listAnswer(invitedPerson),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  resendCourseInvitation: endpoint({
    call: 'POST /courses/:id/invited-people/:personId/send',
    bound: { refusedBy: 'INVITATION_JUST_SENT' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Mail an invitation again, once a day at most',
    params: personId,
    body: z.object({}),
    answer: answerOf(invitedPerson),
    refusals: [
      'SELLER_SUSPENDED',
      'COURSE_NOT_FOUND',
      'COURSE_IS_DRAFT',
      'COURSE_ARCHIVED',
      'INVITE_INVALID',
      'EMAIL_NOT_VERIFIED',
      'INVITATION_JUST_SENT',
    ],
  }),
  withdrawCourseInvitation: endpoint({
    call: 'DELETE /courses/:id/invited-people/:personId',
    bound: 'ends',
    openToSuspended: 'It takes a right away and tells nobody.',
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Take an invitation back',
    params: personId,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'INVITE_INVALID'],
  }),
  listCourseInvitations: endpoint({
    call: 'GET /course-invitations',
    // The service accepts only invitations to the caller's own confirmed address.
    access: signedIn,
    summary:
      'Courses that the caller is invited to; while the address is not confirmed only whether one waits',
    query: z.object(pageQuery),
    answer: z.object({
      success: z.literal(true),
      data: z.array(courseInvitation),
      meta: z.object({
        ...listMeta,
        waitsForProof: z.boolean(),
      }),
    }),
  }),
  readCourseInvitation: endpoint({
    call: 'GET /course-invitations/:token',
    // The mailed link suffices to read and to decline. Accepting also needs the address to which the link was sent.
    access: anyone,
    summary: 'What a mailed invitation to a course is about',
    params: invitationToken,
    answer: answerOf(
      z.object({ ...courseInvitation.shape, email: z.string(), state: z.enum(['open', 'accepted']) }),
    ),
    refusals: ['INVITE_INVALID'],
  }),
  acceptCourseInvitation: endpoint({
    call: 'POST /course-invitations/:token/accept',
    bound: 'token',
    access: signedIn,
    summary: 'Enrol in the course one was invited to; holding the mailed link proves the address',
    params: invitationToken,
    body: z.object({}),
    answer: answerOf(z.object({ courseId: z.int() })),
    refusals: ['COURSE_NOT_OFFERED', 'INVITE_INVALID', 'INVITATION_FOR_SOMEBODY_ELSE'],
  }),
  declineCourseInvitation: endpoint({
    call: 'POST /course-invitations/:token/decline',
    bound: 'token',
    access: anyone,
    summary: 'Decline an invitation to a course',
    params: invitationToken,
    body: z.object({}),
    answer: doneAnswer,
    refusals: ['INVITE_INVALID'],
  }),
  createInvite: endpoint({
    call: 'POST /courses/:id/invites',
    bound: { perDay: 100, of: 'course' },
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'A signed link that lets people into a private course',
    params: z.object({ id: idInUrl }),
    body: z.object({
      expiresAt: z.optional(momentText),
      maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    }),
    answer: answerOf(courseInvite),
    status: 201,
    refusals: ['SELLER_SUSPENDED', 'COURSE_NOT_FOUND', 'COURSE_IS_DRAFT', 'COURSE_ARCHIVED'],
  }),
  revokeInvite: endpoint({
    call: 'DELETE /courses/:id/invites/:inviteId',
    bound: 'ends',
    openToSuspended: 'It takes a right away and tells nobody.',
    scope: 'enrolments:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Make an invitation link useless',
    params: z.object({ id: idInUrl, inviteId: idInUrl }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'INVITE_INVALID'],
  }),
  listEnrolledCourses: endpoint({
    call: 'GET /courses/enrolled',
    isInFirstLoad: true,
    access: { kind: 'role', capability: 'self.anything', self: ({ query }) => query.userId },
    summary: 'The caller’s own courses with their progress',
    query: z.object({
      ...pageQuery,
      userId: z.optional(idInUrl),
      /** Absent means all courses. `in-progress` and `completed` omit courses that the learner archived. */
      state: z.optional(z.enum(enrolmentStates)),
      /** The search covers titles and teachers' names and ignores case and accents. */
      search: z.optional(searchText),
    }),
    answer: listAnswer(catalogueCourse),
    refusals: ['NOT_YOURS'],
  }),
  archiveEnrolment: endpoint({
    call: 'PUT /courses/enrolled/:courseId',
    lastWins: 'a switch in one person’s own list; the newest is the answer',
    bound: 'changes',
    access: {
      kind: 'course',
      capability: 'course.keepNotes',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'Put one of one’s own courses away, or take it back; it stays open either way',
    params: z.object({ courseId: idInUrl }),
    body: z.object({ archived: z.boolean() }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
} as const
