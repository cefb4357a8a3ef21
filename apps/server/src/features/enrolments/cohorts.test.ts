/**
 * Tests cohorts with dates and places: planning, enrolment in a free course, the start, and moving learners
 * (docs/decisions/course-openings.md).
 */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: TestCourse
const dayMs = 24 * 3_600_000
let base: number
const inDays = (days: number) => dayInMalaysia(new Date(base + days * dayMs))

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  base = Date.now()
  teacher = await server.person('instructor')
  learner = await server.person()
  course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ seconds: 60 }] }, { resources: [{ seconds: 60 }] }],
  })
})
afterAll(() => server.stop())

interface Planned {
  name?: string
  startsOn?: string
  endsOn?: string | null
  places?: number | null
  closesOn?: string
}
const plan = (cohort: Planned = {}, as = teacher) =>
  server.call('createCohort', {
    params: { id: course.id },
    body: { name: 'January intake', startsOn: inDays(10), ...cohort },
    as,
  })
const planned = async (cohort: Planned = {}) => (await plan(cohort)).body.data.id
const enter = (as: TestPerson, cohortId?: number) =>
  server.call('enroll', {
    params: { courseId: course.id },
    body: cohortId === undefined ? {} : { cohortId },
    as,
  })
const list = async () =>
  (await server.call('listCohorts', { params: { id: course.id }, as: teacher })).body.data
const starts = async () =>
  (await server.call('readStarts', { params: { id: course.id }, as: null })).body.data
const change = (cohortId: number, body: Planned & { version?: number }) =>
  server.call('updateCohort', { params: { id: course.id, cohortId }, body, as: teacher })
const remove = (cohortId: number) =>
  server.call('removeCohort', { params: { id: course.id, cohortId }, as: teacher })
const move = (userIds: number[], cohortId: number | null) =>
  server.call('moveLearners', { params: { id: course.id }, body: { userIds, cohortId }, as: teacher })
async function enrolmentOf(as: TestPerson) {
  const found = await sql<{ cohortId: number | null; startsOn: string | null; endsAt: Date | null }>`
    SELECT cohort_id AS "cohortId", starts_on::text AS "startsOn", access_ends_at AS "endsAt"
      FROM enrolments WHERE user_id = ${as.id} AND course_id = ${course.id}`.execute(server.database.kysely)
  return found.rows[0]
}
/** Sets the start of the cohort and its members to this many days ago. */
async function begunBefore(cohortId: number, days: number) {
  await sql`
    UPDATE cohorts SET closes_on = closes_on - starts_on + ${inDays(-days)}::date, starts_on = ${inDays(-days)}::date
     WHERE id = ${cohortId}`.execute(server.database.kysely)
  await sql`UPDATE enrolments SET starts_on = ${inDays(-days)}::date WHERE cohort_id = ${cohortId}`.execute(
    server.database.kysely,
  )
}
async function opened(as: TestPerson) {
  const { body } = await server.call('readCourse', { params: { courseId: course.id }, as })
  const [first] = body.data.contents
  return {
    opensAt: first?.opensAt,
    hasFile: first?.resources[0]?.filePath !== undefined,
    startsAt: body.data.enrollment?.startsAt,
  }
}

test('a cohort is planned, shown with its places, changed and removed', async () => {
  const { status, body } = await plan({ endsOn: inDays(60), places: 25 })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: body.data.id,
    name: 'January intake',
    startsOn: inDays(10),
    endsOn: inDays(60),
    places: 25,
    closesOn: inDays(10),
    state: 'upcoming',
    members: 0,
    held: 0,
    version: 0,
  })
  const changed = await change(body.data.id, { name: 'February intake', closesOn: inDays(8), version: 0 })
  expect(changed.body.data).toMatchObject({ name: 'February intake', closesOn: inDays(8), places: 25 })
  const stale = await change(body.data.id, { name: 'March intake', version: 0 })
  expect(stale.body.errorCode).toBe('EDIT_CONFLICT')
  expect((await remove(body.data.id)).status).toBe(200)
  expect((await remove(body.data.id)).status).toBe(200)
  expect((await list()).cohorts).toEqual([])
})

