import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { currentUser } from './accounts.ts'
import { answerOf, doneAnswer, endpoint } from '../endpoint.ts'
import { token } from '../texts.ts'

/** Sign-in starts at this address; null means that the operator has not configured the provider. */
const begin = z.nullable(z.string())

export const signInProviders = z.object({ google: begin, github: begin })
export type SignInProviderName = keyof z.infer<typeof signInProviders>

/**
 * Says why signing in through a provider failed. After a failure, the server redirects to /login with one of these words in the
 * fragment.
 */
export const signInProblems = ['unset', 'cancelled', 'expired', 'unverified', 'busy', 'failed'] as const
export type SignInProblem = (typeof signInProblems)[number]

export const signInEndpoints = {
  listSignInProviders: endpoint({
    call: 'GET /auth/providers',
    access: anyone,
    summary:
      'Other ways in. A browser opens the address, with ?redirect= for a path of this site; GET /api/auth/{provider}/callback sends it back to /login with a code in the fragment',
    answer: answerOf(signInProviders),
  }),
  completeSignIn: endpoint({
    call: 'POST /auth/sign-in/complete',
    bound: 'token',
    // The code authorises the call in the browser that started the sign-in.
    access: anyone,
    summary: 'Exchange the code from the fragment, in the browser that began, once and within two minutes',
    body: z.object({ code: token(200) }),
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    refusals: ['LINK_EXPIRED', 'SECOND_FACTOR_REQUIRED'],
  }),
  resendVerification: endpoint({
    call: 'POST /auth/email/resend',
    bound: 'counted',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Mail the link that proves one’s own e-mail address again; nothing is sent once it is proven',
    answer: doneAnswer,
    refusals: ['TOO_MANY_ATTEMPTS'],
  }),
} as const
