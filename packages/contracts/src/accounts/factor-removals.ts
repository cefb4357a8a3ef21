/**
 * A person who has lost every second factor recovers access through two superadmins and a waiting period of one day
 * (docs/decisions/authentication.md).
 */
import * as z from 'zod/mini'
import { anyone, byRole, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { factorRemovalForm } from './factor-removals.forms.ts'
import { token } from '../texts.ts'

/** asked: another superadmin must confirm it · confirmed: the waiting day runs · expired: it was not confirmed within a week */
export const factorRemovalStates = [
  'asked',
  'confirmed',
  'removed',
  'stopped',
  'withdrawn',
  'expired',
] as const

/** A name is null when the person has none or was erased. */
const named = z.object({ id: z.int(), name: z.nullable(z.string()) })

export const factorRemoval = z.object({
  id: z.int(),
  state: z.enum(factorRemovalStates),
  person: z.object({ ...named.shape, email: z.string() }),
  reason: z.string(),
  /** The text says how the requester verified the person's identity. */
  identityCheck: z.string(),
  askedBy: named,
  askedAt: instant,
  confirmedBy: z.nullable(named),
  confirmedAt: z.nullable(instant),
  /** The factors are removed at this time. The field is null before the confirmation and after the end of the request. */
  takesEffectAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type FactorRemoval = z.infer<typeof factorRemoval>

const ofTwo = { ...byRole('platform.run'), fresh: true } as const
const params = z.object({ id: idInUrl })

export const factorRemovalsEndpoints = {
  listFactorRemovals: endpoint({
    call: 'GET /second-factor-removals',
    access: byRole('platform.run'),
    summary: 'Requests to remove the second factors of people who have lost them, newest first',
    query: z.object(pageQuery),
    answer: listAnswer(factorRemoval),
  }),
  askFactorRemoval: endpoint({
    call: 'POST /second-factor-removals',
    bound: 'counted',
    access: ofTwo,
    summary: 'Ask that the second factors of somebody who has lost them are removed',
    body: factorRemovalForm,
    answer: answerOf(factorRemoval),
    status: 201,
    refusals: [
      'USER_NOT_FOUND',
      'FACTOR_REMOVAL_OWN',
      'FACTOR_REMOVAL_OPEN',
      'FACTOR_REMOVAL_NOTHING',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  confirmFactorRemoval: endpoint({
    call: 'POST /second-factor-removals/:id/confirm',
    bound: 'platform',
    access: ofTwo,
    summary: 'Confirm a request of another superadmin; the factors are removed a day later',
    params,
    answer: answerOf(factorRemoval),
    refusals: [
      'NOT_FOUND',
      'FACTOR_REMOVAL_OWN',
      'FACTOR_REMOVAL_OF_TWO',
      'FACTOR_REMOVAL_NEW_SUPERADMIN',
      'FACTOR_REMOVAL_ENDED',
    ],
  }),
  withdrawFactorRemoval: endpoint({
    call: 'POST /second-factor-removals/:id/withdraw',
    bound: 'platform',
    access: byRole('platform.run'),
    summary: 'End a request before it takes effect',
    params,
    answer: answerOf(factorRemoval),
    refusals: ['NOT_FOUND', 'FACTOR_REMOVAL_ENDED'],
  }),
  stopOwnFactorRemoval: endpoint({
    call: 'POST /auth/second-factor/removal/stop',
    bound: 'ends',
    access: signedIn,
    summary: 'Keep my second factors, which superadmins are about to remove',
    answer: doneAnswer,
    refusals: ['FACTOR_REMOVAL_ENDED'],
  }),
  stopFactorRemovalByLink: endpoint({
    call: 'POST /auth/second-factor/removal/stop-by-link',
    bound: 'token',
    // The mailed link authorises the call, which can do no harm: it only stops the removal.
    access: anyone,
    summary: 'The same by the link that was mailed to the owner',
    body: z.object({ token: token(200) }),
    answer: doneAnswer,
    refusals: ['LINK_EXPIRED'],
  }),
} as const
