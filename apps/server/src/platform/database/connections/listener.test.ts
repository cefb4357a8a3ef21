import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { breakingProxy } from '../testing/breaking-proxy.testing.ts'
import { connect } from '../database.ts'
import { listen } from './listener.ts'
import { testDatabase, type TestDatabase } from '../testing.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await testDatabase()
})
afterAll(() => made.drop())

const nowhere = () =>
  connect({
    connectionString: 'postgres:///nowhere?host=/nowhere',
    poolSize: 1,
    applicationName: 'tests',
    log,
  })

const log = pino({ level: 'silent' })
const say = (channel: string) => made.database.pool.query(`NOTIFY ${channel}`)

async function listeners(channel: string): Promise<number[]> {
  const { rows } = await made.database.pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [`apogee listens to ${channel}`],
  )
  return rows.map(({ pid }) => pid)
}

test('a notification arrives, and the callback runs again after a lost connection', async () => {
  let received = 0
  const listener = listen(made.database, 'weather', { onNotice: () => (received += 1), log })
  // The callback also runs after each connect.
  await expect.poll(() => received).toBe(1)
  await say('weather')
  await expect.poll(() => received).toBe(2)
  await say('something_else')

  const [pid] = await listeners('weather')
  await made.database.pool.query('SELECT pg_terminate_backend($1)', [pid])
  await expect.poll(() => received, { timeout: 10_000 }).toBe(3)
  await say('weather')
  await expect.poll(() => received).toBe(4)

  await listener.close()
  await expect.poll(() => listeners('weather')).toEqual([])
  await say('weather')
  expect(received).toBe(4)
})

test('the listener reconnects to an unreachable database, and closing ends that', async () => {
  const away = nowhere()
  const warnings: unknown[] = []
  const noticing = {
    ...log,
    debug() {},
    info() {},
    error() {},
    warn: (about: unknown) => warnings.push(about),
  }
  const listener = listen(away, 'weather', { onNotice: () => expect.unreachable(), log: noticing })
  await expect.poll(() => warnings.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await listener.close()
})

test('caughtUp resolves after every notice that was committed before the call', async () => {
  let received = 0
  const listener = listen(made.database, 'tides', { onNotice: () => (received += 1), log })
  await expect.poll(() => received).toBe(1)
  const sayAndCatchUp = async () => {
    await say('tides')
    const sent = (notices += 1)
    await listener.caughtUp()
    expect(received - 1).toBeGreaterThanOrEqual(sent)
  }
  let notices = 0
  for (let nth = 0; nth < 50; nth += 1) await sayAndCatchUp()
  await Promise.all(Array.from({ length: 50 }, sayAndCatchUp))
  expect(received).toBe(101)
  await listener.close()
})

test('caughtUp waits for a connection that is being made', async () => {
  let received = 0
  const listener = listen(made.database, 'currents', { onNotice: () => (received += 1), log })
  await listener.caughtUp()
  expect(await listeners('currents')).toHaveLength(1)
  await listener.caughtUp()
  expect(received).toBe(1)
  await listener.close()
})

test('a notice carries its payload', async () => {
  const received: (string | undefined)[] = []
  const listener = listen(made.database, 'winds', { onNotice: (payload) => received.push(payload), log })
  await expect.poll(() => received).toEqual([undefined])
  await made.database.pool.query(`NOTIFY winds, 'from the east'`)
  await listener.caughtUp()
  expect(received).toEqual([undefined, 'from the east'])
  await listener.close()
})

test('a caller without a connection is told at once that anything may have changed', async () => {
  let received = 0
  const away = nowhere()
  const listener = listen(away, 'weather', { onNotice: () => (received += 1), log })
  await listener.caughtUp()
  expect(received).toBe(1)
  await listener.close()
})

test('a listener whose connection falls silent connects again and reports that notices may be missing', async () => {
  const proxy = await breakingProxy(made.connectionString)
  const database = connect({
    connectionString: proxy.connectionString,
    poolSize: 1,
    applicationName: 'behind the proxy',
    log,
    deadlines: { heartbeatEveryMs: 50, heartbeatMs: 1_000 },
  })
  let received = 0
  const listener = listen(database, 'silences', { onNotice: () => (received += 1), log })
  await expect.poll(() => received).toBe(1)
  proxy.silence()
  await say('silences')
  await expect.poll(() => received).toBe(2)
  await say('silences')
  await expect.poll(() => received).toBe(3)
  await listener.close()
  await database.close()
  await proxy.close()
})

test('a silent connection gets no second statement while it owes an answer', async () => {
  const proxy = await breakingProxy(made.connectionString)
  const database = connect({
    connectionString: proxy.connectionString,
    poolSize: 1,
    applicationName: 'behind the proxy',
    log,
    deadlines: { endMs: 50 },
  })
  let received = 0
  const listener = listen(database, 'calms', { onNotice: () => (received += 1), log })
  await expect.poll(() => received).toBe(1)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  proxy.silence()
  // Each call times out after a second and reports that notices may be missing.
  await listener.caughtUp()
  await listener.caughtUp()
  expect(received).toBe(3)
  expect(sent).toHaveBeenCalledTimes(1)
  await listener.close()
  await database.close()
  await proxy.close()
})
