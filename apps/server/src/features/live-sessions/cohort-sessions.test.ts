/**
 * Tests live sessions for one cohort of a course, and sessions for its learners without a cohort
 * (docs/decisions/course-openings.md).
 */
import type { AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { storedAudience } from '#server/policy/audiences.ts'
import {
  cohortsForTests,
  courseId,
  january,
  januaryId,
  june,
  juneId,
  learner,
  makeCohort,
  moveTo,
  server,
  teacher,
} from '#server/app/testing-taught-course.ts'

const hourMs = 3_600_000

cohortsForTests({ starts: [30, 90] })

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString()

const form = (title: string) => ({
  title,
  startsAt: inHours(48),
  minutes: 60,
  link: 'https://meet.example/1',
})
const plan = (title: string, audience?: AudienceChoice, more: object = {}) =>
  server.call('createLiveSession', {
    params: { id: courseId },
    body: { ...form(title), ...(audience !== undefined && { audience }), ...more },
    as: teacher,
  })
async function planned(title: string, audience?: AudienceChoice, more: object = {}): Promise<number> {
  const { body } = await plan(title, audience, more)
  return body.data.id
}
const change = (sessionId: number, body: object, as: TestPerson = teacher) =>
  server.call('updateLiveSession', { params: { id: courseId, sessionId }, body, as })
async function sessionsFor(as: TestPerson) {
  const { body } = await server.call('listLiveSessions', { params: { id: courseId }, as })
  return body.data.sessions
}
const titlesFor = async (as: TestPerson) => (await sessionsFor(as)).map(({ title }) => title)
async function calendarOf(as: TestPerson): Promise<string[]> {
  const goal = await server.call('replaceCalendarLink', { as })
  const feed = await server.app.inject({ url: new URL(goal.body.data.calendarUrl ?? '').pathname })
  return [...feed.body.matchAll(/^SUMMARY:(.+?)\r?$/gm)].flatMap(([, title]) => title ?? [])
}
async function remindersOf(as: TestPerson): Promise<string[]> {
  await server.services.liveSessions.remind()
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const { body } = await server.call('listNotifications', { query: {}, as })
  return body.data.flatMap((one) => (one.kind === 'announcement.written' ? [one.data.title] : []))
}
const mailedTo = ({ email }: TestPerson) =>
  server.mails.filter((mail) => mail.to === email && mail.subject.includes('Live session')).length

test('nobody but the members of a cohort reads its sessions, and finds them in the calendar', async () => {
  const { status, body } = await plan('For January', januaryId)
  expect(status).toBe(201)
  expect(body.data.audience).toEqual({
    cohortId: januaryId,
    cohortName: 'January intake',
    isRemoved: false,
  })
  await planned('For all')
  await planned('Also for all', 'everybody')
  await planned('For the others', 'without-cohort')
  for (const [reader, titles] of [
    [january, ['For January', 'For all', 'Also for all']],
    [june, ['For all', 'Also for all']],
    [learner, ['For all', 'Also for all', 'For the others']],
  ] as const) {
    expect(await titlesFor(reader)).toEqual(titles)
    expect((await calendarOf(reader)).toSorted()).toEqual([...titles].toSorted())
  }
  const read = await sessionsFor(teacher)
  expect(read.map(({ title, audience }) => [title, audience?.cohortName])).toEqual([
    ['For January', 'January intake'],
    ['For all', undefined],
    ['Also for all', undefined],
    ['For the others', null],
  ])
})

test('a learner who changes the cohort reads the sessions of the other one from then on', async () => {
  await planned('For January', januaryId)
  await planned('For June', juneId)
  expect(await titlesFor(january)).toEqual(['For January'])
  await moveTo(january, juneId)
  expect(await titlesFor(january)).toEqual(['For June'])
  expect(await calendarOf(january)).toEqual(['For June'])
  await moveTo(january, null)
  expect(await titlesFor(january)).toEqual([])
})

test('nobody but the members of a cohort is reminded of its session, on the site and by mail', async () => {
  await planned('Room 4', januaryId, { startsAt: inHours(20) })
  expect(await remindersOf(january)).toEqual(['Live session: Room 4'])
  expect(mailedTo(january)).toBe(1)
  for (const other of [june, learner]) {
    expect(await remindersOf(other)).toEqual([])
    expect(mailedTo(other)).toBe(0)
  }
})

test('the link of a session is not told to learners of another cohort while it takes place', async () => {
  await planned('Room 4', januaryId, { startsAt: inHours(0.1) })
  expect((await sessionsFor(january))[0]?.link).toBe('https://meet.example/1')
  expect(await sessionsFor(june)).toEqual([])
})

test('a session that is for others now is reminded of again, and only its learners read it', async () => {
  const id = await planned('Room 4', januaryId, { startsAt: inHours(20) })
  expect(await remindersOf(january)).toHaveLength(1)
  const { body } = await change(id, { audience: juneId })
  expect(body.data.audience?.cohortName).toBe('June intake')
  expect(await remindersOf(june)).toEqual(['Live session: Room 4'])
  expect(await remindersOf(january)).toHaveLength(1)
  expect([await titlesFor(january), await titlesFor(june)]).toEqual([[], ['Room 4']])
  await change(id, { audience: 'everybody', title: 'Hall' })
  expect(await titlesFor(january)).toEqual(['Hall'])
})

async function announcedTo(as: TestPerson): Promise<string[]> {
  const { body } = await server.call('listAnnouncements', { params: { id: courseId }, query: {}, as })
  return body.data.map(({ title }) => title)
}

test('the reminders of a session end for those whom it is for no longer', async () => {
  const id = await planned('Room 4', 'everybody', { startsAt: inHours(20) })
  await remindersOf(june)
  server.clock.advance(19.5 * hourMs)
  await remindersOf(june)
  expect(await announcedTo(june)).toEqual(['Live session: Room 4', 'Live session: Room 4'])
  await change(id, { audience: januaryId })
  for (const other of [june, learner, january, teacher]) expect(await announcedTo(other)).toEqual([])
  await remindersOf(january)
  expect(await announcedTo(january)).toEqual(['Live session: Room 4'])
  expect(await announcedTo(june)).toEqual([])
})

test('a reminder that was not delivered yet tells nobody once its session is for others', async () => {
  const id = await planned('Room 4', 'everybody', { startsAt: inHours(20) })
  await server.services.liveSessions.remind()
  await change(id, { audience: januaryId })
  expect([await remindersOf(june), mailedTo(june)]).toEqual([[], 0])
  expect([await remindersOf(january), mailedTo(january)]).toEqual([['Live session: Room 4'], 1])
})

test('the reminders of a cancelled session end with it, and other announcements stay', async () => {
  const id = await planned('Room 4', undefined, { startsAt: inHours(20) })
  await planned('Room 5', undefined, { startsAt: inHours(21) })
  await remindersOf(june)
  await server.call('writeAnnouncement', {
    params: { id: courseId },
    body: { title: 'By hand', body: 'Hello' },
    as: teacher,
  })
  await server.call('removeLiveSession', { params: { id: courseId, sessionId: id }, as: teacher })
  // One announcement reminded of both sessions and was withdrawn, so learners are reminded of the other session again.
  await remindersOf(june)
  for (const reader of [june, teacher])
    expect(await announcedTo(reader)).toEqual(['Live session: Room 5', 'By hand'])
})

test('a change of other fields keeps the cohort, and is reminded of once', async () => {
  const id = await planned('Room 4', januaryId, { startsAt: inHours(20) })
  expect(await remindersOf(january)).toHaveLength(1)
  await change(id, { title: 'Room 5', notes: 'Next door' })
  expect(await remindersOf(january)).toHaveLength(1)
  expect([await titlesFor(january), await titlesFor(june)]).toEqual([['Room 5'], []])
})

test('two people who choose different learners are told of each other', async () => {
  const id = await planned('Room 4')
  const [read] = await sessionsFor(teacher)
  expect((await change(id, { audience: januaryId, version: read?.version })).status).toBe(200)
  const late = await change(
    id,
    { audience: juneId, version: read?.version },
    await server.person('superadmin'),
  )
  expect(late).toMatchObject({ status: 409, body: { errorCode: 'EDIT_CONFLICT' } })
  expect(await titlesFor(june)).toEqual([])
})

test('the attendance of a session names the learners of its cohort, and who was there before moving', async () => {
  const sessionId = await planned('Room 4', januaryId)
  const params = { id: courseId, sessionId }
  const attendance = async () => {
    const { body } = await server.call('readAttendance', { params, as: teacher })
    return [body.data.total, body.data.learners.map(({ userId, isPresent }) => [userId, isPresent])]
  }
  expect(await attendance()).toEqual([1, [[january.id, null]]])
  await server.call('saveAttendance', {
    params,
    body: {
      learners: [
        { userId: january.id, isPresent: true },
        { userId: june.id, isPresent: true },
      ],
    },
    as: teacher,
  })
  expect(await attendance()).toEqual([1, [[january.id, true]]])
  await moveTo(january, juneId)
  expect(await attendance()).toEqual([1, [[january.id, true]]])
})

test('a cohort of another course, or one that was removed, is refused', async () => {
  const other = await server.person('instructor')
  const own = await makeCourse(server.database, { owner: other, title: 'Rockets' })
  const elsewhere = await server.call('createLiveSession', {
    params: { id: own.id },
    body: { ...form('Mine'), audience: januaryId },
    as: other,
  })
  expect(elsewhere).toMatchObject({ status: 404, body: { errorCode: 'COHORT_NOT_FOUND' } })
  const id = await planned('Room 4')
  const emptyId = await makeCohort('July intake', 100)
  await server.call('removeCohort', { params: { id: courseId, cohortId: emptyId }, as: teacher })
  const refused = await change(id, { audience: emptyId })
  expect(refused).toMatchObject({ status: 404, body: { errorCode: 'COHORT_NOT_FOUND' } })
  expect(await titlesFor(january)).toEqual(['Room 4'])
})

test('a cohort that something is planned for cannot be removed meanwhile', async () => {
  const free = async () => {
    const found = await sql`
      SELECT FROM cohorts WHERE id = ${januaryId} FOR NO KEY UPDATE SKIP LOCKED`.execute(
      server.database.kysely,
    )
    return found.rows.length
  }
  await server.database.transaction(async (tx) => {
    expect(await storedAudience(tx, courseId, januaryId)).toMatchObject({ cohortId: januaryId })
    expect(await free()).toBe(0)
  })
  expect(await free()).toBe(1)
})

test('a session of a removed cohort stays with the people of the course, is not reminded of, and can be for others', async () => {
  const emptyId = await makeCohort('July intake', 100)
  const id = await planned('Room 4', emptyId, { startsAt: inHours(20) })
  await server.call('removeCohort', { params: { id: courseId, cohortId: emptyId }, as: teacher })
  expect(await remindersOf(learner)).toEqual([])
  expect(await titlesFor(learner)).toEqual([])
  const [kept] = await sessionsFor(teacher)
  expect(kept).toMatchObject({ title: 'Room 4', audience: { cohortName: 'July intake', isRemoved: true } })
  const announced = await server.call('listAnnouncements', {
    params: { id: courseId },
    query: {},
    as: teacher,
  })
  expect(announced.body.data).toEqual([])
  expect((await change(id, { audience: emptyId, title: 'Room 5' })).status).toBe(200)
  await change(id, { audience: 'without-cohort' })
  expect(await remindersOf(learner)).toEqual(['Live session: Room 5'])
})

test('a sales page names the sessions for everybody, and counts those of open cohorts for who can choose one', async () => {
  const nextAt = inHours(24)
  await planned('Kick-off', januaryId, { startsAt: nextAt })
  await planned('For January', januaryId)
  await planned('For June', juneId)
  await planned('For the others', 'without-cohort')
  const sales = async (as: TestPerson | null) => {
    const { body } = await server.call('courseSales', { params: { courseId }, query: {}, as })
    const { liveSessions, cohortSessions } = body.data
    return [liveSessions?.next.map(({ title }) => title), cohortSessions?.map(({ count }) => count)]
  }
  const visitor = await server.person('student')
  expect([await sales(null), await sales(visitor)]).toEqual([
    [undefined, [2, 1]],
    [undefined, [2, 1]],
  ])
  expect(await sales(january)).toEqual([undefined, undefined])
  await planned('For all')
  await sql`UPDATE cohorts SET closes_on = ${dayInMalaysia(inHours(-48))}::date WHERE id = ${juneId}`.execute(
    server.database.kysely,
  )
  expect(await sales(null)).toEqual([['For all'], [2]])
  const { body } = await server.call('courseSales', { params: { courseId }, query: {}, as: null })
  expect(body.data.cohortSessions).toEqual([
    { cohortId: januaryId, cohortName: 'January intake', count: 2, nextAt },
  ])
  expect(JSON.stringify(body)).not.toMatch(/Kick-off|meet\.example/)
})

test('a sales page of a course that is not on sale counts no sessions of cohorts, its preview does', async () => {
  await planned('For January', januaryId)
  const counted = async () => {
    const read = await server.call('courseSales', { params: { courseId }, query: {}, as: teacher })
    const preview = await server.call('previewSales', { params: { id: courseId }, as: teacher })
    return [read, preview].map(({ body }) => body.data.cohortSessions?.map(({ count }) => count))
  }
  expect(await counted()).toEqual([[1], [1]])
  await server.call('changeCourseState', {
    params: { id: courseId },
    body: { state: 'archived' },
    as: teacher,
  })
  expect(await counted()).toEqual([undefined, [1]])
})
