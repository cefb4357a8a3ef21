/** Tests modules that open to learners later (docs/decisions/course-openings.md). */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: TestCourse
const dayMs = 24 * 3_600_000

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  teacher = await server.person('instructor')
  learner = await server.person()
  course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ seconds: 60 }] }, { resources: [{ seconds: 60 }] }],
  })
  await server.call('enroll', { params: { courseId: course.id }, body: {}, as: learner })
})
afterAll(() => server.stop())

const secondId = () => course.contents[1]?.id ?? 0
const secondLesson = () => course.contents[1]?.resources[0] ?? 0
const save = (opening: ModuleOpening | null, version?: number) =>
  server.call('updateContent', {
    params: { id: secondId() },
    body: { opening, ...(version !== undefined && { version }) },
    as: teacher,
  })
async function secondAs(as: TestPerson | null) {
  const { body } = await server.call('readCourse', { params: { courseId: course.id }, as })
  const { opening, opensAt, opensAfter, resources } = body.data.contents[1]!
  return {
    opening,
    opensAt,
    ...(opensAfter && { opensAfter }),
    hasFile: resources[0]?.filePath !== undefined,
  }
}
const begin = () =>
  server.call('saveResourceProgress', { params: { id: secondLesson() }, body: { position: 5 }, as: learner })
const enrolledBefore = (days: number) =>
  sql`
    UPDATE enrolments SET granted_at = now() - make_interval(days => ${days})
     WHERE user_id = ${learner.id} AND course_id = ${course.id}`.execute(server.database.kysely)
const daysFromNow = (days: number) => dayInMalaysia(new Date(Date.now() + days * dayMs))

test('a module that opens three days after the enrolment is closed to a new learner until midnight in Malaysia', async () => {
  expect((await save({ afterDays: 3 })).body.data).toMatchObject({ opening: { afterDays: 3 } })
  await enrolledBefore(0)
  expect(await secondAs(learner)).toEqual({
    opening: { afterDays: 3 },
    opensAt: startOfDay(daysFromNow(3)).toISOString(),
    hasFile: false,
  })
  expect((await begin()).status).toBe(404)
  const resources = await server.call('listContentResources', {
    params: { contentId: secondId() },
    query: {},
    as: learner,
  })
  expect(resources.status).toBe(404)
  await enrolledBefore(3)
  expect(await secondAs(learner)).toEqual({ opening: { afterDays: 3 }, hasFile: true })
  expect((await begin()).status).toBe(200)
})

test('a module that opens on a day is closed before it and open from its first moment', async () => {
  await save({ on: daysFromNow(1) })
  expect(await secondAs(learner)).toMatchObject({
    opensAt: startOfDay(daysFromNow(1)).toISOString(),
    hasFile: false,
  })
  expect((await begin()).status).toBe(404)
  await save({ on: daysFromNow(0) })
  expect(await secondAs(learner)).toEqual({ opening: { on: daysFromNow(0) }, hasFile: true })
  expect((await begin()).status).toBe(200)
})

test('who teaches the course opens everything, and visitors read when modules open', async () => {
  await save({ afterDays: 3 })
  expect(await secondAs(teacher)).toEqual({ opening: { afterDays: 3 }, hasFile: true })
  expect(await secondAs(null)).toEqual({ opening: { afterDays: 3 }, hasFile: false })
  const { body } = await server.call('courseSales', { params: { courseId: course.id }, as: null })
  expect(body.data.outline[1]).toMatchObject({ opening: { afterDays: 3 } })
})

test('without a rule the module opens with the enrolment, and taking the rule away opens it at once', async () => {
  await save({ afterDays: 3 })
  await enrolledBefore(0)
  expect(await secondAs(learner)).toMatchObject({ hasFile: false })
  expect((await save(null)).body.data).not.toHaveProperty('opening')
  expect(await secondAs(learner)).toEqual({ hasFile: true })
})

test('a closed module is not the next lesson, and what was studied before it closed still counts', async () => {
  await begin()
  await server.call('saveResourceProgress', {
    params: { id: secondLesson() },
    body: { completed: true },
    as: learner,
  })
  await save({ on: daysFromNow(9) })
  const { body } = await server.call('listEnrolledCourses', { query: {}, as: learner })
  expect(body.data.find(({ id }) => id === course.id)).toMatchObject({
    enrollment: { next: { id: course.contents[0]?.resources[0] } },
  })
  const detail = await server.call('readCourse', { params: { courseId: course.id }, as: learner })
  expect(detail.body.data.contents[1]?.resources[0]?.progress?.completed).toBe(true)
})

