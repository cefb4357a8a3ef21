/** Stops an HTTP server without losing a request (docs/decisions/processes.md). */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/platform/database/database.ts'
import { answerUnfinished } from './http/errors.ts'
import type { OpenConnections } from './http/connections/open-connections.ts'

/** A stop waits this long for requests that are just arriving, even if there is no grace period. */
const arrivalMs = 300
/** Requests that keep arriving extend a stop by at most this time. */
const longestArrivalMs = 5_000
/** The last answers must be sent within this time. */
const lastAnswersMs = 1_000

/**
 * With this option, Fastify serves requests that arrive while it closes. Their connection was open, or the request was in progress.
 */
export const closingOptions = { return503OnClosing: false } as const

export interface StopState {
  /** This is true after a stop was requested. `/readyz` then fails, so that a load balancer sends no further requests. */
  isStopping: boolean
}

/**
 * Serves requests and new connections as before during the grace period of a stop, and tells each client to use another connection.
 * Resolves after `graceMs` or when `urged` aborts, but only when no request has arrived for a moment: on a busy machine, requests
 * that were sent before the load balancer noticed are read late.
 */
export async function drain(
  state: StopState,
  connections: Pick<OpenConnections, 'announceEnd' | 'lastRequestAt'>,
  { graceMs, urged }: { graceMs: number; urged: AbortSignal },
): Promise<void> {
  state.isStopping = true
  connections.announceEnd()
  // The pause rejects only when `urged` aborts, which ends the grace period.
  await pause(graceMs, undefined, { signal: urged }).catch(() => undefined)
  const latest = performance.now() + longestArrivalMs
  do {
    const from = performance.now()
    await pause(arrivalMs)
    // After a late pause, its timer runs before input that is already pending. Accepting a connection and reading from it take one
    // turn of the event loop each.
    for (let turns = 0; turns < 3; turns += 1) await turn()
    if (connections.lastRequestAt < from) return
  } while (performance.now() < latest)
}

/**
 * Refuses new connections. Running requests may finish within `withinMs`. After that, requests without an answer get 503, and
 * answers that have begun are cut.
 */
export async function closeServer(
  app: FastifyInstance,
  connections: OpenConnections,
  {
    withinMs,
    arrivalMs: arrivesWithinMs = arrivalMs,
    log,
  }: { withinMs: number; arrivalMs?: number; log: Log },
): Promise<void> {
  connections.announceEnd()
  const limits = [
    setTimeout(() => connections.closeUnused(), arrivesWithinMs),
    setTimeout(() => {
      log.warn('requests ended that did not finish in time')
      connections.closeUnused()
      connections.answerRunning(answerUnfinished)
    }, withinMs),
    setTimeout(() => app.server.closeAllConnections(), withinMs + lastAnswersMs),
  ]
  try {
    await app.close()
  } finally {
    for (const limit of limits) clearTimeout(limit)
  }
}
