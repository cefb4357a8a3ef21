import pg from 'pg'
import type { Database, Log } from './database.ts'

export interface Listener {
  /** Releases the connection; no notification arrives after this resolved. */
  close(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Listens for NOTIFY on `channel` over its own connection, and reconnects with growing pauses.
 * `onNotice` also runs after each connect, because notifications may have been missed.
 */
export function listen(
  { pool }: Pick<Database, 'pool'>,
  channel: string,
  { onNotice, log }: { onNotice: () => void; log: Log },
): Listener {
  let closed = false
  let client: pg.Client | undefined
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = connect()

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...pool.options,
      application_name: `apogee listens to ${channel}`,
      statement_timeout: 0,
    })
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
    next.on('notification', onNotice)
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      return onLost(error instanceof Error ? error : new Error(String(error)))
    }
    if (lost) return
    client = next
    pauseMs = firstPauseMs
    onNotice()
  }

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end()
    },
  }
}
