import { expect, test } from 'vitest'
import { averagePercent, percentOf } from './progress.ts'

const lessons = (completedLessons: number, totalLessons: number) => ({ completedLessons, totalLessons })

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
])('%d of %d lessons are %d percent', (done, total, percent) => {
  expect(percentOf(lessons(done, total))).toBe(percent)
})

test('the average is the mean of the courses, not of the lessons; a course without lessons counts 0', () => {
  expect(averagePercent([lessons(1, 1), lessons(0, 9)])).toBe(50)
  expect(averagePercent([lessons(1, 3), lessons(1, 3), lessons(0, 0)])).toBe(22)
  expect(averagePercent([])).toBe(0)
})
