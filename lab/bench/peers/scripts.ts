/** Defines the requests of each operation. They are sent to the product's server, or to the application in this process. */
import { hash } from 'node:crypto'
import { tokenDigest } from '../../../apps/server/src/platform/secrets/tokens.ts'
import type { OperationName } from './operations.ts'
import { tokenOf, type PeersSchool } from './school.ts'

/**
 * A request with any credentials never gets a cached answer. These credentials belong to no session, so they cost no look-up of a
 * session.
 */
const uncached = 'Basic none'
export const searchedWord = 'robots'
export const pageSize = 20

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}

export type Send = (asked: Asked) => Promise<string>

export interface Subject {
  learner: number
  nth: number
  client: number
}

/** Sends the requests of one operation, in order. */
export type Script = (send: Send, subject: Subject) => Promise<unknown>

/** The recording uses this many learners. The product and the bare server take turns with the learners after these. */
export const recordedLearners = 6
export const learnerOf = (place: number, side: 'product' | 'bare') =>
  recordedLearners + 2 * place + (side === 'bare' ? 1 : 0)

/** Returns how many learners are needed if both servers perform an operation this many times. */
export const learnersFor = (times: number): number => learnerOf(times, 'product')

export const asLearner = (learner: number) => ({ authorization: `Bearer ${tokenOf(learner)}` })
const callbackOf = (purchaseId: string) => ({ id: purchaseId, event_type: 'purchase.paid' })

export function scriptsOf(school: PeersSchool, certificateId: () => string): Record<OperationName, Script> {
  const { coursesToBuy, videoId, assessmentId, courseId, accountId } = school
  const list = `/courses?limit=${pageSize}`
  const courseFor = (client: number) => coursesToBuy[client % coursesToBuy.length] ?? 0
  return {
    list: (send) => send({ path: list, headers: { authorization: uncached } }),
    'list again': (send) => send({ path: list }),
    search: (send) => send({ path: `${list}&search=${searchedWord}`, headers: { authorization: uncached } }),
    async purchase(send, { learner, client }) {
      const begun = await send({
        method: 'POST',
        path: '/payments',
        headers: asLearner(learner),
        body: { courseId: courseFor(client) },
      })
      const { payment_url: page, purchase_id: purchase } = JSON.parse(begun) as Record<string, string>
      await send({
        method: 'POST',
        path: `/payments/callback/${accountId}`,
        headers: { 'x-signature': 'trusted by the provider in memory' },
        body: callbackOf(page?.split('/').at(-1) ?? ''),
      })
      const checked = await send({ path: `/payments/check/${purchase}` })
      if (!checked.includes('"paid"')) throw new Error(`the purchase was not settled: ${checked}`)
    },
    progress: (send, { learner, nth }) =>
      send({
        method: 'PUT',
        path: `/course-resources/${videoId}/progress`,
        headers: asLearner(learner),
        body: { position: (nth * 15) % 3000, watched: [[(nth * 15) % 3000, ((nth * 15) % 3000) + 15]] },
      }),
    quiz: (send, { learner }) =>
      send({
        method: 'POST',
        path: `/assessments/${assessmentId}/attempts/1/submit`,
        headers: asLearner(learner),
      }),
    certificate: (send, { learner }) =>
      send({ method: 'POST', path: `/courses/${courseId}/certificate`, headers: asLearner(learner) }),
    'certificate as PDF': (send) => send({ path: `/certificates/${certificateId()}/pdf` }),
  }
}

/**
 * Returns texts that are different in each run, so that a replayed statement must not contain them: person, session, course,
 * callback.
 */
export function textsOf(
  { firstLearner, coursesToBuy }: PeersSchool,
  { learner, nth, client }: Subject,
): string[] {
  const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  return [
    String(firstLearner + learner),
    asBytes(tokenDigest(tokenOf(learner))),
    String(coursesToBuy[client % coursesToBuy.length]),
    asBytes(hash('sha256', `callback ${nth}`, 'buffer')),
  ]
}
