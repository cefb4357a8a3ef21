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
  return { seconds: skewMs / 1000, warnings }
}

test('the database of the same machine has the same clock, without a warning', async () => {
  const { seconds, warnings } = await skew(0)
  expect(Math.abs(seconds)).toBeLessThan(30)
  expect(warnings).toEqual([])
})

test('a database whose clock differs by minutes is reported, with the direction', async () => {
  const behind = await skew(-180_000)
  expect(behind.seconds / 60).toBeCloseTo(3, 0)
  expect(behind.warnings).toEqual([{ skewMs: expect.any(Number) }])
  const ahead = await skew(120_000)
  expect(ahead.seconds / 60).toBeCloseTo(-2, 0)
  expect(ahead.warnings).toHaveLength(1)
})
