/**
 * Leaves a provider alone that does not answer: without it, every question of an outage would wait out its whole time
 * limit, and the jobs that ask would do nothing else.
 */
import { createHash } from 'node:crypto'

import { ProviderError } from './port.ts'

/** So many questions in a row without an answer open it. */
const failuresToOpen = 5
const restMs = 3000
/** A provider that asks for patience is believed for so long at most. */
const mostPatienceMs = 60_000
const mostSecrets = 5_000

export interface Breaker {
  /** Asks, or throws `unreachable` at once while the provider rests. */
  run<Answer>(secret: string, ask: () => Promise<Answer>): Promise<Answer>
}

/** Asks always. */
export const noBreaker: Breaker = { run: (_secret, ask) => ask() }

/**
 * Open after five failures in a row; after three seconds one question is let through, and its answer decides. A refusal
 * is an answer. A key that asks too much (429) is quiet for as long as it was told, without silencing the others.
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
