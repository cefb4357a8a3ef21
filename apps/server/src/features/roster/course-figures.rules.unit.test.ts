import { expect, test } from 'vitest'
import { isSteep } from './course-figures.rules.ts'

const usual = { opened: 50, stopped: 2 }

test('a lesson where twice the usual share of learners stopped is steep', () => {
  const steep = { opened: 40, stopped: 12 }
  expect(isSteep(steep, [usual, usual, usual, steep])).toBe(true)
  expect(isSteep(usual, [usual, usual, usual, steep])).toBe(false)
})

test('two learners who stopped are too few, and a lesson that nobody opened is not steep', () => {
  const few = { opened: 2, stopped: 2 }
  const unseen = { opened: 0, stopped: 0 }
  expect(isSteep(few, [usual, few])).toBe(false)
  expect(isSteep(unseen, [unseen])).toBe(false)
})
