import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import { startChild } from '@apogee/local-postgres/testing-children.ts'
import { testDatabase, type TestDatabase } from '../database/testing.ts'
import { useTracer, type SpanWish } from '../tracing.ts'
import { Jobs, enqueue, type EnqueueOptions, type PeriodicTask, type TaskHandler } from './jobs.ts'

const log = pino({ level: 'silent' })
let db: TestDatabase
let seen: unknown[]
const open: Jobs[] = []
beforeEach(async () => {
  db = await testDatabase()
  seen = []
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
  await db.drop()
})

const note: TaskHandler = async (payload) => {
  seen.push(payload)
}
const fail: TaskHandler = async () => {
  throw new Error('the printer is on fire')
}

function jobsWith(
  tasks: Record<string, TaskHandler>,
  more: { clock?: { now(): Date }; every?: readonly PeriodicTask[]; hangingAfterMs?: number } = {},
) {
  const classes = [{ name: 'default', concurrency: 2, tasks }]
  const jobs = new Jobs({ database: db.database, classes, log, ...more })
  open.push(jobs)
  return jobs
}

const add = (name: string, payload: object, options?: EnqueueOptions) =>
  db.database.transaction((tx) => enqueue(tx, name, payload, options))

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('a job enqueued in a committed transaction runs with its payload', async () => {
  await add('note', { courseId: 7 })
  expect(await jobsWith({ note }).runDueOnce()).toEqual({ succeeded: 1, failed: 0 })
  expect(seen).toEqual([{ courseId: 7 }])
})

test('a job enqueued in a rolled-back transaction never runs', async () => {
  const undone = db.database.transaction(async (tx) => {
    await enqueue(tx, 'note', { courseId: 7 })
    throw new Error('no seat left')
  })
  await expect(undone).rejects.toThrow('no seat left')
  expect(await jobsWith({ note }).runDueOnce()).toEqual({ succeeded: 0, failed: 0 })
  expect(seen).toEqual([])
})

test('jobs enqueued by a job run in the same call, and jobs of one queue run in order', async () => {
  const jobs = jobsWith({
    note,
    fork: async (_payload, { database }) => {
      await database.transaction((tx) => enqueue(tx, 'note', { from: 'fork' }))
    },
  })
  await add('fork', {})
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 2, failed: 0 })
  for (const step of [1, 2, 3]) await add('note', { step }, { queueName: 'steps' })
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 3, failed: 0 })
  expect(seen).toEqual([{ from: 'fork' }, { step: 1 }, { step: 2 }, { step: 3 }])
})

test('a scheduled job waits for its time', async () => {
  let now = new Date()
  const jobs = jobsWith({ note }, { clock: { now: () => now } })
  await add('note', { later: true }, { runAt: hoursFromNow(1) })
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 0 })
  expect(await jobs.health()).toMatchObject({ due: 0, scheduled: 1 })
  now = hoursFromNow(2)
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 1, failed: 0 })
})

test('a newer job replaces a waiting job with the same key', async () => {
  await add('note', { version: 1 }, { jobKey: 'course:7' })
  await add('note', { version: 2 }, { jobKey: 'course:7' })
  await jobsWith({ note }).runDueOnce()
  expect(seen).toEqual([{ version: 2 }])
})

test('a failing job is listed, is retried later, and leaves the list when it succeeds', async () => {
  let now = new Date()
  let onFire = true
  const attempts: number[] = []
  const jobs = jobsWith(
    {
      print: async (_payload, { attempt }) => {
        attempts.push(attempt)
        if (onFire) throw new Error('the printer is on fire')
      },
    },
    { clock: { now: () => now } },
  )
  await add('print', { secret: 'never shown' })
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 1 })
  const [failure] = await jobs.failures()
  expect(failure).toMatchObject({ task: 'print', attempts: 1, lastError: 'the printer is on fire' })
  expect(failure?.nextRunAt?.getTime()).toBeGreaterThan(now.getTime())
  expect(JSON.stringify(failure)).not.toContain('never shown')
  expect(await jobs.health()).toMatchObject({ retrying: 1, failed: 0 })

  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 0 })
  now = hoursFromNow(1)
  onFire = false
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 1, failed: 0 })
  expect(attempts).toEqual([1, 2])
  expect(await jobs.failures()).toEqual([])
})

