import { expect, test } from 'vitest'
import { problemOf, readLines, senIn, sumsOf, type TypedLine } from './invoice-lines.ts'

test.each([
  ['149', 14_900],
  ['149.5', 14_950],
  ['149.05', 14_905],
  [' 0 ', 0],
  ['10000', 1_000_000],
  ['10000.01', null],
  ['2,5', null],
  ['2.505', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('a price typed as %j is %j sen', (typed, sen) => {
  expect(senIn(typed)).toBe(sen)
})

const line = (given: Partial<TypedLine>): TypedLine => ({
  key: 0,
  courseId: '5',
  seats: '3',
  price: '100.00',
  ...given,
})

test('a line reports its first problem', () => {
  const good = line({})
  expect(problemOf(good, [good])).toBeNull()
  for (const [given, problem] of [
    [{ courseId: '' }, 'lineCourse'],
    [{ seats: '0' }, 'lineSeats'],
    [{ seats: '501' }, 'lineSeats'],
    [{ seats: '1.5' }, 'lineSeats'],
    [{ price: 'ten' }, 'linePrice'],
  ] as const) {
    const wrong = line(given)
    expect(problemOf(wrong, [wrong])).toBe(problem)
    expect(readLines([wrong])).toBeNull()
  }
  const twice = line({ key: 1 })
  expect(problemOf(twice, [good, twice])).toBe('lineTwice')
})

test('valid lines are summed while the others are typed', () => {
  const lines = [line({}), line({ courseId: '6', seats: '2', price: '' })]
  expect(sumsOf(lines, 800)).toEqual({ total: 30_000, tax: 2_222 })
  expect(readLines([line({})])).toEqual([{ courseId: 5, seats: 3, unitPrice: 10_000 }])
})
