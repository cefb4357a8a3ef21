import * as z from 'zod/mini'
import { anyone, byRole, signedIn } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import {
  answerOf,
  bareAnswer,
  doneAnswer,
  endpoint,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import { loginForm, nameField, registrationForm, registrationFormOnly } from './accounts.forms.ts'
import { roles } from '../limits.ts'
import { bioField } from '../people/people.forms.ts'
import { documentVersion } from './consents.ts'
import { limit, token } from '../texts.ts'

export const role = z.enum(roles)

/** The account's rights require a second factor and it has none. `dueAt` is the deadline for its setup. */
export const missingSecondFactor = z.object({
  dueAt: instant,
  /** True means that the deadline has passed: the account can then use only the setup of a second factor. */
  isOverdue: z.boolean(),
})
export type MissingSecondFactor = z.infer<typeof missingSecondFactor>

/** Describes the signed-in person in the fields `data.decoded` and `data.user` (docs/api.md#identity). */
export const currentUser = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  role,
  businessId: z.nullable(z.int()),
  createdAt: instant,
  emailVerified: z.boolean(),
  metadata: z.object({ avatar: z.nullable(z.string()) }),
  /** Holds the biography of a person who teaches. Sales pages show it. */
  bio: z.optional(z.string()),
  /** Holds the edit version of name, picture and bio. Only the answer of `updateUser` has it. */
  version: versionRead,
  /** The answers of `verifySession`, `updateUser` and sign-ins have this field while the second factor is missing. */
  missingSecondFactor: z.optional(missingSecondFactor),
  /**
   * Lists new versions of the terms or the privacy policy whose notice the person has not closed. Only the answers of
   * `verifySession`, `updateUser` and of sign-ins have this field.
   */
  newDocuments: z.optional(z.array(documentVersion)),
  /** True means that this sign-in has cancelled the deletion of the account. Only answers of sign-ins have this field. */
  isDeletionCancelled: z.optional(z.boolean()),
})
export type CurrentUser = z.infer<typeof currentUser>

/**
 * A deletion either erases the account at once, removes the person from the team and preserves the account and its purchases from
 * other sellers, or erases it after the grace period of a self-deletion.
 */
export const deletionOutcome = z.enum(['erased', 'leftTeam', 'scheduled'])
export type DeletionOutcome = z.infer<typeof deletionOutcome>

/** Describes a person in an admin's list (docs/specification.md#3-entities-and-their-fields). */
export const listedUser = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  role,
  businessId: z.nullable(z.int()),
  createdAt: instant,
  lastEnrolled: z.nullable(instant),
  lastBooking: z.nullable(instant),
  totalBookings: z.int(),
  courses: z.optional(z.array(z.object({ id: z.int(), title: z.string() }))),
  metadata: z.object({ avatar: z.nullable(z.string()) }),
})
export type ListedUser = z.infer<typeof listedUser>

export const instructor = z.object({ id: z.int(), name: z.nullable(z.string()), email: z.string(), role })
export type Instructor = z.infer<typeof instructor>

/** Holds one of the platform's own media URLs. '' means no picture. */
const avatarField = z.string().check(limit(500))

const signInAnswer = answerOf(z.object({ token: z.string(), user: currentUser }))

