import { expect, test } from 'vitest'
import { counted, figure } from './numbers.ts'

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
