import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
  (
    await held.database.pool.query<{ statement: string }>(
      "SELECT statement FROM pg_prepared_statements WHERE statement <> 'begin'",
    )
  ).rows

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

test('a failed use of a prepared statement leaves it and the connection usable', async () => {
  const add = (id: number) =>
    sql`INSERT INTO things (id, name) VALUES (${id}, ${'x'})`.execute(held.database.kysely)
  for (let id = 10; id < 13; id += 1) await add(id)
  await expect(add(10)).rejects.toMatchObject({ code: '23505' })
  expect(await add(13)).toMatchObject({ numAffectedRows: 1n, rows: [] })

  // The statement fails at its first use on this connection, so it is parsed but not described.
  const half = (id: number) => sql<{ half: number }>`SELECT 10 / ${id}::int4 AS half`
  const compiled = half(0).compile(held.database.kysely).sql
  await half(1).execute(held.database.kysely)
  await half(1).execute(held.database.kysely)
  await expect(half(0).execute(held.database.kysely)).rejects.toMatchObject({ code: '22012' })
  expect(await prepared()).toContainEqual({ statement: compiled })
  expect((await half(5).execute(held.database.kysely)).rows).toEqual([{ half: 2 }])
  expect((await half(2).execute(held.database.kysely)).rows).toEqual([{ half: 5 }])
})

test('values arrive as those of a statement that is not prepared', async () => {
  const at = new Date('2026-11-22T01:02:03.456Z')
  const given = {
    at,
    day: '2026-11-22',
    bytes: Buffer.from([0, 255, 10]),
    list: [1, 2, null],
    texts: ['a', 'b"c', ''],
    json: JSON.stringify({ a: [1] }),
    yes: true,
    empty: null,
    text: 'é “x” \\',
  }
  const read = () =>
    sql`
    SELECT ${given.at}::timestamptz AS at, ${given.day}::date AS day, ${given.bytes}::bytea AS bytes,
           ${given.list}::int8[] AS list, ${given.texts}::text[] AS texts, ${given.json}::jsonb AS json,
           ${given.yes}::bool AS yes, ${given.empty}::text AS empty, ${given.text}::text AS text, 5::int8 AS big
     WHERE ${1}::int4 = 1`.execute(held.database.kysely)
  for (let times = 0; times < 5; times += 1) {
    expect((await read()).rows).toEqual([{ ...given, json: { a: [1] }, big: 5 }])
  }
})

test('a value that cannot be represented fails its statement, not the connection', async () => {
  const read = (number: string) =>
    sql<{ number: number }>`SELECT ${number}::int8 AS number`.execute(held.database.kysely)
  for (let times = 0; times < 4; times += 1) await read('1')
  await expect(read('9007199254740993')).rejects.toThrow('does not fit')
  expect((await read('2')).rows).toEqual([{ number: 2 }])
})

test('a transaction sends begin together with its first statement, and nothing when it has none', async () => {
  const { database } = held
  const state = (tx: Db) => sql`SELECT ${1}::int4 AS one`.execute(tx)
  for (let times = 0; times < 4; times += 1) await database.transaction(state)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await database.transaction(async (tx) => {
      await state(tx)
      await state(tx)
    })
    expect(sent).toHaveBeenCalledTimes(3)
    await database.transaction(async () => undefined)
    expect(sent).toHaveBeenCalledTimes(3)
  } finally {
    sent.mockRestore()
  }
})

test('a transaction whose first statement fails is rolled back, and so is one that fails after it', async () => {
  const { database } = held
  const add = (tx: Db, id: number) => sql`INSERT INTO things (id, name) VALUES (${id}, ${'x'})`.execute(tx)
  for (const id of [30, 31, 32, 33]) await database.transaction((tx) => add(tx, id))
  await expect(database.transaction((tx) => add(tx, 30))).rejects.toMatchObject({ code: '23505' })
  const undone = database.transaction(async (tx) => {
    await add(tx, 34)
    await add(tx, 35)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await database.transaction((tx) => add(tx, 36))
  const { rows } = await database.pool.query('SELECT id FROM things WHERE id >= 30 ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual([30, 31, 32, 33, 36])
})