test('a job that failed is not run again by the same run, however long the other jobs take', async () => {
  const attempts: number[] = []
  const endPauses = () =>
    db.database.pool.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0')
  const jobs: Jobs = jobsWith({
    fail: async (_payload, { attempt }) => {
      attempts.push(attempt)
      // The first attempt adds the new job, so the new job runs after it.
      if (attempt === 1) await add('note', {})
      throw new Error('always')
    },
    note: async () => {
      await expect.poll(() => jobs.failures()).toHaveLength(1)
      await endPauses()
    },
  })
  await add('fail', {})
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 1, failed: 1 })
  expect(attempts).toEqual([1])
  await endPauses()
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 1 })
  expect(attempts).toEqual([1, 2])
})

test('a job without attempts left stays listed until somebody retries it', async () => {
  const failures: unknown[] = []
  const jobs = new Jobs({
    database: db.database,
    classes: [{ name: 'default', concurrency: 1, tasks: { fail } }],
    log,
    onFailure: (failure) => failures.push(failure),
  })
  await add('fail', {}, { maxAttempts: 1 })
  await jobs.runDueOnce()
  const [failure] = await jobs.failures()
  expect(failure).toMatchObject({ attempts: 1, maxAttempts: 1, nextRunAt: null })
  expect(failures).toEqual([{ task: 'fail', jobId: failure?.id, attempt: 1, final: true }])
  expect(await jobs.health()).toMatchObject({ failed: 1, due: 0 })
  await jobs.retry([failure?.id ?? 0])
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 1 })
})

test('a started worker is notified of new jobs without polling', async () => {
  const jobs = jobsWith({ note })
  await jobs.start()
  expect(await jobs.health()).toMatchObject({ running: true })
  // The library connects this session after the start, and does not report when it listens.
  const listening = () =>
    db.database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:insert"%'`,
    )
  await vi.waitFor(async () => expect((await listening()).rows).toHaveLength(1), {
    timeout: 10_000,
    interval: 5,
  })
  await add('note', { hello: true })
  await vi.waitFor(() => expect(seen).toEqual([{ hello: true }]), { timeout: 15_000, interval: 5 })
  await jobs.stop()
  expect(await jobs.health()).toMatchObject({ running: false })
})

test('a job carries the trace of what queued it, and its handler gets the payload as it was queued', async () => {
  const spans: SpanWish[] = []
  useTracer({
    run: (wish, work) => {
      spans.push(wish)
      return work()
    },
    traceparent: () => '00-1-2-01',
    countStatement: () => undefined,
  })
  try {
    await add('note', { courseId: 7 })
    await add('note', { courseId: 8 }, { jobKey: 'course:8' })
    await jobsWith({ note }).runDueOnce()
    expect(spans).toMatchObject([1, 2].map(() => ({ name: 'job note', traceparent: '00-1-2-01' })))
    await add('note', { courseId: 9 })
  } finally {
    useTracer(undefined)
  }
  // These jobs simulate another process that records no traces.
  await jobsWith({ note }).runDueOnce()
  expect(seen).toEqual([{ courseId: 7 }, { courseId: 8 }, { courseId: 9 }])
})

test('two workers on one database run each job once', async () => {
  const workers = [jobsWith({ note }), jobsWith({ note })]
  await Promise.all(workers.map((jobs) => jobs.start()))
  await db.database.transaction(async (tx) => {
    for (let number = 0; number < 50; number++) await enqueue(tx, 'note', { number })
  })
  await vi.waitFor(() => expect(seen).toHaveLength(50), { timeout: 10_000, interval: 10 })
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
  expect(seen).toHaveLength(50)
})

