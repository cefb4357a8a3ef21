import type pg from 'pg'
import type { Log } from '../database/database.ts'

/**
 * Returns the jobs of killed workers, which the queue itself unlocks only after four hours. The process holds an advisory lock for
 * each of its worker pools while its session lives. A free lock means that the pool has ended, and the first process that detects
 * this returns its jobs to the queue. One connection serves all pools of the process.
 *
 * A living pool may also hold a job unknowingly, when the answer that handed the job over was lost. The process itself returns that
 * job.
 */
export type WorkerHeartbeat = {
  /**
   * Announces a worker pool. Resolves after one check for abandoned jobs.
   * @param running contains the ids of the jobs that the pool runs at the moment, or whose end it may not have written yet.
   */
  add(workerPoolId: string, running: ReadonlySet<string>): Promise<void>
  /** Marks the pool as ended. The next check of any process returns its locked jobs. */
  remove(workerPoolId: string): void
  end(): Promise<void>
}

const lockClass = 4_702_002
const usualLookEveryMs = 5_000
// A worker without a lock may have just taken its first job, so it counts as dead only after this time.
const graceSeconds = 5
/** An answer that hands a job over arrives within this time. */
const handOverSeconds = 60

export async function countWorkingProcesses(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ processes: number }>(
    `select count(distinct pid) as processes from pg_locks
     where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [lockClass],
  )
  return rows[0]?.processes ?? 0
}

export function startHeartbeat({
  pool,
  log,
  lookEveryMs = usualLookEveryMs,
}: {
  pool: pg.Pool
  log: Log
  lookEveryMs?: number
}): WorkerHeartbeat {
  const present = new Map<string, ReadonlySet<string>>()
  /** These jobs are locked by a pool that did not run them at the latest check. */
  let unknown: string[] = []
  const locked = new Set<string>()
  let client: pg.PoolClient | undefined
  /** This is the current session. A lost session stays here until its successor has ended it. */
  let session: Session | undefined
  let ended = false
  let latestBeat = Promise.resolve()

  async function look(): Promise<void> {
    if (ended) return
    try {
      if (!client) {
        client = await connect(pool, lose)
        // A session that fell silent still holds its locks at the server, so it is ended there.
        if (session) await endSession(client, session)
        session = await sessionOf(client)
      }
      await announce(client)
      await releaseAbandoned(client, [...present.keys()], log)
      unknown = await releaseUnknown(client, present, unknown, log)
    } catch (err) {
      log.warn({ err }, 'heartbeat of the job worker not written')
      lose(client)
    }
  }
  const nextLook = () => (latestBeat = latestBeat.then(look))
  const timer = setInterval(nextLook, lookEveryMs)

  async function announce(to: pg.PoolClient): Promise<void> {
    for (const id of [...present.keys()].filter((one) => !locked.has(one))) {
      await to.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, id])
      locked.add(id)
    }
    for (const id of [...locked].filter((one) => !present.has(one))) {
      await to.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id])
      locked.delete(id)
    }
  }

  // Acquires new locks immediately, because without its locks this worker looks dead to others.
  function lose(lost: pg.PoolClient | undefined): void {
    if (lost === undefined || lost !== client) return
    client = undefined
    locked.clear()
    lost.release(true)
    if (!ended) void nextLook()
  }

  return {
    add(workerPoolId, running) {
      present.set(workerPoolId, running)
      return nextLook()
    },
    remove: (workerPoolId) => void present.delete(workerPoolId),
    async end() {
      ended = true
      clearInterval(timer)
      await latestBeat
      // Closing the session releases the locks.
      lose(client)
    },
  }
}

async function connect(pool: pg.Pool, onLost: (client: pg.PoolClient) => void): Promise<pg.PoolClient> {
  const client = await pool.connect()
  client.once('end', () => onLost(client))
  return client
}

interface Session {
  pid: number
  /** This is the time at which the backend started, as text. It is needed because process ids are reused. */
  startedAt: string
}

async function sessionOf(client: pg.PoolClient): Promise<Session | undefined> {
  const { rows } = await client.query<Session>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]
}

async function endSession(client: pg.PoolClient, { pid, startedAt }: Session): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid, 1000) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz',
    [pid, startedAt],
  )
}

async function releaseAbandoned(client: pg.PoolClient, ownIds: readonly string[], log: Log): Promise<void> {
  const { rows } = await client.query<{ lockedBy: string }>(
    `select distinct locked_by as "lockedBy" from graphile_worker._private_jobs
     where locked_at < now() - make_interval(secs => $2) and locked_by <> all($1::text[])
     union
     select locked_by from graphile_worker._private_job_queues
     where locked_at < now() - make_interval(secs => $2) and locked_by <> all($1::text[])`,
    [ownIds, graceSeconds],
  )
  for (const { lockedBy } of rows) {
    const { rows: answer } = await client.query<{ gone: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as gone',
      [lockClass, lockedBy],
    )
    if (answer[0]?.gone !== true) continue
    // The next beat of a scheduled task took the key of these jobs while they ran: the library took their attempts too. That beat does
    // their work, and without a worker they would stay in the list of failed jobs.
    await client.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_job_queues q
       where q.id = j.job_queue_id and q.queue_name like 'every:%' and j.locked_by = $1 and j.key is null
         and j.attempts >= j.max_attempts`,
      [lockedBy],
    )
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [lockedBy])
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, lockedBy])
    log.warn({ worker: lockedBy }, 'jobs of an ended worker returned to the queue')
  }
}

/**
 * Returns jobs to the queue that these pools hold without running them. A job is returned only if it was also unknown at the
 * previous check, because a pool learns of a job a moment after it has locked it.
 * @returns the jobs that are unknown for the first time at this check.
 */
async function releaseUnknown(
  client: pg.PoolClient,
  pools: ReadonlyMap<string, ReadonlySet<string>>,
  unknownBefore: readonly string[],
  log: Log,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; lockedBy: string }>(
    `select id, locked_by as "lockedBy" from graphile_worker._private_jobs
     where locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $2)`,
    [[...pools.keys()], handOverSeconds],
  )
  const unknown = rows.filter(({ id, lockedBy }) => pools.get(lockedBy)?.has(id) !== true).map(({ id }) => id)
  const lost = unknown.filter((id) => unknownBefore.includes(id))
  if (lost.length === 0) return unknown
  await client.query(
    `with returned as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where id = any($1::bigint[]) and locked_by = any($2::text[]) returning job_queue_id)
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where id in (select job_queue_id from returned) and locked_by = any($2::text[])`,
    [lost, [...pools.keys()]],
  )
  log.warn({ jobs: lost }, 'jobs that never reached their worker returned to the queue')
  return unknown.filter((id) => !lost.includes(id))
}
