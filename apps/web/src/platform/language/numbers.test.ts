import { expect, test } from 'vitest'
import { counted, figure, totalOf } from './numbers.ts'

test.each([
  [0, '0 courses'],
  [1, '1 course'],
  [2, '2 courses'],
  [21, '21 courses'],
  [1234, '1,234 courses'],
])('%i is formatted as %s', (count, shown) => {
  expect(counted(count, 'course', 'courses')).toBe(shown)
})

test('thousands are separated', () => {
  expect([999, 2450, 1_000_000].map(figure)).toEqual(['999', '2,450', '1,000,000'])
})

test('figures are grouped as Intl groups them in Malaysia', () => {
  const expected = new Intl.NumberFormat('en-MY')
  for (const value of [
    0,
    1,
    -1,
    12,
    999,
    1000,
    -1234,
    12_345.5,
    1_234_567,
    4.125,
    0.1 + 0.2,
    999_999_999_999,
  ])
    expect(figure(value)).toBe(expected.format(value))
})

test('an English noun is singular for exactly one', () => {
  expect([0, 1, 2, 1001].map((count) => counted(count, 'course', 'courses'))).toEqual([
    '0 courses',
    '1 course',
    '2 courses',
    '1,001 courses',
  ])
})

test('a total that the server did not count to its end is shown with a plus sign, and never below the rows on the screen', () => {
  expect(totalOf({ total: 1000 })).toBe(1000)
  expect(counted(totalOf({ total: 1000, totalIsCapped: true }), 'course', 'courses')).toBe('1,000+ courses')
  expect(figure(totalOf({ total: 1000, totalIsCapped: true }, 1050))).toBe('1,050+')
  expect(totalOf({ total: 1000, totalIsCapped: true }, 1070, true)).toBe(1070)
})
