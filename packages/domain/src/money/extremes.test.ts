import { expect, test } from 'vitest'
import { highest, lowest } from './extremes.ts'

test('a million values have a highest and a lowest one', () => {
  const values = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect([lowest(values), highest(values), highest([], 0)]).toEqual([0, 999_999, 0])
})
