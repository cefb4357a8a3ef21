import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { release, releaseTooOld } from './release.ts'
import { testDatabase, type TestDatabase } from '../testing.ts'

let db: TestDatabase
beforeAll(async () => (db = await testDatabase()))
afterAll(() => db.drop())

test('the release has the number of the newest migration', async () => {
  const files = await readdir(join(import.meta.dirname, '../../../../migrations'))
  expect(Math.max(...files.map((name) => Number(name.slice(0, 4))))).toBe(release)
})

test('a migration that excludes older sales waits for those under way, and refuses later ones', async () => {
  const { database } = db
  const sell = (sold: number) =>
    database.transaction(async (tx) => {
      await sql`SELECT may_sell(${sold})`.execute(tx)
    })
  const steps: string[] = []
  const { promise: isPaid, resolve: pay } = Promise.withResolvers<void>()
  const underWay = database.transaction(async (tx) => {
    await sql`SELECT may_sell(${release})`.execute(tx)
    await isPaid
    steps.push('sold')
  })
  await expect.poll(() => locks('ShareLock', true)).toBe(1)
  const excluded = database.transaction(async (tx) => {
    await sql`SELECT wait_for_sales()`.execute(tx)
    steps.push('excluded')
    await sql`UPDATE schema_migrations SET oldest_selling = ${release + 1} WHERE number = ${release}`.execute(
      tx,
    )
  })
  await expect.poll(() => locks('ExclusiveLock', false)).toBe(1)
  const late = sell(release)
  await expect.poll(() => locks('ShareLock', false)).toBe(1)
  pay()
  await underWay
  await excluded
  await expect(late).rejects.toMatchObject({ code: releaseTooOld })
  await sell(release + 1)
  expect(steps).toEqual(['sold', 'excluded'])
})

async function locks(mode: string, granted: boolean): Promise<number> {
  const { rows } = await db.database.pool.query<{ count: number }>(
    `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = $1 AND granted = $2 AND objid = 4702002
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [mode, granted],
  )
  return rows[0]?.count ?? 0
}
