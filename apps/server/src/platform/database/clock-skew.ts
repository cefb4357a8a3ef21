import type pg from 'pg'
import type { Log } from './database.ts'

/** More than networks and busy machines explain. */
const toleratedMs = 5_000

/** By how much the database's clock is ahead of ours, in ms, within half of the time that the question takes. Logged when large. */
export async function clockSkewMs(pool: pg.Pool, log: Log, now = Date.now): Promise<number> {
  const askedAt = now()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const skewMs = (rows[0]?.at.getTime() ?? askedAt) - (askedAt + now()) / 2
  if (Math.abs(skewMs) > toleratedMs)
    log.warn({ skewMs: Math.round(skewMs) }, 'clock of the database differs from the clock of this machine')
  return skewMs
}
