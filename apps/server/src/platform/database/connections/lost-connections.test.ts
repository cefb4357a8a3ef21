import { PostgresStorage } from '@apogee/chip-simulator/storage/postgres-storage.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakingProxy, type BreakingProxy } from '../testing/breaking-proxy.testing.ts'
import { connect, type Database } from '../database.ts'
import { DatabaseLost, failureOf, isDatabaseLost } from './lost-connections.ts'
import { testDatabase, type TestDatabase } from '../testing.ts'

let made: TestDatabase
let proxy: BreakingProxy
let database: Database
const connectTo = (connectionString: string) =>
  connect({
    connectionString,
    poolSize: 4,
    applicationName: 'loses connections',
    log: pino({ level: 'silent' }),
  })

beforeAll(async () => {
  made = await testDatabase()
  proxy = await breakingProxy(made.connectionString)
  database = connectTo(proxy.connectionString)
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await made.drop()
})

const number = 7
const ways: [string, marker: string, (database: Database) => Promise<unknown>][] = [
  ['a statement', 'one', ({ kysely }) => sql`SELECT 1 AS one`.execute(kysely)],
  ['a prepared statement', 'two', ({ kysely }) => sql`SELECT ${number}::int AS two`.execute(kysely)],
  [
    'a transaction',
    'three',
    (lost) => lost.transaction((tx) => sql`SELECT ${number}::int AS three`.execute(tx)),
  ],
  ['a public read', 'four', (lost) => lost.publicRead((db) => sql`SELECT 1 AS four`.execute(db))],
  ['the pool', 'five', ({ pool }) => pool.query('SELECT 1 AS five')],
  [
    'a named statement of the pool',
    'six',
    ({ pool }) => pool.query({ name: 'six', text: 'SELECT 1 AS six' }),
  ],
  [
    'a connection of the pool',
    'seven',
    async ({ pool }) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('SELECT 1 AS seven')
      } finally {
        client.release(true)
      }
    },
  ],
  [
    'a callback',
    'eight',
    ({ pool }) =>
      new Promise((resolve, reject) => {
        pool.query('SELECT 1 AS eight', (error: Error | undefined, result: unknown) =>
          error ? reject(error) : resolve(result),
        )
      }),
  ],
  ['the sessions', 'nine', ({ sessions }) => sessions.query('SELECT 1 AS nine')],
  [
    'the storage of the simulator',
    'simulator_purchases',
    ({ pool }) => new PostgresStorage(pool).findPurchase('5b1dbb3c-6d6c-4d8a-9a52-f4d7f1f9b1a1'),
  ],
]

test.each(ways)('%s reports a lost connection', async (_name, marker, send) => {
  await send(database)
  proxy.cutAt([marker], 'statement')
  await expect(send(database)).rejects.toBeInstanceOf(DatabaseLost)
  proxy.cutAt([marker], 'answer')
  await expect(send(database)).rejects.toBeInstanceOf(DatabaseLost)
  await send(database)
})

test.each(ways)('%s reports that no connection can be made', async (_name, _marker, send) => {
  const gone = connectTo('postgres://apogee@127.0.0.1:1/apogee')
  await expect(send(gone)).rejects.toBeInstanceOf(DatabaseLost)
  await gone.close()
})

test('an error that wraps a lost connection is one', () => {
  const lost = new DatabaseLost(new Error('read ECONNRESET'))
  expect(isDatabaseLost(new Error('the order was not read', { cause: lost }))).toBe(true)
  expect(isDatabaseLost(new AggregateError([new Error('other'), lost]))).toBe(true)
  expect(isDatabaseLost(new Error('other', { cause: new Error('cause') }))).toBe(false)
})

test.each([
  Object.assign(
    new Error('Client network socket disconnected before secure TLS connection was established'),
    {
      code: 'ECONNRESET',
    },
  ),
  new AggregateError([Object.assign(new Error('connect EHOSTUNREACH'), { syscall: 'connect' })]),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client was closed and is not queryable'),
  new Error('There was an error establishing an SSL connection'),
])('"%s" of the driver is a lost connection', (error) => {
  expect(failureOf(error)).toBeInstanceOf(DatabaseLost)
})
