import { EventEmitter } from 'node:events'
import { Logger, type WorkerEventMap, type WorkerEvents } from 'graphile-worker'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { breakingProxy, type BreakingProxy } from '../database/testing/breaking-proxy.testing.ts'
import { connect, type Database } from '../database/database.ts'
import { testDatabase, type TestDatabase } from '../database/testing.ts'
import { JobRunner } from './job-runner.ts'
import { enqueue } from './jobs.ts'
import { startHeartbeat } from './worker-heartbeat.ts'

const log = pino({ level: 'silent' })

test('workers that hang after a lost connection are replaced, and their jobs run again', async () => {
  const db = await testDatabase()
  const presence = startHeartbeat({ pool: db.database.pool, log, lookEveryMs: 20 })
  const hanging = Promise.withResolvers<void>()
  const events: WorkerEvents = new EventEmitter()
  const created: WorkerEventMap['pool:create'][] = []
  events.on('pool:create', (pool) => created.push(pool))
  let runs = 0
  const runner = new JobRunner({
    name: 'default',
    concurrency: 1,
    taskList: {
      hang: async () => {
        runs += 1
        if (runs === 1) await hanging.promise
      },
    },
    parsedCronItems: [],
    shared: {
      pgPool: db.database.pool,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      preset: { worker: { pollInterval: 20 } },
    },
    observe: () => events,
    presence,
    log,
    abandonAfterMs: 50,
    relaunchAfterMs: 0,
  })
  try {
    await runner.start()
    await db.database.transaction((tx) => enqueue(tx, 'hang', {}))
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 30_000 })
    // Recent locks are not released, so the test backdates this one instead of waiting.
    await db.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`,
    )
    const [first] = created
    if (!first) throw new Error('no workers were started')
    events.emit('pool:fatalError', {
      ...first,
      error: new Error('connection lost'),
      action: 'completeJob',
    })
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 60_000 })
    expect(runner.isRunning).toBe(true)
  } finally {
    hanging.resolve()
    await created[0]?.workerPool.gracefulShutdown()
    await runner.stop(10_000)
    await presence.end()
    await db.drop()
  }
})

test('workers that cannot take jobs do not count as running until one looks for a job successfully', async () => {
  const db = await testDatabase()
  const presence = startHeartbeat({ pool: db.database.pool, log })
  const events: WorkerEvents = new EventEmitter()
  const created: WorkerEventMap['worker:create'][] = []
  events.on('worker:create', (worker) => created.push(worker))
  const runner = new JobRunner({
    name: 'default',
    concurrency: 1,
    taskList: {},
    parsedCronItems: [],
    shared: { pgPool: db.database.pool, noHandleSignals: true, logger: new Logger(() => () => undefined) },
    observe: () => events,
    presence,
    log,
  })
  try {
    await runner.start()
    expect(runner.isRunning).toBe(true)
    const [first] = created
    if (!first) throw new Error('no worker was started')
    for (let time = 0; time < 5; time += 1)
      events.emit('worker:getJob:error', { ...first, error: new Error('permission denied') })
    expect(runner.isRunning).toBe(false)
    events.emit('worker:getJob:empty', first)
    expect(runner.isRunning).toBe(true)
  } finally {
    await runner.stop(10_000)
    await presence.end()
    await db.drop()
  }
})

async function behindProxy(
  work: (database: Database, proxy: BreakingProxy, db: TestDatabase) => Promise<void>,
): Promise<void> {
  const db = await testDatabase()
  const proxy = await breakingProxy(db.connectionString)
  const database = connect({
    connectionString: proxy.connectionString,
    poolSize: 6,
    applicationName: 'behind the proxy',
    log,
    deadlines: { statementMs: 2_000, suspectMs: 1_000, heartbeatEveryMs: 50, heartbeatMs: 1_000, endMs: 100 },
  })
  try {
    await work(database, proxy, db)
  } finally {
    await database.close()
    await proxy.close()
    await db.drop()
  }
}

test('workers whose connections fall silent listen again and take jobs', () =>
  behindProxy(async (database, proxy, db) => {
    const events: WorkerEvents = new EventEmitter()
    let listened = 0
    events.on('pool:listen:success', () => (listened += 1))
    let runs = 0
    const presence = startHeartbeat({ pool: database.pool, log })
    const runner = new JobRunner({
      name: 'default',
      concurrency: 1,
      taskList: { note: async () => void (runs += 1) },
      parsedCronItems: [],
      shared: { pgPool: database.pool, noHandleSignals: true, logger: new Logger(() => () => undefined) },
      observe: () => events,
      presence,
      log,
    })
    await runner.start()
    expect(listened).toBe(1)
    proxy.silence()
    await vi.waitFor(() => expect(listened).toBe(2), { timeout: 60_000 })
    await db.database.transaction((tx) => enqueue(tx, 'note', {}))
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 60_000 })
    await runner.stop(10_000)
    await presence.end()
  }))

test('a worker whose session fell silent ends it at the server and holds its lock in a new one', () =>
  behindProxy(async (database, proxy, db) => {
    const holder = async () => {
      const { rows } = await db.database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.pid
    }
    const presence = startHeartbeat({ pool: database.pool, log, lookEveryMs: 20 })
    await presence.add('pool-1', new Set())
    // On a busy machine even the first session may be lost, so the test waits for a holder of the lock.
    const before = await vi.waitFor(holder, { timeout: 60_000 })
    proxy.silence()
    await vi.waitFor(async () => expect(await holder()).not.toBe(before), { timeout: 60_000 })
    await presence.end()
  }))

test('a job that its pool holds without knowing it returns to the queue, and one that runs for long does not', async () => {
  const db = await testDatabase()
  const { pool } = db.database
  const presence = startHeartbeat({ pool, log, lookEveryMs: 20 })
  const events: WorkerEvents = new EventEmitter()
  const pools: string[] = []
  events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
  const ending = Promise.withResolvers<void>()
  const runs: string[] = []
  const runner = new JobRunner({
    name: 'default',
    concurrency: 2,
    taskList: {
      note: async () => void runs.push('note'),
      long: async () => {
        runs.push('long')
        await ending.promise
      },
    },
    parsedCronItems: [],
    shared: {
      pgPool: pool,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      // The end of a job is written after several checks.
      preset: { worker: { pollInterval: 20, completeJobBatchDelay: 300 } },
    },
    observe: () => events,
    presence,
    log,
  })
  try {
    await runner.start()
    await db.database.transaction((tx) => enqueue(tx, 'long', {}))
    await vi.waitFor(() => expect(runs).toEqual(['long']), { timeout: 30_000 })
    // This transaction takes the job as if the answer that handed it over had been lost two minutes ago.
    await pool.query(
      `SELECT graphile_worker.add_job('note', queue_name => 'notes');
       UPDATE graphile_worker._private_job_queues SET locked_by = '${pools[0]}', locked_at = now() - interval '2 minutes';
       UPDATE graphile_worker._private_jobs SET locked_by = '${pools[0]}', locked_at = now() - interval '2 minutes'`,
    )
    await vi.waitFor(() => expect(runs).toEqual(['long', 'note']), { timeout: 60_000 })
    ending.resolve()
    await vi.waitFor(async () => {
      const { rows } = await pool.query('SELECT FROM graphile_worker._private_jobs')
      expect(rows).toEqual([])
    })
    expect(runs).toEqual(['long', 'note'])
  } finally {
    ending.resolve()
    await runner.stop(10_000)
    await presence.end()
    await db.drop()
  }
})
