import { EventEmitter } from 'node:events'
import {
  Logger,
  parseCronItems,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Database, Log, Tx } from '../database/database.ts'
import { onlyRow } from '../database/rows.ts'
import { currentTraceparent, traced } from '../tracing.ts'
import { JobRunner } from './job-runner.ts'
import { startHeartbeat, type WorkerHeartbeat } from './worker-heartbeat.ts'
import {
  holdJobs,
  makeDue,
  readFailures,
  readQueueState,
  releaseJobs,
  together,
  type FailedJob,
  type QueueState,
} from './queue-state.ts'

/**
 * Runs work after a transaction, at least once. A handler may get the same payload again after a crash, so it must be idempotent.
 * If a handler throws, it is retried with growing pauses (about e^attempt seconds, at most 6 hours).
 */
export type TaskHandler = (payload: unknown, context: TaskContext) => Promise<void>

export type TaskContext = {
  jobId: number
  /** The attempt is 1 on the first run. */
  attempt: number
  maxAttempts: number
  database: Database
  /** The signal aborts when the process stops and its grace period is over. */
  signal: AbortSignal
}

/** The task runs on a schedule (UTC), one run at a time. Runs missed while the server was down run once at the next start. */
export type PeriodicTask = {
  task: string
  everyMinutes: 1 | 5 | 10 | 15 | 30 | 60 | 360 | 720 | 1440
  priority?: JobPriority
}

/**
 * A class groups tasks that depend on the same external system, such as the mail server. Each class has its own workers, so that
 * hanging jobs of one class do not delay another.
 */
export type JobClass = {
  name: string
  /** One process runs this many jobs of the class concurrently. */
  concurrency: number
  tasks: Record<string, TaskHandler>
  /** Workers may be busy with the same jobs for this many ms while other jobs are due. The default is five minutes. */
  hangingAfterMs?: number
}

export type JobsHealth = QueueState & {
  /** This is true if workers of this process take jobs of every class. */
  running: boolean
  /**
   * The keys are names of classes. `unknown` counts jobs of tasks that this release does not have. It is absent if there are none.
   */
  classes: ReadonlyMap<string, QueueState>
}

export type JobsOptions = {
  /** The pool needs one connection for each concurrent job, one for each class, and two more. */
  database: Database
  classes: readonly JobClass[]
  every?: readonly PeriodicTask[]
  log: Log
  /** This callback runs after each failed run. It feeds a metric. */
  onFailure?: (failure: { task: string; jobId: number; attempt: number; final: boolean }) => void
  clock?: { now(): Date }
  /** Workers of a class may be busy with the same jobs for this time while other jobs are due. Tests set it. */
  hangingAfterMs?: number
}

export type EnqueueOptions = {
  runAt?: Date
  /** At most one waiting job has this key. Enqueuing again replaces the payload, time and attempts of that job. */
  jobKey?: string
  /** The default is 25, about three days of retries. */
  maxAttempts?: number
  /** Jobs of one queue run one after another. Each name is a permanent row, so use few names. */
  queueName?: string
  /** The priority orders the due jobs of a class. The default is `usual`. */
  priority?: JobPriority
}

export type JobPriority = keyof typeof priorities

/** Jobs with a lower number run first. */
const priorities = { first: -10, usual: 0, last: 10 } as const

/** The library's workers listen on this channel. */
const wakeChannel = 'jobs:insert'
const drainMs = 20_000
/** No job takes so long, because mails, calls and probes of media have shorter limits. */
const usualHangingAfterMs = 5 * 60_000

/** Adds a job inside the business transaction: the job exists exactly when that transaction commits. */
export async function enqueue(
  tx: Tx,
  name: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const { jobKey, queueName } = options
  if (jobKey === undefined && queueName === undefined) {
    await insertJobs(tx, name, sql`waiting AS (SELECT ${JSON.stringify(payload)}::json AS job)`, options)
    return
  }
  await addJob(tx, name, payload, options)
}

