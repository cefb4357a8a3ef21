/** Tests the cohort, its start and its period when access is extended, lost and granted again (docs/decisions/course-openings.md). */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import type { GrantRequest } from './enrolments.rules.ts'

const dayMs = 24 * 3_600_000
const accessDays = 30

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let courseId: number
let base: number
const inDays = (days: number) => dayInMalaysia(new Date(base + days * dayMs))
/** Returns the last second of the day that is `days` days from today. */
const endOn = (days: number) => new Date(startOfDay(inDays(days)).getTime() + dayMs - 1000)

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  base = Date.now()
  teacher = await server.person('instructor')
  learner = await server.person()
  const course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  courseId = course.id
  await server.call('updateCourse', {
    params: { id: courseId },
    body: { access: { days: accessDays } },
    as: teacher,
  })
})
afterAll(() => server.stop())

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.kysely)

async function planned(startsIn: number, cohort: { name?: string; places?: number } = {}): Promise<number> {
  const { body } = await server.call('createCohort', {
    params: { id: courseId },
    body: { name: 'January intake', startsOn: inDays(startsIn), ...cohort },
    as: teacher,
  })
  return body.data.id
}
const enter = (cohortId?: number, as = learner) =>
  server.call('enroll', { params: { courseId }, body: cohortId === undefined ? {} : { cohortId }, as })
const change = (cohortId: number, startsIn: number) =>
  server.call('updateCohort', {
    params: { id: courseId, cohortId },
    body: { startsOn: inDays(startsIn), closesOn: inDays(startsIn) },
    as: teacher,
  })
const about = () => ({ params: { id: courseId, userId: learner.id }, as: teacher })
const removeLearner = () => server.call('removeLearner', { ...about(), body: { reason: 'Asked to leave' } })
const restoreLearner = () => server.call('restoreLearner', about())
const setEnd = (days: number) =>
  server.call('setLearnerAccess', { ...about(), body: { endsOn: inDays(days) } })
const give = (place: Partial<GrantRequest> = {}) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: learner.id, courseId, source: 'granted', ...place }),
  )
const takeAway = () =>
  server.database.transaction((tx) => server.services.enrolments.end(tx, { userId: learner.id, courseId }))
/** Sets the start of the cohort and its members to this many days ago and closes it for enrolment. */
async function begin(cohortId: number, daysAgo: number): Promise<void> {
  await run(sql`
    UPDATE cohorts SET closes_on = ${inDays(-daysAgo)}::date, starts_on = ${inDays(-daysAgo)}::date WHERE id = ${cohortId}`)
  await run(sql`
    UPDATE enrolments SET starts_on = ${inDays(-daysAgo)}::date, granted_at = ${startOfDay(inDays(-daysAgo))},
           access_from = ${startOfDay(inDays(-daysAgo))}, access_ends_at = ${endOn(accessDays - daysAgo)}
     WHERE cohort_id = ${cohortId} AND revoked_at IS NULL`)
}
async function enrolment() {
  const found = await sql<{ cohortId: number | null; startsOn: string | null; endsAt: Date | null }>`
    SELECT cohort_id AS "cohortId", starts_on::text AS "startsOn", access_ends_at AS "endsAt"
      FROM active_enrolments WHERE user_id = ${learner.id} AND course_id = ${courseId}`.execute(
    server.database.kysely,
  )
  return found.rows[0]
}
async function opensAt(): Promise<string | undefined> {
  const { body } = await server.call('readCourse', { params: { courseId }, as: learner })
  return body.data.contents[0]?.opensAt
}

test('a learner who is given access again to a waiting cohort has the whole length from its start', async () => {
  const cohortId = await planned(40)
  await enter(cohortId)
  const waiting = { cohortId, startsOn: inDays(40), endsAt: endOn(70) }
  expect(await enrolment()).toEqual(waiting)
  for (const place of [{}, { cohortId: null, keepsCohort: true }, { extending: 'always' as const }]) {
    await takeAway()
    await give(place)
    expect(await enrolment()).toEqual(waiting)
  }
})

