import { setImmediate as nextTask } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { Clamd } from '#server/adapters/virus-scan/clamd.ts'
import { FakeClamd } from '#server/adapters/virus-scan/testing.ts'
import { handleErrors } from '../http/errors.ts'
import { registerHealth, type HealthDependencies } from './health.ts'
import { instance } from '../config/instance.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { migrationsDirectory } from '../start-server.ts'
import {
  breakingProxy,
  type BreakingProxy,
} from '#server/platform/database/testing/breaking-proxy.testing.ts'
import { connect, type Database } from '#server/platform/database/database.ts'
import { Replicas } from '#server/platform/database/replicas.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { enqueue, Jobs } from '#server/platform/jobs/jobs.ts'
import { diskSpaceOf, leastFreeBytes } from '#server/platform/resources/disk-space.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const metricsToken = 'a token for these tests only'
let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, poolSize: 12 })
})
afterAll(() => server.stop())

function healthOf(
  token: string | null,
  dependencies: Partial<TestApp['dependencies']> = {},
  more: Partial<HealthDependencies> = {},
): FastifyInstance {
  const app = Fastify()
  handleErrors(app)
  registerHealth(app, {
    dependencies: { ...server.dependencies, ...dependencies },
    jobs: server.jobs,
    paymentMonitoring: server.services.paymentMonitoring,
    securityLogChain: server.services.securityLogChain,
    callbacksRefused: () => 3,
    dataDisk: () => diskSpaceOf(server.uploadsDirectory),
    migrationsDirectory,
    metricsToken: token,
    stopState: { isStopping: false },
    role: 'all',
    ...more,
  })
  return app
}

describe('liveness', () => {
  const { promise: never } = Promise.withResolvers<void>()
  let asked = 0
  const healthz = (silentForMs: number, quietForMs = 0) =>
    healthOf(null, {
      database: {
        ...server.database,
        answers: { silentForMs, quietForMs },
        probe: () => {
          asked += 1
          return never
        },
      },
    }).inject('/healthz')

  test('a process is alive while its database answers or has been silent for less than a minute', async () => {
    const answer = await healthz(59_000)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'alive', instance, release }])
  })

  test('a process whose questions to the database were not answered for a minute is stuck', async () => {
    const answer = await healthz(61_000)
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { status: 'stuck' }])
  })

  test('the liveness check of an idle process asks the database and does not wait', async () => {
    asked = 0
    expect((await healthz(0, 9_000)).statusCode).toBe(200)
    expect(asked).toBe(0)
    expect((await healthz(0, 11_000)).statusCode).toBe(200)
    expect(asked).toBe(1)
  })
})

