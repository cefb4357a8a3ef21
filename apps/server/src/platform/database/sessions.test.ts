/** Tests the product with a pooler in transaction mode between it and PostgreSQL. */
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueue, Jobs, migrateJobs } from '../jobs/jobs.ts'
import { breakingProxy } from './testing/breaking-proxy.testing.ts'
import { connect, type Database, type Db } from './database.ts'
import { listen } from './connections/listener.ts'
import { DatabaseLost } from './connections/lost-connections.ts'
import { allowedConnections, examineSessions, isSameDatabase } from './sessions.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from './testing.ts'
import { transactionPooler, type TransactionPooler } from './testing/transaction-pooler.testing.ts'

const log = pino({ level: 'silent' })
let made: TestDatabase
let pooler: TransactionPooler
const open: Database[] = []
beforeAll(async () => {
  made = await testDatabase()
  pooler = await transactionPooler(made.connectionString)
})
afterAll(async () => {
  for (const database of open) await database.close()
  await pooler.close()
  await made.drop()
})

function pooled(): Database {
  const database = connect({
    connectionString: pooler.connectionString,
    directConnectionString: made.connectionString,
    poolSize: 6,
    applicationName: 'behind the pooler',
    log,
  })
  open.push(database)
  return database
}

test('sessions of PostgreSQL are kept, those of a pooler in transaction mode are not', async () => {
  expect(await examineSessions(made.database.pool)).toEqual({ isKept: true, keepsStatements: true })
  const { pool, sessions } = pooled()
  expect(await examineSessions(sessions)).toEqual({ isKept: true, keepsStatements: true })
  for (let times = 0; times < 5; times += 1)
    expect(await examineSessions(pool)).toEqual({ isKept: false, keepsStatements: false })
})

test('two addresses of one database are told from addresses of two', async () => {
  const { pool, sessions } = pooled()
  expect(await isSameDatabase(sessions, pool)).toBe(true)
  const another = await emptyDatabase()
  expect(await isSameDatabase(another.database.pool, pool)).toBe(false)
  await another.drop()
})

test('the connections that the server allows are those of its settings, of the role and of the database', async () => {
  const { pool } = made.database
  const allowed = await allowedConnections(pool)
  expect(allowed).toBeGreaterThan(30)
  const name = new URL(made.connectionString).pathname.slice(1)
  await pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 21`)
  expect(await allowedConnections(pool)).toBe(21)
  await pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)
})

test('no call fails behind a pooler: statements and transactions of many callers at once', async () => {
  const database = pooled()
  await database.sessions.query('CREATE TABLE pooled_notes (id int PRIMARY KEY, caller int NOT NULL)')
  const read = (db: Db, value: number) =>
    sql<{
      value: number
    }>`SELECT ${value}::int4 AS value, count(*) FROM pooled_notes WHERE id >= ${0}`.execute(db)
  const caller = async (nth: number) => {
    for (let round = 0; round < 10; round += 1) {
      const id = nth * 100 + round
      await database.transaction(async (tx) => {
        await sql`INSERT INTO pooled_notes VALUES (${id}, ${nth})`.execute(tx)
        expect((await read(tx, id)).rows[0]?.value).toBe(id)
      })
      expect((await read(database.kysely, id)).rows[0]?.value).toBe(id)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, nth) => caller(nth)))
  const { rows } = await database.pool.query('SELECT count(*) AS count FROM pooled_notes')
  expect(rows).toEqual([{ count: 200 }])
})

test('a transaction behind a pooler has the timeouts of a session, and leaves none behind', async () => {
  const database = pooled()
  const timeouts = (db: Db) =>
    sql`SELECT current_setting('statement_timeout') AS statement,
               current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db)
  const server = (await timeouts(database.kysely)).rows
  expect((await database.transaction(timeouts)).rows).toEqual([{ statement: '30s', idle: '30s' }])
  expect((await timeouts(database.kysely)).rows).toEqual(server)
})

test('a silent pooler is noticed although PostgreSQL itself answers', async () => {
  const proxy = await breakingProxy(made.connectionString)
  const database = connect({
    connectionString: proxy.connectionString,
    directConnectionString: made.connectionString,
    poolSize: 2,
    applicationName: 'behind the silent pooler',
    log,
    deadlines: { probeMs: 100, connectMs: 200 },
  })
  proxy.silence('all')
  await expect(database.probe()).rejects.toBeInstanceOf(DatabaseLost)
  const { silentForMs } = database.answers
  await database.sessions.query('SELECT 1')
  expect(database.answers.silentForMs).toBeGreaterThan(silentForMs)
  await proxy.close()
  await database.close()
})

test('notices and jobs arrive behind a pooler', async () => {
  const database = pooled()
  await migrateJobs(database.sessions, log)
  let notices = 0
  const listener = listen(database, 'pooled', { onNotice: () => (notices += 1), log })
  await expect.poll(() => notices).toBe(1)
  await database.pool.query('NOTIFY pooled')
  await expect.poll(() => notices).toBe(2)
  await listener.close()

  let runs = 0
  const jobs = new Jobs({
    database,
    classes: [{ name: 'default', concurrency: 3, tasks: { note: async () => void (runs += 1) } }],
    every: [{ task: 'note', everyMinutes: 1440 }],
    log,
  })
  await jobs.start()
  for (let nth = 0; nth < 20; nth += 1)
    await database.transaction((tx) => enqueue(tx, 'note', {}, { queueName: `queue ${nth % 3}` }))
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(20), { timeout: 60_000 })
  await vi.waitFor(
    async () => expect(await jobs.health()).toMatchObject({ due: 0, retrying: 0, failed: 0 }),
    {
      timeout: 60_000,
    },
  )
  await jobs.stop()
})
