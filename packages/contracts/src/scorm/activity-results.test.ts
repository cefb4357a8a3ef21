import { expect, test } from 'vitest'
import { isActivityDone } from './activity-results.ts'

test.each([
  [true, null, true],
  [true, false, false],
  [true, true, true],
  [false, true, true],
  [null, true, true],
  [false, null, false],
  [null, null, false],
  [null, false, false],
])('an activity with isCompleted %s and isPassed %s is done: %s', (isCompleted, isPassed, isDone) => {
  expect(isActivityDone({ isCompleted, isPassed })).toBe(isDone)
})
