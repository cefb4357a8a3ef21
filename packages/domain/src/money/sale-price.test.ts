import { expect, test } from 'vitest'
import { runningSale } from './sale-price.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))
const sale = { priceCents: 4_900, startsAt: at(8), endsAt: at(18) }

test.each([
  ['before its start', at(7), false],
  ['at its start', at(8), true],
  ['before its end', new Date(at(18).getTime() - 1), true],
  ['at its end', at(18), false],
])('%s a sale replaces the list price: %s, %s', (_when, now, isRunning) => {
  expect(runningSale(sale, 9_900, now)).toBe(isRunning ? sale : null)
})

test('a sale without limits always runs, and one that is not below the list price never', () => {
  const always = { priceCents: 4_900, startsAt: null, endsAt: null }
  expect(runningSale(always, 9_900, at(0))).toBe(always)
  expect(runningSale(always, 4_900, at(0))).toBeNull()
  expect(runningSale(null, 9_900, at(0))).toBeNull()
})
