import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing.ts'
import { refuseNestedConnections } from './nested-connections.testing.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await testDatabase({ poolSize: 2 })
})
afterAll(() => made.drop())

test('the work of a transaction is refused a second connection, but not its own one', async () => {
  const { database } = made
  const guarded = refuseNestedConnections(database)
  const one = sql<{ one: number }>`SELECT 1 AS one`
  await expect(guarded.transaction(() => one.execute(guarded.kysely))).rejects.toThrow('a second connection')
  expect((await guarded.transaction((tx) => one.execute(tx))).rows).toEqual([{ one: 1 }])
  expect((await database.transaction(() => one.execute(guarded.kysely))).rows).toEqual([{ one: 1 }])
})
