/**
 * Tests access that ends (docs/decisions/access-periods.md): the rights of a learner after the end, and the people who may change
 * ends.
 */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: TestCourse
const dayMs = 24 * 3_600_000
const noteId = '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a77'

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
})
beforeEach(async () => {
  teacher = await server.person('instructor', { isProven: true })
  learner = await server.person('student', { isProven: true })
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources: [{ seconds: 60 }, { type: 'quiz' }] }],
  })
})
afterAll(() => server.stop())

const moduleId = () => course.contents[0]?.id ?? 0
const lesson = () => course.contents[0]?.resources[0] ?? 0
const enrol = (as = learner) => server.call('enroll', { params: { courseId: course.id }, body: {}, as })
const allow = (access: { days: number } | { months: number } | null) =>
  server.call('updateCourse', { params: { id: course.id }, body: { access }, as: teacher })
/** Moves the end to this many days from now. A negative number means that the access has ended. */
const endIn = (days: number, as = learner) =>
  sql`
    UPDATE enrolments SET access_ends_at = now() + make_interval(secs => ${days * 86_400}),
           access_from = now() - interval '60 days'
     WHERE user_id = ${as.id} AND course_id = ${course.id}`.execute(server.database.kysely)
async function endOf(as = learner): Promise<Date | null | undefined> {
  const found = await sql<{ at: Date | null }>`
    SELECT access_ends_at AS at FROM enrolments WHERE user_id = ${as.id} AND course_id = ${course.id}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.at
}
const endAfter = (days: number) =>
  new Date(startOfDay(dayInMalaysia(new Date())).getTime() + (days + 1) * dayMs - 1000)
const setEnd = (endsOn: string | null, { as = teacher, of = learner, note = '' } = {}) =>
  server.call('setLearnerAccess', {
    params: { id: course.id, userId: of.id },
    body: { endsOn, note },
    as,
  })
const dayIn = (days: number) => dayInMalaysia(new Date(Date.now() + days * dayMs))
const runJobs = async () => {
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
}

test('an enrolment stores its own end, and a later access length does not change it', async () => {
  expect((await allow({ days: 30 })).body.data).toMatchObject({ access: { days: 30 } })
  await enrol()
  expect(await endOf()).toEqual(endAfter(30))
  await allow({ days: 7 })
  expect(await endOf()).toEqual(endAfter(30))
  expect((await allow(null)).body.data).not.toHaveProperty('access')
  expect(await endOf()).toEqual(endAfter(30))
  const later = await server.person()
  await enrol(later)
  expect(await endOf(later)).toBeNull()
})

test('months end on the same day of the month, at its end in Malaysia', async () => {
  const ends = await sql<{ one: string; leap: string; none: string | null }>`
    SELECT access_end('2027-01-31T15:59:59Z', NULL, 1)::text AS one, access_end('2028-02-28T17:00:00Z', NULL, 12)::text AS leap,
           access_end(now(), NULL, NULL)::text AS none`.execute(server.database.kysely)
  const [row] = ends.rows
  expect(new Date(row?.one ?? '').toISOString()).toBe('2027-02-28T15:59:59.000Z')
  expect(new Date(row?.leap ?? '').toISOString()).toBe('2029-02-28T15:59:59.000Z')
  expect(row?.none).toBeNull()
})

test('a length of no days, of two units, or beyond ten years is refused', async () => {
  for (const access of [{ days: 0 }, { months: 121 }, { days: 3651 }, { days: 1.5 }, {}])
    expect((await allow(access as { days: number })).status).toBe(400)
})

test('a learner who is at work when the access ends is refused at the next save', async () => {
  await enrol()
  const save = () =>
    server.call('saveResourceProgress', { params: { id: lesson() }, body: { position: 5 }, as: learner })
  expect((await save()).status).toBe(200)
  await endIn(-0.001)
  expect((await save()).status).toBe(403)
  const place = { userId: learner.id, courseId: course.id }
  const study = server.database.transaction((tx) =>
    server.services.enrolments.studyNow(tx, place.userId, place.courseId),
  )
  await expect(study).rejects.toThrow()
})

test('an ended learner keeps the course in the own list, the progress, the certificate and the notes', async () => {
  await enrol()
  await server.call('saveNote', {
    params: { courseId: course.id, noteId },
    body: { resourceId: lesson(), text: 'Kepler' },
    as: learner,
  })
  await server.call('saveLessonProgress', {
    body: { courseContentId: moduleId(), completed: true },
    as: learner,
  })
  await runJobs()
  const certificates = () => server.call('listCertificates', { query: {}, as: learner })
  const before = (await certificates()).body.data
  await endIn(-1)
  await runJobs()
  const { body } = await server.call('listEnrolledCourses', { query: {}, as: learner })
  expect(body.data[0]).toMatchObject({
    id: course.id,
    isEnrolled: false,
    enrollment: {
      accessEndsAt: (await endOf())?.toISOString(),
      mayRenew: true,
      progress: { completedLessons: 1 },
    },
  })
  expect(body.data[0]?.enrollment?.next ?? null).toBeNull()
  expect((await certificates()).body.data).toEqual(before)
  const notes = await server.call('listNotes', { params: { courseId: course.id }, query: {}, as: learner })
  expect(notes.body.data.map(({ text }) => text)).toEqual(['Kepler'])
  const change = await server.call('saveNote', {
    params: { courseId: course.id, noteId },
    body: { resourceId: lesson(), text: 'Kepler and Newton' },
    as: learner,
  })
  expect(change.status).toBe(200)
})

test('a free course may be entered again after the end, which keeps the day of the enrolment', async () => {
  await allow({ days: 10 })
  await enrol()
  await enrol()
  expect(await endOf()).toEqual(endAfter(10))
  await endIn(-1)
  const since = async () =>
    (
      await sql<{ at: Date }>`SELECT granted_at AS at FROM enrolments WHERE user_id = ${learner.id}`.execute(
        server.database.kysely,
      )
    ).rows[0]?.at
  const before = await since()
  expect((await enrol()).status).toBe(200)
  expect(await endOf()).toEqual(endAfter(10))
  expect(await since()).toEqual(before)
})

test('an invitation link opens the course to each person once', async () => {
  await sql`UPDATE courses SET is_private = true WHERE id = ${course.id}`.execute(server.database.kysely)
  await allow({ days: 10 })
  const { body } = await server.call('createInvite', { params: { id: course.id }, body: {}, as: teacher })
  const invite = new URL(body.data.url).searchParams.get('invite') ?? ''
  const enter = () =>
    server.call('enroll', { params: { courseId: course.id }, body: { invite }, as: learner })
  expect((await enter()).status).toBe(200)
  expect(await endOf()).toEqual(endAfter(10))
  await endIn(-1)
  const again = await enter()
  expect([again.status, again.body.errorCode]).toEqual([403, 'ACCESS_ENDED'])
})

describe('the people of the course', () => {
  test('set the last day of one learner, with a note that stays among themselves', async () => {
    await enrol()
    expect((await setEnd(dayIn(90), { note: 'Paid by bank transfer' })).status).toBe(200)
    expect(await endOf()).toEqual(endAfter(90))
    const read = await server.call('readCourseLearner', {
      params: { id: course.id, userId: learner.id },
      as: teacher,
    })
    expect(read.body.data).toMatchObject({
      accessEndsAt: endAfter(90).toISOString(),
      accessChanges: [
        { kind: 'end-set', endsAt: endAfter(90).toISOString(), reason: 'Paid by bank transfer' },
      ],
    })
    await setEnd(null)
    expect(await endOf()).toBeNull()
    await runJobs()
    const told = await server.call('listNotifications', { query: {}, as: learner })
    const changes = told.body.data.filter(({ kind }) => kind === 'access.changed')
    expect(changes.map(({ data }) => (data as { endsAt: string | null }).endsAt)).toEqual([
      null,
      endAfter(90).toISOString(),
    ])
    expect(JSON.stringify(told.body)).not.toContain('bank transfer')
  })

  test('open ended access again by a later day, and the list and its CSV name the end', async () => {
    await enrol()
    await endIn(-5)
    expect((await setEnd(dayIn(3))).status).toBe(200)
    const detail = await server.call('readCourse', { params: { courseId: course.id }, as: learner })
    expect(detail.body.data.permissions.study).toBe(true)
    const { body } = await server.call('listCourseLearners', {
      params: { id: course.id },
      query: {},
      as: teacher,
    })
    expect(body.data).toMatchObject([{ userId: learner.id, accessEndsAt: endAfter(3).toISOString() }])
  })

  test('cannot choose a past day or a stranger, and nobody else chooses', async () => {
    await enrol()
    expect((await setEnd(dayIn(-1))).body.errorCode).toBe('ACCESS_IN_THE_PAST')
    const stranger = await server.person()
    expect((await setEnd(dayIn(3), { of: stranger })).body.errorCode).toBe('LEARNER_NOT_FOUND')
    expect((await setEnd(dayIn(3), { as: stranger })).status).toBe(403)
  })

  test('give a removed learner the access back that was left, and a new period when none was', async () => {
    const place = { id: course.id, userId: learner.id }
    const again = async () => {
      const removed = await server.call('removeLearner', {
        params: place,
        body: { reason: 'Away' },
        as: teacher,
      })
      expect(removed.status).toBe(200)
      expect((await server.call('restoreLearner', { params: place, as: teacher })).status).toBe(200)
    }
    await enrol()
    await allow({ days: 10 })
    await again()
    expect(await endOf()).toBeNull()
    await setEnd(dayIn(90))
    await again()
    expect(await endOf()).toEqual(endAfter(90))
    await endIn(-1)
    await again()
    expect(await endOf()).toEqual(endAfter(10))
  })

  test('lengthen the access of the learners there are by a press, and never shorten it', async () => {
    const longer = await server.person()
    const forever = await server.person()
    await enrol(forever)
    await allow({ days: 10 })
    await enrol()
    await enrol(longer)
    await endIn(100, longer)
    const lasting = await endOf(longer)
    await allow({ days: 30 })
    const count = await server.call('readCourseAccess', { params: { id: course.id }, as: teacher })
    expect(count.body.data).toEqual({ access: { days: 30 }, learners: 1 })
    const press = () => server.call('lengthenAccess', { params: { id: course.id }, as: teacher })
    expect((await press()).body.data).toEqual({ learners: 1 })
    expect((await press()).body.data).toEqual({ learners: 0 })
    expect(await endOf()).toEqual(endAfter(30))
    expect(await endOf(longer)).toEqual(lasting)
    expect(await endOf(forever)).toBeNull()
    await allow(null)
    expect((await press()).body.data).toEqual({ learners: 2 })
    expect(await endOf()).toBeNull()
  })
})

describe('the reminder', () => {
  const remind = async () => {
    await server.services.enrolments.accessEnds.remind(new AbortController().signal)
    await runJobs()
  }
  const reminders = async (as = learner) => {
    const { body } = await server.call('listNotifications', { query: {}, as })
    return body.data.filter(({ kind }) => kind === 'access.ending').length
  }
  const mails = () =>
    server.mails.filter(
      ({ to, subject }) => to === learner.email && subject.includes('access to Orbits ends'),
    )

  test('comes 14 and 3 days before the end, once each, in the product and by mail', async () => {
    await enrol()
    await endIn(20)
    await remind()
    expect(await reminders()).toBe(0)
    await endIn(13.9)
    await remind()
    await remind()
    expect([await reminders(), mails().length]).toEqual([1, 1])
    expect(mails()[0]?.body).toContain(`/course/${course.id}`)
    // The mail also links to the sales page, because the course is free and the learner can enrol there again.
    expect(mails()[0]?.body).toContain(`/sp/${course.id}/`)
    expect(mails()[0]?.body).toContain('enroll again after that day')
    await sql`
      UPDATE enrolments SET access_ends_at = now() + interval '2 days' WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    await remind()
    await remind()
    expect([await reminders(), mails().length]).toEqual([2, 2])
  })

  test('comes when the access may be bought again, once for a short period, and not to those who stopped such mails', async () => {
    await allow({ days: 7 })
    await enrol()
    await remind()
    expect(await reminders()).toBe(0)
    await sql`
      UPDATE enrolments SET access_from = now() - interval '6 days', access_ends_at = now() + interval '1 day'
       WHERE user_id = ${learner.id}`.execute(server.database.kysely)
    await remind()
    await remind()
    expect([await reminders(), mails().length]).toEqual([1, 1])
    const stopping = learner
    await server.call('updateAnnouncementMails', { body: { wanted: false }, as: stopping })
    await setEnd(dayIn(10))
    await endIn(10)
    await remind()
    expect([await reminders(), mails().length]).toEqual([2, 1])
  })
})

test('a copy of the course keeps the access length', async () => {
  await allow({ months: 6 })
  const copy = await server.call('duplicateCourse', { params: { id: course.id }, body: {}, as: teacher })
  expect(copy.body.data).toMatchObject({ access: { months: 6 } })
})
