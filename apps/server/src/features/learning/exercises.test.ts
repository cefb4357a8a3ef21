import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let instructor: TestPerson
let student: TestPerson
let courseId: number
let resourceId: number
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  instructor = await server.person('instructor', {
    businessId: (await server.person('admin')).businessId,
  })
})
beforeEach(async () => {
  student = await server.person()
  const course = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }, { type: 'pdf' }] }],
  })
  courseId = course.id
  resourceId = course.contents[0]?.resources[0] ?? 0
  await enrol(student)
})
afterAll(() => server.stop())

const enrol = (person: TestPerson) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
const read = (as = student) => server.call('readExercise', { params: { id: resourceId }, as })
const save = (
  body: { code: string; isPassing: boolean; hasPassed?: boolean; agoMs?: number },
  as = student,
) => server.call('saveExercise', { params: { id: resourceId }, body, as })

async function inOutline(as = student) {
  const { body } = await server.call('readCourse', { params: { courseId }, as })
  return body.data.contents[0]?.resources[0]?.progress
}

test('a learner’s code and the first pass of an exercise are there on every device', async () => {
  expect((await read()).body.data).toBeNull()
  const passedAt = server.clock.now().toISOString()
  const passed = { code: 'return 2', isPassing: true, passedAt }
  expect((await save({ code: 'return 2', isPassing: true })).body.data).toEqual(passed)
  server.clock.advance(60_000)
  await save({ code: 'return 2', isPassing: true })
  expect((await read()).body.data).toEqual(passed)
  await save({ code: 'return 3', isPassing: false })
  expect((await read()).body.data).toEqual({ code: 'return 3', isPassing: false, passedAt })
  expect(await inOutline()).toMatchObject({ completed: false, exercisePassedAt: passedAt })
})

test('code that was written earlier and arrives later changes only an earlier pass', async () => {
  await save({ code: 'newer', isPassing: false })
  const now = server.clock.now().getTime()
  const late = await save({ code: 'older', isPassing: true, agoMs: 60_000 })
  const passedAt = new Date(now - 60_000).toISOString()
  expect(late.body.data).toEqual({ code: 'newer', isPassing: false, passedAt })
  await save({ code: 'oldest', isPassing: false, agoMs: 120_000 })
  expect((await read()).body.data).toEqual({ code: 'newer', isPassing: false, passedAt })
})

test('a pass counts although the learner went on writing before it could be sent', async () => {
  const { data } = (await save({ code: 'half', isPassing: false, hasPassed: true })).body
  expect(data).toMatchObject({ isPassing: false, passedAt: server.clock.now().toISOString() })
})

test('a passed exercise completes no lesson and brings no points', async () => {
  await save({ code: 'return 2', isPassing: true })
  await server.jobs.runDueOnce()
  const { rows } = await sql<{ points: number }>`
    SELECT coalesce(sum(points), 0)::int AS points FROM xp_events WHERE user_id = ${student.id}`.execute(
    server.database.kysely,
  )
  expect(rows).toEqual([{ points: 0 }])
  const { body } = await server.call('courseProgress', {
    params: { courseId, userId: student.id },
    as: student,
  })
  expect(body.data.completedLessons).toBe(0)
})

test('exercise code belongs to its writer, and teachers have none', async () => {
  await save({ code: 'mine', isPassing: false })
  const other = await server.person()
  await enrol(other)
  expect((await read(other)).body.data).toBeNull()
  expect(await inOutline(other)).not.toHaveProperty('exercisePassedAt')
  expect((await read(instructor)).status).toBe(403)
  expect((await save({ code: 'theirs', isPassing: false }, instructor)).status).toBe(403)
})

test('exercise code of more than 20,000 characters is refused', async () => {
  const long = await save({ code: 'x'.repeat(20_001), isPassing: false })
  expect(long.body).toMatchObject({ error: 'code: Must be at most 20000 characters' })
})

test('the outline names the watched parts of a video', async () => {
  const watched = [
    [0, 10],
    [30, 40],
  ] as [number, number][]
  await server.call('saveResourceProgress', { params: { id: resourceId }, body: { watched }, as: student })
  expect(await inOutline()).toMatchObject({ watchTime: 20, watched })
})
