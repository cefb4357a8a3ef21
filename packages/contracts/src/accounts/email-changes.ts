/** Changes the e-mail address of one's own account (docs/decisions/accounts.md). */
import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, instant } from '../endpoint.ts'
import { emailChangeForm } from './email-changes.forms.ts'
import { limit, token } from '../texts.ts'

export const emailChange = z.object({
  email: z.string(),
  askedAt: instant,
  expiresAt: instant,
  isNewConfirmed: z.boolean(),
  /** Null means that the current address was never verified, so nobody is asked to confirm there. */
  isOldConfirmed: z.nullable(z.boolean()),
  /**
   * From this time on, the person may finish without a confirmation from the current address. Null means that no confirmation from
   * there is needed.
   */
  finishFrom: z.nullable(instant),
  /** True means that the new address is confirmed, the current one is not, and the waiting period is over. */
  mayFinish: z.boolean(),
})
export type EmailChange = z.infer<typeof emailChange>

/** `kind` says which address got the link: `new` the new one, `old` the current one, and `undo` the former one after the change. */
export const emailChangeLink = z.object({
  kind: z.enum(['new', 'old', 'undo']),
  oldEmail: z.string(),
  newEmail: z.string(),
  /** True means that the account is the caller's. */
  isOwn: z.boolean(),
  isConfirmed: z.boolean(),
})
export type EmailChangeLink = z.infer<typeof emailChangeLink>

const mailed = { token: token(200) }
const ownWithFreshProof = { ...signedIn, fresh: true } as const

export const emailChangesEndpoints = {
  readEmailChange: endpoint({
    call: 'GET /auth/email/change',
    access: signedIn,
    summary: 'My open change of e-mail address, or null',
    answer: answerOf(z.nullable(emailChange)),
  }),
  askEmailChange: endpoint({
    call: 'POST /auth/email/change',
    bound: 'counted',
    access: ownWithFreshProof,
    summary:
      'Ask for another e-mail address; ends an earlier request. The answer does not tell whether the address has an account',
    body: emailChangeForm,
    answer: answerOf(emailChange),
    refusals: ['EMAIL_UNCHANGED', 'TOO_MANY_ATTEMPTS'],
  }),
  cancelEmailChange: endpoint({
    call: 'DELETE /auth/email/change',
    bound: 'ends',
    access: signedIn,
    summary: 'Withdraw my open change of e-mail address',
    answer: doneAnswer,
  }),
  finishEmailChange: endpoint({
    call: 'POST /auth/email/change/finish',
    bound: 'parent',
    access: ownWithFreshProof,
    summary:
      'Change the address without the old mailbox: after seven days, with a second factor or a passkey from before',
    answer: doneAnswer,
    refusals: [
      'NOT_FOUND',
      'EMAIL_CHANGE_UNCONFIRMED',
      'EMAIL_CHANGE_WAITS',
      'EMAIL_CHANGE_NEEDS_SECOND_STEP',
      'EMAIL_EXISTS',
    ],
  }),
  readEmailChangeLink: endpoint({
    call: 'GET /auth/email/change/links/:token',
    // Reading requires only the mailed link and changes nothing.
    access: anyone,
    summary: 'What a mailed link of a change of e-mail address is for; changes nothing',
    params: z.object(mailed),
    answer: answerOf(emailChangeLink),
    refusals: ['LINK_EXPIRED'],
  }),
  confirmEmailChange: endpoint({
    call: 'POST /auth/email/change/confirm',
    bound: 'counted',
    // Confirming also requires the account's session or password.
    access: anyone,
    summary:
      'Confirm by the link that was mailed to the new or the old address; tells whether the address has changed',
    body: z.object({
      ...mailed,
      /** The account's password is not required with a session of the account. */
      password: z.optional(z.string().check(limit(1000))),
    }),
    answer: answerOf(z.object({ isChanged: z.boolean() })),
    refusals: [
      'LINK_EXPIRED',
      'PASSWORD_NEEDED',
      'WRONG_PASSWORD',
      'PUBLISHED_PASSWORD',
      'SIGN_IN_AGAIN',
      'EMAIL_EXISTS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  stopEmailChange: endpoint({
    call: 'POST /auth/email/change/stop',
    bound: 'token',
    // The link that was mailed to the old address authorises the call.
    access: anyone,
    summary: 'Stop an open change, by the link that was mailed to the old address',
    body: z.object(mailed),
    answer: doneAnswer,
    refusals: ['LINK_EXPIRED'],
  }),
  undoEmailChange: endpoint({
    call: 'POST /auth/email/change/undo',
    bound: 'token',
    // The link that was mailed to the former address authorises the call.
    access: anyone,
    summary:
      'Restore the former address, by the link that was mailed to it: ends all sessions and the password, and mails a link for a new one',
    body: z.object(mailed),
    answer: doneAnswer,
    refusals: ['LINK_EXPIRED', 'EMAIL_EXISTS'],
  }),
} as const
