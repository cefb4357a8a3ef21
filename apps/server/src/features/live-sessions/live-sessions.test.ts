import { expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import {
  taughtCourseForTests,
  courseId,
  learner,
  server,
  teacher,
} from '#server/app/testing-taught-course.ts'

const hourMs = 3_600_000

taughtCourseForTests()

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString()
const form = (more: object = {}) => ({
  title: 'Questions and answers',
  startsAt: inHours(48),
  minutes: 60,
  link: 'https://meet.example/orbits',
  ...more,
})

async function planned(more: object = {}): Promise<number> {
  const { body } = await server.call('createLiveSession', {
    params: { id: courseId },
    body: form(more),
    as: teacher,
  })
  return body.data.id
}
async function sessionsFor(as: TestPerson) {
  const { body } = await server.call('listLiveSessions', { params: { id: courseId }, as })
  return body.data.sessions
}
const remind = () => server.services.liveSessions.remind()
async function remindersOf(as: TestPerson) {
  await remind()
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const { body } = await server.call('listAnnouncements', { params: { id: courseId }, query: {}, as })
  return body.data
}
const mailsTo = ({ email }: TestPerson) => server.mails.filter((mail) => mail.to === email)

test('learners read a planned session, and get its link from 15 minutes before the start to the end', async () => {
  await planned({ notes: 'Bring a question.' })
  expect((await sessionsFor(teacher))[0]).toMatchObject({ link: 'https://meet.example/orbits' })
  const [before] = await sessionsFor(learner)
  expect(before).toMatchObject({
    title: 'Questions and answers',
    minutes: 60,
    notes: 'Bring a question.',
    link: null,
    wasPresent: null,
  })
  server.clock.advance(47.8 * hourMs)
  expect((await sessionsFor(learner))[0]?.link).toBe('https://meet.example/orbits')
  server.clock.advance(1.3 * hourMs)
  expect((await sessionsFor(learner))[0]?.link).toBeNull()
})

test('live sessions are read only by those who study the course, and planned only by its people', async () => {
  const id = await planned()
  const stranger = await server.person()
  const params = { id: courseId }
  expect((await server.call('listLiveSessions', { params, as: stranger })).status).toBe(403)
  expect((await server.call('createLiveSession', { params, body: form(), as: learner })).status).toBe(403)
  const other = await makeCourse(server.database, { owner: stranger, title: 'Elsewhere' })
  const elsewhere = { id: other.id, sessionId: id }
  const superadmin = await server.person('superadmin')
  const moved = await server.call('updateLiveSession', {
    params: elsewhere,
    body: { title: 'Taken' },
    as: superadmin,
  })
  expect(moved.status).toBe(404)
})

test.each([
  [{ startsAt: '2020-01-01T00:00:00Z' }, 'A live session must begin in the future'],
  [{ link: 'http://meet.example' }, 'link: Please enter an address that begins with https://'],
  [{ minutes: 1 }, 'minutes: Please enter a length from 5 to 720 minutes'],
  [{ title: ' ' }, 'title: Title is required'],
])('a session with %j is refused: %s', async (more, sentence) => {
  const { body } = await server.call('createLiveSession', {
    params: { id: courseId },
    body: form(more),
    as: teacher,
  })
  expect((body as { error?: string }).error).toBe(sentence)
})

test('learners are reminded a day and an hour before, each once, on the site and by mail', async () => {
  await planned()
  expect(await remindersOf(learner)).toEqual([])
  server.clock.advance(24.5 * hourMs)
  const [first, ...none] = await remindersOf(learner)
  expect(first).toMatchObject({ title: 'Live session: Questions and answers' })
  expect(first?.body).toMatch(/begins on .+ \(Malaysian time\) and takes 60 minutes/)
  expect(none).toEqual([])
  expect(await remindersOf(learner)).toHaveLength(1)
  server.clock.advance(22.7 * hourMs)
  expect(await remindersOf(learner)).toHaveLength(2)
  expect(await remindersOf(learner)).toHaveLength(2)
  await server.jobs.runDueOnce()
  expect(mailsTo(learner).filter(({ subject }) => subject.includes('Questions and answers'))).toHaveLength(2)
  server.clock.advance(2 * hourMs)
  expect(await remindersOf(learner)).toHaveLength(2)
})

test('a session that is planned for the next hour is reminded of once, and a cancelled one not at all', async () => {
  await planned({ startsAt: inHours(0.5) })
  const cancelled = await planned({ startsAt: inHours(0.6), title: 'Cancelled' })
  await server.call('removeLiveSession', { params: { id: courseId, sessionId: cancelled }, as: teacher })
  const reminders = await remindersOf(learner)
  expect(reminders.map(({ title }) => title)).toEqual(['Live session: Questions and answers'])
  expect(await remindersOf(learner)).toHaveLength(1)
})

test('a session that is moved is reminded of again, and two people who edit it are told', async () => {
  const sessionId = await planned({ startsAt: inHours(20) })
  expect(await remindersOf(learner)).toHaveLength(1)
  const [read] = await sessionsFor(teacher)
  const params = { id: courseId, sessionId }
  const moved = await server.call('updateLiveSession', {
    params,
    body: { startsAt: inHours(40), version: read?.version },
    as: teacher,
  })
  expect(moved.status).toBe(200)
  server.clock.advance(17 * hourMs)
  expect(await remindersOf(learner)).toHaveLength(2)
  const late = await server.call('updateLiveSession', {
    params,
    body: { startsAt: inHours(60), version: read?.version },
    as: await server.person('superadmin'),
  })
  expect(late.status).toBe(409)
})

test('reminders do not count as announcements of the course', async () => {
  for (const hours of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) await planned({ startsAt: inHours(hours) })
  expect(await remindersOf(learner)).toHaveLength(1)
  const { status } = await server.call('writeAnnouncement', {
    params: { id: courseId },
    body: { title: 'By hand', body: 'Hello' },
    as: teacher,
  })
  expect(status).toBe(201)
})

test('attendance is noted by learner, read by its learner, and taken back', async () => {
  const sessionId = await planned()
  const params = { id: courseId, sessionId }
  const stranger = await server.person()
  const note = (learners: { userId: number; isPresent: boolean | null }[]) =>
    server.call('saveAttendance', { params, body: { learners }, as: teacher })
  await note([
    { userId: learner.id, isPresent: true },
    { userId: stranger.id, isPresent: true },
  ])
  const read = await server.call('readAttendance', { params, as: teacher })
  expect(read.body.data).toMatchObject({ total: 1, learners: [{ userId: learner.id, isPresent: true }] })
  expect((await sessionsFor(learner))[0]?.wasPresent).toBe(true)
  await note([{ userId: learner.id, isPresent: null }])
  expect((await sessionsFor(learner))[0]?.wasPresent).toBeNull()
  expect((await server.call('readAttendance', { params, as: learner })).status).toBe(403)
})

test("a learner's calendar has the sessions of their courses, with the course and not the link of the meeting", async () => {
  await planned()
  const goal = await server.call('replaceCalendarLink', { as: learner })
  const feed = await server.app.inject({ url: new URL(goal.body.data.calendarUrl ?? '').pathname })
  expect(feed.body).toContain('SUMMARY:Questions and answers')
  expect(feed.body).toContain(`/course/${courseId}?tab=announcements`)
  expect(feed.body).not.toContain('meet.example')
})

test('the attendance of an erased person is deleted', async () => {
  const sessionId = await planned()
  await server.call('saveAttendance', {
    params: { id: courseId, sessionId },
    body: { learners: [{ userId: learner.id, isPresent: true }] },
    as: teacher,
  })
  await server.database.transaction((tx) => server.services.liveSessions.forgetPerson(tx, learner.id))
  expect((await sessionsFor(learner))[0]?.wasPresent).toBeNull()
})

test('cancelled sessions are deleted after a month', async () => {
  const sessionId = await planned()
  const params = { id: courseId, sessionId }
  await server.call('removeLiveSession', { params, as: teacher })
  await server.services.liveSessions.deleteRemoved(new Date(server.clock.now().getTime() + 1000))
  expect((await server.call('removeLiveSession', { params, as: teacher })).status).toBe(200)
})

test('a sales page names the sessions that have not ended, without how to join them', async () => {
  const sales = async (as: TestPerson | null = null) =>
    (await server.call('courseSales', { params: { courseId }, query: {}, as })).body.data.liveSessions
  expect(await sales()).toBeUndefined()
  await planned({ title: 'Second', startsAt: inHours(72), minutes: 90 })
  const first = await planned({ title: 'First', startsAt: inHours(48), notes: 'Room 4' })
  const whole = await server.call('courseSales', { params: { courseId }, query: {}, as: null })
  expect(whole.body.data.liveSessions).toEqual({
    count: 2,
    next: [
      { title: 'First', startsAt: inHours(48), minutes: 60 },
      { title: 'Second', startsAt: inHours(72), minutes: 90 },
    ],
  })
  expect(JSON.stringify(whole.body)).not.toMatch(/meet\.example|Room 4/)
  await server.call('removeLiveSession', { params: { id: courseId, sessionId: first }, as: teacher })
  expect((await sales(learner))?.next.map(({ title }) => title)).toEqual(['Second'])
  server.clock.advance(74 * hourMs)
  expect(await sales(learner)).toBeUndefined()
})

test('a sales page that was read before shows a session that is planned meanwhile', async () => {
  const sales = () => server.app.inject({ url: `/api/courses/sales/${courseId}` })
  expect((await sales()).json()).not.toMatchObject({ data: { liveSessions: { count: 1 } } })
  await planned()
  expect((await sales()).json()).toMatchObject({ data: { liveSessions: { count: 1 } } })
})
