import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from './schema.d.ts'
import { emptyDatabase, type TestDatabase } from './testing.ts'

let held: TestDatabase
beforeAll(async () => {
  held = await emptyDatabase({ poolSize: 1 })
  await held.database.pool.query('CREATE TABLE things (id integer PRIMARY KEY, name text)')
  await held.database.pool.query("INSERT INTO things VALUES (1, 'one')")
})
afterAll(() => held.drop())

const thing = (tx: Transaction<DB>) => sql`SELECT * FROM things WHERE id = ${1}`.execute(tx)
const prepared = async () =>
  (await held.database.pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows

test('a repeated statement of a transaction is prepared, other statements are not', async () => {
  await held.database.transaction(thing)
  expect(await prepared()).toEqual([])
  for (let times = 0; times < 5; times += 1) await held.database.transaction(thing)
  for (let times = 0; times < 5; times += 1) await sql`SELECT ${1}::integer`.execute(held.database.kysely)
  expect(await prepared()).toEqual([{ statement: 'SELECT * FROM things WHERE id = $1' }])
})

test('a table that another process has changed can still be read', async () => {
  await held.database.pool.query('ALTER TABLE things ADD COLUMN size integer NOT NULL DEFAULT 7')
  const { rows } = await held.database.transaction(thing)
  expect(rows).toEqual([{ id: 1, name: 'one', size: 7 }])
})
