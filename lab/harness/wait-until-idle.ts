/** Advances time after the faults until no work is left. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const rounds = 3
/** A wait ends with an error when the work has not become less for this time. Many payments on a busy machine take longer in all. */
const standstillMs = 180_000

/** The wait is the longest lease of a server that creates a payment page (`createPurchaseLeaseMs`), plus a margin. */
const claimMs = 30_000

/**
 * Waits until leases have ended. If a server is killed while it creates a payment page, its lease blocks the payment until then.
 */
async function untilClaimsEnd(pool: pg.Pool): Promise<void> {
  const giveUpAt = Date.now() + claimMs
  while (Date.now() < giveUpAt) {
    const { rows } = await pool.query<{ held: number }>(
      'SELECT count(*)::int AS held FROM payments WHERE asking_until > now()',
    )
    if (rows[0]?.held === 0) return
    await pause(300)
  }
}

/**
 * Makes all scheduled work due several times, because one job may cause the next. Payments become two hours older first: a young
 * payment is read each few seconds, so among thousands of young payments one is always due and the work never ends.
 */
export async function advanceDatabaseTime(pool: pg.Pool): Promise<void> {
  await untilClaimsEnd(pool)
  await pool.query("UPDATE payments SET created_at = created_at - interval '2 hours'")
  for (let round = 0; round < rounds; round += 1) {
    await pool.query('UPDATE payments SET next_read_at = now() WHERE next_read_at IS NOT NULL')
    await pool.query('UPDATE refunds SET next_look_at = now() WHERE next_look_at IS NOT NULL')
    await pool.query("SELECT graphile_worker.add_job('payments.sweep')")
    await hurryJobs(pool)
    await untilQuiet(pool)
  }
}

async function hurryJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL',
  )
}

async function untilQuiet(pool: pg.Pool): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let lessAt = Date.now()
  while (Date.now() < lessAt + standstillMs) {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM graphile_worker._private_jobs
                WHERE locked_at IS NOT NULL OR (is_available AND run_at <= now() AND attempts < max_attempts))
            + (SELECT count(*) FROM payments WHERE next_read_at <= now()) AS left`,
    )
    const left = Number(rows[0]?.left)
    if (left === 0) return
    if (left < least) {
      least = left
      lessAt = Date.now()
    }
    await pause(300)
  }
  throw new Error(`the servers do not come to rest: ${JSON.stringify(await workLeft(pool))}`)
}

/** Returns the jobs and payments that keep the servers busy. */
async function workLeft(pool: pg.Pool): Promise<unknown[]> {
  const { rows: jobs } = await pool.query(
    `SELECT t.identifier AS task, j.key, j.attempts, j.max_attempts, j.last_error, j.run_at, j.locked_at, j.locked_by, now()
       FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE j.locked_at IS NOT NULL OR (j.is_available AND j.run_at <= now() AND j.attempts < j.max_attempts) LIMIT 20`,
  )
  const { rows: payments } = await pool.query(
    'SELECT id, state, outcome, next_read_at, asking_until, now() FROM payments WHERE next_read_at <= now() LIMIT 20',
  )
  return [...jobs, ...payments]
}
