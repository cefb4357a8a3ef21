/** Tests a learner who waits for the start of a cohort and for a prerequisite (docs/decisions/course-openings.md). */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const dayMs = 24 * 3_600_000
const inDays = (days: number) => dayInMalaysia(new Date(Date.now() + days * dayMs))

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let first: TestCourse
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  teacher = await server.person('instructor')
  learner = await server.person()
  const contents = [{ resources: [{ seconds: 60 }] }]
  first = await makeCourse(server.database, { owner: teacher, contents })
  course = await makeCourse(server.database, { owner: teacher, contents })
  await server.call('savePrerequisites', {
    params: { id: course.id },
    as: teacher,
    body: { items: [{ courseId: first.id, isRequired: true }] },
  })
  await planned(10)
  for (const { id } of [course, first])
    await server.call('enroll', { params: { courseId: id }, body: {}, as: learner })
})
afterAll(() => server.stop())

async function planned(startsIn: number): Promise<number> {
  const { body } = await server.call('createCohort', {
    params: { id: course.id },
    body: { name: `In ${startsIn} days`, startsOn: inDays(startsIn) },
    as: teacher,
  })
  return body.data.id
}
const begin = () =>
  sql`
    UPDATE enrolments SET starts_on = ${inDays(-1)}::date
     WHERE user_id = ${learner.id} AND course_id = ${course.id}`.execute(server.database.kysely)
const runJobs = async () => {
  for (let round = 0; round < 4; round++) await server.jobs.runDueOnce()
}
const complete = async () => {
  const body = { courseContentId: first.contents[0]?.id ?? 0, completed: true }
  expect((await server.call('saveLessonProgress', { body, as: learner })).status).toBe(200)
  await runJobs()
}
/** Returns the responses for the lessons of the module. */
async function lessons() {
  const { status, body } = await server.call('listContentResources', {
    params: { contentId: course.contents[0]?.id ?? 0 },
    query: {},
    as: learner,
  })
  return status === 200 ? 200 : body.errorCode
}
const openings = async () =>
  (await server.call('listNotifications', { query: {}, as: learner })).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'course.opened',
  ).length
const detail = async () =>
  (await server.call('readCourse', { params: { courseId: course.id }, as: learner })).body.data
const letStart = () =>
  server.call('letLearnerStart', {
    params: { id: course.id, userId: learner.id },
    body: { mayStart: true },
    as: teacher,
  })

test('the completion before the start opens nothing and is not told as an opening; the start opens the course', async () => {
  expect(await detail()).toMatchObject({
    permissions: { study: false },
    prerequisites: [{ isAwaited: true }],
    enrollment: { startsAt: expect.any(String) },
  })
  expect(await lessons()).toBe('PREREQUISITES_OPEN')
  await complete()
  expect(await lessons()).toBe('CONTENT_NOT_FOUND')
  expect(await detail()).toMatchObject({
    permissions: { study: true },
    prerequisites: [{ isCompleted: true }],
    enrollment: { startsAt: expect.any(String) },
  })
  expect(await openings()).toBe(0)
  await begin()
  expect(await lessons()).toBe(200)
})

test('after the start the completion opens the course, and the learner is told', async () => {
  await begin()
  expect(await lessons()).toBe('PREREQUISITES_OPEN')
  await complete()
  expect(await lessons()).toBe(200)
  expect(await openings()).toBe(1)
})

test('whom the people of the course let start waits for the start of the cohort, and is told of nothing before', async () => {
  expect((await letStart()).status).toBe(200)
  await runJobs()
  expect(await lessons()).toBe('CONTENT_NOT_FOUND')
  expect(await openings()).toBe(0)
  await begin()
  expect(await lessons()).toBe(200)
})

test('the conditions of an enrolment stay when the learner is moved to another cohort', async () => {
  const later = await planned(20)
  const { status } = await server.call('moveLearners', {
    params: { id: course.id },
    body: { userIds: [learner.id], cohortId: later },
    as: teacher,
  })
  expect(status).toBe(200)
  await begin()
  expect(await lessons()).toBe('PREREQUISITES_OPEN')
})

test('access that was removed and is given again returns to the cohort and to the conditions', async () => {
  const place = { params: { id: course.id, userId: learner.id }, as: teacher }
  const before = (await detail()).enrollment?.cohort
  await server.call('removeLearner', { ...place, body: { reason: 'By mistake' } })
  expect((await server.call('restoreLearner', place)).status).toBe(200)
  expect(await lessons()).toBe('PREREQUISITES_OPEN')
  expect((await detail()).enrollment?.cohort).toEqual(before)
})