test('workers that hang while other jobs are due do not count as running, and do again when one ends', async () => {
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  let begun = 0
  const hang = async () => {
    begun += 1
    await finish
  }
  const jobs = jobsWith({ hang }, { hangingAfterMs: 0 })
  await jobs.start()
  await add('hang', {})
  await add('hang', {})
  await vi.waitFor(() => expect(begun).toBe(2), { timeout: 15_000 })
  expect(await jobs.health()).toMatchObject({ running: true, due: 0 })
  await add('hang', {})
  expect(await jobs.health()).toMatchObject({ running: false, due: 1 })
  letFinish()
  await vi.waitFor(async () => expect(await jobs.health()).toMatchObject({ running: true, due: 0 }), {
    timeout: 15_000,
  })
})

test('stopping waits for the running job', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  const jobs = jobsWith({
    slow: async () => {
      begin()
      await finish
      seen.push('done')
    },
  })
  await jobs.start()
  await add('slow', {})
  await begun
  const stopped = jobs.stop()
  letFinish()
  await stopped
  expect(seen).toEqual(['done'])
  expect(await jobs.health()).toMatchObject({ running: false, due: 0, retrying: 0 })
})

test('a job that outlasts the stop is returned to the queue, and another worker runs it', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>()
  const first = jobsWith({
    note: async () => {
      begin()
      await hanging
    },
  })
  await first.start()
  await add('note', { stubborn: true })
  await begun
  await first.stop({ withinMs: 50 })
  expect(await jobsWith({ note }).runDueOnce()).toEqual({ succeeded: 1, failed: 0 })
  letGo()
})

test('the job of a killed worker is run by another one', async () => {
  const child = startChild(new URL('./jobs-child.ts', import.meta.url), [db.connectionString])
  await add('note', { orphan: true })
  expect(await child.nextLine()).toBe('working')
  process.kill(child.pid, 'SIGKILL')
  await child.ended
  // Recent locks are not released, so the test backdates this one instead of waiting.
  await db.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`,
  )
  await jobsWith({ note }).start()
  await vi.waitFor(() => expect(seen).toEqual([{ orphan: true }]), { timeout: 10_000, interval: 20 })
})

describe('a job of a killed worker whose attempts are used up', () => {
  async function killed(options: EnqueueOptions, before?: () => Promise<unknown>): Promise<number> {
    const child = startChild(new URL('./jobs-child.ts', import.meta.url), [db.connectionString])
    await add('note', { version: 1 }, options)
    expect(await child.nextLine()).toBe('working')
    await before?.()
    process.kill(child.pid, 'SIGKILL')
    await child.ended
    await db.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`,
    )
    const jobs = jobsWith({ note })
    await jobs.start()
    return (await jobs.health()).failed
  }

  test('the job of a killed worker is dropped if the next beat of its task has taken its key', async () => {
    const beat = { jobKey: 'course:9', queueName: 'every:note' }
    const next = () => add('note', { version: 2 }, { ...beat, runAt: hoursFromNow(1) })
    expect(await killed(beat, next)).toBe(0)
    expect(seen).toEqual([])
  })

  test('the job of a killed worker stays in the list of failed jobs if no beat has replaced it', async () => {
    expect(await killed({ maxAttempts: 1 })).toBe(1)
  })
})

