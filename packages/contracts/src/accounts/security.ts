/** Defines the log of changes to money, roles and sign-in methods, and the proof of identity that such changes require. */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { confirmForm } from './security.forms.ts'

/** The log records these changes, and all admins of the seller are notified at once. */
export const securityKinds = [
  'chip.changed',
  'bank.changed',
  'payoutBank.changed',
  'fee.changed',
  'seller.approved',
  'seller.limited',
  'seller.suspended',
  'seller.restored',
  'seller.brandCleared',
  'seller.detailsChanged',
  'seller.checkReturned',
  'seller.verified',
  'payout.prepared',
  'signal.opened',
  'transfer.recorded',
  'transfer.reversed',
  'refund.approved',
  'refund.declined',
  'role.changed',
  'member.deleted',
  'invitation.sent',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.removalAsked',
  'secondFactor.removalConfirmed',
  'secondFactor.removalStopped',
  'secondFactor.removed',
  'recoveryCodes.replaced',
  'recoveryCode.used',
  'passkey.added',
  'passkey.removed',
  'passkey.copied',
  'identity.removed',
  'email.changed',
  'email.restored',
  'apiToken.created',
  'apiToken.revoked',
  'webhook.created',
  'webhook.deleted',
  'webhook.secretReplaced',
  'webhook.turnedOff',
  'sessions.ended',
  'securityLog.fellBack',
] as const
export type SecurityKind = (typeof securityKinds)[number]

/** The platform decides these changes about a seller; each has its own mail instead of the security mail. */
export const kindsWithOwnMail = [
  ...(['seller.approved', 'seller.limited', 'seller.suspended', 'seller.restored'] as const),
  ...(['seller.checkReturned', 'seller.verified', 'seller.brandCleared', 'payout.prepared'] as const),
] as const
export type SecurityMailKind = Exclude<SecurityKind, (typeof kindsWithOwnMail)[number]>

export const securityDetail = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type SecurityDetails = Record<string, z.infer<typeof securityDetail>>

const person = z.object({
  id: z.int(),
  /** Null means that the person has no name or that their account was erased. */
  name: z.nullable(z.string()),
})

export const securityEntry = z.object({
  id: z.int(),
  at: instant,
  /** The value is one of `securityKinds` or `activityKinds`, or a kind of a newer release. */
  kind: z.string(),
  /** Null means that nobody was signed in. */
  actor: z.nullable(person),
  /** Null means that the entry concerns no business. */
  business: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Null means that the entry concerns no person. */
  subject: z.nullable(person),
  details: z.record(z.string(), securityDetail),
  /** Holds the actor's network. It is null after 90 days, and for readers outside of the actor's seller. */
  address: z.nullable(z.string()),
})
export type SecurityEntry = z.infer<typeof securityEntry>

/** Holds the session's new token. The previous token is accepted for another minute. */
export const proofAnswer = answerOf(z.object({ token: z.string() }))

export const securityEndpoints = {
  confirmIdentity: endpoint({
    call: 'POST /auth/confirm',
    bound: 'counted',
    withoutSecondFactor: true,
    access: signedIn,
    summary:
      'Prove again who one is, for changes that need it within ten minutes of the last proof; the session has a new token',
    body: confirmForm,
    answer: proofAnswer,
    refusals: [
      'WRONG_PASSWORD',
      'PUBLISHED_PASSWORD',
      'SECOND_FACTOR_REQUIRED',
      'WRONG_CODE',
      'SIGN_IN_AGAIN',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  listSecurityLog: endpoint({
    call: 'GET /security-log',
    // The service selects the entries: the caller's own, those of an admin's business, or all for a superadmin.
    access: signedIn,
    summary: 'Changes to money, roles and ways in: an admin’s business, one’s own, a superadmin’s all',
    query: z.object({ ...pageQuery, businessId: z.optional(idInUrl) }),
    answer: listAnswer(securityEntry),
  }),
} as const
