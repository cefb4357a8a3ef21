/** Tests the queries for standbys on a primary. `npm run test:replicas` uses a real standby. */
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplicas, type Replicas } from './replicas.ts'
import { examineSessions } from './sessions.ts'
import { currentPosition, ForeignDatabase, identityOf, Standby, StandbyUnfit } from './standby.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from './testing.ts'
import { transactionPooler } from './testing/transaction-pooler.testing.ts'

const log = pino({ level: 'silent' })
let made: TestDatabase
let another: TestDatabase
beforeAll(async () => {
  made = await testDatabase()
  another = await emptyDatabase()
})
afterAll(async () => {
  await another.drop()
  await made.drop()
})

const standbyAt = ({ connectionString }: TestDatabase) =>
  new Standby({ connectionString, poolSize: 2, applicationName: 'tests', log })

test('a position is behind every commit before it, and two databases of one server are different', async () => {
  const { database } = made
  const before = await currentPosition(database.kysely)
  await database.pool.query('CREATE TABLE positions (id int)')
  const after = await currentPosition(database.kysely)
  expect(after).toEqual({ lsn: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/), timeline: before.timeline })
  const { rows } = await database.pool.query('SELECT $2::pg_lsn > $1::pg_lsn AS "isLater"', [
    before.lsn,
    after.lsn,
  ])
  expect(rows).toEqual([{ isLater: true }])

  const [own, other] = [await identityOf(database.kysely), await identityOf(another.database.kysely)]
  expect(other.system).toBe(own.system)
  expect(other.database).not.toBe(own.database)
})

test('a primary is no standby, whatever it has committed', async () => {
  const standby = standbyAt(made)
  const position = await currentPosition(made.database.kysely)
  const refused = standby.read(position, async () => 'read')
  await expect(refused).rejects.toEqual(new StandbyUnfit('not a standby'))
  await standby.close()
})

test('an address of another database ends the start, and one of the same primary answers no reads', async () => {
  const open = (connectionString: string) =>
    openReplicas(made.database, { connectionStrings: [connectionString], poolSize: 2, log })
  await expect(open(another.connectionString)).rejects.toBeInstanceOf(ForeignDatabase)

  const replicas: Replicas = await open(made.connectionString)
  const { rows } = await made.database.publicRead((db) => sql`SELECT 1 AS one`.execute(db))
  expect(rows).toEqual([{ one: 1 }])
  expect(replicas.record()).toMatchObject({
    reads: { standby: 0, primary: 1 },
    standbys: [{ isUsed: false }],
  })
  await replicas.close()
  made.database.replicas = null
})

test('sessions are examined without LISTEN where a server cannot listen', async () => {
  const pooler = await transactionPooler(made.connectionString)
  const pooled = new Standby({
    connectionString: pooler.connectionString,
    poolSize: 2,
    applicationName: 'tests',
    log,
  })
  const position = await currentPosition(made.database.kysely)
  const identity = await identityOf(made.database.kysely)
  await expect(pooled.examine(position, identity)).rejects.toEqual(new StandbyUnfit('not a standby'))
  await pooled.close()
  await pooler.close()
  expect(await examineSessions(made.database.pool, { canListen: false })).toEqual({
    isKept: true,
    keepsStatements: true,
  })
})
