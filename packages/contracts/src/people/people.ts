import * as z from 'zod/mini'
import { anyone, byRole, signedIn } from '../access.ts'
import { currentUser, role } from '../accounts/accounts.ts'
import {
  answerOf,
  bareAnswer,
  doneAnswer,
  endpoint,
  idInUrl,
  instant,
  listMeta,
  pageQuery,
} from '../endpoint.ts'
import { invitationForm } from './people.forms.ts'
import { limit, token } from '../texts.ts'

export const invitation = z.object({
  id: z.int(),
  email: z.string(),
  role,
  businessId: z.nullable(z.int()),
  createdAt: instant,
  expiresAt: instant,
})
export type Invitation = z.infer<typeof invitation>

/**
 * Describes the invitation as the holder of the mailed link sees it. Null `businessName` means an invitation to run the platform.
 */
const shownInvitation = z.object({
  email: z.string(),
  role,
  businessName: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
  expiresAt: instant,
})

const tokenInUrl = z.object({ token: token(200) })

export const peopleEndpoints = {
  leave: endpoint({
    call: 'POST /auth/leave',
    bound: 'counted',
    access: signedIn,
    summary: 'Delete the own account after a grace of 14 days; signing in again before undoes it',
    body: z.object({
      /** The field is absent for people who sign in only through Google or GitHub and have just done so. */
      password: z.optional(z.string().check(limit(1000))),
      /** Holds the code of the second factor. It is absent when the account has no second factor. */
      code: z.optional(z.string().check(z.trim(), limit(40))),
    }),
    answer: bareAnswer({ eraseAfter: instant }),
    refusals: [
      'PASSWORD_NEEDED',
      'WRONG_PASSWORD',
      'PUBLISHED_PASSWORD',
      'SIGN_IN_AGAIN',
      'SECOND_FACTOR_REQUIRED',
      'WRONG_CODE',
      // People whose only second factor is a passkey have no code and need a fresh proof instead.
      'FRESH_PROOF_REQUIRED',
      'LAST_ADMIN',
      'LAST_SUPERADMIN',
      'COURSES_HAVE_LEARNERS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  createInvitation: endpoint({
    call: 'POST /invitations',
    bound: 'counted',
    access: { ...byRole('people.invite'), fresh: true },
    summary: 'Invite somebody by e-mail to teach or to administer; a superadmin may name a business',
    body: invitationForm,
    answer: answerOf(invitation),
    status: 201,
    refusals: [
      'SELLER_SUSPENDED',
      'FORBIDDEN',
      'EMAIL_NOT_VERIFIED',
      'ALREADY_IN_TEAM',
      'NOT_YOURS',
      'NOT_FOUND',
      'ADMIN_NEEDS_BUSINESS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  listInvitations: endpoint({
    call: 'GET /invitations',
    access: byRole('people.invite'),
    summary: 'Invitations that nobody has answered yet, and the business they lead into',
    query: z.object(pageQuery),
    answer: z.object({
      success: z.literal(true),
      data: z.array(invitation),
      meta: z.object({
        ...listMeta,
        /** Null means that these are invitations to run the platform. */
        businessName: z.nullable(z.string()),
      }),
    }),
  }),
  revokeInvitation: endpoint({
    call: 'DELETE /invitations/:id',
    bound: 'ends',
    openToSuspended: 'It takes a right away and tells nobody.',
    access: byRole('people.invite'),
    summary: 'Take an invitation back',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['INVITE_INVALID'],
  }),
  readInvitation: endpoint({
    call: 'GET /invitations/:token',
    // The link alone suffices to read the invitation. Accepting also requires the address to which it was sent.
    access: anyone,
    summary: 'What an invitation offers, for whoever holds its link',
    params: tokenInUrl,
    answer: answerOf(shownInvitation),
    refusals: ['INVITE_INVALID'],
  }),
  acceptInvitation: endpoint({
    call: 'POST /invitations/:token/accept',
    bound: 'token',
    access: signedIn,
    summary: 'Accept an invitation, signed in under the address it was sent to',
    params: tokenInUrl,
    body: z.object({}),
    answer: answerOf(currentUser),
    refusals: [
      'INVITE_INVALID',
      'INVITATION_FOR_SOMEBODY_ELSE',
      'INVITATION_CONFLICT',
      'SELLER_SUSPENDED',
      'LAST_ADMIN',
    ],
  }),
} as const
