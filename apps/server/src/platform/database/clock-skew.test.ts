import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockSkewMs } from './clock-skew.ts'
import { emptyDatabase, type TestDatabase } from './testing.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await emptyDatabase()
})
afterAll(() => made.drop())

async function skew(ourOffsetMs: number) {
  const warnings: unknown[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (about: unknown) => warnings.push(about) }
  const skewMs = await clockSkewMs(made.database.pool, log, () => Date.now() + ourOffsetMs)
  return { minutes: Math.round(skewMs / 60_000), warnings }
}

test('the database of the same machine has the same clock, without a warning', async () => {
  expect(await skew(0)).toEqual({ minutes: 0, warnings: [] })
})

test('a database whose clock differs by minutes is reported, with the direction', async () => {
  expect(await skew(-180_000)).toMatchObject({ minutes: 3, warnings: [{ skewMs: expect.any(Number) }] })
  expect(await skew(120_000)).toMatchObject({ minutes: -2, warnings: [expect.anything()] })
})
