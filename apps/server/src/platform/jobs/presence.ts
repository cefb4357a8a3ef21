import type pg from 'pg'
import type { Log } from '../database/database.ts'

/**
 * A worker that is killed leaves its jobs locked, and the queue itself frees them only after four hours. So each
 * worker holds an advisory lock as long as its session lives; a worker whose lock is free is gone, and whoever
 * notices first hands its jobs back.
 */
export type Presence = {
  workerPoolId: string
  announced: Promise<void>
  end(): Promise<void>
}

const lockClass = 4_702_002
const lookEveryMs = 5_000
// Between taking its first job and holding its lock a worker is young, not dead.
const graceSeconds = 5

export function keepPresence({
  pool,
  log,
  workerPoolId,
}: {
  pool: pg.Pool
  log: Log
  workerPoolId: string
}): Presence {
  let client: pg.PoolClient | undefined
  let ended = false
  let turn = Promise.resolve()

  async function look(): Promise<void> {
    if (ended) return
    try {
      client ??= await announce(pool, workerPoolId, lose)
      await releaseAbandoned(client, workerPoolId, log)
    } catch (err) {
      log.warn({ err }, 'the job worker cannot reach the database to say it is alive')
      lose(client)
    }
  }
  const nextLook = () => (turn = turn.then(look))
  const timer = setInterval(nextLook, lookEveryMs)

  // Without its lock this worker looks dead to the others, so it takes a new one at once.
  function lose(lost: pg.PoolClient | undefined): void {
    if (lost === undefined || lost !== client) return
    client = undefined
    lost.release(true)
    if (!ended) void nextLook()
  }

  return {
    workerPoolId,
    announced: nextLook(),
    async end() {
      ended = true
      clearInterval(timer)
      await turn
      // Closing the session is what frees the lock.
      lose(client)
    },
  }
}

async function announce(
  pool: pg.Pool,
  workerPoolId: string,
  onLost: (client: pg.PoolClient) => void,
): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, workerPoolId])
    client.once('end', () => onLost(client))
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function releaseAbandoned(client: pg.PoolClient, ownId: string, log: Log): Promise<void> {
  const { rows } = await client.query<{ lockedBy: string }>(
    `select distinct locked_by as "lockedBy" from graphile_worker._private_jobs
     where locked_at < now() - make_interval(secs => $2) and locked_by <> $1
     union
     select locked_by from graphile_worker._private_job_queues
     where locked_at < now() - make_interval(secs => $2) and locked_by <> $1`,
    [ownId, graceSeconds],
  )
  for (const { lockedBy } of rows) {
    const { rows: answer } = await client.query<{ gone: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as gone',
      [lockClass, lockedBy],
    )
    if (answer[0]?.gone !== true) continue
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [lockedBy])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, lockedBy])
    log.warn({ worker: lockedBy }, 'jobs of a worker that is gone were handed back to the queue')
  }
}
