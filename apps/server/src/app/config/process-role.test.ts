import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#server/platform/database/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { countWorkingProcesses } from '#server/platform/jobs/worker-heartbeat.ts'
import { readConfig } from './config.ts'
import { startServer } from '../start-server.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

test('a worker runs jobs and answers only its health checks and metrics', async () => {
  const { database, connectionString, drop } = await testDatabase()
  undo.push(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-role-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const metricsToken = 'm'.repeat(20)
  const config = readConfig({
    APOGEE_ROLE: 'worker',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    PORT: '0',
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    METRICS_TOKEN: metricsToken,
  })
  expect(await countWorkingProcesses(database.pool)).toBe(0)
  const never = new AbortController().signal
  const server = await startServer(config, pino({ level: 'silent' }), 'built', never)
  undo.push(() => server.stop({ urged: AbortSignal.abort() }))
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.address + path, { headers })
  expect((await ask('/healthz')).status).toBe(200)
  expect(await (await ask('/readyz')).json()).toEqual({
    status: 'ready',
    checks: { database: 'ok', migrations: 'ok', disk: 'ok', storage: 'ok', jobs: 'ok', money: 'ok' },
  })
  const metrics = await ask('/metrics', { authorization: `Bearer ${metricsToken}` })
  expect(await metrics.text()).toContain('job_processes 1\n')
  for (const path of ['/', '/api/courses', '/media/x', '/payment-simulator/tester/', '/robots.txt'])
    expect((await ask(path)).status, path).toBe(404)
  const { rows } = await database.pool.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'apogee listens%'`,
  )
  expect(rows).toEqual([])
  await database.transaction((tx) => enqueue(tx, 'payments.sweep', {}))
  await vi.waitFor(
    async () => {
      const left = await database.pool.query(`SELECT 1 FROM graphile_worker.jobs WHERE key IS NULL`)
      expect(left.rows).toEqual([])
    },
    { timeout: 60_000 },
  )
})