describe('readiness', () => {
  const ready = { database: 'ok', migrations: 'ok', disk: 'ok', storage: 'ok', jobs: 'ok', money: 'ok' }

  test('readiness fails while no worker takes jobs, and succeeds once one does', async () => {
    const app = healthOf(null)
    const before = await app.inject('/readyz')
    expect(before.statusCode).toBe(503)
    expect(before.json()).toEqual({ status: 'not ready', checks: { ...ready, jobs: 'failing' } })
    await server.jobs.start()
    try {
      const after = await app.inject('/readyz')
      expect(after.statusCode).toBe(200)
      expect(after.json()).toEqual({ status: 'ready', checks: ready })
    } finally {
      await server.jobs.stop()
    }
  })

  test('the ages of the backups are shown, and make no process unready', async () => {
    const ages = { baseSeconds: 400_000, walSeconds: null, missingFiles: 3 }
    const backups = { takeDue: async () => undefined, ages: async () => ages }
    const app = healthOf(metricsToken, { backups }, { role: 'web' })
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json().details]).toEqual([200, { backup: ages }])
    const { body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(body).toContain('apogee_backup_age_seconds 400000\n')
    expect(body).toContain('apogee_backup_log_missing_files 3\n')
    expect(body).not.toMatch(/^apogee_backup_wal_age_seconds /m)
    const late = { ...backups, ages: () => Promise.reject(new Error('the folder is gone')) }
    const unread = await healthOf(null, { backups: late }, { role: 'web' }).inject('/readyz')
    const unknown = { baseSeconds: null, walSeconds: null, missingFiles: null }
    expect([unread.statusCode, unread.json().details]).toEqual([200, { backup: unknown }])
  })

  test('the malware scanner is shown, and one that is away makes no process unready', async () => {
    const fake = await FakeClamd.start()
    const virusScanner = new Clamd({ address: fake.address, maxBytes: 1_000 })
    const app = healthOf(metricsToken, { virusScanner }, { role: 'web' })
    const metrics = async () =>
      (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json().details]).toEqual([200, { virusScanner: 'ok' }])
    const shown = await metrics()
    expect(shown).toContain('virus_scanner_up 1\n')
    expect(shown).toMatch(/^virus_signatures_age_seconds [-\d.]+$/m)
    expect(shown).toContain('virus_scans_total{outcome="clean"} 0\n')
    await fake.stop()
    const away = await app.inject('/readyz')
    expect([away.statusCode, away.json().details]).toEqual([200, { virusScanner: 'failing' }])
    expect(await metrics()).toContain('virus_scanner_up 0\n')
  })

  test('standbys are shown, and a lost one makes no process unready', async () => {
    const standby = {
      address: 'standby:5432',
      close: async () => undefined,
      read: async () => Promise.reject(new Error('not read')),
    }
    const replicas = new Replicas({
      standbys: [
        { ...standby, examine: async () => undefined },
        { ...standby, address: 'lost:5432', examine: async () => Promise.reject(new Error('away')) },
      ],
      position: async () => ({ lsn: '0/1', timeline: 1 }),
      identity: async () => ({ system: '7', database: 5 }),
      log: server.dependencies.log,
    })
    await replicas.start()
    const database = { ...server.database, replicas }
    const app = healthOf(metricsToken, { database }, { role: 'web' })
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json().details]).toEqual([
      200,
      { standbys: { configured: 2, used: 1 } },
    ])
    const { body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    await replicas.close()
    expect(body).toContain('database_standby_used{standby="standby:5432"} 1\n')
    expect(body).toContain('database_standby_used{standby="lost:5432"} 0\n')
    expect(body).toContain('database_standby_behind_seconds{standby="standby:5432"} 0\n')
    expect(body).toMatch(/^database_standby_behind_seconds\{standby="lost:5432"\} \d+\.\d+$/m)
    expect(body).toContain('public_reads_total{server="standby"} 0\n')
  })

  test('a process that runs no jobs is ready without workers and with late money jobs', async () => {
    await enqueueLate('payments.sweep', 90)
    const answer = await healthOf(null, {}, { role: 'web' }).inject('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', disk: 'ok', storage: 'ok' },
    })
    await server.database.pool.query('DELETE FROM graphile_worker._private_jobs')
  })

  /** Enqueues one job of each class that is already late. No worker is running. */
  const enqueueLate = (task: string, seconds: number) =>
    server.database.transaction((tx) =>
      enqueue(tx, task, {}, { runAt: new Date(Date.now() - seconds * 1000), jobKey: task }),
    )

  test('readiness fails while a money job has waited for more than a minute, and for no other late job', async () => {
    await enqueueLate('mail.send', 3_600)
    await enqueueLate('events.deliver', 3_600)
    await enqueueLate('payments.sweep', 30)
    const app = healthOf(null)
    expect((await app.inject('/readyz')).json()).toMatchObject({ checks: { money: 'ok' } })
    await enqueueLate('payments.sweep', 90)
    const late = await app.inject('/readyz')
    expect(late.statusCode).toBe(503)
    expect(late.json()).toMatchObject({ checks: { money: 'failing', database: 'ok' } })
    const { body } = await healthOf(metricsToken).inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(body).toContain('jobs{class="money",state="due"} 1')
    expect(body).toMatch(/jobs_oldest_due_seconds\{class="money"\} (?:9\d|1\d\d)/)
    expect(body).toContain('job_processes 0')
    await server.database.pool.query('DELETE FROM graphile_worker._private_jobs')
  })

  test('readiness fails from the request to stop on, without any other check, and liveness does not', async () => {
    const stopState = { isStopping: false }
    const probe = vi.fn<() => Promise<void>>()
    const app = healthOf(null, { database: { ...server.database, probe } }, { stopState })
    stopState.isStopping = true
    const answer = await app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ status: 'stopping', checks: {} })
    expect(probe).not.toHaveBeenCalled()
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test.each(['all', 'web', 'worker'] as const)(
    'a process with the role %s is not ready while the disk of its data is full, and ready again at the next question after',
    async (role) => {
      await server.jobs.start()
      try {
        let freeBytes = leastFreeBytes
        const dataDisk = async () => ({ freeBytes, totalBytes: 10 ** 12, freeFiles: null })
        const app = healthOf(null, {}, { role, dataDisk })
        expect((await app.inject('/readyz')).statusCode).toBe(200)
        freeBytes -= 1
        const full = await app.inject('/readyz')
        expect(full.statusCode).toBe(503)
        expect(full.json()).toMatchObject({ checks: { disk: 'failing', database: 'ok', storage: 'ok' } })
        expect((await app.inject('/healthz')).statusCode).toBe(200)
        freeBytes += 1
        expect((await app.inject('/readyz')).statusCode).toBe(200)
      } finally {
        await server.jobs.stop()
      }
    },
  )

  test('readiness names the failing part', async () => {
    const storage = {
      ...server.dependencies.storage,
      isWritable: async () => Promise.reject(new Error('disk gone')),
    }
    const answer = await healthOf(null, { storage }).inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ checks: { storage: 'failing', database: 'ok' } })
  })
})

