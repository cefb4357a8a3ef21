/** Tests the progress figures of a course's learners (docs/decisions/figures.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'

const dayMs = 24 * 3_600_000

let server: TestApp
let teacher: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
})
beforeEach(async () => {
  teacher = await server.person('instructor')
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources: ['Launch', 'Burn', 'Coast', 'Land'].map((title) => ({ title })) }],
  })
})
afterAll(() => server.stop())

const lessons = () => course.contents[0]?.resources ?? []

/** Creates a learner who completes the first `count` lessons. */
async function learner(count: number): Promise<TestPerson> {
  const person = await server.person()
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId: course.id, source: 'free' }),
  )
  for (const id of lessons().slice(0, count)) {
    await server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: person })
    server.clock.advance(1000)
  }
  return person
}

type Days = { from?: string; to?: string }
const ask = (query: Days = {}, as: TestPerson = teacher) =>
  server.call('readCourseFigures', { params: { id: course.id }, query, as })
async function figures(query: Days = {}, as: TestPerson = teacher) {
  const { status, body } = await ask(query, as)
  expect(status).toBe(200)
  return body.data
}
const funnel = async (query: Days = {}) => (await figures(query)).funnel.map((step) => step.learners)

test('a course without learners has its lessons and a funnel of zeros', async () => {
  expect(await funnel()).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect((await figures()).courseTitle).toBe('Orbits')
  expect((await figures()).lessons.map(({ title, opened }) => [title, opened])).toEqual([
    ['Launch', 0],
    ['Burn', 0],
    ['Coast', 0],
    ['Land', 0],
  ])
})

test('the funnel counts who started, reached each quarter of the lessons and finished', async () => {
  for (const count of [0, 1, 2, 3]) await learner(count)
  const finished = await learner(4)
  await sql`
    INSERT INTO certificates (public_id, user_id, course_id, course_title, seller_name, issued_at)
    VALUES (${'A'.repeat(22)}, ${finished.id}, ${course.id}, 'Orbits', 'Apogee', now())
    ON CONFLICT DO NOTHING`.execute(server.database.kysely)
  expect(await funnel()).toEqual([5, 4, 4, 3, 2, 1, 1])
})

test('people whose access ended and people of other days are not counted', async () => {
  await learner(1)
  const gone = await learner(1)
  const early = await learner(1)
  const db = server.database.kysely
  await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${gone.id}`.execute(db)
  await sql`UPDATE enrolments SET granted_at = '2026-01-31T16:00:00Z' WHERE user_id = ${early.id}`.execute(db)
  expect((await funnel())[0]).toBe(2)
  // The first of February in Malaysia begins at 16:00 UTC of the previous day.
  expect((await funnel({ from: '2026-02-01', to: '2026-02-01' }))[0]).toBe(1)
  expect((await funnel({ to: '2026-01-31' }))[0]).toBe(0)
  expect((await figures({ to: '2026-01-31' })).lessons[0]?.opened).toBe(0)
})

test('each lesson tells who opened and completed it, and where unfinished learners stopped after 14 days', async () => {
  for (const count of [2, 2, 2, 3, 4]) await learner(count)
  const stopped = async () => (await figures()).lessons.map((lesson) => lesson.stopped)
  expect(await stopped()).toEqual([0, 0, 0, 0])
  await sql`
    UPDATE enrolments SET granted_at = ${new Date(server.clock.now().getTime() - 20 * dayMs)},
           last_accessed_at = ${new Date(server.clock.now().getTime() - 15 * dayMs)}
     WHERE course_id = ${course.id}`.execute(server.database.kysely)
  expect(await stopped()).toEqual([0, 3, 1, 0])
  const now = (await figures()).lessons
  expect(now.map(({ opened, completed }) => [opened, completed])).toEqual([
    [5, 5],
    [5, 5],
    [2, 2],
    [1, 1],
  ])
  expect(now.map((lesson) => lesson.isSteep)).toEqual([false, true, false, false])
})

test('days in the wrong order are refused', async () => {
  const today = dayInMalaysia(server.clock.now())
  const { status, body } = await ask({ from: today, to: '2026-01-01' })
  expect([status, body.errorCode]).toEqual([400, 'ORDER_DAYS_REVERSED'])
})

test('the figures of a course are shown only to those who manage the course and superadmins', async () => {
  expect((await ask({}, await server.person('superadmin'))).status).toBe(200)
  expect((await ask({}, await server.person('instructor'))).status).not.toBe(200)
  expect((await ask({}, await server.person('admin'))).status).not.toBe(200)
  expect((await ask({}, await learner(1))).status).toBe(403)
})

test('the parts of a video are counted for its learners within the days, and for nobody else', async () => {
  const filmed = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ seconds: 10 }, { type: 'pdf' }] }],
  })
  const [video = 0, sheet = 0] = filmed.contents[0]?.resources ?? []
  const watching = async (...watched: [number, number][]) => {
    const person = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: person.id, courseId: filmed.id, source: 'free' }),
    )
    if (watched.length > 0)
      await server.call('saveResourceProgress', { params: { id: video }, body: { watched }, as: person })
    return person
  }
  await watching()
  await watching([0, 10])
  await watching([0, 4], [6, 30])
  const left = await watching([0, 4])
  const read = (query: Days = {}, as = teacher, id = video) =>
    server.call('readWatchFigures', { params: { id }, query, as })
  const { body } = await read()
  expect(body.data).toMatchObject({ resourceId: video, seconds: 10, viewers: 3 })
  expect(body.data.parts.map(({ viewers }) => viewers)).toEqual([3, 3, 3, 3, 1, 1, 2, 2, 2, 2])
  await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${left.id}`.execute(
    server.database.kysely,
  )
  expect((await read()).body.data.viewers).toBe(2)
  expect((await read({ from: '2090-01-01' })).body.data.viewers).toBe(0)
  expect((await read({ from: '2026-02-02', to: '2026-02-01' })).body.errorCode).toBe('ORDER_DAYS_REVERSED')
  expect((await read({}, teacher, sheet)).status).toBe(404)
  expect((await read({}, await server.person('instructor'))).status).toBe(404)
  expect((await read({}, await watching([0, 1]))).status).toBeGreaterThanOrEqual(403)
})

test('the figures are downloaded as CSV, in which no title is a formula', async () => {
  await sql`UPDATE course_resources SET title = '=Launch' WHERE id = ${lessons()[0] ?? 0}`.execute(
    server.database.kysely,
  )
  await learner(2)
  const { body } = await server.call('exportCourseFigures', {
    params: { id: course.id },
    query: {},
    as: teacher,
  })
  expect(body.data.fileName).toBe('Orbits-figures.csv')
  const lines = body.data.csv.split('\r\n')
  expect(lines[1]).toBe('Funnel,enrolled,,1,,,,,')
  expect(lines[8]).toBe("Lesson,'=Launch,video,1,1,0,no,,")
})