test('a learner who keeps the course by an invitation stays in the running cohort when another source of access ends', async () => {
  const running = await planned(10)
  await give({ source: { kind: 'order_line', id: 1 }, cohortId: running })
  await begin(running, 5)
  await planned(20)
  await give({ source: { kind: 'invitation', id: 1 } })
  await server.database.transaction((tx) =>
    server.services.enrolments.revoke(tx, { kind: 'order_line', ids: [1] }),
  )
  expect(await enrolment()).toEqual({ cohortId: running, startsOn: inDays(-5), endsAt: endOn(30) })
})

test('a seat for a learner of a running cohort leaves them there and counts from the end of their access', async () => {
  const running = await planned(10)
  await enter(running)
  await begin(running, 5)
  const next = await planned(20, { places: 1 })
  expect(await give({ extending: 'always' })).toBe('extended')
  expect(await enrolment()).toEqual({ cohortId: running, startsOn: inDays(-5), endsAt: endOn(55) })
  expect((await enter(next, await server.person())).status).toBe(200)
})

test('a seat for a learner without a cohort takes no place of a later one', async () => {
  await enter()
  await planned(20)
  await give({ extending: 'always' })
  expect(await enrolment()).toEqual({ cohortId: null, startsOn: null, endsAt: endOn(60) })
})

test('a seat for a learner who waits adds its length to the end that counts from the start', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  await give({ extending: 'always' })
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(10), endsAt: endOn(70) })
  await change(cohortId, 17)
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(17), endsAt: endOn(77) })
})

test('a learner whose access has ended enters a free course again in their cohort, also while none is open', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  await begin(cohortId, 40)
  await server.call('setSelfPaced', { params: { id: courseId }, body: { selfPaced: false }, as: teacher })
  const starts = await server.call('readStarts', { params: { id: courseId }, as: learner })
  expect(starts.body.data).toEqual({ starts: [], selfPaced: true, isOwn: true })
  expect((await enter()).status).toBe(200)
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(-40), endsAt: endOn(30) })
})

test('a learner whose access has ended and who chooses a later cohort counts from its start and keeps what is open', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  await begin(cohortId, 40)
  const next = await planned(20)
  expect((await enter(next)).status).toBe(200)
  expect(await enrolment()).toEqual({ cohortId: next, startsOn: inDays(-40), endsAt: endOn(50) })
  expect(await opensAt()).toBeUndefined()
})

test('a learner who was removed finds the present start of the cohort when access is given again', async () => {
  const cohortId = await planned(60)
  await enter(cohortId)
  await removeLearner()
  await change(cohortId, 10)
  await restoreLearner()
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(10), endsAt: endOn(90) })
  await removeLearner()
  await change(cohortId, 70)
  await restoreLearner()
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(70), endsAt: endOn(100) })
})

test('a learner who was removed before the start and restored after it finds the contents open', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  await removeLearner()
  await begin(cohortId, 1)
  await restoreLearner()
  expect(await enrolment()).toMatchObject({ cohortId, startsOn: inDays(-1) })
  expect(await opensAt()).toBeUndefined()
})

test('a learner who has begun earlier than their later cohort returns to what was open', async () => {
  await enter()
  const cohortId = await planned(20)
  await server.call('moveLearners', {
    params: { id: courseId },
    body: { userIds: [learner.id], cohortId },
    as: teacher,
  })
  await takeAway()
  await give({ cohortId: null, keepsCohort: true })
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(0), endsAt: endOn(30) })
  expect(await opensAt()).toBeUndefined()
})

