/**
 * Without this circuit breaker, every request during an outage of the provider would wait for its timeout, and the waiting requests
 * would block the jobs that send them.
 */
import { createHash } from 'node:crypto'

import { ProviderError } from './port.ts'

/** The breaker opens after this many consecutive failures. */
const failuresToOpen = 5
const restMs = 3000
/** A longer Retry-After of the provider is shortened to this time. */
const mostPatienceMs = 60_000
const mostSecrets = 5_000

export interface Breaker {
  /** This is true if any request would be refused, whatever secret key it uses. */
  readonly isOpen: boolean
  /** Runs the request. Throws `unreachable` immediately while requests with this secret key are held back. */
  run<Answer>(secret: string, ask: () => Promise<Answer>): Promise<Answer>
}

export const noBreaker: Breaker = { isOpen: false, run: (_secret, ask) => ask() }

/**
 * The breaker opens after five consecutive failures. After three seconds it lets one request through, whose outcome decides whether
 * it closes. A refusal counts as an answer. A 429 holds back requests with the same secret key for the time of Retry-After, and no
 * others.
 */
export function createBreaker(now: () => Date): Breaker {
  let failures = 0
  let openUntil = 0
  let isProbing = false
  const quietUntil = new Map<string, number>()

  function refuse(why: string): never {
    throw new ProviderError('unreachable', `not asked: ${why}`)
  }

  return {
    get isOpen() {
      return failures >= failuresToOpen && (now().getTime() < openUntil || isProbing)
    },
    async run(secret, ask) {
      const at = now().getTime()
      const name = createHash('sha256').update(secret).digest('base64url')
      if ((quietUntil.get(name) ?? 0) > at) refuse('the provider asked for patience')
      const isOpen = failures >= failuresToOpen
      if (isOpen && (at < openUntil || isProbing)) refuse('the provider did not answer of late')
      isProbing = isOpen
      try {
        const answer = await ask()
        failures = 0
        return answer
      } catch (error) {
        const isSilence = error instanceof ProviderError && error.kind === 'unreachable'
        if (isSilence && error.httpStatus === 429) {
          if (quietUntil.size >= mostSecrets) quietUntil.clear()
          const patienceMs = Math.min((error.retryAfterSeconds ?? 1) * 1000, mostPatienceMs)
          quietUntil.set(name, now().getTime() + patienceMs)
        }
        failures = isSilence && error.httpStatus !== 429 ? failures + 1 : 0
        if (failures >= failuresToOpen) openUntil = now().getTime() + restMs
        throw error
      } finally {
        if (isOpen) isProbing = false
      }
    },
  }
}
