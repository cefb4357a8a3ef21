import { expect, test } from 'vitest'
import { parseRinggit } from './typed-ringgit.ts'

test.each([
  ['360', 36_000],
  ['360.00', 36_000],
  ['360.5', 36_050],
  ['RM 360', 36_000],
  ['RM360.00', 36_000],
  ['rm 1,234.50', 123_450],
  [' 1,234.50 ', 123_450],
  ['1,234', 123_400],
  ['1,234,567.89', 123_456_789],
  ['0', 0],
  ['0.07', 7],
])('the amount %j is %i sen', (typed, cents) => {
  expect(parseRinggit(typed)).toBe(cents)
})

test.each([
  '',
  'RM',
  '2,5',
  '2,50',
  '12,34.50',
  '1.234',
  '1.005',
  '-1',
  '1e3',
  '36O',
  '1 234',
  ',100',
  '1234,567',
  '0x10',
])('%j is no amount', (typed) => {
  expect(parseRinggit(typed)).toBeNull()
})
