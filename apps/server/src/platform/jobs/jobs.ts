import { EventEmitter } from 'node:events'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database, Log } from '../database/database.ts'
import type { DB } from '../database/schema.d.ts'
import { keepPresence, type Presence } from './presence.ts'

/**
 * Work that happens after a transaction, at least once: a handler may see the same payload again after a crash, so
 * it must be idempotent. It throws to be tried again with growing pauses (about e^attempt seconds, at most 6 hours).
 */
export type TaskHandler = (payload: unknown, context: TaskContext) => Promise<void>

export type TaskContext = {
  jobId: number
  /** 1 on the first run. */
  attempt: number
  maxAttempts: number
  database: Database
  /** Aborts when the process is stopping and has waited for a while. */
  signal: AbortSignal
}

/** A task that runs by the clock (UTC), one run after the other. Missed while down: run once at the next start. */
export type PeriodicTask = { task: string; everyMinutes: 1 | 5 | 10 | 15 | 30 | 60 | 360 | 720 | 1440 }

export type FailedJob = {
  id: number
  task: string
  attempts: number
  maxAttempts: number
  lastError: string
  createdAt: Date
  /** When it is tried next; null when it has used its last attempt. */
  nextRunAt: Date | null
}

export type JobsHealth = {
  running: boolean
  /** Ready to run now, and how long the oldest of them has been waiting. */
  due: number
  oldestDueSeconds: number
  /** To run later, retries included. */
  scheduled: number
  /** Failed at least once and to be tried again. */
  retrying: number
  /** Used their last attempt; they stay until someone retries or removes them. */
  failed: number
}

export type Jobs = {
  /** Begins to take jobs; resolves when it listens. */
  start(): Promise<void>
  /**
   * Takes no more jobs and waits for those running, at most `withinMs` (20 s by default); what is not done by then
   * is handed back to the queue, where another process finds it at once.
   */
  stop(options?: { withinMs?: number }): Promise<void>
  /**
   * For tests: runs all that is due by the database's clock or by `clock`, and what those jobs enqueue, until
   * nothing is due. A job that fails is not tried again in the same call.
   */
  runDueOnce(): Promise<{ succeeded: number; failed: number }>
  /** Jobs whose last run failed, the newest first, at most 200. Payloads are left out: they may be personal. */
  failures(): Promise<FailedJob[]>
  /** Gives failed jobs all their attempts again, starting now. */
  retry(jobIds: number[]): Promise<void>
  health(): Promise<JobsHealth>
}

export type JobsOptions = {
  /** Its pool needs `concurrency` + 4 connections for jobs alone; two are held as long as jobs run. */
  database: Database
  tasks: Record<string, TaskHandler>
  every?: readonly PeriodicTask[]
  concurrency: number
  log: Log
  /** Called for each failed run, for a metric. */
  onFailure?: (failure: { task: string; jobId: number; attempt: number; final: boolean }) => void
  clock?: { now(): Date }
}

export type EnqueueOptions = {
  runAt?: Date
  /** At most one waiting job has this key: enqueuing again replaces the waiting one (its payload, time and attempts). */
  jobKey?: string
  /** 25 by default, which is about three days of trying. */
  maxAttempts?: number
  /** Jobs of one queue run one after another. Few names only: each is a row that stays. */
  queueName?: string
}

type Worker = {
  presence: Presence
  /** Takes no more jobs; resolves when none runs any more. */
  drain(): Promise<void>
}

/** Where the library's workers listen. */
const wakeChannel = 'jobs:insert'
const drainMs = 20_000
const relaunchMs = 2_000
/** Attempts in a row to take a job; each worker makes one every two seconds. */
const failuresWhenStuck = 5