describe('a module that waits for an item of an earlier one', () => {
  const first = () => course.contents[0]?.resources[0] ?? 0
  const complete = (completed: boolean) =>
    server.call('saveResourceProgress', { params: { id: first() }, body: { completed }, as: learner })

  test('a module that waits for an item is closed to a learner until they have finished it, and names it', async () => {
    expect((await save({ afterItem: first() })).body.data).toMatchObject({ opening: { afterItem: first() } })
    expect(await secondAs(learner)).toEqual({
      opening: { afterItem: first() },
      opensAfter: { id: first(), title: expect.any(String) },
      hasFile: false,
    })
    expect((await begin()).status).toBe(404)
    expect((await complete(true)).status).toBe(200)
    expect(await secondAs(learner)).toEqual({ opening: { afterItem: first() }, hasFile: true })
    expect((await begin()).status).toBe(200)
    await complete(false)
    expect(await secondAs(learner)).toMatchObject({ hasFile: false })
  })

  test('a module that waits for an item is open to its teachers, and to learners while the item is a draft or stands later', async () => {
    await save({ afterItem: first() })
    expect(await secondAs(teacher)).toEqual({ opening: { afterItem: first() }, hasFile: true })
    const publish = (isPublished: boolean) =>
      server.call('updateResource', { params: { id: first() }, body: { isPublished }, as: teacher })
    await publish(false)
    expect((await begin()).status).toBe(200)
    await publish(true)
    expect((await begin()).status).toBe(404)
    await server.call('updateContent', { params: { id: secondId() }, body: { order: 0 }, as: teacher })
    expect((await begin()).status).toBe(200)
  })

  test('a module that waits for an item opens when the learner has no tries of the quiz left', async () => {
    await save({ afterItem: first() })
    const { kysely } = server.database
    await sql`
      WITH quiz AS (
        INSERT INTO assessments (resource_id, title, time_limit_seconds, attempts_allowed)
        VALUES (${first()}, 'Quiz', NULL, 1) RETURNING id)
      INSERT INTO attempts (user_id, assessment_id, number, started_at, submitted_at, graded_at, earned_points, total_points, percentage)
      SELECT ${learner.id}, id, 1, now() - interval '1 minute', now(), NULL, NULL, 10, NULL FROM quiz`.execute(
      kysely,
    )
    expect((await begin()).status).toBe(404)
    await sql`
      UPDATE attempts SET graded_at = now(), earned_points = 0, percentage = 0 WHERE user_id = ${learner.id}`.execute(
      kysely,
    )
    expect((await begin()).status).toBe(200)
  })

  test('a rule that no longer holds is kept when it is sent back unchanged', async () => {
    await save({ afterItem: first() })
    await server.call('updateContent', { params: { id: secondId() }, body: { order: 0 }, as: teacher })
    expect((await save({ afterItem: first() })).status).toBe(200)
  })

  test('a module that waits for an item opens when the item is deleted', async () => {
    await save({ afterItem: first() })
    await server.call('deleteResource', { params: { id: first() }, as: teacher })
    expect((await begin()).status).toBe(200)
  })

  test('a module cannot wait for an item of its own or of another course', async () => {
    const other = await makeCourse(server.database, { owner: teacher, contents: [{ resources: [{}] }] })
    for (const item of [secondLesson(), other.contents[0]?.resources[0] ?? 0, 999_999_999]) {
      const { status, body } = await save({ afterItem: item })
      expect([status, body]).toMatchObject([409, { errorCode: 'OPENING_ITEM' }])
    }
  })

  test('a module of a copied course waits for the copy of the item', async () => {
    await save({ afterItem: first() })
    const copy = await server.call('duplicateCourse', { params: { id: course.id }, body: {}, as: teacher })
    const { body } = await server.call('readCourse', { params: { courseId: copy.body.data.id }, as: teacher })
    const [before, after] = body.data.contents
    expect(after?.opening).toEqual({ afterItem: before?.resources[0]?.id })
    expect(before?.resources[0]?.id).not.toBe(first())
  })

  test('a learner is told of no opening when the rule replaces a day, and the item is not finished', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(10) })
    await save({ afterItem: first() })
    await server.services.notifications.tellOfOpenedModules(new AbortController().signal)
    const { body } = await server.call('listNotifications', { query: {}, as: learner })
    expect(body.data.filter(({ kind }) => kind === 'module.opened')).toEqual([])
  })
})

test('copies of the course and of the module open as the original does', async () => {
  await save({ afterDays: 14 })
  const copied = await server.call('copyContent', { params: { id: secondId() }, body: {}, as: teacher })
  expect(copied.body.data).toMatchObject({ opening: { afterDays: 14 } })
  const copy = await server.call('duplicateCourse', { params: { id: course.id }, body: {}, as: teacher })
  const detail = await server.call('readCourse', { params: { courseId: copy.body.data.id }, as: teacher })
  expect(detail.body.data.contents.map(({ opening }) => opening)).toEqual([
    undefined,
    { afterDays: 14 },
    { afterDays: 14 },
  ])
})

test('days that are no whole number, none, or more than two years are named at the field', async () => {
  for (const opening of [{ afterDays: 0 }, { afterDays: 731 }, { afterDays: 1.5 }, { on: '2026-02-30' }, {}])
    expect((await save(opening as { afterDays: number })).status).toBe(400)
})