test('a learner whose cohort was removed returns without one, and a grant is in the first open one', async () => {
  const gone = await planned(10)
  await enter(gone)
  await removeLearner()
  await server.call('removeCohort', { params: { id: courseId, cohortId: gone }, as: teacher })
  const next = await planned(20)
  await restoreLearner()
  expect(await enrolment()).toMatchObject({ cohortId: null, startsOn: null })
  await takeAway()
  await run(sql`UPDATE enrolments SET cohort_id = ${gone} WHERE user_id = ${learner.id}`)
  await give()
  expect(await enrolment()).toEqual({ cohortId: next, startsOn: inDays(20), endsAt: endOn(50) })
})

test('lost access keeps no start that is still to come, so that a release without cohorts enrols at once', async () => {
  await enter(await planned(10))
  await takeAway()
  // A release without cohorts restores access by this statement.
  await run(sql`UPDATE enrolments SET revoked_at = NULL WHERE user_id = ${learner.id}`)
  expect(await opensAt()).toBeUndefined()
})

test('access that is paid again is in the cohort that people chose since, and in the given one only without such', async () => {
  const bought = await planned(60)
  await enter(bought)
  const running = await planned(10)
  await server.call('moveLearners', {
    params: { id: courseId },
    body: { userIds: [learner.id], cohortId: running },
    as: teacher,
  })
  await begin(running, 3)
  await takeAway()
  const again = { source: { kind: 'order_line', id: 1 }, extending: 'always', keepsCohort: true } as const
  await give({ ...again, cohortId: bought })
  expect(await enrolment()).toEqual({ cohortId: running, startsOn: inDays(-3), endsAt: endOn(30) })
  await takeAway()
  await run(sql`UPDATE enrolments SET cohort_id = NULL, starts_on = NULL WHERE user_id = ${learner.id}`)
  await give({ ...again, cohortId: bought })
  expect(await enrolment()).toEqual({ cohortId: bought, startsOn: inDays(60), endsAt: endOn(90) })
})

test('a start that moves to and fro lengthens the access once', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  for (const days of [5, 10, 6, 10]) {
    await change(cohortId, days)
    expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(days), endsAt: endOn(40) })
  }
  await change(cohortId, 12)
  expect(await enrolment()).toEqual({ cohortId, startsOn: inDays(12), endsAt: endOn(42) })
})

test('an end that people have set moves with a later start, and only then', async () => {
  const cohortId = await planned(10)
  await enter(cohortId)
  await setEnd(20)
  await change(cohortId, 5)
  expect(await enrolment()).toMatchObject({ endsAt: endOn(20) })
  await change(cohortId, 13)
  expect(await enrolment()).toMatchObject({ startsOn: inDays(13), endsAt: endOn(23) })
})

/** Returns whether another transaction could change or remove the cohort. */
async function isFree(cohortId: number): Promise<boolean> {
  const found = await sql`SELECT FROM cohorts WHERE id = ${cohortId} FOR NO KEY UPDATE SKIP LOCKED`.execute(
    server.database.kysely,
  )
  return found.rows.length > 0
}

test('a cohort with or without limited places is neither changed nor removed while somebody gets into it', async () => {
  const { cohorts } = server.services.enrolments
  const open = await planned(40)
  const limited = await planned(60, { places: 3 })
  await server.database.transaction(async (tx) => {
    await cohorts.choose(tx, learner.id, [courseId], new Map())
    expect([await isFree(open), await isFree(limited)]).toEqual([false, false])
  })
  await server.database.transaction(async (tx) => {
    const place = { userId: learner.id, courseId, source: 'free', cohortId: open } as const
    await server.services.enrolments.grant(tx, place)
    expect([await isFree(open), await isFree(limited)]).toEqual([false, true])
  })
  await removeLearner()
  await server.database.transaction(async (tx) => {
    const place = { userId: learner.id, courseId, source: 'granted' } as const
    await server.services.enrolments.grant(tx, { ...place, cohortId: null, keepsCohort: true })
    expect(await isFree(open)).toBe(false)
  })
})