/** Calls the library's own function, which also registers a task that no worker has registered yet. */
async function addJob(
  tx: Tx,
  name: string,
  payload: unknown,
  { runAt, jobKey, maxAttempts, queueName, priority = 'usual' }: EnqueueOptions,
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(withTrace(payload))}::json,
    queue_name => ${queueName ?? null}::text,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::integer,
    job_key => ${jobKey ?? null}::text,
    priority => ${priorities[priority]}::integer
  )`.execute(tx)
}

/**
 * Adds a job for each row of `waiting`, in the statement that writes these rows. The library's own function would take five
 * statements. `parts` are common table expressions. One of them is `waiting`, with a column `job` (json) that holds the job's
 * payload. Returns the rows of `waiting` without that column, in their JSON form.
 */
export async function insertJobs<Row = object>(
  tx: Tx,
  name: string,
  parts: RawBuilder<unknown>,
  options: Pick<EnqueueOptions, 'runAt' | 'maxAttempts' | 'priority'> = {},
): Promise<Row[]> {
  const { runAt, maxAttempts, priority = 'usual' } = options
  const traceparent = currentTraceparent()
  const payload = traceparent
    ? sql`(w.job::jsonb || ${JSON.stringify({ traceparent })}::jsonb)::json`
    : sql`w.job`
  const inserted = await sql<{ payloads: unknown[]; rows: Row[]; added: { jobs: number } }>`
    WITH ${parts}, inserted AS (
      INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
      SELECT t.id, ${payload}, coalesce(${runAt ?? null}::timestamptz, now()), ${maxAttempts ?? 25},
             ${priorities[priority]}::smallint
        FROM waiting w JOIN graphile_worker._private_tasks t ON t.identifier = ${name}
      RETURNING id)
    SELECT coalesce(json_agg(w.job), '[]') AS payloads, coalesce(json_agg(to_jsonb(w) - 'job'), '[]') AS rows,
           (SELECT json_build_object('jobs', count(*), 'woken', CASE WHEN count(*) > 0 THEN
                     pg_notify(${wakeChannel}, '{"r":' || random() || ',"count":' || count(*) || '}')::text END)
              FROM inserted) AS added
      FROM waiting w`.execute(tx)
  const { payloads, rows, added } = onlyRow(inserted)
  if (added.jobs < payloads.length) for (const one of payloads) await addJob(tx, name, one, options)
  return rows
}

/** Creates or updates the queue's own schema, `graphile_worker`. Call it before the first `enqueue`. */
export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) })
}

export class Jobs {
  readonly #deps: JobsOptions
  readonly #every
  readonly #pool
  readonly #shared
  readonly #cronItems
  #working: { presence: WorkerHeartbeat; runners: readonly JobRunner[] } | undefined

  constructor(deps: JobsOptions) {
    this.#deps = deps
    this.#every = deps.every ?? []
    this.#pool = deps.database.pool
    this.#shared = {
      pgPool: listeningOver(deps.database),
      noHandleSignals: true,
      logger: workerLogger(deps.log),
      // Batching makes the library wait for, and survive, the statement that marks a job as done.
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          preparedStatements: deps.database.keepsStatements,
        },
      },
    }
    this.#cronItems = parseCronItems(this.#every.map(toCronItem))
  }

  #observe(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    events.on('job:error', ({ job, error }) => {
      const final = job.attempts >= job.max_attempts
      const about = { task: job.task_identifier, jobId: Number(job.id), attempt: job.attempts }
      this.#deps.log.error(
        { ...about, err: error },
        final ? 'job failed for the last time' : 'job failed, will be retried',
      )
      this.#deps.onFailure?.({ ...about, final })
    })
    return events
  }

  /** Starts taking jobs. Resolves when the workers listen. */
  async start(): Promise<void> {
    const presence = startHeartbeat({ pool: this.#deps.database.sessions, log: this.#deps.log })
    const runners = this.#deps.classes.map(
      ({ name, concurrency, tasks }, nth) =>
        new JobRunner({
          name,
          concurrency,
          taskList: toTaskList(tasks, this.#deps.database),
          // The workers of the first class run the schedule for all classes.
          parsedCronItems: nth === 0 ? this.#cronItems : [],
          shared: this.#shared,
          observe: () => this.#observe(),
          presence,
          log: this.#deps.log,
        }),
    )
    this.#working = { presence, runners }
    await dropJobsOfFormerClocks(this.#pool, this.#every)
    await this.#reportUnknownTasks()
    await Promise.all(runners.map((runner) => runner.start()))
  }

  /** Reports jobs whose task was renamed or removed without a migration, because they would wait forever. */
  async #reportUnknownTasks(): Promise<void> {
    const known = new Set(this.#deps.classes.flatMap(({ tasks }) => Object.keys(tasks)))
    const { byTask } = await readQueueState(this.#pool)
    const unknown = [...byTask.keys()].filter((task) => !known.has(task))
    if (unknown.length > 0) this.#deps.log.error({ tasks: unknown }, 'waiting jobs of unknown tasks not run')
  }

  /**
   * Stops taking jobs and waits for the running ones, at most `withinMs` (20 s by default). Unfinished jobs return to the queue,
   * where another process takes them immediately.
   */
  async stop({ withinMs = drainMs }: { withinMs?: number } = {}): Promise<void> {
    if (!this.#working) return
    const { presence, runners } = this.#working
    this.#working = undefined
    const outcomes = await Promise.all(runners.map((runner) => runner.stop(withinMs)))
    const unfinished = outcomes.filter((workerPoolId) => workerPoolId !== null)
    if (unfinished.length > 0) {
      await this.#pool.query('select graphile_worker.force_unlock_workers($1::text[])', [unfinished])
      this.#deps.log.warn({ withinMs }, 'jobs still running at the stop returned to the queue')
    }
    await presence.end()
  }

  /**
   * Runs all jobs due by the database's clock or by `clock`, and those they enqueue, until none is due. A failed job is not retried
   * in the same call. Tests use this method.
   */
  async runDueOnce(): Promise<{ succeeded: number; failed: number }> {
    const failedHere = new Set<number>()
    let succeeded = 0
    const events = this.#observe()
    events.on('job:success', () => (succeeded += 1))
    events.on('job:error', ({ job }) => failedHere.add(Number(job.id)))
    const tasks = Object.fromEntries(this.#deps.classes.flatMap((one) => Object.entries(one.tasks)))
    const taskList = toTaskList(tasks, this.#deps.database)
    while ((await makeDue(this.#pool, this.#deps.clock?.now() ?? null, [...failedHere])) > 0) {
      // If the other jobs take longer than the pause of a failed job, its next attempt becomes due, so it is held back here.
      const forbiddenFlags = () => (failedHere.size > 0 ? holdJobs(this.#pool, [...failedHere]) : null)
      await runOnce({ ...this.#shared, events, concurrency: 1, forbiddenFlags }, taskList)
    }
    if (failedHere.size > 0) await releaseJobs(this.#pool, [...failedHere])
    return { succeeded, failed: failedHere.size }
  }

  async health(): Promise<JobsHealth> {
    const { byTask, ...all } = await readQueueState(this.#pool)
    const classOf = new Map(
      this.#deps.classes.flatMap(({ name, tasks }) => Object.keys(tasks).map((task) => [task, name])),
    )
    const states = Map.groupBy(byTask, ([task]) => classOf.get(task) ?? 'unknown')
    const stateOf = (name: string) => together((states.get(name) ?? []).map(([, state]) => state))
    const names = new Set([...this.#deps.classes.map(({ name }) => name), ...states.keys()])
    const classes = new Map([...names].map((name) => [name, stateOf(name)]))
    return { ...all, running: this.#takesJobs(classes), classes }
  }

  /**
   * Returns whether the workers take jobs. They do not if the workers of a class hang: jobs are due, and the workers neither look
   * for one nor end one.
   */
  #takesJobs(classes: JobsHealth['classes']): boolean {
    const usual = this.#deps.hangingAfterMs ?? usualHangingAfterMs
    const limitOf = new Map(this.#deps.classes.map((one) => [one.name, one.hangingAfterMs ?? usual]))
    return (
      this.#working?.runners.every(
        ({ name, isRunning, quietForMs }) =>
          isRunning && (quietForMs <= (limitOf.get(name) ?? usual) || classes.get(name)?.due === 0),
      ) ?? false
    )
  }

  /** Returns at most 200 jobs whose last run failed, newest first. Payloads are omitted, because they may contain personal data. */
  failures(): Promise<FailedJob[]> {
    return readFailures(this.#pool)
  }

  /** Resets the attempts of failed jobs and makes them due. */
  async retry(jobIds: number[]): Promise<void> {
    await this.#pool.query(
      'select from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)',
      [jobIds],
    )
  }
}

/**
 * Serves both kinds of requests for connections. The library requests listening connections by callback and all others by promise.
 */
function listeningOver({ pool, sessions }: Pick<Database, 'pool' | 'sessions'>): pg.Pool {
  if (pool === sessions) return pool
  const connect = (listen?: Parameters<pg.Pool['connect']>[0]) =>
    listen ? sessions.connect(listen) : pool.connect()
  return Object.assign(Object.create(pool), { connect })
}

function toTaskList(tasks: Record<string, TaskHandler>, database: Database): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, handler]) => [
      name,
      (payload: unknown, { job, abortSignal }) => {
        const { own, traceparent } = withoutTrace(payload)
        const context: TaskContext = {
          jobId: Number(job.id),
          attempt: job.attempts,
          maxAttempts: job.max_attempts,
          database,
          signal: abortSignal,
        }
        return traced(
          () => ({
            name: `job ${name}`,
            kind: 'consumer',
            attributes: { 'apogee.job.id': context.jobId, 'apogee.job.attempt': context.attempt },
            traceparent,
          }),
          () => handler(own, context),
        )
      },
    ]),
  ) satisfies TaskList
}

/** Adds the current span to the stored payload while traces are recorded, so that the job continues the trace of its origin. */
function withTrace(payload: unknown): unknown {
  const traceparent = currentTraceparent()
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  return traceparent && isObject ? { ...payload, traceparent } : payload
}

/** Returns the payload as it was queued, even if another process added a trace. */
function withoutTrace(payload: unknown): { own: unknown; traceparent?: string } {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return { own: payload }
  const { traceparent, ...own } = payload
  return typeof traceparent === 'string' ? { own, traceparent } : { own }
}

const keyOf = (task: string) => `every:${task}`

/** Deletes scheduled runs that an earlier release enqueued for a removed task, because no worker would take them. */
async function dropJobsOfFormerClocks(pool: pg.Pool, every: readonly PeriodicTask[]): Promise<void> {
  await pool.query(
    `delete from graphile_worker._private_jobs
     where key like $1 and key <> all($2::text[]) and locked_at is null`,
    [keyOf('%'), every.map(({ task }) => keyOf(task))],
  )
}

function toCronItem({ task, everyMinutes, priority = 'usual' }: PeriodicTask) {
  const hours = everyMinutes / 60
  const match =
    everyMinutes < 60 ? `*/${everyMinutes} * * * *` : hours < 24 ? `0 */${hours} * * *` : '0 0 * * *'
  return {
    task,
    match,
    identifier: task,
    options: {
      jobKey: keyOf(task),
      // The key does not keep a run from starting while the previous one is running. The queue does.
      queueName: `every:${task}`,
      backfillPeriod: everyMinutes * 60_000,
      priority: priorities[priority],
    },
  }
}

/** Forwards the library's messages. Messages about single jobs are left out, because their failures are logged above. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    if (level === 'error') log.error({ err: meta?.error }, `job worker: ${message}`)
    else if (level === 'warning') log.warn({ err: meta?.error }, `job worker: ${message}`)
    else log.debug(`job worker: ${message}`)
  })
}
