import type pg from 'pg'
import type { Log } from './database.ts'

/** Networks and busy machines explain smaller differences. */
const toleratedMs = 5_000

/** Returns how many ms the database's clock is ahead, with an error of at most half the round trip. Logs a large difference. */
export async function clockSkewMs(pool: pg.Pool, log: Log, now = Date.now): Promise<number> {
  const askedAt = now()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const skewMs = (rows[0]?.at.getTime() ?? askedAt) - (askedAt + now()) / 2
  if (Math.abs(skewMs) > toleratedMs)
    log.warn({ skewMs: Math.round(skewMs) }, 'clock of the database differs from the clock of this machine')
  return skewMs
}
