/** docs/decisions/authentication.md describes the second factor of a sign-in. */
import * as z from 'zod/mini'
import { anyone, byRole, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { currentUser, missingSecondFactor, role } from './accounts.ts'
import { secondFactorForm } from './second-factor.forms.ts'

/** The calls need a fresh proof. When the account has a second factor, that proof includes a code of it. */
const ownWithFreshProof = { ...signedIn, fresh: true } as const

/** `demo` means that the installation takes no real money, so nobody must have a second factor. */
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

/** The answer holds all recovery codes, which are readable in this answer only. */
const recoveryCodes = answerOf(z.object({ recoveryCodes: z.array(z.string()) }))

export const secondFactorEndpoints = {
  completeSecondFactor: endpoint({
    call: 'POST /auth/sign-in/second-factor',
    bound: 'counted',
    // The cookie of the sign-in that answered SECOND_FACTOR_REQUIRED and the code authorise the call.
    access: anyone,
    summary: 'The second factor of a sign-in, in the browser of its first step and within ten minutes',
    body: z.object({
      ...secondFactorForm.shape,
      /** True means that this browser needs no second factor for 30 days. */
      rememberDevice: z.optional(z.boolean()),
    }),
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    refusals: ['SIGN_IN_EXPIRED', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
  }),
  readSecondFactor: endpoint({
    call: 'GET /auth/second-factor',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Whether my sign-ins have a second factor',
    answer: answerOf(
      z.object({
        /** The account has a second factor since this time. Null means that it has none. */
        since: z.nullable(instant),
        recoveryCodesLeft: z.int(),
        /** Says whether this installation requires a second factor of the caller. */
        requirement,
        /**
         * Superadmins were told that the second factor is lost, and it is removed at this time. Null means that no removal is
         * planned.
         */
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
    bound: { perDay: 50, of: 'person' },
    withoutSecondFactor: true,
    access: ownWithFreshProof,
    summary: 'A new secret for an authenticator app; nothing is on until its first code is confirmed',
    answer: answerOf(
      z.object({
        /** The secret is encoded in Base32. */
        secret: z.string(),
        /** The value is an otpauth:// address with secret, issuer and account. */
        address: z.string(),
        /** The QR code of the address is an SVG path of dark modules in a square of `size` units. */
        qrCode: z.object({ size: z.int(), path: z.string() }),
      }),
    ),
    refusals: ['SECOND_FACTOR_ON'],
  }),
  confirmSecondFactor: endpoint({
    call: 'POST /auth/second-factor/confirm',
    bound: 'counted',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Turn the second factor on by the app’s first code; ends the other sessions',
    body: secondFactorForm,
    answer: recoveryCodes,
    refusals: ['SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
  }),
  replaceRecoveryCodes: endpoint({
    call: 'POST /auth/second-factor/recovery-codes',
    bound: { perDay: 20, of: 'person' },
    access: ownWithFreshProof,
    summary: 'New recovery codes instead of the former ones',
    answer: recoveryCodes,
    refusals: ['SECOND_FACTOR_OFF'],
  }),
  turnOffSecondFactor: endpoint({
    call: 'POST /auth/second-factor/off',
    bound: 'ends',
    access: ownWithFreshProof,
    summary: 'Sign in without a second factor again',
    answer: doneAnswer,
    refusals: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_NEEDED'],
  }),
} as const