test('dates that contradict each other are refused, on a new cohort and on a change', async () => {
  const wrong = [
    { closesOn: inDays(11) },
    { endsOn: inDays(9) },
    { startsOn: inDays(10), closesOn: inDays(20) },
  ]
  for (const dates of wrong) expect((await plan(dates)).body.errorCode).toBe('COHORT_DATES')
  const id = await planned()
  expect((await change(id, { closesOn: inDays(11) })).body.errorCode).toBe('COHORT_DATES')
  expect((await change(id + 1000, { name: 'Other' })).body.errorCode).toBe('COHORT_NOT_FOUND')
})

test('the people of the course alone plan and change cohorts and move learners; cohorts of a private course stay hidden', async () => {
  const other = await server.person('instructor')
  expect((await plan({}, other)).status).toBe(404)
  expect((await plan({}, learner)).status).toBe(403)
  const id = await planned()
  const answers = [
    await server.call('listCohorts', { params: { id: course.id }, as: learner }),
    await server.call('updateCohort', {
      params: { id: course.id, cohortId: id },
      body: { name: 'X' },
      as: learner,
    }),
    await server.call('removeCohort', { params: { id: course.id, cohortId: id }, as: learner }),
    await server.call('setSelfPaced', { params: { id: course.id }, body: { selfPaced: false }, as: learner }),
    await server.call('moveLearners', {
      params: { id: course.id },
      body: { userIds: [learner.id], cohortId: id },
      as: learner,
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  await sql`UPDATE courses SET is_private = true WHERE id = ${course.id}`.execute(server.database.kysely)
  const read = await server.call('readStarts', { params: { id: course.id }, as: learner })
  expect(read.status).toBe(404)
})

test('a cohort of another course is neither changed nor chosen through this one', async () => {
  const other = await makeCourse(server.database, { owner: teacher, contents: [] })
  const foreign = await server.call('createCohort', {
    params: { id: other.id },
    body: { name: 'Elsewhere', startsOn: inDays(3) },
    as: teacher,
  })
  const { id } = foreign.body.data
  expect((await change(id, { name: 'Mine' })).body.errorCode).toBe('COHORT_NOT_FOUND')
  expect((await enter(learner, id)).body.errorCode).toBe('COHORT_CLOSED')
  await remove(id)
  await enter(learner)
  expect((await move([learner.id], id)).body.errorCode).toBe('COHORT_NOT_FOUND')
  const still = await server.call('listCohorts', { params: { id: other.id }, as: teacher })
  expect(still.body.data.cohorts).toHaveLength(1)
})

test('entering without a choice takes the first open cohort, and a choice takes the chosen one', async () => {
  const later = await planned({ name: 'March', startsOn: inDays(40) })
  const first = await planned()
  await planned({ name: 'Closed', startsOn: inDays(5), closesOn: inDays(-1) })
  await enter(learner)
  const other = await server.person()
  await enter(other, later)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: first, startsOn: inDays(10) })
  expect(await enrolmentOf(other)).toMatchObject({ cohortId: later, startsOn: inDays(40) })
  expect((await enter(learner, later)).status).toBe(200)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: first })
})

test('whoever was shown no start enters none, and may go on where no cohort is open', async () => {
  const id = await planned()
  const atOnce = (offers = `${course.id}.0.all.none`) =>
    server.call('enroll', { params: { courseId: course.id }, query: { offers }, body: {}, as: learner })
  const refused = await atOnce()
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'OFFER_CHANGED'])
  expect((await atOnce('x')).status).toBe(400)
  expect(await enrolmentOf(learner)).toBeUndefined()
  await remove(id)
  expect((await atOnce()).status).toBe(200)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: null, startsOn: null })
})

test('a course without cohorts is entered as before', async () => {
  await enter(learner)
  expect(await enrolmentOf(learner)).toEqual({ cohortId: null, startsOn: null, endsAt: null })
  expect(await opened(learner)).toEqual({ opensAt: undefined, hasFile: true, startsAt: undefined })
  expect(await starts()).toEqual({ starts: [], selfPaced: true })
})

