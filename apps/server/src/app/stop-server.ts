/** Stops an HTTP server without losing a request (docs/decisions/processes.md). */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/platform/database/database.ts'
import { answerUnfinished } from './errors.ts'
import type { OpenConnections } from './open-connections.ts'

/** Time for requests that are just arriving, also without a grace. */
const arrivalMs = 300
/** Requests that still arrive extend a stop by this much at most. */
const longestArrivalMs = 5_000
/** Time to send the last answers. */
const lastAnswersMs = 1_000

/** Fastify's. What arrives while the server closes is served: its connection was open before, or its request under way. */
export const closingOptions = { return503OnClosing: false } as const

export interface StopState {
  /** A stop was requested: `/readyz` fails, so that no balancer sends further requests. */
  isStopping: boolean
}

/**
 * The grace of a stop: requests and new connections are served as before, and each answer asks its client to use another
 * connection. Resolves after `graceMs`, or when `urged` aborts, and when no request has arrived for a moment: on a busy machine those
 * that were sent before the balancer noticed are read late.
 */
export async function drain(
  state: StopState,
  connections: Pick<OpenConnections, 'announceEnd' | 'lastRequestAt'>,
  { graceMs, urged }: { graceMs: number; urged: AbortSignal },
): Promise<void> {
  state.isStopping = true
  connections.announceEnd()
  // Rejects only by the abort, which ends the grace.
  await pause(graceMs, undefined, { signal: urged }).catch(() => undefined)
  const latest = performance.now() + longestArrivalMs
  do {
    const from = performance.now()
    await pause(arrivalMs)
    // A timer that is late runs before what has arrived meanwhile: accepting a connection and reading it are a turn each.
    for (let turns = 0; turns < 3; turns += 1) await turn()
    if (connections.lastRequestAt < from) return
  } while (performance.now() < latest)
}

/**
 * Accepts no connection any more. Running requests may finish within `withinMs`; then those without an answer get 503, and
 * started answers are cut.
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
