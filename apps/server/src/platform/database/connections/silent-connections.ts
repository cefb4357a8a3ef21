/**
 * Sets a deadline for every answer on a connection. A network that swallows packets closes nothing: without its own deadline a
 * statement would wait until the kernel gives up, which takes up to 15 minutes or, behind a proxy that acknowledges, never.
 * docs/decisions/database-connections.md lists the times.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { countStatement } from '../../tracing.ts'
import { DatabaseSilent, failureOf, reportingTo } from './lost-connections.ts'

export interface Deadlines {
  /**
   * A statement must be answered within this time. It exceeds the server's statement_timeout, which fires first while the
   * connection works.
   */
  statementMs: number
  /**
   * A statement on a suspect connection must be answered within this time. A connection is suspect if it has not answered since
   * another one was found silent.
   */
  suspectMs: number
  /** A statement that only probes the database must be answered within this time. */
  probeMs: number
  /** A new connection must be ready, and a free one found, within this time. */
  connectMs: number
  /** The orderly end of a connection may take this long. */
  endMs: number
  /** Running statements may take this long when a pool is closed. */
  closeMs: number
  /** A listening session waits at most this long for the answer to a heartbeat. Two heartbeats are this far apart. */
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

/**
 * A connection is idle for this time before the kernel's first keep-alive probe. libuv then probes every second and gives up after
 * ten.
 */
export const keepAliveDelayMs = 10_000

/** Records for one process when its database answered, over all connections. */
export class AnswerWatch {
  readonly deadlines: Deadlines
  readonly #log: Pick<BaseLogger, 'warn'>
  readonly #clients = new Set<WatchedClient>()
  /** The first statement after the latest answer was sent at this time, and has no answer yet. */
  #unansweredSince: number | null = null
  #answeredAt = performance.now()
  #suspectSince = Number.NEGATIVE_INFINITY

  constructor(deadlines: Deadlines, log: Pick<BaseLogger, 'warn'>) {
    this.deadlines = deadlines
    this.#log = log
  }

  /**
   * Returns for how many ms this process has sent statements without any answer. Returns 0 after an answer, even if it was a
   * refusal.
   */
  get silentForMs(): number {
    return this.#unansweredSince === null ? 0 : performance.now() - this.#unansweredSince
  }

  /** Returns how many ms ago the latest answer arrived. */
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
   * Reacts to a silent connection. Other connections are probably silent, too. Idle ones are dropped, because a new one costs less
   * than a wait. With `statements`, connections in use get a shorter deadline until they have answered.
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

/** Gives the statements of a connection a deadline. When it expires the connection breaks, and every caller gets DatabaseLost. */
export class WatchedClient extends pg.Client {
  /** The connection is in the pool and nobody uses it. */
  isIdle = false
  readonly #watch: AnswerWatch
  #deadlineMs: number
  #provenAt = performance.now()
  /** The wait for the present answer began at this time. */
  #waitsSince: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  static {
    const { prototype } = this
    // The cast preserves the driver's many overloads.
    prototype.query = function query(this: WatchedClient, ...parameters: unknown[]): unknown {
      this.#startWaiting()
      // The function is looked up at each call, because tests replace it.
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

  /** Sets the deadline for all further statements of this connection. Null means that there is none, for work of any duration. */
  setDeadline(deadlineMs: number | null): void {
    this.#deadlineMs = deadlineMs ?? Number.POSITIVE_INFINITY
  }

  resetDeadline(): void {
    this.#deadlineMs = this.#watch.deadlines.statementMs
  }

  /**
   * Sends heartbeats on a listening session, which cannot tell a broken connection from a quiet one. Without an answer the
   * connection breaks as after any error. Returns a function that stops the heartbeats.
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

  /** Resolves when no statement waits for an answer, or the connection has ended. The driver sends one statement at a time. */
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
    // The connection is cut after this time, because the other side may never confirm the end.
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

  /** Shortens the deadline, because the connection may be one of several silent ones. */
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
    // If no other statement is queued, the event 'drain' follows.
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
      // After a suspension, timers fire before the process has read the data that arrived.
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

/** Lets statements of this session take any time. Lifts both the driver's deadline and the server's timeout. */
export async function liftTimeout(client: pg.PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0')
  if (client instanceof WatchedClient) client.setDeadline(null)
}

/**
 * Probes the database over a connection of the pool. A connection that is late returns to the pool, and no second one is requested
 * until then.
 * @throws DatabaseSilent if no answer arrives within `withinMs`.
 */
export function probeOf(pool: pg.Pool, withinMs: number): () => Promise<void> {
  /** This promise holds the connection of a probe that timed out. */
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
        // Nothing else handles a failure of this attempt.
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
