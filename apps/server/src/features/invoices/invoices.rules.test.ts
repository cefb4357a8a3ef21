import { readPeople } from '@apogee/contracts/enrolments/people-list.ts'
import { expect, test } from 'vitest'
import { daysToRemindOf, documentNumber, priceLine, seatPeople, statusOf } from './invoices.rules.ts'

test('a line costs its seats times the agreed price', () => {
  expect(priceLine({ seats: 12, unitPriceCents: 9_900 }, 800)).toEqual({
    totalCents: 118_800,
    taxCents: 8_800,
  })
})

test('an invoice is overdue from the midnight in Kuala Lumpur after its due day', () => {
  const invoice = { state: 'issued', dueOn: '2026-11-30' } as const
  expect(statusOf(invoice, new Date('2026-11-30T15:59:59Z'))).toBe('issued')
  expect(statusOf(invoice, new Date('2026-11-30T16:00:00Z'))).toBe('overdue')
  expect(statusOf({ ...invoice, state: 'paid' }, new Date('2027-01-01T00:00:00Z'))).toBe('paid')
})

test.each([
  ['2026-12-03T00:59:59Z', '2026-11-02', '2026-11-29'],
  ['2026-12-03T01:00:00Z', '2026-11-03', '2026-11-30'],
  ['2026-12-03T16:30:00Z', '2026-11-03', '2026-11-30'],
  ['2027-01-02T23:00:00Z', '2026-12-03', '2026-12-30'],
  ['2028-03-02T01:00:00Z', '2028-02-01', '2028-02-28'],
])('at %s, invoices due from %s to %s are reminded of', (now, from, to) => {
  expect(daysToRemindOf(new Date(now))).toEqual({ from, to })
})

test('numbers of invoices contain their year', () => {
  expect(documentNumber('invoice', { year: 2026, number: 7 })).toBe('INV-2026-0007')
  expect(documentNumber('credit_note', { year: 2026, number: 12_345 })).toBe('CN-2026-12345')
  expect(documentNumber('invoice', { year: null, number: null })).toBeNull()
})

test('people get seats in list order, in each course where they have none, while seats are free', () => {
  const named = readPeople('a@a.test\nb@a.test\nc@a.test\nd@a.test')
  const { rows, given } = seatPeople(named, [
    { courseId: 1, lineId: 10, seats: 3, holders: new Set(['a@a.test']) },
    { courseId: 2, lineId: 20, seats: 3, holders: new Set(['a@a.test', 'b@a.test']) },
  ])
  expect(rows.map(({ problem }) => problem)).toEqual(['has_seat', null, null, 'no_free_seat'])
  expect(given.map(({ lineId, email }) => [lineId, email])).toEqual([
    [10, 'b@a.test'],
    [10, 'c@a.test'],
    [20, 'c@a.test'],
  ])
})