/** Adds a job inside the business transaction: it exists exactly when that transaction commits. */
export async function enqueue(
  tx: Transaction<DB>,
  name: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const { runAt, jobKey, maxAttempts, queueName } = options
  if (jobKey === undefined && queueName === undefined) {
    const waiting = sql`SELECT ${JSON.stringify(payload)}::json AS payload`
    if ((await insertJobs(tx, name, waiting, options)) > 0) return
  }
  await sql`select from graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    queue_name => ${queueName ?? null}::text,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::integer,
    job_key => ${jobKey ?? null}::text
  )`.execute(tx)
}

/**
 * A job for each row of `payloads` (a statement with a column `payload`), in one statement where the library's own
 * function takes five. Says how many: none also while no worker has made the task known yet.
 */
export async function insertJobs(
  tx: Transaction<DB>,
  name: string,
  payloads: RawBuilder<unknown>,
  { runAt, maxAttempts }: Pick<EnqueueOptions, 'runAt' | 'maxAttempts'> = {},
): Promise<number> {
  const inserted = await sql<{ jobs: number }>`
    WITH waiting AS (${payloads}), inserted AS (
      INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
      SELECT t.id, w.payload, coalesce(${runAt ?? null}::timestamptz, now()), ${maxAttempts ?? 25}
        FROM waiting w JOIN graphile_worker._private_tasks t ON t.identifier = ${name}
      RETURNING id)
    SELECT count(*) AS jobs, pg_notify(${wakeChannel}, '{"r":' || random() || ',"count":' || count(*) || '}')
      FROM inserted`.execute(tx)
  return inserted.rows[0]?.jobs ?? 0
}

/** Creates or updates the queue's own schema, `graphile_worker`. Must have run before the first `enqueue`. */
export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) })
}

export function createJobs(options: JobsOptions): Jobs {
  const { database, every = [], concurrency, log, onFailure, clock } = options
  const { pool } = database
  const taskList = toTaskList(options)
  const parsedCronItems = parseCronItems(every.map(toCronItem))
  const shared = {
    pgPool: pool,
    noHandleSignals: true,
    logger: workerLogger(log),
    // Batching is what makes the library wait for, and survive, the statement that marks a job as done.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  let worker: Worker | undefined
  let relaunching: NodeJS.Timeout | undefined
  let stopping = false

  function observe(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    events.on('job:error', ({ job, error }) => {
      const final = job.attempts >= job.max_attempts
      const about = { task: job.task_identifier, jobId: Number(job.id), attempt: job.attempts }
      log.error(
        { ...about, err: error },
        final ? 'a job failed for the last time' : 'a job failed and will be retried',
      )
      onFailure?.({ ...about, final })
    })
    return events
  }

  async function launch(): Promise<void> {
    const events = observe()
    let workerPoolId = ''
    events.on('pool:create', ({ workerPool }) => {
      workerPoolId = workerPool.id
    })
    const runner = await run({ ...shared, events, concurrency, taskList, parsedCronItems })
    const presence = keepPresence({ pool, log, workerPoolId })
    let drained: Promise<void> | undefined
    const launched: Worker = {
      presence,
      // What goes wrong in either is logged: by the library, and below.
      drain: () => (drained ??= Promise.allSettled([runner.stop(), runner.promise]).then(() => undefined)),
    }
    worker = launched
    restartWhenStuck(events, launched)
    runner.promise.then(
      () => relaunch(launched, undefined),
      (error: unknown) => relaunch(launched, error),
    )
    await presence.announced
    // Stopped while this was still starting again.
    if (stopping) await stop()
  }

  // A connection lost at the wrong moment is a failure that the library remembers and repeats for ever.
  function restartWhenStuck(events: WorkerEvents, launched: Worker): void {
    let failures = 0
    const isWell = () => {
      failures = 0
    }
    events.on('worker:getJob:empty', isWell)
    events.on('job:start', isWell)
    events.on('worker:getJob:error', () => {
      failures += 1
      if (failures === failuresWhenStuck) void launched.drain()
    })
  }

  // The library gives up when the database stays away for long or a job's end cannot be written. We do not.
  function relaunch(ended: Worker | undefined, error: unknown): void {
    ended?.presence.end().catch((err: unknown) => log.warn({ err }, 'the job worker left without a goodbye'))
    if (stopping) return
    worker = undefined
    log.error({ err: error }, 'the job worker ended unexpectedly and is started again')
    relaunching = setTimeout(() => {
      launch().catch((err: unknown) => relaunch(worker, err))
    }, relaunchMs)
  }

  async function stop({ withinMs = drainMs } = {}): Promise<void> {
    stopping = true
    clearTimeout(relaunching)
    const stopped = worker
    worker = undefined
    if (!stopped) return
    const inTime = await Promise.race([stopped.drain().then(() => true), after(withinMs).then(() => false)])
    if (!inTime) {
      await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [
        stopped.presence.workerPoolId,
      ])
      log.warn({ withinMs }, 'jobs still running at the stop were handed back to the queue')
    }
    await stopped.presence.end()
  }

  async function runDueOnce(): Promise<{ succeeded: number; failed: number }> {
    const failedHere = new Set<number>()
    let succeeded = 0
    const events = observe()
    events.on('job:success', () => (succeeded += 1))
    events.on('job:error', ({ job }) => failedHere.add(Number(job.id)))
    while ((await makeDue(pool, clock?.now() ?? null, [...failedHere])) > 0) {
      await runOnce({ ...shared, events, concurrency: 1 }, taskList)
    }
    return { succeeded, failed: failedHere.size }
  }

  return {
    async start() {
      stopping = false
      await launch()
    },
    stop,
    runDueOnce,
    failures: () => readFailures(pool),
    async retry(jobIds) {
      await pool.query(
        'select from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)',
        [jobIds],
      )
    },
    health: async () => ({ running: worker !== undefined, ...(await readHealth(pool)) }),
  }
}

