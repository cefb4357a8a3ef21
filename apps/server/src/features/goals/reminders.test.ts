import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const zone = 'Asia/Kuala_Lumpur'
const everyDay = [1, 2, 3, 4, 5, 6, 7]

let server: TestApp
let student: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  setClock('2026-12-07T10:00:00Z')
  await sql`DELETE FROM learning_goals`.execute(server.database.kysely)
  student = await server.person('student', { isProven: true })
  const owner = await server.person('instructor')
  course = await makeCourse(server.database, {
    owner,
    title: 'Orbits',
    contents: [{ resources: [{}, { type: 'pdf' }] }],
  })
  await enrol()
})
afterAll(() => server.stop())

const setClock = (instant: string) =>
  server.clock.advance(new Date(instant).getTime() - server.clock.now().getTime())

const enrol = (userId = student.id) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId, courseId: course.id, source: 'granted' }),
  )

const choose = (given: { weekdays?: number[]; hour?: number; reminds?: boolean } = {}, as = student) =>
  server.call('saveLearningPlan', {
    body: { weekdays: everyDay, hour: 20, timeZone: zone, reminds: true, ...given },
    as,
  })

/** Runs the job in two processes at this instant and returns all mails to the student. */
async function remindedAt(instant: string, to = student.email) {
  setClock(instant)
  await Promise.all([server.services.reminders.send(), server.services.reminders.send()])
  await server.jobs.runDueOnce()
  return server.mails.filter((mail) => mail.to === to && mail.subject.includes('Orbits'))
}

const remindersOf = async () => (await server.call('readLearningGoal', { as: student })).body.data.reminders

/** Makes the student look long absent. */
const isAway = () =>
  sql`UPDATE sessions SET last_seen_at = '2026-12-01' WHERE user_id = ${student.id}`.execute(
    server.database.kysely,
  )

test('a chosen day without learning sends one mail with the next lesson and a way to stop', async () => {
  await choose()
  expect(await remindersOf()).toBe('on')
  expect(await remindedAt('2026-12-07T11:59:59Z')).toEqual([])
  const [mail, ...others] = await remindedAt('2026-12-07T12:03:00Z')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your learning day: Orbits')
  const { id = 0, resources = [] } = course.contents[0] ?? {}
  expect(mail?.body).toContain(`\nhttp://127.0.0.1:3000/lesson/${id}/resources/${resources[0]}\n`)
  expect(mail?.body).toMatch(/\nhttp:\/\/127\.0\.0\.1:3000\/stop-reminders\/\d+\.[\w-]{43}$/)
  expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/reminder-stops\/\d+\.[\w-]{43}$/)
  expect(await remindedAt('2026-12-07T12:08:00Z')).toHaveLength(1)
  // A changed hour causes no second mail on the same day.
  await choose({ hour: 22 })
  expect(await remindedAt('2026-12-07T14:01:00Z')).toHaveLength(1)
  expect(await remindedAt('2026-12-08T14:01:00Z')).toHaveLength(2)
})

test('nothing is sent on other days, before opting in, or to an unverified address', async () => {
  await choose({ weekdays: [2] })
  expect(await remindedAt('2026-12-07T12:03:00Z')).toEqual([])
  await choose({ reminds: false })
  expect(await remindedAt('2026-12-08T12:03:00Z')).toEqual([])
  await choose()
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${student.id}`.execute(
    server.database.kysely,
  )
  expect(await remindedAt('2026-12-09T12:03:00Z')).toEqual([])
})

test('nothing is sent to whoever has learned on that day or has no unfinished course', async () => {
  await choose()
  const [video = 0] = course.contents[0]?.resources ?? []
  for (const position of [3, 70]) {
    await server.call('saveResourceProgress', { params: { id: video }, body: { position }, as: student })
    server.clock.advance(70_000)
  }
  await server.jobs.runDueOnce()
  expect(await remindedAt('2026-12-07T12:03:00Z')).toEqual([])
  expect(await remindedAt('2026-12-08T12:03:00Z')).toHaveLength(1)
  // The PDF does not count in a course with videos, so completing the last video finishes the course.
  await server.call('saveResourceProgress', { params: { id: video }, body: { completed: true }, as: student })
  expect(await remindedAt('2026-12-09T12:03:00Z')).toHaveLength(1)
})

test('after an outage of more than two hours the reminder is skipped, and the next one is sent', async () => {
  await choose()
  expect(await remindedAt('2026-12-07T14:00:01Z')).toEqual([])
  expect(await remindedAt('2026-12-08T12:00:00Z')).toHaveLength(1)
})

test('a mail that the mail server did not take in time is dropped', async () => {
  await choose()
  setClock('2026-12-07T12:03:00Z')
  await server.services.reminders.send()
  expect(await remindedAt('2026-12-07T14:30:00Z')).toEqual([])
})

test('the third reminder without a visit is the last and says so; turned on again, they go on', async () => {
  await choose()
  await isAway()
  expect(await remindedAt('2026-12-07T12:03:00Z')).toHaveLength(1)
  expect((await remindedAt('2026-12-08T12:03:00Z'))[1]?.body).not.toContain('last reminder')
  const third = (await remindedAt('2026-12-09T12:03:00Z'))[2]
  expect(third?.body).toContain('This is the last reminder')
  expect(third?.body).toContain('\nhttp://127.0.0.1:3000/profile\n')
  expect(await remindedAt('2026-12-10T12:03:00Z')).toHaveLength(3)
  expect(await remindersOf()).toBe('stopped')
  await choose()
  expect(await remindersOf()).toBe('on')
  expect(await remindedAt('2026-12-11T12:03:00Z')).toHaveLength(4)
})

test('a visit between reminders starts their count anew', async () => {
  await choose()
  for (const day of ['07', '08', '09', '10']) {
    await remindedAt(`2026-12-${day}T12:03:00Z`)
    await sql`UPDATE sessions SET last_seen_at = ${`2026-12-${day}T13:00:00Z`} WHERE user_id = ${student.id}`.execute(
      server.database.kysely,
    )
  }
  expect(await remindedAt('2026-12-11T12:03:00Z')).toHaveLength(5)
})

test('the address in the mail ends the reminders by POST only, without signing in', async () => {
  await choose()
  const [mail] = await remindedAt('2026-12-07T12:03:00Z')
  const { pathname } = new URL(mail?.unsubscribeUrl ?? 'http://x')
  const opened = await server.app.inject({ url: pathname })
  expect(opened.statusCode).toBe(303)
  expect(opened.headers.location).toBe(pathname.replace('/api/reminder-stops/', '/stop-reminders/'))
  expect(await remindersOf()).toBe('on')
  const wrong = pathname.replace(/\.[\w-]{43}$/, `.${'A'.repeat(43)}`)
  expect((await server.app.inject({ method: 'POST', url: wrong })).statusCode).toBe(404)
  expect(await remindersOf()).toBe('on')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'List-Unsubscribe=One-Click'
  for (const _ of ['once', 'again']) {
    const stopped = await server.app.inject({ method: 'POST', url: pathname, headers: form, payload })
    expect(stopped.statusCode).toBe(200)
  }
  expect(await remindersOf()).toBe('off')
  expect(await remindedAt('2026-12-08T12:03:00Z')).toHaveLength(1)
})
