/** Tests connections through a proxy that swallows every byte and closes nothing. */
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { breakingProxy, type BreakingProxy } from '../testing/breaking-proxy.testing.ts'
import { connect, type Database, type Db } from '../database.ts'
import { DatabaseLost } from './lost-connections.ts'
import { liftTimeout, WatchedClient, type Deadlines } from './silent-connections.ts'
import { emptyDatabase, type TestDatabase } from '../testing.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await emptyDatabase()
  await made.database.pool.query('CREATE TABLE notes (id int PRIMARY KEY)')
})
afterAll(() => made.drop())

const poolSize = 6
/** No test takes this long. */
const forEverMs = 600_000
const statementMs = 2_000
const suspectMs = 1_000
/** No deadline expires by itself, because tests advance the timers. */
const short: Partial<Deadlines> = { statementMs, suspectMs, probeMs: 1_000, endMs: 100 }

let proxy: BreakingProxy
const open: Database[] = []
beforeEach(async () => {
  proxy = await breakingProxy(made.connectionString)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const database of open.splice(0)) await database.close()
  await proxy.close()
})

function through(deadlines: Partial<Deadlines> = {}, size = poolSize): Database {
  const database = connect({
    connectionString: proxy.connectionString,
    poolSize: size,
    applicationName: 'behind the proxy',
    log: pino({ level: 'silent' }),
    deadlines: { ...short, ...deadlines },
  })
  open.push(database)
  return database
}

const lost = expect.any(DatabaseLost)
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => error,
  )
