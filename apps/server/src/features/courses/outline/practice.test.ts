/** Tests the practice below a lesson: editors of the course write it, and people who may open the lesson read it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let learner: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  learner = await server.person()
  course = await makeCourse(server.database, { owner: admin, contents: [{ resources: [{}, {}] }] })
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted')`.execute(
    server.database.kysely,
  )
})
afterAll(() => server.stop())

const exercise = {
  kind: 'exercise' as const,
  language: 'javascript' as const,
  prompt: 'Return the average of the numbers.',
  starter: 'function average(numbers) {\n}',
  checks: [{ expression: 'average([2, 4])', expected: '3' }],
}
const lesson = (place: number) => course.contents[0]?.resources[place] ?? 0
const write = (practice: object, as: TestPerson = admin) =>
  server.call('updateResource', { params: { id: lesson(0) }, body: { practice } as never, as })
const seenBy = async (as: TestPerson | null) =>
  (await server.call('readCourse', { params: { courseId: course.id }, as })).body.data

test('an exercise is stored with its lesson and returned to whoever may open it, not with the outline', async () => {
  expect((await write(exercise)).body.data.practice).toEqual(exercise)
  const learned = (await seenBy(learner)).contents[0]?.resources
  expect(learned?.map(({ practice }) => practice)).toEqual([exercise, undefined])
  expect((await seenBy(null)).contents[0]?.resources[0]).not.toHaveProperty('practice')
})

test('the exercise of a free preview is returned with the course, not with its sales page', async () => {
  await write(exercise)
  await server.call('updateResource', {
    params: { id: lesson(0) },
    body: { isPreview: true } as never,
    as: admin,
  })
  expect((await seenBy(null)).contents[0]?.resources[0]?.practice).toEqual(exercise)
  const sales = await server.call('courseSales', {
    params: { courseId: course.id },
    query: {},
    as: null,
  })
  expect(sales.body.data.outline[0]?.resources[0]).toMatchObject({ isPreview: true })
  expect(sales.body.data.outline[0]?.resources[0]).not.toHaveProperty('practice')
})

test('an author switches practice off for a lesson, and scratchpads for the whole course', async () => {
  expect((await write({ kind: 'off' })).body.data.practice).toEqual({ kind: 'off' })
  expect((await write({ kind: 'default' })).body.data).not.toHaveProperty('practice')
  await server.call('updateCourse', { params: { id: course.id }, body: { hasScratchpad: false }, as: admin })
  expect((await seenBy(learner)).hasScratchpad).toBe(false)
})

test('an exercise without a task or with invalid code is refused, and learners cannot write one', async () => {
  expect((await write({ ...exercise, prompt: ' ' })).status).toBe(400)
  const checks = [{ expression: 'average([1])', expected: 'one' }]
  expect((await write({ ...exercise, checks })).status).toBe(400)
  expect((await write(exercise, learner)).status).toBe(403)
})