test('the job of a living worker stays with it, however long it takes', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  const slow = jobsWith({
    note: async () => {
      begin()
      await finish
    },
  })
  await slow.start()
  await add('note', { mine: true })
  await begun
  await db.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`,
  )
  const idle = jobsWith({ note })
  // `start` resolves after one check for abandoned jobs.
  await idle.start()
  expect(await idle.health()).toMatchObject({ due: 0 })
  expect(seen).toEqual([])
  letFinish()
})

test('a slow scheduled task does not run concurrently with itself', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  const tick: TaskHandler = async () => {
    seen.push('begun')
    begin()
    await finish
  }
  const due = () =>
    db.database.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('tick', now() - interval '1 hour', date_trunc('minute', now()) - interval '1 minute')
       on conflict (identifier) do update set last_execution = excluded.last_execution`,
    )
  const every = [{ task: 'tick', everyMinutes: 1 }] as const
  await due()
  await jobsWith({ note, tick }, { every }).start()
  await begun
  await due()
  await jobsWith({ note, tick }, { every }).start()
  const waiting = async () => {
    const { rows } = await db.database.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'tick' and locked_at is null`,
    )
    expect(rows).toHaveLength(1)
  }
  await vi.waitFor(waiting, { timeout: 10_000, interval: 20 })
  // The new job is younger than the second run, which a free queue would have started first.
  await add('note', { later: true })
  await vi.waitFor(() => expect(seen).toContainEqual({ later: true }), { timeout: 10_000, interval: 20 })
  expect(seen).toEqual(['begun', { later: true }])
  letFinish()
  await vi.waitFor(() => expect(seen).toEqual(['begun', { later: true }, 'begun']), {
    timeout: 10_000,
    interval: 20,
  })
})

test('a worker that lost every connection takes jobs again', async () => {
  const jobs = jobsWith({ note })
  await jobs.start()
  await db.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await add('note', { back: true })
  await vi.waitFor(() => expect(seen).toEqual([{ back: true }]), { timeout: 20_000, interval: 50 })
})

/** Creates a job that reports its start and ends when released. */
function hanging() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
  const task: TaskHandler = async () => {
    begin()
    await finish
  }
  return { task, begun, letFinish }
}

function twoClasses(mail: TaskHandler) {
  const jobs = new Jobs({
    database: db.database,
    classes: [
      { name: 'money', concurrency: 1, tasks: { note } },
      { name: 'mail', concurrency: 1, tasks: { mail } },
    ],
    log,
  })
  open.push(jobs)
  return jobs
}

test('a job runs while every worker of another class hangs, and waiting jobs are counted by class', async () => {
  const { task, begun, letFinish } = hanging()
  const jobs = twoClasses(task)
  await jobs.start()
  for (let number = 0; number < 5; number++) await add('mail', { number })
  await begun
  await add('note', { paid: true })
  await vi.waitFor(() => expect(seen).toEqual([{ paid: true }]), { timeout: 10_000, interval: 10 })
  await vi.waitFor(async () => expect((await jobs.health()).classes.get('money')?.due).toBe(0), {
    timeout: 15_000,
  })
  expect((await jobs.health()).classes.get('mail')).toMatchObject({ due: 4 })
  letFinish()
})

test('hanging jobs hold no connection of the pool', async () => {
  const { task, begun, letFinish } = hanging()
  const jobs = twoClasses(task)
  await jobs.start()
  await add('mail', {})
  await begun
  // The pool holds one listening connection per class, and one for the heartbeat.
  const { pool } = db.database
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(3), { timeout: 10_000, interval: 10 })
  letFinish()
})

test('due jobs with priority first or last run first or last in their class', async () => {
  for (const priority of ['last', 'usual', 'first'] as const) await add('note', { priority }, { priority })
  await add('note', { priority: 'first', keyed: true }, { priority: 'first', jobKey: 'k' })
  await jobsWith({ note }).runDueOnce()
  expect(seen).toEqual([
    { priority: 'first' },
    { priority: 'first', keyed: true },
    { priority: 'usual' },
    { priority: 'last' },
  ])
})

test('stopping returns hanging jobs of every class to the queue', async () => {
  const { task, begun, letFinish } = hanging()
  const jobs = twoClasses(task)
  await jobs.start()
  await add('mail', { stubborn: true })
  await begun
  await jobs.stop({ withinMs: 50 })
  expect((await jobs.health()).classes.get('mail')).toMatchObject({ due: 1 })
  letFinish()
})

test('scheduled runs of a task removed since an earlier release are dropped', async () => {
  await add('gone', {}, { jobKey: 'every:gone' })
  await add('note', {}, { jobKey: 'every:note', runAt: hoursFromNow(1) })
  const jobs = jobsWith({ note }, { every: [{ task: 'note', everyMinutes: 60 }] })
  await jobs.start()
  expect(await jobs.health()).toMatchObject({ due: 0, scheduled: 1 })
})

test('a waiting job of a task that no class runs is reported at the start', async () => {
  const lines: string[] = []
  const reported = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await add('checkout.sweep', {})
  await add('note', {})
  const classes = [{ name: 'default', concurrency: 1, tasks: { note } }]
  const jobs = new Jobs({ database: db.database, classes, log: reported })
  open.push(jobs)
  await jobs.start()
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ tasks: ['checkout.sweep'], msg: 'waiting jobs of unknown tasks not run' }),
  ])
})
