import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './database.ts'
import { DatabaseLost } from './connections/lost-connections.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

async function value(expression: string): Promise<unknown> {
  const { rows } = await db.database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test('int8 comes back as a number, alone, in arrays and from count()', async () => {
  expect(await value('9007199254740991::int8')).toBe(9007199254740991)
  expect(await value(`'{1,NULL,-3}'::int8[]`)).toEqual([1, null, -3])
  expect(await value(`'{}'::int8[]`)).toEqual([])
  expect(await value('count(*)')).toBe(1)
})

test('an int8 that a JavaScript number cannot hold is an error, not a wrong number', async () => {
  await expect(value('9007199254740993::int8')).rejects.toThrow('does not fit')
  await expect(value(`'{9007199254740993}'::int8[]`)).rejects.toThrow('does not fit')
})

test('timestamptz comes back as a Date, date as its own text, numeric as text', async () => {
  expect(await value(`'2026-11-20T08:00:00+08'::timestamptz`)).toEqual(new Date('2026-11-20T00:00:00Z'))
  expect(await value(`'2026-11-20'::date`)).toBe('2026-11-20')
  expect(await value('12.50::numeric')).toBe('12.50')
})

test('a transaction that throws is rolled back', async () => {
  await db.database.pool.query('create table notes (text text not null)')
  const attempt = db.database.transaction(async (tx) => {
    await sql`insert into notes values ('lost')`.execute(tx)
    throw new Error('changed our mind')
  })
  await expect(attempt).rejects.toThrow('changed our mind')
  expect(await value('(select count(*) from notes)')).toBe(0)
  await db.database.transaction((tx) => sql`insert into notes values ('kept')`.execute(tx))
  expect(await value('(select count(*) from notes)')).toBe(1)
})

test('two deadlocked transactions both succeed, because the one rolled back is repeated', async () => {
  await db.database.pool.query('create table pairs (id int primary key, visits int not null)')
  await db.database.pool.query('insert into pairs values (1, 0), (2, 0)')
  let runs = 0
  let bothHold = (): void => undefined
  const held = new Promise<void>((resolve) => (bothHold = resolve))
  const visit = (first: number, second: number) =>
    db.database.transaction(async (tx) => {
      await sql`update pairs set visits = visits + 1 where id = ${first}`.execute(tx)
      runs += 1
      if (runs === 2) bothHold()
      await held
      await sql`update pairs set visits = visits + 1 where id = ${second}`.execute(tx)
      return `${first} and ${second}`
    })
  expect(await Promise.all([visit(1, 2), visit(2, 1)])).toEqual(['1 and 2', '2 and 1'])
  expect(runs).toBeGreaterThan(2)
  expect(await value('(select array_agg(visits) from pairs)')).toEqual([2, 2])
})

test.each(['40P01', '40001'])(
  'a transaction rolled back with %s is tried three times and no more',
  async (code) => {
    let runs = 0
    const attempt = db.database.transaction(async (tx) => {
      runs += 1
      await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx)
    })
    await expect(attempt).rejects.toMatchObject({ code })
    expect(runs).toBe(3)
  },
)

test.each(['40P01', '40001'])(
  'a single statement rolled back with %s is tried three times and no more',
  async (code) => {
    await db.database.pool.query(`create sequence attempts_${code} minvalue 0 start 0`)
    await db.database.pool.query(
      `create function fail_${code}(times int) returns int language plpgsql as $$
     begin
       if nextval('attempts_${code}') < times then raise exception using errcode = '${code}'; end if;
       return times;
     end $$`,
    )
    const call = (times: number) =>
      sql`select ${sql.raw(`fail_${code}`)}(${times}::int)`.execute(db.database.kysely)
    await expect(call(2)).resolves.toMatchObject({ rows: [{ [`fail_${code}`.toLowerCase()]: 2 }] })
    await db.database.pool.query(`alter sequence attempts_${code} restart`)
    await expect(call(3)).rejects.toMatchObject({ code })
    expect(await value(`(select last_value from attempts_${code})`)).toBe(2)
  },
)

test('a transaction that fails for another reason is not retried', async () => {
  let runs = 0
  const attempt = db.database.transaction(async (tx) => {
    runs += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(attempt).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})

test('statements and idle transactions have timeouts, so that none holds a lock for ever', async () => {
  expect(await value(`current_setting('statement_timeout')`)).toBe('30s')
  expect(await value(`current_setting('idle_in_transaction_session_timeout')`)).toBe('30s')
})

test('a connection that the server closes is replaced and does not end the process', async () => {
  await db.database.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where pid = pg_backend_pid()')
    .catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseLost))
  expect(await value('1')).toBe(1)
})

test('closing ends even while a statement is running', async () => {
  const database = connect({
    connectionString: db.connectionString,
    poolSize: 1,
    applicationName: 'closing',
    log: pino({ level: 'silent' }),
    deadlines: { closeMs: 50 },
  })
  const client = await database.pool.connect()
  const running = client
    .query('select pg_sleep(25)')
    .catch((error: unknown) => error)
    .finally(() => client.release(true))
  await database.close()
  expect(await running).toBeInstanceOf(DatabaseLost)
})
