/** Stops an HTTP server without losing a request (docs/decisions/processes.md). */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/platform/database/database.ts'
import { answerUnfinished } from './http/errors.ts'
import type { OpenConnections } from './http/connections/open-connections.ts'

/** Requests that are just arriving have this time, even without a grace period. */
const arrivalMs = 300
/** Requests that still arrive extend a stop by this much at most. */
const longestArrivalMs = 5_000
/** The last answers must be sent within this time. */
const lastAnswersMs = 1_000

/**
 * The options are Fastify's. Requests that arrive during closing are served, because their connection was open or their request in
 * progress.
 */
export const closingOptions = { return503OnClosing: false } as const

export interface StopState {
  /** True means that a stop was requested. `/readyz` then fails, so that no load balancer sends further requests. */
  isStopping: boolean
}

/**
 * Serves requests and new connections as before during the grace period of a stop, and asks each client to use another connection.
 * Resolves after `graceMs`, or when `urged` aborts, and when no request has arrived for a moment: on a busy machine requests that
 * were sent before the balancer noticed are read late.
 */
export async function drain(
  state: StopState,
  connections: Pick<OpenConnections, 'announceEnd' | 'lastRequestAt'>,
  { graceMs, urged }: { graceMs: number; urged: AbortSignal },
): Promise<void> {
  state.isStopping = true
  connections.announceEnd()
  // The abort alone rejects the pause. The abort ends the grace period.
  await pause(graceMs, undefined, { signal: urged }).catch(() => undefined)
  const latest = performance.now() + longestArrivalMs
  do {
    const from = performance.now()
    await pause(arrivalMs)
    // A late timer runs before pending input. Accepting a connection and reading it take one turn of the event loop each.
    for (let turns = 0; turns < 3; turns += 1) await turn()
    if (connections.lastRequestAt < from) return
  } while (performance.now() < latest)
}

/**
 * Refuses new connections. Running requests may finish within `withinMs`. Then those without an answer get 503, and started answers
 * are cut.
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
