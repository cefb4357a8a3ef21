import { EventEmitter } from 'node:events'
import { Logger, type WorkerEventMap, type WorkerEvents } from 'graphile-worker'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { JobRunner } from './job-runner.ts'
import { enqueue } from './jobs.ts'
import { startHeartbeat } from './worker-heartbeat.ts'

const log = pino({ level: 'silent' })

test('workers that hang after a lost connection are replaced, and their jobs run again', async () => {
  const db = await testDatabase()
  const presence = startHeartbeat({ pool: db.database.pool, log })
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
    shared: { pgPool: db.database.pool, noHandleSignals: true, logger: new Logger(() => () => undefined) },
    observe: () => events,
    presence,
    log,
    abandonAfterMs: 50,
  })
  try {
    await runner.start()
    await db.database.transaction((tx) => enqueue(tx, 'hang', {}))
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 30_000 })
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