test('the places of a cohort are counted: few are named, the last one is refused to the next learner', async () => {
  const id = await planned({ places: 11 })
  expect((await starts()).starts).toMatchObject([{ id, placesLeft: null, isFull: false }])
  await change(id, { places: 2 })
  await enter(await server.person(), id)
  expect((await starts()).starts).toMatchObject([{ placesLeft: 1, isFull: false }])
  await enter(await server.person(), id)
  expect((await starts()).starts).toMatchObject([{ placesLeft: 0, isFull: true }])
  const late = await enter(learner, id)
  expect([late.status, late.body.errorCode]).toEqual([409, 'COHORT_FULL'])
  expect(await enrolmentOf(learner)).toBeUndefined()
})

test('people who press at the same moment never take more places than there are', async () => {
  const id = await planned({ places: 3 })
  const people = await Promise.all(Array.from({ length: 8 }, () => server.person()))
  const answers = await Promise.all(people.map((person) => enter(person, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode as string)).toEqual(
    Array.from({ length: 5 }, () => 'COHORT_FULL'),
  )
  expect((await list()).cohorts).toMatchObject([{ members: 3, places: 3 }])
})

test('without an open cohort the author decides whether the course may be taken at once', async () => {
  const id = await planned({ startsOn: inDays(5), closesOn: inDays(-1) })
  await server.call('setSelfPaced', { params: { id: course.id }, body: { selfPaced: false }, as: teacher })
  expect(await starts()).toEqual({ starts: [], selfPaced: false })
  expect((await enter(learner)).body.errorCode).toBe('COHORT_CLOSED')
  expect((await enter(learner, id)).body.errorCode).toBe('COHORT_CLOSED')
  await server.call('setSelfPaced', { params: { id: course.id }, body: { selfPaced: true }, as: teacher })
  expect((await enter(learner)).status).toBe(200)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: null, startsOn: null })
})

test('contents are closed until the start of the cohort and open from its first moment', async () => {
  const id = await planned()
  await enter(learner, id)
  const startsAt = startOfDay(inDays(10)).toISOString()
  expect(await opened(learner)).toEqual({ opensAt: startsAt, hasFile: false, startsAt })
  const lesson = course.contents[0]?.resources[0] ?? 0
  const save = () =>
    server.call('saveResourceProgress', { params: { id: lesson }, body: { position: 5 }, as: learner })
  expect((await save()).status).toBe(404)
  expect((await opened(teacher)).hasFile).toBe(true)
  await begunBefore(id, 0)
  expect(await opened(learner)).toEqual({ opensAt: undefined, hasFile: true, startsAt: undefined })
  expect((await save()).status).toBe(200)
})

test('days of a module count from the start of the cohort, and a day before the start opens nothing', async () => {
  const second = course.contents[1]?.id ?? 0
  const open = (opening: { afterDays: number } | { on: string }) =>
    server.call('updateContent', { params: { id: second }, body: { opening }, as: teacher })
  const secondOpensAt = async () => {
    const { body } = await server.call('readCourse', { params: { courseId: course.id }, as: learner })
    return body.data.contents[1]?.opensAt
  }
  await enter(learner, await planned())
  await open({ afterDays: 7 })
  expect(await secondOpensAt()).toBe(startOfDay(inDays(17)).toISOString())
  await open({ on: inDays(2) })
  expect(await secondOpensAt()).toBe(startOfDay(inDays(10)).toISOString())
  await open({ on: inDays(20) })
  expect(await secondOpensAt()).toBe(startOfDay(inDays(20)).toISOString())
})

test('access that ends counts its length from the start of the cohort', async () => {
  await server.call('updateCourse', {
    params: { id: course.id },
    body: { access: { days: 30 } },
    as: teacher,
  })
  await enter(learner, await planned())
  const end = (day: string) => new Date(startOfDay(day).getTime() + dayMs - 1000)
  expect((await enrolmentOf(learner))?.endsAt).toEqual(end(inDays(40)))
})

