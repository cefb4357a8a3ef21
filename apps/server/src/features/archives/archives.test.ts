/** Whole courses out and in again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { confirmed, examined, exported, filesIn, makeWholeCourse } from './testing.ts'

let school: TestSchool
let wholeCourse: number
beforeAll(async () => {
  school = await startTestSchool()
  wholeCourse = await makeWholeCourse(school.server, school.teacher, 290)
})
afterAll(() => school.server.stop())

test('a course of 300 items with every kind is exported, imported and exported again as the same bytes', async () => {
  const { server, teacher } = school
  const first = await exported(server, teacher, wholeCourse)
  const preview = await examined(server, teacher, first)
  expect(preview.problems).toEqual([])
  expect(preview).toMatchObject({
    state: 'ready',
    preview: {
      form: 'course',
      counts: { modules: 2, texts: 292, videos: 2, documents: 1, quizzes: 3, captions: 1 },
      leftOut: [],
    },
  })
  const done = await confirmed(server, teacher, preview.id)
  expect(done).toMatchObject({ state: 'done', problems: [], progress: { done: 4, total: 4 } })
  const again = await exported(server, teacher, done.courseId ?? 0)
  const [before, after] = [await filesIn(first), await filesIn(again)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(String(after['course.json'])).toBe(String(before['course.json']))
  expect(again.equals(first)).toBe(true)
})