function toTaskList({ tasks, database }: JobsOptions): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, handler]) => [
      name,
      (payload: unknown, { job, abortSignal }) =>
        handler(payload, {
          jobId: Number(job.id),
          attempt: job.attempts,
          maxAttempts: job.max_attempts,
          database,
          signal: abortSignal,
        }),
    ]),
  ) satisfies TaskList
}

function toCronItem({ task, everyMinutes }: PeriodicTask) {
  const hours = everyMinutes / 60
  const match =
    everyMinutes < 60 ? `*/${everyMinutes} * * * *` : hours < 24 ? `0 */${hours} * * *` : '0 0 * * *'
  return {
    task,
    match,
    identifier: task,
    options: {
      jobKey: `every:${task}`,
      // The key does not keep a run from beginning while the one before still runs; the queue does.
      queueName: `every:${task}`,
      backfillPeriod: everyMinutes * 60_000,
    },
  }
}

/** Everything the library says, except its own account of each job: failures are logged with their fields above. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    if (level === 'error') log.error({ err: meta?.error }, `job worker: ${message}`)
    else if (level === 'warning') log.warn({ err: meta?.error }, `job worker: ${message}`)
    else log.debug(`job worker: ${message}`)
  })
}

/** Brings forward what the given time makes due, and counts what can run now. */
async function makeDue(pool: pg.Pool, now: Date | null, except: number[]): Promise<number> {
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

async function readFailures(pool: pg.Pool): Promise<FailedJob[]> {
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

/** What waits and what failed, whichever process runs the jobs. */
export async function readHealth(pool: pg.Pool): Promise<Omit<JobsHealth, 'running'>> {
  const { rows } = await pool.query<Omit<JobsHealth, 'running'>>(
    `select count(*) filter (where is_available and run_at <= now()) as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8
         as "oldestDueSeconds",
       count(*) filter (where attempts < max_attempts and run_at > now()) as scheduled,
       count(*) filter (where attempts < max_attempts and last_error is not null) as retrying,
       count(*) filter (where attempts >= max_attempts and locked_at is null) as failed
     from graphile_worker._private_jobs`,
  )
  const [health] = rows
  if (!health) throw new Error('An aggregate without group by answered no row')
  return health
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
