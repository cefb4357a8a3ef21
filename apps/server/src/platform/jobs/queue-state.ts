/** Reports how many jobs wait or have failed, and the age of the oldest one, over all processes. */
import type pg from 'pg'

export type FailedJob = {
  id: number
  task: string
  attempts: number
  maxAttempts: number
  lastError: string
  createdAt: Date
  /** The next retry is at this time. Null means that the last attempt has failed. */
  nextRunAt: Date | null
}

export type QueueState = {
  /** These are the number of jobs that are ready to run, and how long the oldest of them has waited. */
  due: number
  oldestDueSeconds: number
  /** This many jobs are due later, including retries. */
  scheduled: number
  /** This many jobs have failed at least once and will be retried. */
  retrying: number
  /** This many jobs have no attempts left. They stay until an administrator retries or removes them. */
  failed: number
  /** These are the number of unfinished jobs with attempts left, and the age of the oldest of them since it was queued. */
  open: number
  oldestOpenSeconds: number
}

export async function readQueueState(
  pool: pg.Pool,
): Promise<QueueState & { byTask: ReadonlyMap<string, QueueState> }> {
  // A job whose named queue is busy is not late, because it runs next.
  const { rows } = await pool.query<QueueState & { task: string }>(
    `with jobs as (
       select j.*, t.identifier, j.is_available and j.run_at <= now() and q.locked_at is null as is_due,
           j.attempts >= j.max_attempts and j.locked_at is null as is_failed
         from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
         left join graphile_worker._private_job_queues q on q.id = j.job_queue_id)
     select identifier as task, count(*) filter (where is_due) as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestDueSeconds",
       count(*) filter (where attempts < max_attempts and run_at > now()) as scheduled,
       count(*) filter (where attempts < max_attempts and last_error is not null) as retrying,
       count(*) filter (where is_failed) as failed,
       count(*) filter (where not is_failed) as open,
       coalesce(extract(epoch from now() - min(created_at) filter (where not is_failed)), 0)::float8
         as "oldestOpenSeconds"
     from jobs group by identifier`,
  )
  return { ...together(rows), byTask: new Map(rows.map(({ task, ...state }) => [task, state])) }
}

export function together(states: readonly QueueState[]): QueueState {
  const sum = (of: (state: QueueState) => number) => states.reduce((total, state) => total + of(state), 0)
  return {
    due: sum(({ due }) => due),
    oldestDueSeconds: Math.max(0, ...states.map(({ oldestDueSeconds }) => oldestDueSeconds)),
    scheduled: sum(({ scheduled }) => scheduled),
    retrying: sum(({ retrying }) => retrying),
    failed: sum(({ failed }) => failed),
    open: sum(({ open }) => open),
    oldestOpenSeconds: Math.max(0, ...states.map(({ oldestOpenSeconds }) => oldestOpenSeconds)),
  }
}

export async function readFailures(pool: pg.Pool): Promise<FailedJob[]> {
  const { rows } = await pool.query<FailedJob>(
    `select id, task_identifier as task, attempts, max_attempts as "maxAttempts", last_error as "lastError",
       created_at as "createdAt", case when attempts < max_attempts then run_at end as "nextRunAt"
     from graphile_worker.jobs
     where last_error is not null
     order by id desc
     limit 200`,
  )
  return rows
}

/** Workers that exclude this flag do not take jobs with it. */
const heldFlag = 'apogee.held'

/** Holds these jobs back from workers that exclude the returned flags. */
export async function holdJobs(pool: pg.Pool, jobIds: number[]): Promise<string[]> {
  await pool.query(
    `update graphile_worker._private_jobs set flags = coalesce(flags, '{}') || jsonb_build_object($1::text, true)
     where id = any($2::bigint[])`,
    [heldFlag, jobIds],
  )
  return [heldFlag]
}

export async function releaseJobs(pool: pg.Pool, jobIds: number[]): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set flags = nullif(flags - $1::text, '{}') where id = any($2::bigint[])`,
    [heldFlag, jobIds],
  )
}

/** Makes jobs due that are scheduled before `now`, and counts the due jobs. */
export async function makeDue(pool: pg.Pool, now: Date | null, except: number[]): Promise<number> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where run_at > now() and run_at <= $1::timestamptz and locked_at is null and id <> all($2::bigint[])`,
    [now, except],
  )
  const { rows } = await pool.query<{ due: number }>(
    `select count(*) as due from graphile_worker._private_jobs
     where is_available and run_at <= now() and id <> all($1::bigint[])`,
    [except],
  )
  return rows[0]?.due ?? 0
}