export const session = z.object({
  id: z.int(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string(),
  /** Holds the network of the sign-in: an IPv4 address or an IPv6 /64. Null means unknown. */
  signedInAddress: z.nullable(z.string()),
  /** Holds the network of the last recorded use. */
  lastSeenAddress: z.nullable(z.string()),
  isCurrent: z.boolean(),
})

export const accountsEndpoints = {
  login: endpoint({
    call: 'POST /auth/login',
    bound: 'counted',
    access: anyone,
    summary: 'Sign in with email and password',
    body: loginForm,
    ignored: ['rememberMe', 'remember'],
    answer: signInAnswer,
    refusals: ['INVALID_CREDENTIALS', 'PUBLISHED_PASSWORD', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
  }),
  register: endpoint({
    call: 'POST /auth/register',
    bound: 'counted',
    access: anyone,
    summary: 'Create a student account and sign in',
    body: registrationForm,
    /** The client cannot choose the role and the business: the server decides them. */
    ignored: [...registrationFormOnly, 'id', 'role', 'businessId'],
    answer: signInAnswer,
    status: 201,
    refusals: ['EMAIL_EXISTS', 'PASSWORD_COMMON', 'TOO_MANY_ATTEMPTS'],
  }),
  verifySession: endpoint({
    call: 'POST /auth/verify',
    bound: { bounded: 'It reads, and notes when the session was last seen.' },
    isInFirstLoad: true,
    access: anyone,
    summary: 'Who this token belongs to; the token as bearer or in the body',
    body: z.object({ token: z.optional(z.string().check(limit(500))) }),
    answer: answerOf(z.object({ decoded: currentUser })),
    refusals: ['UNAUTHENTICATED'],
  }),
  logout: endpoint({
    call: 'POST /auth/logout',
    bound: 'ends',
    isInFirstLoad: true,
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'End this session',
    answer: doneAnswer,
  }),
  listSessions: endpoint({
    call: 'GET /auth/sessions',
    access: signedIn,
    summary: 'Where I am signed in',
    answer: listAnswer(session),
  }),
  endSession: endpoint({
    call: 'DELETE /auth/sessions/:id',
    bound: 'ends',
    // The service decides: ending another session requires a fresh proof, ending the current one does not.
    access: { ...signedIn, fresh: 'by the service' },
    summary: 'End one of my sessions',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  endOtherSessions: endpoint({
    call: 'POST /auth/sessions/end-others',
    bound: 'ends',
    // The call requires a fresh proof, because a thief of this session could lock the owner out.
    access: { ...signedIn, fresh: true },
    summary: 'End all my sessions but this one',
    answer: doneAnswer,
  }),
  readVerification: endpoint({
    call: 'GET /auth/email/verify/:token',
    withoutSecondFactor: true,
    // Reading needs only the mailed link; confirming also needs the account's session or password.
    access: anyone,
    summary:
      'Which address a mailed link would prove, and whether its account is the caller’s; proves nothing',
    params: z.object({ token: token(200) }),
    answer: answerOf(z.object({ email: z.string(), isOwn: z.boolean() })),
    refusals: ['LINK_EXPIRED'],
  }),
  verifyEmail: endpoint({
    call: 'POST /auth/email/verify',
    bound: 'counted',
    withoutSecondFactor: true,
    access: anyone,
    summary:
      'Prove an e-mail address by the link that was mailed to it, and the account’s session or password',
    body: z.object({
      token: token(200),
      /** The account's password is not required with a session of the account. */
      password: z.optional(z.string().check(limit(1000))),
    }),
    answer: doneAnswer,
    refusals: [
      'LINK_EXPIRED',
      'PASSWORD_NEEDED',
      'WRONG_PASSWORD',
      'PUBLISHED_PASSWORD',
      'SIGN_IN_AGAIN',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  listUsers: endpoint({
    call: 'GET /users',
    scope: 'people:read',
    access: byRole('people.list'),
    summary: 'The people the caller administers',
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(limit(200))) }),
    answer: listAnswer(listedUser),
  }),
  listInstructors: endpoint({
    call: 'GET /users/instructors',
    scope: 'people:read',
    access: byRole('people.listInstructors'),
    summary: 'Who can teach in the caller’s business',
    query: z.object(pageQuery),
    answer: listAnswer(instructor),
  }),
  listMyLearners: endpoint({
    call: 'GET /users/enrolled-in-my-courses',
    scope: 'people:read',
    access: byRole('people.listLearners'),
    summary: 'The people enrolled in the caller’s courses',
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(limit(200))) }),
    answer: listAnswer(listedUser),
  }),
  updateUser: endpoint({
    call: 'PUT /users/:id',
    bound: 'ownRow',
    // A change of role needs a fresh proof, a change of name does not: people.service decides.
    access: { ...byRole('person.update'), fresh: 'by the service' },
    summary: 'Change a name, avatar, role or biography',
    params: z.object({ id: idInUrl }),
    body: z.object({
      name: z.optional(nameField),
      avatar: z.optional(avatarField),
      /** The picture follows the specification's User entity; `avatar` takes precedence. */
      metadata: z.optional(z.object({ avatar: z.optional(z.nullable(avatarField)) })),
      role: z.optional(role),
      /** People who teach may change this text; others may not. */
      bio: z.optional(bioField),
      version: versionSent,
    }),
    sentBack: ['email', 'businessId', 'createdAt', 'emailVerified', 'isDeletionCancelled'],
    lenient: ['metadata'],
    ignored: [
      'lastEnrolled',
      'lastBooking',
      'totalBookings',
      'courses',
      'missingSecondFactor',
      'newDocuments',
    ],
    answer: answerOf(currentUser),
    refusals: [
      'USER_NOT_FOUND',
      'LAST_ADMIN',
      'LAST_SUPERADMIN',
      'ADMIN_NEEDS_BUSINESS',
      'FILE_NOT_AN_UPLOAD',
      'EDIT_CONFLICT',
    ],
  }),
  signOutUser: endpoint({
    call: 'POST /users/:id/sessions/end',
    bound: 'ends',
    // The call requires a fresh proof, because a thief of a session could lock all other users out.
    access: { ...byRole('person.delete'), fresh: true },
    summary:
      'End all sessions, API tokens and trusted browsers of somebody else whose account may be in other hands',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['USER_NOT_FOUND', 'FORBIDDEN'],
  }),
  readDeletion: endpoint({
    call: 'GET /users/:id/deletion',
    access: byRole('person.delete'),
    summary: 'What deleting a person would do now; changes nothing',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.object({ outcome: deletionOutcome })),
    refusals: ['USER_NOT_FOUND', 'LAST_ADMIN', 'LAST_SUPERADMIN'],
  }),
  deleteUser: endpoint({
    call: 'DELETE /users/:id',
    bound: 'ends',
    // people.service decides: deleting oneself requires the password, deleting another person requires a fresh proof.
    access: { ...byRole('person.delete'), fresh: 'by the service' },
    summary:
      'Delete a person, or take them out of the team; oneself only where there is no password for `leave` to ask for',
    params: z.object({ id: idInUrl }),
    /** Holds the outcome that the dialog announced to the person. After 'leftTeam' was announced, the account is never erased. */
    query: z.object({ announced: z.optional(deletionOutcome) }),
    answer: bareAnswer({
      /** The account will be erased at this time. Null means that it was erased at once, or that it stays without the team. */
      eraseAfter: z.nullable(instant),
      data: z.object({ outcome: deletionOutcome }),
    }),
    refusals: [
      'USER_NOT_FOUND',
      'LAST_ADMIN',
      'LAST_SUPERADMIN',
      'COURSES_HAVE_LEARNERS',
      'PASSWORD_NEEDED',
      'SIGN_IN_AGAIN',
    ],
  }),
} as const