describe('a database that swallows every question', () => {
  let proxy: BreakingProxy
  let database: Database
  beforeAll(async () => {
    proxy = await breakingProxy(server.connectionString)
    const forEverMs = 600_000
    database = connect({
      connectionString: proxy.connectionString,
      poolSize: 4,
      applicationName: 'behind the proxy',
      log: server.dependencies.log,
      deadlines: { statementMs: forEverMs, connectMs: forEverMs },
    })
    await database.probe()
    proxy.silence('all')
  })
  afterAll(async () => {
    await proxy.close()
    await database.close()
  })

  test('readiness answers, and its late checks fail', async () => {
    const answer = await healthOf(null, { database }).inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      checks: { database: 'failing', migrations: 'failing', storage: 'ok', money: 'ok' },
    })
  })

  test('checks that hang do not use up the connections', async () => {
    const app = healthOf(null, { database })
    await app.ready()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let times = 0; times < 3; times += 1) {
      let isAnswered = false
      const answer = app.inject('/readyz').finally(() => (isAnswered = true))
      while (!isAnswered) {
        await nextTask()
        vi.advanceTimersByTime(100)
      }
      expect((await answer).statusCode).toBe(503)
    }
    expect(database.pool.waitingCount).toBe(0)
  })

  test('metrics show the figures that can be read, and leave out the late ones', async () => {
    const jobs = new Jobs({ database, classes: [], log: server.dependencies.log })
    const app = healthOf(metricsToken, { database }, { jobs })
    const { statusCode, body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(statusCode).toBe(200)
    expect(body).toMatch(/^database_silent_seconds [\d.]*[1-9]/m)
    expect(body).toContain('ledger_imbalance_sen 0')
    expect(body).not.toMatch(/^jobs\{/m)
  })
})

