/** Tests the notifications of a cohort's members about its start (docs/decisions/course-openings.md). */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const hourMs = 3_600_000
let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: TestCourse
let cohortId: number
let startsOn: string

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
})
beforeEach(async () => {
  teacher = await server.person('instructor')
  learner = await server.person('student', { isProven: true })
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  startsOn = inDays(10)
  cohortId = await cohort('January intake', startsOn)
  await enrol(learner)
})
afterAll(() => server.stop())

const inDays = (days: number) => dayInMalaysia(new Date(server.clock.now().getTime() + days * 24 * hourMs))
async function cohort(name: string, day: string): Promise<number> {
  const { body } = await server.call('createCohort', {
    params: { id: course.id },
    body: { name, startsOn: day },
    as: teacher,
  })
  return body.data.id
}
const enrol = (as: TestPerson) =>
  server.call('enroll', { params: { courseId: course.id }, body: { cohortId }, as })
const moveStart = (day: string) =>
  server.call('updateCohort', {
    params: { id: course.id, cohortId },
    body: { startsOn: day, closesOn: day },
    as: teacher,
  })
const moveLearner = (as: TestPerson, into: number | null) =>
  server.call('moveLearners', {
    params: { id: course.id },
    body: { userIds: [as.id], cohortId: into },
    as: teacher,
  })
/** Returns the time this many hours after the start of the first day. */
const at = (hours: number, day = startsOn) =>
  server.clock.advance(startOfDay(day).getTime() + hours * hourMs - server.clock.now().getTime())
const tell = () => server.services.notifications.tellOfCohortStarts(new AbortController().signal)
async function toldTo(as: TestPerson) {
  await tell()
  const { body } = await server.call('listNotifications', { query: {}, as })
  return body.data.flatMap(({ kind, data }) => (kind.startsWith('cohort.') ? [{ kind, data }] : []))
}
const kindsFor = async (as: TestPerson) => (await toldTo(as)).map(({ kind }) => kind)
async function mailsTo({ email }: TestPerson) {
  await server.jobs.runDueOnce()
  return server.mails.filter((mail) => mail.to === email && mail.subject.includes('Orbits starts'))
}

test('a member is reminded from eight in the morning of the day before, once, on the site and by mail', async () => {
  at(-17)
  expect(await toldTo(learner)).toEqual([])
  at(-15)
  const reminder = {
    kind: 'cohort.starting',
    data: { courseId: course.id, courseTitle: 'Orbits', cohortName: 'January intake', startsOn },
  }
  await Promise.all([tell(), tell()])
  expect(await toldTo(learner)).toEqual([reminder])
  at(-1)
  expect(await toldTo(learner)).toEqual([reminder])
  const [mail, ...others] = await mailsTo(learner)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Orbits starts tomorrow')
  expect(mail?.body).toContain('January intake')
  expect(mail?.body).toContain('stop-announcement-mails')
})

test('the reminder is mailed in the language of the learner, and not to whoever has stopped these mails', async () => {
  const stopped = await server.person('student', { isProven: true })
  await enrol(stopped)
  await server.call('updateAnnouncementMails', { body: { wanted: false }, as: stopped })
  await sql`UPDATE users SET language = 'ms' WHERE id = ${learner.id}`.execute(server.database.kysely)
  at(-10)
  expect(await kindsFor(stopped)).toEqual(['cohort.starting'])
  await server.jobs.runDueOnce()
  const subjects = server.mails.filter(({ to }) => to === learner.email).map(({ subject }) => subject)
  expect(subjects).toContain('Orbits bermula esok')
  expect(await mailsTo(stopped)).toEqual([])
})

test('when the mail cannot be queued nothing is told, and the next run tells once', async () => {
  at(-10)
  const { kysely } = server.database
  await sql`ALTER TABLE mail_outbox RENAME TO mail_outbox_away`.execute(kysely)
  await expect(tell()).rejects.toThrow()
  await sql`ALTER TABLE mail_outbox_away RENAME TO mail_outbox`.execute(kysely)
  expect(await kindsFor(learner)).toEqual(['cohort.starting'])
  expect(await mailsTo(learner)).toHaveLength(1)
})

test('whoever enrolls on the day before is not reminded, and is told on the first day', async () => {
  at(-20)
  const late = await server.person('student', { isProven: true })
  await enrol(late)
  at(-10)
  expect(await toldTo(late)).toEqual([])
  expect(await mailsTo(late)).toEqual([])
  at(1)
  expect(await kindsFor(late)).toEqual(['cohort.started'])
})

test('a start that was moved away is not reminded of, and the new one is; one that comes back is told once', async () => {
  const later = inDays(20)
  await moveStart(later)
  at(-10)
  expect(await toldTo(learner)).toEqual([])
  await moveStart(startsOn)
  expect(await kindsFor(learner)).toEqual(['cohort.starting'])
  await moveStart(later)
  await moveStart(startsOn)
  expect(await kindsFor(learner)).toEqual(['cohort.starting'])
  await moveStart(later)
  at(-10, later)
  expect(await kindsFor(learner)).toEqual(['cohort.starting', 'cohort.starting'])
  expect(await mailsTo(learner)).toHaveLength(2)
})

test('a learner who left the cohort, or lost the course, is told nothing', async () => {
  const removed = await server.person('student', { isProven: true })
  await enrol(removed)
  await server.call('removeLearner', {
    params: { id: course.id, userId: removed.id },
    body: { reason: 'Left the company' },
    as: teacher,
  })
  await moveLearner(learner, null)
  at(-10)
  expect([await toldTo(learner), await toldTo(removed)]).toEqual([[], []])
  at(1)
  expect([await toldTo(learner), await toldTo(removed)]).toEqual([[], []])
})

test('a learner who has begun in an earlier cohort is not told of the start of another one', async () => {
  await sql`UPDATE enrolments SET starts_on = ${inDays(-3)}::date WHERE user_id = ${learner.id}`.execute(
    server.database.kysely,
  )
  at(-10)
  expect(await toldTo(learner)).toEqual([])
  at(1)
  expect(await toldTo(learner)).toEqual([])
})

test('on the first day a member is told once that the course has started, also when the job ran a day late', async () => {
  at(30)
  const started = {
    kind: 'cohort.started',
    data: { courseId: course.id, courseTitle: 'Orbits', cohortName: 'January intake' },
  }
  await Promise.all([tell(), tell()])
  expect(await toldTo(learner)).toEqual([started])
  expect(await toldTo(learner)).toEqual([started])
})

test('nobody is told that a course has started while nothing in it is open, or other courses come first', async () => {
  const day = inDays(15)
  await server.call('updateContent', {
    params: { id: course.contents[0]?.id ?? 0 },
    body: { opening: { on: day } },
    as: teacher,
  })
  const first = await makeCourse(server.database, {
    owner: teacher,
    title: 'Stars',
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  at(1)
  expect(await toldTo(learner)).toEqual([])
  await server.call('updateContent', {
    params: { id: course.contents[0]?.id ?? 0 },
    body: { opening: null },
    as: teacher,
  })
  await sql`
    INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
    VALUES (${course.id}, ${first.id}, 0, '2020-01-01')`.execute(server.database.kysely)
  await sql`
    INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
    SELECT id, ${first.id}, '2020-01-01' FROM enrolments WHERE user_id = ${learner.id}`.execute(
    server.database.kysely,
  )
  expect(await toldTo(learner)).toEqual([])
  await sql`DELETE FROM course_prerequisites WHERE course_id = ${course.id}`.execute(server.database.kysely)
  expect(await kindsFor(learner)).toEqual(['cohort.started'])
})
