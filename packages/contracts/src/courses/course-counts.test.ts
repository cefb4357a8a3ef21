import { expect, test } from 'vitest'
import { minutesOf, minutesOfParts, secondsPerPage } from './course-counts.ts'

test.each([
  [{ seconds: 0, pages: 0 }, 0],
  [{ seconds: 1, pages: 0 }, 1],
  [{ seconds: 60, pages: 0 }, 1],
  [{ seconds: 60.2, pages: 0 }, 2],
  [{ seconds: 90, pages: 0 }, 2],
  [{ seconds: 30 + 30, pages: 3 }, 7],
  [{ seconds: 30, pages: 0, words: 270 }, 2],
])('contents of %o take %i minutes', (length, minutes) => {
  expect(minutesOf({ words: 0, ...length })).toBe(minutes)
})

test('a page counts as two minutes', () => {
  expect(secondsPerPage).toBe(120)
})

test('the minutes of modules add up to those of their course, although each is rounded', () => {
  const modules = [
    { seconds: 83, pages: 6, words: 700 },
    { seconds: 0, pages: 0, words: 0 },
    { seconds: 151, pages: 3, words: 0 },
    { seconds: 47, pages: 3, words: 610 },
  ]
  expect(minutesOfParts(modules)).toEqual([18, 0, 8, 10])
  expect(minutesOf({ seconds: 281, pages: 12, words: 1310 })).toBe(18 + 8 + 10)
})