describe('a learner is told that a module has opened', () => {
  const tell = () => server.services.notifications.tellOfOpenedModules(new AbortController().signal)
  const told = async (as = learner) => {
    const { body } = await server.call('listNotifications', { query: {}, as })
    return body.data.flatMap((one) => (one.kind === 'module.opened' ? [one.data] : []))
  }

  /** Sets when the opening rule of each module was set, in the order of the modules. */
  async function setAt(...times: Date[]): Promise<void> {
    await sql`
      UPDATE module_opening_rules r SET set_at = given.at
        FROM (SELECT at, row_number() OVER (ORDER BY ordinality) AS place
                FROM unnest(${times}::timestamptz[]) WITH ORDINALITY AS one (at, ordinality)) given,
             (SELECT id, row_number() OVER (ORDER BY id) AS place FROM module_opening_rules WHERE content_id = ${secondId()}) known
       WHERE known.id = r.id AND known.place = given.place`.execute(server.database.kysely)
  }
  const longAgo = new Date(Date.now() - 90 * dayMs)
  const hoursBeforeToday = (hours: number) =>
    new Date(startOfDay(daysFromNow(0)).getTime() - hours * 3_600_000)

  test('a learner is told once that a module has opened, on the day on which it opens after their enrolment', async () => {
    await save({ afterDays: 3 })
    await setAt(longAgo)
    await enrolledBefore(2)
    await tell()
    expect(await told()).toEqual([])
    await enrolledBefore(3)
    await tell()
    await tell()
    expect(await told()).toEqual([
      expect.objectContaining({ courseId: course.id, moduleTitle: expect.any(String) }),
    ])
  })

  test('a day later, when nothing was told on the day itself, and not after that', async () => {
    await save({ afterDays: 3 })
    await setAt(longAgo)
    await enrolledBefore(5)
    await tell()
    expect(await told()).toEqual([])
    await enrolledBefore(4)
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('learners are told that a module has opened on a day for all, unless they have enrolled since', async () => {
    await save({ on: daysFromNow(0) })
    await setAt(longAgo)
    await enrolledBefore(30)
    const later = await server.person()
    await server.call('enroll', { params: { courseId: course.id }, body: {}, as: later })
    await tell()
    expect([(await told()).length, (await told(later)).length]).toEqual([1, 0])
  })

  test('never of a draft, nor without access', async () => {
    await save({ on: daysFromNow(0) })
    await setAt(longAgo)
    await enrolledBefore(30)
    await sql`UPDATE course_contents SET is_published = false WHERE id = ${secondId()}`.execute(
      server.database.kysely,
    )
    await tell()
    expect(await told()).toEqual([])
    await sql`UPDATE course_contents SET is_published = true WHERE id = ${secondId()}`.execute(
      server.database.kysely,
    )
    await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    await tell()
    expect(await told()).toEqual([])
  })

  test('a learner is not told that a module has opened while the course waits for another one', async () => {
    await save({ on: daysFromNow(0) })
    await setAt(longAgo)
    await enrolledBefore(30)
    const first = await makeCourse(server.database, {
      owner: teacher,
      contents: [{ resources: [{ seconds: 60 }] }],
    })
    await sql`
      WITH set AS (
        INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
        VALUES (${course.id}, ${first.id}, 0, now()) RETURNING prerequisite_id, required_since)
      INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
      SELECT e.id, set.prerequisite_id, set.required_since FROM set, enrolments e
       WHERE e.user_id = ${learner.id} AND e.course_id = ${course.id}`.execute(server.database.kysely)
    await tell()
    expect(await told()).toEqual([])
    await sql`DELETE FROM course_prerequisites WHERE course_id = ${course.id}`.execute(server.database.kysely)
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('a learner is not told of an opening when an open module gets a rule by which it is open', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(-1) })
    await save({ afterDays: 30 })
    await tell()
    expect(await told()).toEqual([])
  })

  test('once when the day is brought forward, also when the rule is changed again before the notice', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(10) })
    await save({ on: daysFromNow(-1) })
    await save({ afterDays: 3 })
    await setAt(longAgo, hoursBeforeToday(2), hoursBeforeToday(1))
    await tell()
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('once when a closed module loses its rule', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(10) })
    await save(null)
    await setAt(longAgo, hoursBeforeToday(1))
    await tell()
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('again when the module was closed after it had opened', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(-1) })
    await setAt(longAgo)
    await tell()
    expect(await told()).toHaveLength(1)
    await save({ on: daysFromNow(0) })
    await setAt(longAgo, hoursBeforeToday(1))
    await tell()
    await tell()
    expect(await told()).toHaveLength(2)
  })

  test('a learner is not told of an opening a second time when an open module gets another rule by which it is open', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(0) })
    await setAt(longAgo)
    await tell()
    await save({ afterDays: 30 })
    await save(null)
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('a learner is not told of an opening when a rule is removed and set again before the notice: the module is closed', async () => {
    await enrolledBefore(30)
    await save({ on: daysFromNow(10) })
    await save(null)
    await save({ on: daysFromNow(10) })
    await setAt(longAgo, hoursBeforeToday(2), hoursBeforeToday(1))
    await tell()
    expect(await told()).toEqual([])
  })
})