test('another start moves members who have not begun, and a start with members is fixed once it is there', async () => {
  await server.call('updateCourse', {
    params: { id: course.id },
    body: { access: { days: 30 } },
    as: teacher,
  })
  const id = await planned()
  await enter(learner, id)
  const before = (await enrolmentOf(learner))?.endsAt?.getTime() ?? 0
  await change(id, { startsOn: inDays(17), closesOn: inDays(17) })
  const later = await enrolmentOf(learner)
  expect(later?.startsOn).toBe(inDays(17))
  expect(later?.endsAt?.getTime()).toBe(before + 7 * dayMs)
  await change(id, { startsOn: inDays(12), closesOn: inDays(12) })
  const earlier = await enrolmentOf(learner)
  expect(earlier?.startsOn).toBe(inDays(12))
  expect(earlier?.endsAt).toEqual(later?.endsAt)
  await begunBefore(id, 2)
  expect((await change(id, { startsOn: inDays(3) })).body.errorCode).toBe('COHORT_HAS_STARTED')
  expect((await change(id, { name: 'Renamed' })).status).toBe(200)
})

test('moving a learner closes nothing that is open, and moves the start of one who has not begun', async () => {
  const first = await planned()
  const later = await planned({ name: 'March', startsOn: inDays(40), places: 1 })
  await enter(learner, first)
  const begun = await server.person()
  await enter(begun, first)
  await sql`UPDATE enrolments SET starts_on = ${inDays(-3)}::date WHERE user_id = ${begun.id}`.execute(
    server.database.kysely,
  )
  const { body } = await move([learner.id, begun.id], later)
  expect(body.data).toEqual({ moved: 2 })
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: later, startsOn: inDays(40) })
  expect(await enrolmentOf(begun)).toMatchObject({ cohortId: later, startsOn: inDays(-3) })
  expect((await opened(begun)).hasFile).toBe(true)
  expect((await list()).cohorts).toMatchObject([
    { id: first, members: 0 },
    { id: later, members: 2, places: 1 },
  ])
  expect((await move([learner.id], later)).body.data).toEqual({ moved: 0 })
  expect((await remove(later)).body.errorCode).toBe('COHORT_HAS_MEMBERS')
  await move([learner.id], null)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: null, startsOn: null })
  expect((await opened(learner)).hasFile).toBe(true)
  const stranger = await server.person()
  expect((await move([learner.id, stranger.id], first)).body.errorCode).toBe('LEARNER_NOT_FOUND')
})

test('a learner of a self-paced course who joins a later cohort keeps what is open', async () => {
  await enter(learner)
  const id = await planned()
  await move([learner.id], id)
  expect((await enrolmentOf(learner))?.cohortId).toBe(id)
  expect((await opened(learner)).hasFile).toBe(true)
})

test('whoever is given access again returns to their cohort', async () => {
  const id = await planned()
  await enter(learner, id)
  const about = { params: { id: course.id, userId: learner.id }, as: teacher }
  await server.call('removeLearner', { ...about, body: { reason: 'Asked to leave' } })
  expect((await list()).cohorts).toMatchObject([{ members: 0 }])
  await server.call('restoreLearner', about)
  expect(await enrolmentOf(learner)).toMatchObject({ cohortId: id, startsOn: inDays(10) })
})

test('the sales page and the cards say that a course has cohorts, and its learner reads their own', async () => {
  const sales = () => server.call('courseSales', { params: { courseId: course.id }, query: {}, as: learner })
  const cards = async () =>
    (await server.call('listCourses', { query: { createdBy: String(teacher.id) }, as: teacher })).body.data
  expect((await sales()).body.data.course.hasCohorts).toBeUndefined()
  expect((await cards())[0]).not.toHaveProperty('hasCohorts')
  const id = await planned({ endsOn: inDays(60) })
  await enter(learner, id)
  const { body } = await sales()
  expect(body.data.course.hasCohorts).toBe(true)
  expect(await cards()).toMatchObject([{ id: course.id, hasCohorts: true }])
  expect(body.data.course.enrollment?.cohort).toEqual({
    id,
    name: 'January intake',
    startsOn: inDays(10),
    endsOn: inDays(60),
  })
})
