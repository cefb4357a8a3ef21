/**
 * Connections with a deadline for every answer. A network that swallows packets closes nothing: without a deadline of our own a
 * statement would wait until the kernel gives up, which takes up to 15 minutes or, behind a proxy that acknowledges, never.
 * docs/decisions/database-connections.md has the reasons.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { countStatement } from '../tracing.ts'
import { DatabaseSilent, failureOf, reportingTo } from './lost-connections.ts'

export interface Deadlines {
  /** For a statement; above the server's statement_timeout, which answers first while the connection works. */
  statementMs: number
  /** For a statement on a connection that has not answered since another one was found silent. */
  suspectMs: number
  /** For a statement that only asks whether the database answers. */
  probeMs: number
  /** For a new connection, or for a free one while all are in use. */
  connectMs: number
  /** Longest wait for the orderly end of a connection. */
  endMs: number
  /** Longest wait for running statements when a pool is closed. */
  closeMs: number
  /** Longest wait for the answer to a heartbeat of a listening session, and the time between two heartbeats. */
  heartbeatMs: number
  heartbeatEveryMs: number
}

export const usualDeadlines: Deadlines = {
  statementMs: 35_000,
  suspectMs: 5_000,
  probeMs: 2_000,
  connectMs: 10_000,
  endMs: 2_000,
  closeMs: 5_000,
  heartbeatMs: 5_000,
  heartbeatEveryMs: 10_000,
}

/** Until the kernel first asks an idle peer whether it is there. libuv then asks every second and gives up after ten. */
export const keepAliveDelayMs = 10_000

/** What a process knows of the answers of its database, over all connections. */
export class AnswerWatch {
  readonly deadlines: Deadlines
  readonly #log: Pick<BaseLogger, 'warn'>
  readonly #clients = new Set<WatchedClient>()
  /** The first question since the latest answer. */
  #unansweredSince: number | null = null
  #answeredAt = performance.now()
  #suspectSince = Number.NEGATIVE_INFINITY

  constructor(deadlines: Deadlines, log: Pick<BaseLogger, 'warn'>) {
    this.deadlines = deadlines
    this.#log = log
  }

  /** Since when this process has asked without any answer, in ms; 0 after an answer, also one that refuses. */
  get silentForMs(): number {
    return this.#unansweredSince === null ? 0 : performance.now() - this.#unansweredSince
  }

  /** Since the latest answer, in ms. */
  get quietForMs(): number {
    return performance.now() - this.#answeredAt
  }

  isSuspect(provenAt: number): boolean {
    return provenAt < this.#suspectSince
  }

  add(client: WatchedClient): void {
    this.#clients.add(client)
    this.ask()
  }

  remove(client: WatchedClient): void {
    this.#clients.delete(client)
  }

  ask(): void {
    this.#unansweredSince ??= performance.now()
  }

  answered(): void {
    this.#unansweredSince = null
    this.#answeredAt = performance.now()
  }

