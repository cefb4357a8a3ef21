import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'

let server: TestApp
let student: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  student = await server.person()
})
afterAll(() => server.stop())

const setClock = (instant: string) =>
  server.clock.advance(new Date(instant).getTime() - server.clock.now().getTime())

const learn = (instant: string, userId = student.id) =>
  server.database.transaction((tx) =>
    server.services.achievements.studied(tx, { userId, at: new Date(instant) }),
  )

async function goal(as = student) {
  const { status, body } = await server.call('readLearningGoal', { as })
  expect(status).toBe(200)
  return body.data
}

test('the answer names the live sessions of the own courses that run or begin within a day', async () => {
  const teacher = await server.person('instructor', { isProven: true })
  const { id } = await makeCourse(server.database, { owner: teacher, title: 'Orbits' })
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString()
  for (const [title, hours] of [
    ['Tomorrow evening', 25],
    ['Tonight', 23],
    ['Soon over', 1],
  ] as const) {
    const body = { title, startsAt: inHours(hours), minutes: 60, link: 'https://meet.example/1' }
    expect((await server.call('createLiveSession', { params: { id }, body, as: teacher })).status).toBe(201)
  }
  expect((await goal()).sessions).toEqual([])
  await server.call('enroll', { params: { courseId: id }, body: {}, as: student })
  const course = { courseId: id, courseTitle: 'Orbits', minutes: 60 }
  const [soon, tonight] = [inHours(1), inHours(23)]
  server.clock.advance(1.9 * 3_600_000)
  expect((await goal()).sessions).toMatchObject([
    { ...course, title: 'Soon over', startsAt: soon },
    { ...course, title: 'Tonight', startsAt: tonight },
    { ...course, title: 'Tomorrow evening' },
  ])
  server.clock.advance(0.2 * 3_600_000)
  expect((await goal()).sessions.map(({ title }) => title)).toEqual(['Tonight', 'Tomorrow evening'])
})

describe('the weekly goal', () => {
  test('nobody has a goal before choosing one, and it can be ended', async () => {
    expect((await goal()).daysPerWeek).toBeNull()
    const saved = await server.call('saveLearningGoal', { body: { daysPerWeek: 3 }, as: student })
    expect(saved.body.data.daysPerWeek).toBe(3)
    expect((await goal()).daysPerWeek).toBe(3)
    await server.call('saveLearningGoal', { body: { daysPerWeek: null }, as: student })
    expect((await goal()).daysPerWeek).toBeNull()
  })

  test.each([0, 8, 2.5, '3', undefined])('a goal of %j days is refused', async (daysPerWeek) => {
    const answer = await server.call('saveLearningGoal', {
      body: { daysPerWeek } as { daysPerWeek: number },
      as: student,
    })
    expect(answer.status).toBe(400)
    expect((await goal()).daysPerWeek).toBeNull()
  })

  test("each person's goal is their own", async () => {
    await server.call('saveLearningGoal', { body: { daysPerWeek: 5 }, as: student })
    expect((await goal(await server.person())).daysPerWeek).toBeNull()
  })

  test('the goal is deleted with the person', async () => {
    await server.call('saveLearningGoal', { body: { daysPerWeek: 5 }, as: student })
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: student.id }))
    await server.jobs.runDueOnce()
    const left = await sql`SELECT 1 FROM learning_goals WHERE user_id = ${student.id}`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })
})

describe('the week', () => {
  test('the week starts on Monday, with learned days, a rest day and days to come', async () => {
    // 15:30 UTC is still Sunday in Kuala Lumpur, and 16:30 UTC is Monday.
    await learn('2026-11-15T15:30:00Z')
    await learn('2026-11-15T16:30:00Z')
    await learn('2026-11-18T02:00:00Z')
    setClock('2026-11-19T02:00:00Z')
    const { week, timeZone } = await goal()
    expect(timeZone).toBe('Asia/Kuala_Lumpur')
    expect(week.map(({ day, state, isToday }) => `${day} ${state}${isToday ? ', today' : ''}`)).toEqual([
      '2026-11-16 learned',
      '2026-11-17 rest',
      '2026-11-18 learned',
      '2026-11-19 to-come, today',
      '2026-11-20 to-come',
      '2026-11-21 to-come',
      '2026-11-22 to-come',
    ])
  })

  test('a missed day is named so unless the streak forgives it, and days before the registration stay blank', async () => {
    await sql`UPDATE users SET created_at = '2026-11-16T20:00:00Z' WHERE id = ${student.id}`.execute(
      server.database.kysely,
    )
    await learn('2026-11-18T02:00:00Z')
    await learn('2026-11-20T02:00:00Z')
    setClock('2026-11-22T02:00:00Z')
    const statesNow = async () => (await goal()).week.map(({ state }) => state)
    // Saturday is forgiven as long as Sunday is not over, so Thursday is a second one within seven days.
    expect(await statesNow()).toEqual(['before', 'missed', 'learned', 'missed', 'learned', 'rest', 'to-come'])
  })

  test("the week is that of the learner's own zone", async () => {
    await learn('2026-11-15T23:30:00Z')
    setClock('2026-11-15T23:45:00Z')
    expect((await goal()).week[0]).toEqual({ day: '2026-11-16', state: 'learned', isToday: true })
    await server.call('saveTimeZone', { body: { timeZone: 'Europe/London' }, as: student })
    const { week, timeZone } = await goal()
    expect(timeZone).toBe('Europe/London')
    expect(week[6]).toEqual({ day: '2026-11-15', state: 'learned', isToday: true })
  })
})

