/** The second step of a sign-in: docs/decisions/authentication.md. */
import * as z from 'zod/mini'
import { anyone, byRole, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { currentUser, missingSecondFactor, role } from './accounts.ts'
import { secondFactorForm } from './second-factor.forms.ts'

/** Where sign-ins have a second step, a fresh proof holds a code. */
const ownWithFreshProof = { ...signedIn, fresh: true } as const

/** `demo`: required of nobody, because no real money is taken. */
export const requirement = z.enum(['none', 'required', 'demo'])
export type Requirement = z.infer<typeof requirement>

export const lackingSecondFactor = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  role,
  businessName: z.nullable(z.string()),
  ...missingSecondFactor.shape,
})
export type LackingSecondFactor = z.infer<typeof lackingSecondFactor>

/** All of them, readable for this answer only. */
const recoveryCodes = answerOf(z.object({ recoveryCodes: z.array(z.string()) }))

export const secondFactorEndpoints = {
  completeSecondFactor: endpoint({
    call: 'POST /auth/sign-in/second-factor',
    // Proven by the cookie of the sign-in that answered SECOND_FACTOR_REQUIRED, and the code.
    access: anyone,
    summary: 'The second step of a sign-in, in the browser of its first step and within ten minutes',
    body: z.object({
      ...secondFactorForm.shape,
      /** This browser needs no second step for 30 days. */
      rememberDevice: z.optional(z.boolean()),
    }),
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    refusals: ['SIGN_IN_EXPIRED', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
  }),
  readSecondFactor: endpoint({
    call: 'GET /auth/second-factor',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Whether my sign-ins have a second step',
    answer: answerOf(
      z.object({
        /** Since when; null: there is none. */
        since: z.nullable(instant),
        recoveryCodesLeft: z.int(),
        /** Whether this installation requires one of me. */
        requirement,
        /** When superadmins remove it, because they were told that I have lost it; null: they do not. */
        removedAt: z.nullable(instant),
      }),
    ),
  }),
  listLackingSecondFactor: endpoint({
    call: 'GET /auth/second-factor/lacking',
    access: byRole('securityLog.read'),
    summary: 'Who has to set up a second factor: in an admin’s business, or all for a superadmin',
    query: z.object(pageQuery),
    answer: listAnswer(lackingSecondFactor),
  }),
  beginSecondFactor: endpoint({
    call: 'POST /auth/second-factor',
    withoutSecondFactor: true,
    access: ownWithFreshProof,
    summary: 'A new secret for an authenticator app; nothing is on until its first code is confirmed',
    answer: answerOf(
      z.object({
        /** Base32. */
        secret: z.string(),
        /** otpauth:// with secret, issuer and account. */
        address: z.string(),
        /** The address as a QR code: an SVG path of dark modules, in a square of `size` units. */
        qrCode: z.object({ size: z.int(), path: z.string() }),
      }),
    ),
    refusals: ['SECOND_FACTOR_ON'],
  }),
  confirmSecondFactor: endpoint({
    call: 'POST /auth/second-factor/confirm',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Turn the second step on by the app’s first code; ends the other sessions',
    body: secondFactorForm,
    answer: recoveryCodes,
    refusals: ['SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
  }),
  replaceRecoveryCodes: endpoint({
    call: 'POST /auth/second-factor/recovery-codes',
    access: ownWithFreshProof,
    summary: 'New recovery codes instead of the former ones',
    answer: recoveryCodes,
    refusals: ['SECOND_FACTOR_OFF'],
  }),
  turnOffSecondFactor: endpoint({
    call: 'POST /auth/second-factor/off',
    access: ownWithFreshProof,
    summary: 'Sign in without a second step again',
    answer: doneAnswer,
    refusals: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_NEEDED'],
  }),
} as const