  /**
   * A connection that falls silent is seldom alone. Idle ones are dropped, because a new one costs less than a wait; `statements`:
   * those in use get a shorter deadline until they have answered.
   */
  foundSilent({ waitedMs, suspect }: { waitedMs: number; suspect: 'statements' | 'idle' }): void {
    const idle = [...this.#clients].filter((client) => client.isIdle)
    for (const client of idle) client.drop(new DatabaseSilent('another connection fell silent'))
    if (suspect === 'statements') {
      this.#suspectSince = performance.now()
      for (const client of this.#clients) client.shortenDeadline()
    }
    this.#log.warn(
      { waitedMs, idleDropped: idle.length, inUse: this.#clients.size - idle.length },
      'database connection fell silent',
    )
  }
}

/** A connection whose statements have a deadline. At the end of it the connection breaks: every caller gets DatabaseLost. */
export class WatchedClient extends pg.Client {
  /** In the pool, unused. */
  isIdle = false
  readonly #watch: AnswerWatch
  #deadlineMs: number
  #provenAt = performance.now()
  /** Start of the wait for the current answer. */
  #waitsSince: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  static {
    const { prototype } = this
    // The driver's many signatures are kept.
    prototype.query = function query(this: WatchedClient, ...parameters: unknown[]): unknown {
      this.#startWaiting()
      // Looked up at each call: tests replace it.
      const driver: { query: (...parameters: unknown[]) => unknown } = pg.Client.prototype
      return reportingTo(failureOf, parameters, (reporting) => {
        const answer = driver.query.apply(this, reporting)
        countStatement(answer)
        return answer
      })
    } as typeof pg.Client.prototype.query
  }

  constructor(config: pg.ClientConfig | undefined, watch: AnswerWatch) {
    super(config)
    this.#watch = watch
    this.#deadlineMs = watch.deadlines.statementMs
    watch.add(this)
    const { connection } = this
    connection.on('readyForQuery', () => this.#answered())
    connection.on('errorMessage', () => watch.answered())
    // A refusal by the operating system or the network is an answer as well.
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined && error.code !== 'ETIMEDOUT') watch.answered()
    })
    connection.once('end', () => this.#finish())
    this.on('drain', () => this.#stopWaiting())
  }

  /** For all further statements of this connection; null: none, for work that may take any time. */
  setDeadline(deadlineMs: number | null): void {
    this.#deadlineMs = deadlineMs ?? Number.POSITIVE_INFINITY
  }

  resetDeadline(): void {
    this.#deadlineMs = this.#watch.deadlines.statementMs
  }

  /**
   * A session that only listens receives nothing, whether nothing happens or its connection is broken. So it asks from time
   * to time. Without an answer it breaks, as after any error. Returns what stops it.
   */
  startHeartbeat(onFailure: (error: unknown) => void): () => void {
    const { heartbeatMs, heartbeatEveryMs } = this.#watch.deadlines
    this.setDeadline(heartbeatMs)
    const timer = setInterval(() => {
      if (this.#waitsSince === null) this.query('SELECT').catch(onFailure)
    }, heartbeatEveryMs)
    timer.unref()
    const stop = () => clearInterval(timer)
    this.connection.once('end', stop)
    return () => {
      stop()
      this.resetDeadline()
    }
  }

  /** Resolves when no statement waits for an answer, also because the connection has ended. The driver takes one at a time. */
  idle(): Promise<void> {
    if (this.#waitsSince === null) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const settle = () => {
      this.off('drain', settle)
      this.connection.off('end', settle)
      resolve()
    }
    this.on('drain', settle)
    this.connection.on('end', settle)
    return promise
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const { stream } = this.connection
    // The peer may never confirm the end.
    const cut = setTimeout(() => stream.destroy(), this.#watch.deadlines.endMs)
    cut.unref()
    this.connection.once('end', () => clearTimeout(cut))
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }

  drop(error: Error): void {
    this.connection.stream.destroy(error)
  }

  /** The connection may be one of several silent ones. */
  shortenDeadline(): void {
    if (this.#waitsSince !== null) this.#schedule(this.#waitsSince)
  }

  #startWaiting(): void {
    this.#watch.ask()
    if (this.#waitsSince !== null || this.#isOver) return
    this.#waitsSince = performance.now()
    this.#schedule(this.#waitsSince)
  }

  #answered(): void {
    this.#watch.answered()
    this.#provenAt = performance.now()
    if (this.#waitsSince === null) return
    // Another statement may be queued; 'drain' follows if not.
    this.#waitsSince = this.#provenAt
    this.#schedule(this.#provenAt)
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
    this.#waitsSince = null
  }

  #finish(): void {
    this.#isOver = true
    this.#stopWaiting()
    this.#watch.remove(this)
  }

  #schedule(since: number): void {
    clearTimeout(this.#timer)
    const isSuspect = this.#watch.isSuspect(this.#provenAt)
    const { suspectMs } = this.#watch.deadlines
    if (this.#deadlineMs === Number.POSITIVE_INFINITY) return
    const deadlineMs = isSuspect ? Math.min(suspectMs, this.#deadlineMs) : this.#deadlineMs
    const leftMs = Math.max(0, since + deadlineMs - performance.now())
    this.#timer = setTimeout(() => {
      // A process that was suspended finds its timers due before it has read what arrived.
      setImmediate(() => {
        if (this.#waitsSince === since) this.#loseSilent(since, isSuspect)
      })
    }, leftMs)
  }

  #loseSilent(since: number, wasSuspect: boolean): void {
    const waitedMs = Math.round(performance.now() - since)
    this.drop(new DatabaseSilent(`no answer within ${waitedMs} ms`))
    if (wasSuspect) return
    const isProbe = this.#deadlineMs < this.#watch.deadlines.statementMs
    this.#watch.foundSilent({ waitedMs, suspect: isProbe ? 'idle' : 'statements' })
  }
}

/** Statements of this session may take any time, here and at the server. */
export async function liftTimeout(client: pg.PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0')
  if (client instanceof WatchedClient) client.setDeadline(null)
}

/**
 * Asks whether the database answers over a connection of the pool. @throws DatabaseSilent when it does not within `withinMs`. A
 * connection that comes later goes back to the pool; until then no second one is asked for.
 */
export function probeOf(pool: pg.Pool, withinMs: number): () => Promise<void> {
  /** The connection of a probe that gave up. */
  let late: Promise<unknown> = Promise.resolve()

  async function connectInTime(): Promise<pg.PoolClient> {
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(new DatabaseSilent(`no connection within ${withinMs} ms`))
    const timer = setTimeout(giveUp, withinMs)
    try {
      await Promise.race([late, deadline])
      const connecting = pool.connect()
      try {
        return await Promise.race([connecting, deadline])
      } catch (error) {
        // Nobody waits for its failure any more.
        late = connecting.then((client) => client.release()).catch(() => undefined)
        throw error
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return async () => {
    const client = await connectInTime()
    if (client instanceof WatchedClient) client.setDeadline(withinMs)
    let failure: unknown
    try {
      await client.query('SELECT')
    } catch (error) {
      failure = error
      throw error
    } finally {
      if (client instanceof WatchedClient) client.resetDeadline()
      client.release(failure instanceof Error ? failure : undefined)
    }
  }
}