describe('the plan and its calendar', () => {
  const plan = (weekdays: number[], timeZone = 'Asia/Kuala_Lumpur') =>
    server.call('saveLearningPlan', { body: { weekdays, hour: 19, timeZone, reminds: false }, as: student })
  const newAddress = async () =>
    (await server.call('replaceCalendarLink', { as: student })).body.data.calendarUrl ?? ''
  const fetched = (url: string) => server.app.inject({ url: url === '' ? '/' : new URL(url).pathname })

  test('a plan keeps each weekday once, in order, with its hour and zone', async () => {
    expect((await goal()).plan).toEqual({ weekdays: [], hour: 20, timeZone: 'Asia/Kuala_Lumpur' })
    expect((await plan([5, 1, 5], 'Europe/London')).body.data.plan).toEqual({
      weekdays: [1, 5],
      hour: 19,
      timeZone: 'Europe/London',
    })
    await plan([])
    expect((await goal()).plan.weekdays).toEqual([])
  })

  test.each([
    [{ weekdays: [0] }],
    [{ weekdays: [1, 2, 3, 4, 5, 6, 7, 7] }],
    [{ hour: 24 }],
    [{ timeZone: 'Mars/Olympus' }],
  ])('the plan %j is refused', async (given) => {
    const body = { weekdays: [1], hour: 19, timeZone: 'Asia/Kuala_Lumpur', reminds: false, ...given }
    expect((await server.call('saveLearningPlan', { body, as: student })).status).toBe(400)
    expect((await goal()).plan.weekdays).toEqual([])
  })

  test('the calendar address shows the plan to whoever holds it, in the language of its owner', async () => {
    await plan([2, 4])
    expect((await goal()).calendarUrl).toBeNull()
    const url = await newAddress()
    expect(url).toMatch(/^http:\/\/.*\/api\/calendar\/[\w-]{22}\.[\w-]{43}\.ics$/)
    expect((await goal()).calendarUrl).toBe(url)
    const feed = await fetched(url)
    expect(feed.statusCode).toBe(200)
    expect(feed.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    expect(feed.body).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU,TH;WKST=MO\r\n')
    expect(feed.body).toContain('SUMMARY:Learn on Apogee\r\n')
    expect(feed.body).toMatch(/^URL:http:\/\/.*\/dashboard\r$/m)
    expect(feed.body).not.toContain(student.email)
    await sql`UPDATE users SET language = 'ms' WHERE id = ${student.id}`.execute(server.database.kysely)
    expect((await fetched(url)).body).toContain('SUMMARY:Belajar di Apogee\r\n')
  })

  test('a new calendar address ends the earlier one, and an erased account ends both', async () => {
    const first = await newAddress()
    const second = await newAddress()
    expect(second).not.toBe(first)
    expect((await fetched(first)).statusCode).toBe(404)
    expect((await fetched(second)).statusCode).toBe(200)
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: student.id }))
    await server.jobs.runDueOnce()
    expect((await fetched(second)).statusCode).toBe(404)
  })

  test('a calendar address that we did not sign is not found', async () => {
    const [id = ''] = new URL(await newAddress()).pathname.split('/').at(-1)?.split('.') ?? []
    const signature = 'A'.repeat(43)
    for (const file of [`${id}.ics`, `${id}.${signature}.ics`, `${id}.${signature}`, 'x', '%00.ics'])
      expect((await fetched(`http://apogee.test/api/calendar/${file}`)).statusCode).toBe(404)
  })
})
