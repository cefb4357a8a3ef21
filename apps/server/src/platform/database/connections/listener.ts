import pg from 'pg'
import type { Database, Log } from '../database.ts'
import type { WatchedClient } from './silent-connections.ts'

export interface Listener {
  /**
   * Resolves when `onNotice` was called for every notification of transactions committed before this call. Without a connection or
   * a timely answer, `onNotice` is called once for all missed notifications.
   */
  caughtUp(): Promise<void>
  /** Releases the connection. No notification arrives after the promise has resolved. */
  close(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 10_000
/** `caughtUp` waits this many ms for the database. */
const catchUpMs = 1_000

/**
 * Listens for NOTIFY on `channel` over its own connection, and reconnects with growing pauses, also when the connection falls
 * silent.
 * `onNotice` receives the payload. It also runs after each connect without a payload, because notifications may have been missed.
 */
export function listen(
  database: Pick<Database, 'listeningSession'>,
  channel: string,
  { onNotice, log }: { onNotice: (payload?: string) => void; log: Log },
): Listener {
  let closed = false
  let client: WatchedClient | undefined
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = connect()
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function connect(): Promise<void> {
    const next = database.listeningSession(`apogee listens to ${channel}`)
    let lost = false
    const onLost = (err?: Error) => {
      if (lost || closed) return
      lost = true
      log.warn({ err, channel, retryMs: pauseMs }, 'listening database connection lost')
      client = undefined
      next
        .end()
        .catch((endError: unknown) => log.debug({ err: endError }, 'lost connection not closed cleanly'))
      timer = setTimeout(() => (connecting = connect()), pauseMs)
      timer.unref()
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
    next.on('error', onLost)
    next.on('end', () => onLost())
    next.on('notification', ({ payload }) => onNotice(payload))
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      return onLost(error instanceof Error ? error : new Error(String(error)))
    }
    if (lost) return
    next.startHeartbeat((err) => log.debug({ err, channel }, 'heartbeat of a listening connection failed'))
    client = next
    pauseMs = firstPauseMs
    onNotice()
  }

  /** PostgreSQL delivers notices before it answers the next statement of the listening session. */
  async function readNotices(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    let isLate = false
    const timeout = setTimeout(() => {
      isLate = true
      resolve(false)
    }, catchUpMs)
    // The end of a connection attempt counts as a notice, too.
    const answered = connecting.then(async () => {
      const asked = client
      // A connection that is silent may still owe the answer to an earlier statement.
      await asked?.idle()
      if (!isLate) await asked?.query('SELECT')
      return asked !== undefined
    })
    const noted = answered.catch((err: unknown) => {
      log.warn({ err, channel }, 'database notices could not be read')
      return false
    })
    const isRead = await Promise.race([noted, late])
    clearTimeout(timeout)
    if (!isRead && !closed) onNotice()
  }

  return {
    async caughtUp() {
      // A statement that is already running may be older than the caller's commit, so callers wait for the next one.
      await (waiting ??= running.then(() => {
        waiting = undefined
        return (running = readNotices())
      }))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end()
    },
  }
}