describe('figures', () => {
  const ask = (app: FastifyInstance, bearer?: string) =>
    app.inject({ url: '/metrics', headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })

  test('metrics are not found without the right token', async () => {
    const absent = await healthOf(null).inject('/nothing')
    for (const answer of [
      await ask(healthOf(null)),
      await ask(healthOf(null), 'null'),
      await ask(healthOf(metricsToken)),
      await ask(healthOf(metricsToken), `${metricsToken}x`),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(absent.body)
    }
  })

  test('metrics count requests by route, jobs and connections', async () => {
    const app = healthOf(metricsToken)
    await app.inject('/healthz')
    const { statusCode, body } = await ask(app, metricsToken)
    expect(statusCode).toBe(200)
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
    )
    expect(body).toContain('jobs{class="money",state="failed"} 0')
    expect(body).toContain('payment_callbacks_refused 3')
    expect(body).toContain('ledger_imbalance_sen 0')
    expect(body).toContain('payment_callbacks_late 0')
    expect(body).toMatch(/^database_clock_skew_seconds -?\d/m)
    expect(body).toMatch(/database_connections\{state="open"\} [1-9]/)
    expect(body).toContain('database_connections_max 12\n')
    expect(body).toContain('database_connections{state="waiting"} 0')
    expect(body).toMatch(/database_connections\{state="in_use"\} \d/)
    for (const folder of ['data', 'uploads']) {
      expect(body).toMatch(new RegExp(`disk_free_bytes\\{folder="${folder}"\\} [1-9]`))
      expect(body).toMatch(new RegExp(`disk_size_bytes\\{folder="${folder}"\\} [1-9]`))
    }
  })

  test('metrics show unsent mails and their age, mails given up, and jobs of unknown tasks', async () => {
    await server.database.transaction(async (tx) => {
      for (const occasion of ['first', 'second', 'third'])
        await queueMail(tx, {
          to: 'a@apogee.test',
          subject: 'A',
          body: 'B',
          occasion: `figures:${occasion}`,
          seller: null,
        })
      await enqueue(tx, 'nobody.knows', {})
    })
    await sql`
      UPDATE graphile_worker._private_jobs j SET created_at = now() - interval '1 hour', run_at = now() + interval '1 hour'
       WHERE j.id = (SELECT min(id) FROM graphile_worker._private_jobs)`.execute(server.database.kysely)
    await sql`
      UPDATE graphile_worker._private_jobs j SET attempts = max_attempts, created_at = now() - interval '2 days'
       WHERE j.id = (SELECT min(id) + 1 FROM graphile_worker._private_jobs)`.execute(server.database.kysely)
    const { body } = await ask(healthOf(metricsToken), metricsToken)
    expect(body).toContain('mail_unsent 2\n')
    expect(body).toMatch(/^mail_oldest_unsent_seconds 36\d\d(?:\.\d+)?$/m)
    expect(body).toContain('mail_failed 1\n')
    expect(body).toContain('jobs{class="mail",state="failed"} 1\n')
    expect(body).toContain('jobs{class="unknown",state="due"} 1\n')
    await server.database.pool.query('DELETE FROM graphile_worker._private_jobs')
  })

  test('metrics show whether the payment provider answers', async () => {
    const record = {
      answeredAt: null as Date | null,
      failingSince: null as Date | null,
      failedAt: null,
      isWithholding: false,
      requests: { answered: 0, failed: 0, withheld: 0 },
    }
    const app = healthOf(metricsToken, { payments: { ...unusedPayments, record: () => record } })
    const before = (await ask(app, metricsToken)).body
    expect(before).toContain('payment_provider_failing_seconds 0\n')
    expect(before).not.toMatch(/^payment_provider_answer_age_seconds/m)
    record.answeredAt = new Date(Date.now() - 90_000)
    record.failingSince = new Date(Date.now() - 60_000)
    record.isWithholding = true
    record.requests = { answered: 7, failed: 5, withheld: 2 }
    const { body } = await ask(app, metricsToken)
    expect(body).toMatch(/^payment_provider_answer_age_seconds (?:9\d|1\d\d)/m)
    expect(body).toMatch(/^payment_provider_failing_seconds (?:6|7|8|9)\d/m)
    expect(body).toContain('payment_provider_breaker_open 1\n')
    for (const [outcome, number] of Object.entries(record.requests))
      expect(body).toContain(`payment_provider_requests_total{outcome="${outcome}"} ${number}\n`)
  })

  test('a figure that cannot be read is absent and counted, and hides no other', async () => {
    let isGone = false
    const space = async () => {
      if (isGone) throw new Error('disk gone')
      return { freeBytes: 7_000, totalBytes: 9_000, freeFiles: null }
    }
    const app = healthOf(metricsToken, { storage: { ...server.dependencies.storage, space } })
    expect((await ask(app, metricsToken)).body).toContain('disk_free_bytes{folder="uploads"} 7000\n')
    isGone = true
    const { body } = await ask(app, metricsToken)
    expect(body).not.toContain('folder="uploads"')
    expect(body).toContain('disk_free_bytes{folder="data"}')
    const after = (await ask(app, metricsToken)).body
    expect(after).toContain('metric_read_failures_total{metric="disk_free_bytes"}')
  })
})