/** Advances the timers once the work waits for an answer that the proxy swallowed. */
async function outcomeAfter(ms: number, work: Promise<unknown>): Promise<unknown> {
  const result = outcome(work)
  await proxy.swallowed()
  vi.advanceTimersByTime(ms)
  return result
}
/** Holds the lock in another session, so that statements that take the lock run until `end` is called. */
async function holdLock(): Promise<{ end: () => void }> {
  const client = await made.database.pool.connect()
  await client.query('SELECT pg_advisory_lock(1)')
  return { end: () => client.release(true) }
}
const takeLock = 'SELECT pg_advisory_lock(1)'
/** Resolves when that many statements wait for the lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await made.database.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    )
    return rows.length
  }
  await expect.poll(waiting).toBe(count)
}
const noteOf = (id: number) => (tx: Db) => sql`INSERT INTO notes VALUES (${id})`.execute(tx)
const one = (db: Db, tag: string) => sql`SELECT ${1}::int4 AS ${sql.raw(tag)}`.execute(db)
const fill = async (database: Database) => {
  const clients = await Promise.all(Array.from({ length: poolSize }, () => database.pool.connect()))
  for (const client of clients) client.release()
  expect(database.pool.idleCount).toBe(poolSize)
}
const repeat = async (work: () => Promise<unknown>) => {
  for (let times = 0; times < 4; times += 1) await work()
}

test('a plain statement without an answer is lost, and the next one gets another connection', async () => {
  const database = through()
  await database.pool.query('SELECT 1')
  proxy.silence()
  expect(await outcomeAfter(statementMs, database.pool.query('SELECT 1'))).toEqual(lost)
  expect(await outcome(database.pool.query('SELECT 1'))).toBe('answered')
})

test('a prepared statement without an answer is lost, and the next one gets another connection', async () => {
  const { kysely } = through()
  await repeat(() => one(kysely, 'prepared'))
  proxy.silence()
  expect(await outcomeAfter(statementMs, one(kysely, 'prepared'))).toEqual(lost)
  expect(await outcome(one(kysely, 'prepared'))).toBe('answered')
})

test('a transaction whose first statement gets no answer is lost, with begin in its own packet or in the same', async () => {
  const database = through()
  const work = () => database.transaction((tx) => one(tx, 'first'))
  await database.pool.query('SELECT 1')
  proxy.silence()
  expect(await outcomeAfter(statementMs, work())).toEqual(lost)
  await repeat(work)
  proxy.silence()
  expect(await outcomeAfter(statementMs, work())).toEqual(lost)
  expect(await outcome(work())).toBe('answered')
})

test('a COMMIT without an answer is lost although it was executed', async () => {
  const database = through()
  proxy.silenceAt('commit')
  expect(await outcomeAfter(statementMs, database.transaction(noteOf(1)))).toEqual(lost)
  const { rows } = await made.database.pool.query('SELECT id FROM notes WHERE id = 1')
  expect(rows).toHaveLength(1)
  expect(await outcome(database.transaction(noteOf(2)))).toBe('answered')
})

test('a rollback without an answer is lost, and its connection is not used again', async () => {
  const database = through({}, 1)
  proxy.silenceAt('rollback')
  const work = database.transaction(async (tx) => {
    await noteOf(3)(tx)
    throw new Error('changed my mind')
  })
  expect(await outcomeAfter(statementMs, work)).toEqual(lost)
  const { rows } = await database.pool.query('SELECT id FROM notes WHERE id = 3')
  expect(rows).toEqual([])
})

test('callers who wait for a silent connection get a new one', async () => {
  const database = through({}, 1)
  await database.pool.query('SELECT 1')
  proxy.silence()
  const first = outcomeAfter(statementMs, database.pool.query('SELECT 1'))
  const waiting = Array.from({ length: 3 }, () => outcome(database.pool.query('SELECT 1')))
  expect(await first).toEqual(lost)
  expect(await Promise.all(waiting)).toEqual(['answered', 'answered', 'answered'])
})

test('a connection that is never answered is given up, and works once the network does', async () => {
  const database = through({ connectMs: 200 })
  proxy.silence('all')
  expect(await outcomeAfter(200, one(database.kysely, 'connecting'))).toEqual(lost)
  expect(database.pool.totalCount).toBe(0)
  proxy.recover()
  await expect.poll(() => outcome(one(database.kysely, 'connecting'))).toBe('answered')
})

test('one silent connection costs one caller its deadline: idle ones are replaced, not tried one by one', async () => {
  const database = through()
  await fill(database)
  proxy.silence()
  expect(await outcomeAfter(statementMs, database.pool.query('SELECT 1'))).toEqual(lost)
  const after = Array.from({ length: 3 * poolSize }, () => outcome(database.pool.query('SELECT 1')))
  expect(new Set(await Promise.all(after))).toEqual(new Set(['answered']))
})

test('connections in use when another falls silent have a shorter deadline until they answer', async () => {
  const database = through()
  const [held, idleInTransaction] = [await database.pool.connect(), await database.pool.connect()]
  for (const client of [held, idleInTransaction])
    if (client instanceof WatchedClient) client.setDeadline(forEverMs)
  await idleInTransaction.query('begin')
  await database.pool.query('SELECT 1')
  proxy.silence()
  const waiting = outcome(held.query('SELECT 1'))
  expect(await outcomeAfter(statementMs, database.pool.query('SELECT 1'))).toEqual(lost)
  vi.advanceTimersByTime(suspectMs)
  expect(await waiting).toEqual(lost)
  expect(await outcomeAfter(suspectMs, idleInTransaction.query('SELECT 1'))).toEqual(lost)
  for (const client of [held, idleInTransaction]) client.release(true)
})

test('a connection that answers after another fell silent has its usual deadline again', async () => {
  const database = through()
  const client = await database.pool.connect()
  if (client instanceof WatchedClient) client.setDeadline(forEverMs)
  const lock = await holdLock()
  const other = outcome(database.pool.query(takeLock))
  await untilWaiting(1)
  vi.advanceTimersByTime(statementMs)
  expect(await other).toEqual(lost)
  await client.query('SELECT 1')
  const long = outcome(client.query(takeLock))
  vi.advanceTimersByTime(statementMs)
  lock.end()
  expect(await long).toBe('answered')
  client.release(true)
})

test('a session without timeouts may wait longer than a deadline, also while others fall silent', async () => {
  const database = through()
  const client = await database.pool.connect()
  await liftTimeout(client)
  const lock = await holdLock()
  const long = outcome(client.query(takeLock))
  const other = outcome(database.pool.query(takeLock))
  await untilWaiting(2)
  vi.advanceTimersByTime(statementMs)
  expect(await other).toEqual(lost)
  vi.advanceTimersByTime(statementMs)
  lock.end()
  expect(await long).toBe('answered')
  client.release(true)
})

test('a silent connection that is closed in order is cut soon', async () => {
  const database = through({ endMs: 50 })
  const removed = Promise.withResolvers<void>()
  database.pool.on('remove', () => removed.resolve())
  const client = await database.pool.connect()
  proxy.silence()
  client.release(true)
  await proxy.swallowed()
  vi.advanceTimersByTime(50)
  await removed.promise
  expect(client.connection.stream.destroyed).toBe(true)
})

test('a probe is lost early, costs its own connection and drops the idle ones', async () => {
  const database = through({ statementMs: forEverMs, probeMs: 500 })
  await fill(database)
  proxy.silence()
  expect(await outcomeAfter(500, database.probe())).toEqual(lost)
  const after = Array.from({ length: 3 * poolSize }, () => outcome(database.pool.query('SELECT 1')))
  expect(new Set(await Promise.all(after))).toEqual(new Set(['answered']))
})

test('a connection that becomes free after a probe gave up goes back to the pool', async () => {
  const database = through({ probeMs: 100 }, 1)
  const client = await database.pool.connect()
  const probe = outcome(database.probe())
  vi.advanceTimersByTime(100)
  expect(await probe).toEqual(lost)
  client.release()
  await expect.poll(() => database.pool.idleCount).toBe(1)
  expect(database.pool.waitingCount).toBe(0)
  expect(await outcome(database.pool.query('SELECT 1'))).toBe('answered')
})

test('a process without any answer knows for how long; a refusal is an answer', async () => {
  const database = through({ probeMs: 300 })
  await database.pool.query('SELECT 1')
  expect(database.answers.silentForMs).toBe(0)
  proxy.silence('all')
  expect(await outcomeAfter(300, database.probe())).toEqual(lost)
  const silentForMs = database.answers.silentForMs
  expect(silentForMs).toBeGreaterThan(0)
  expect(await outcomeAfter(300, database.probe())).toEqual(lost)
  expect(database.answers.silentForMs).toBeGreaterThan(silentForMs)
  await proxy.close()
  // At that address nothing listens.
  const refused = expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) })
  await expect.poll(() => outcome(database.probe())).toEqual(refused)
  expect(database.answers.silentForMs).toBe(0)
  proxy = await breakingProxy(made.connectionString)
})
