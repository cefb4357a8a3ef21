import { expect, test } from 'vitest'
import {
  daysToRemindOf,
  numberOnPaper,
  priceLine,
  readPeople,
  seatPeople,
  statusOf,
  taxWithin,
} from './invoices.rules.ts'

test.each([
  [10_800, 800, 800],
  [10_000, 800, 741],
  [1, 800, 0],
  [7, 800, 1],
  [0, 800, 0],
  [10_000, 0, 0],
  [100_000_000, 600, 5_660_377],
])('of %i sen, at %i basis points, %i are tax', (total, basisPoints, tax) => {
  expect(taxWithin(total, basisPoints)).toBe(tax)
})

test('a line costs its seats times the agreed price', () => {
  expect(priceLine({ seats: 12, unitPriceCents: 9_900 }, 800)).toEqual({
    totalCents: 118_800,
    taxCents: 8_800,
  })
})

test('an invoice is overdue from the midnight in Kuala Lumpur after its day', () => {
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
])('at %s what was due from %s to %s is reminded of', (now, from, to) => {
  expect(daysToRemindOf(new Date(now))).toEqual({ from, to })
})

test('numbers are written with their year', () => {
  expect(numberOnPaper('invoice', { year: 2026, number: 7 })).toBe('INV-2026-0007')
  expect(numberOnPaper('credit_note', { year: 2026, number: 12_345 })).toBe('CN-2026-12345')
  expect(numberOnPaper('invoice', { year: null, number: null })).toBeNull()
})

const people = (text: string) => readPeople(text).map(({ email, name }) => [email, name])

test('people are read however their list was made', () => {
  const [siti, ali] = [
    ['siti@a.test', 'Siti binti Ali'],
    ['ali@a.test', 'Ali'],
  ]
  expect(people('siti@a.test\nali@a.test')).toEqual([
    ['siti@a.test', ''],
    ['ali@a.test', ''],
  ])
  expect(people('\uFEFFName,E-mail\r\nSiti binti Ali,Siti@A.test\r\nAli,ali@a.test\r\n')).toEqual([siti, ali])
  expect(people('E-mel;Nama\nsiti@a.test;Siti binti Ali\nali@a.test;Ali')).toEqual([siti, ali])
  expect(people('Siti binti Ali\tsiti@a.test\n\n\nAli\tali@a.test')).toEqual([siti, ali])
  expect(people('Siti binti Ali <siti@a.test>\n"Ali" <ali@a.test>')).toEqual([siti, ali])
  expect(people('"Tan, Mei Ling",mei@a.test')).toEqual([['mei@a.test', 'Tan, Mei Ling']])
  expect(people('Siti,binti Ali,siti@a.test')).toEqual([['siti@a.test', 'Siti binti Ali']])
  expect(people('')).toEqual([])
})

test('rows that name nobody say why, with the line they stand on', () => {
  const read = readPeople(
    'name,email\nAli,ali@a.test\n\nBob,\nCat,cat@\nDan http://x.test,dan@a.test\nALI,Ali@a.test',
  )
  expect(read.map(({ row, problem }) => [row, problem])).toEqual([
    [2, null],
    [4, 'no_email'],
    [5, 'bad_email'],
    [6, 'bad_name'],
    [7, 'twice'],
  ])
  expect(readPeople(Array.from({ length: 501 }, (_, n) => `p${n}@a.test`).join('\n')).at(-1)?.problem).toBe(
    'too_many',
  )
})

test('a long list of quotes and separators is read in one pass', () => {
  expect(readPeople('"",;\t'.repeat(20_000)).length).toBeLessThan(2)
})

test('seats go to people in order, in each course that they have none in, while there are any', () => {
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
