import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from './database.ts'
import { emptyDatabase, type TestDatabase } from './testing.ts'

let held: TestDatabase
beforeAll(async () => {
  held = await emptyDatabase({ poolSize: 1 })
  await held.database.pool.query('CREATE TABLE things (id integer PRIMARY KEY, name text)')
  await held.database.pool.query("INSERT INTO things VALUES (1, 'one')")
})
afterAll(() => held.drop())

const thing = (tx: Db) => sql`SELECT * FROM things WHERE id = ${1}`.execute(tx)
const prepared = async () =>
  (await held.database.pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows

test('a repeated statement is prepared, in a transaction and outside, but not a page of a list', async () => {
  await held.database.transaction(thing)
  expect(await prepared()).toEqual([])
  for (let times = 0; times < 5; times += 1) await held.database.transaction(thing)
  for (let times = 0; times < 5; times += 1) {
    await sql`SELECT name FROM things WHERE id = ${1}`.execute(held.database.kysely)
    await sql`SELECT id FROM things WHERE id > ${0} ORDER BY id LIMIT ${20}`.execute(held.database.kysely)
    await sql`SELECT count(*) FROM things`.execute(held.database.kysely)
  }
  expect(await prepared()).toEqual([
    { statement: 'SELECT * FROM things WHERE id = $1' },
    { statement: 'SELECT name FROM things WHERE id = $1' },
  ])
})

test('a table that another process has changed can still be read, in a transaction and outside', async () => {
  for (let times = 0; times < 5; times += 1) await thing(held.database.kysely)
  await held.database.pool.query('ALTER TABLE things ADD COLUMN size integer NOT NULL DEFAULT 7')
  const { rows } = await held.database.transaction(thing)
  expect(rows).toEqual([{ id: 1, name: 'one', size: 7 }])

  for (let times = 0; times < 5; times += 1) await thing(held.database.kysely)
  await held.database.pool.query('ALTER TABLE things DROP COLUMN size')
  expect((await thing(held.database.kysely)).rows).toEqual([{ id: 1, name: 'one' }])
  expect((await thing(held.database.kysely)).rows).toEqual([{ id: 1, name: 'one' }])
})
