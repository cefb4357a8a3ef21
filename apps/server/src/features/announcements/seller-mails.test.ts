/**
 * Tests that a suspended seller causes no mail, and that other sellers cause at most five mails a day for each course and learner.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sellerMailsADay } from '#server/platform/mail/mail-outbox.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const hourMs = 3_600_000

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let courseId: number

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
})
beforeEach(async () => {
  teacher = await server.person('instructor', { isProven: true })
  learner = await server.person('student', { isProven: true })
  courseId = await newCourse('Orbits')
})
afterAll(() => server.stop())

async function newCourse(title: string): Promise<number> {
  const { id } = await makeCourse(server.database, { owner: teacher, title })
  await server.call('enroll', { params: { courseId: id }, body: {}, as: learner })
  return id
}
const write = (id = courseId) =>
  server.call('writeLearnerMessage', {
    params: { id, userId: learner.id },
    body: { body: 'You are close.' },
    as: teacher,
  })
const announce = (id = courseId) =>
  server.call('writeAnnouncement', {
    params: { id },
    body: { title: 'News', body: 'A new module is open.', byMail: true },
    as: teacher,
  })
async function planned(title: string, hours: number, id = courseId): Promise<number> {
  const { body } = await server.call('createLiveSession', {
    params: { id },
    body: { title, startsAt: inHours(hours), minutes: 60, link: 'https://meet.example/orbits' },
    as: teacher,
  })
  return body.data.id
}
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString()
const move = (sessionId: number, hours: number) =>
  server.call('updateLiveSession', {
    params: { id: courseId, sessionId },
    body: { startsAt: inHours(hours) },
    as: teacher,
  })
async function remind(): Promise<void> {
  await server.services.liveSessions.remind()
  await sent()
}
async function sent(): Promise<void> {
  for (const _run of [1, 2, 3]) await server.jobs.runDueOnce()
}
const mailsTo = ({ email }: TestPerson) => server.mails.filter((mail) => mail.to === email)
async function announcements() {
  const { body } = await server.call('listAnnouncements', {
    params: { id: courseId },
    query: {},
    as: learner,
  })
  return body.data
}
async function setState(state: 'applied' | 'suspended'): Promise<void> {
  await sql`
    UPDATE sellers SET selling_state = ${state} WHERE id = (SELECT seller_id FROM courses WHERE id = ${courseId})`.execute(
    server.database.kysely,
  )
}

test('announcements, messages and reminders to one learner share the mails of a day; the rest is told on the site', async () => {
  for (const _three of [1, 2, 3]) expect((await announce()).status).toBe(201)
  await sent()
  const messages = []
  for (const _four of [1, 2, 3, 4]) messages.push((await write()).body.data.isMailed)
  await planned('Questions', 0.5)
  await remind()
  expect(messages).toEqual([true, true, false, false])
  expect(mailsTo(learner)).toHaveLength(sellerMailsADay)
  expect(await announcements()).toHaveLength(4)
  const { body } = await server.call('listNotifications', { query: {}, as: learner })
  expect(body.data.filter(({ kind }) => kind === 'message.received')).toHaveLength(4)
})

test('the budget is that of one course and one learner, and of one day', async () => {
  const other = await server.person('student', { isProven: true })
  await server.call('enroll', { params: { courseId }, body: {}, as: other })
  for (let n = 0; n < sellerMailsADay + 2; n++) await announce()
  await announce(await newCourse('Rockets'))
  await sent()
  expect([mailsTo(learner).length, mailsTo(other).length]).toEqual([sellerMailsADay + 1, sellerMailsADay])
  server.clock.advance(24.1 * hourMs)
  expect((await write()).body.data.isMailed).toBe(true)
  await sent()
  expect(mailsTo(learner)).toHaveLength(sellerMailsADay + 2)
})

test('sends at the same moment do not pass the budget together', async () => {
  await Promise.all(Array.from({ length: 9 }, () => write()))
  await sent()
  expect(mailsTo(learner)).toHaveLength(sellerMailsADay)
})

test('twelve sessions that are due in one run are one reminder and one mail', async () => {
  for (let n = 1; n <= 12; n++) await planned(`Session ${n}`, 10 + n / 10)
  await remind()
  const [reminder, ...others] = await announcements()
  expect(others).toEqual([])
  expect(reminder?.title).toBe('12 live sessions begin soon')
  expect(reminder?.body).toContain('“Session 12” begins on')
  expect(mailsTo(learner)).toHaveLength(1)
  await remind()
  expect(mailsTo(learner)).toHaveLength(1)
})

test('a session that is moved is reminded of again on the site, and not by mail within the day', async () => {
  const id = await planned('Questions', 10)
  await remind()
  for (const hours of [11, 12, 13]) {
    expect((await move(id, hours)).status).toBe(200)
    await remind()
  }
  expect(await announcements()).toHaveLength(4)
  expect(mailsTo(learner)).toHaveLength(1)
  // The reminder of the last hour is a separate mail.
  server.clock.advance(12.2 * hourMs)
  await remind()
  expect(mailsTo(learner)).toHaveLength(2)
})

test('when one of several sessions is cancelled, the others are reminded of anew', async () => {
  const cancelled = await planned('Cancelled', 10)
  await planned('Kept', 11)
  await remind()
  await server.call('removeLiveSession', { params: { id: courseId, sessionId: cancelled }, as: teacher })
  expect(await announcements()).toEqual([])
  await remind()
  expect((await announcements()).map(({ title }) => title)).toEqual(['Live session: Kept'])
  expect(mailsTo(learner)).toHaveLength(1)
})

test('mails queued before a suspension are not sent after it, and messages written afterwards are refused', async () => {
  await write()
  await announce()
  await planned('Questions', 0.5)
  await setState('suspended')
  await remind()
  expect(mailsTo(learner)).toEqual([])
  for (const refused of [await write(), await announce()])
    expect([refused.status, refused.body]).toMatchObject([403, { errorCode: 'SELLER_SUSPENDED' }])
  await setState('applied')
  await write()
  await sent()
  expect(mailsTo(learner)).toHaveLength(1)
})
