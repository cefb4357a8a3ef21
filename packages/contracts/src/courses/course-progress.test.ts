import { expect, test } from 'vitest'
import type { FileType } from '../limits.ts'
import { minutesLeft } from './course-length.ts'
import { averagePercent, doneByKind, hasAllLessons, lessonCountsOf, percentOf } from './course-progress.ts'

const lessons = (completedLessons: number, totalLessons: number) => ({ completedLessons, totalLessons })

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 8, 13],
  [1, 3, 33],
  [2, 3, 67],
  [8, 8, 100],
])('%i of %i lessons are %i percent', (completedLessons, totalLessons, percent) => {
  expect(percentOf(lessons(completedLessons, totalLessons))).toBe(percent)
})

test('the average is the mean of the courses, not of the lessons; a course without lessons counts 0', () => {
  expect(averagePercent([lessons(1, 1), lessons(0, 9)])).toBe(50)
  expect(averagePercent([lessons(1, 3), lessons(1, 3), lessons(0, 0)])).toBe(22)
  expect(averagePercent([])).toBe(0)
})

test('a course is finished with its last lesson, not with a rounded percentage, and never without lessons', () => {
  expect(percentOf(lessons(299, 300))).toBe(100)
  expect(hasAllLessons(lessons(299, 300))).toBe(false)
  expect(hasAllLessons(lessons(300, 300))).toBe(true)
  expect(hasAllLessons(lessons(0, 0))).toBe(false)
})

const item = (fileType: FileType, done: boolean, rest: { words?: number; passPercentage?: number } = {}) => ({
  fileType,
  done,
  ...rest,
})
const isDone = ({ done }: { done: boolean }) => done

test('videos and quizzes with a pass mark are the lessons of a course with a video', () => {
  const items = [
    item('video', true),
    item('video', false),
    item('pdf', true),
    item('reading', true, { words: 300 }),
    item('quiz', true),
    item('quiz', true, { passPercentage: 70 }),
  ]
  expect(lessonCountsOf(items, isDone)).toEqual(lessons(2, 3))
  expect(lessonCountsOf(items.slice(2), isDone)).toEqual(lessons(4, 4))
})

test('the items of each kind add up to the items of the course, and absent kinds are left out', () => {
  const items = [
    item('video', true),
    item('video', false),
    item('reading', false, { words: 300 }),
    item('pdf', true),
    item('assignment', false),
  ]
  expect(doneByKind(items, isDone)).toEqual([
    { kind: 'videos', done: 1, total: 2 },
    { kind: 'texts', done: 0, total: 1 },
    { kind: 'documents', done: 1, total: 2 },
  ])
})

test('the time left is that of unwatched seconds, unseen pages and unread words of items that are not completed', () => {
  const done = { completed: true, watchTime: 0 }
  const video = { seconds: 300, pages: null }
  const document = { seconds: null, pages: 4 }
  expect(minutesLeft([video, document])).toBe(5 + 8)
  expect(
    minutesLeft([
      { ...video, progress: done },
      { ...document, progress: done },
    ]),
  ).toBe(0)
  expect(minutesLeft([{ ...video, progress: { completed: false, watchTime: 200 } }])).toBe(2)
  expect(minutesLeft([{ ...video, progress: { completed: false, watchTime: 400 } }])).toBe(0)
  expect(minutesLeft([{ ...document, progress: { completed: false, watchTime: 0, pagesSeen: 3 } }])).toBe(2)
})
