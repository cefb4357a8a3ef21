/** Tests the prerequisites of courses (docs/decisions/course-openings.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let first: TestCourse
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
})
beforeEach(async () => {
  teacher = await server.person('instructor', { isProven: true })
  learner = await server.person('student', { isProven: true })
  first = await made('Orbits')
  course = await made('Landing')
})
afterAll(() => server.stop())

const made = (title: string, isPrivate = false) =>
  makeCourse(server.database, {
    owner: teacher,
    title,
    isPrivate,
    contents: [{ resources: [{ seconds: 60 }, { type: 'quiz' }] }],
  })
interface Item {
  courseId: number
  isRequired: boolean
}
const save = (of: TestCourse, items: Item[], as = teacher) =>
  server.call('savePrerequisites', { params: { id: of.id }, body: { items }, as })
const condition = (...before: TestCourse[]) => before.map(({ id }) => ({ courseId: id, isRequired: true }))
/** Advances the clock, so that enrolments and conditions have different times. */
const later = () => server.clock.advance(1000)
const enrol = async (to: TestCourse, as = learner) => {
  later()
  expect((await server.call('enroll', { params: { courseId: to.id }, body: {}, as })).status).toBe(200)
}
const lessonOf = (of: TestCourse) => of.contents[0]?.resources[0] ?? 0
const contentsOf = (of: TestCourse, as = learner) =>
  server.call('listCourseContents', { params: { courseId: of.id }, query: {}, as })
const codeOf = async (of = course, as = learner) => {
  const { status, body } = await contentsOf(of, as)
  return status === 200 ? 200 : body.errorCode
}
const runJobs = async () => {
  for (let round = 0; round < 4; round++) await server.jobs.runDueOnce()
}
const complete = async (of: TestCourse, as = learner) => {
  const body = { courseContentId: of.contents[0]?.id ?? 0, completed: true }
  expect((await server.call('saveLessonProgress', { body, as })).status).toBe(200)
  await runJobs()
}
const detailOf = async (of = course, as: TestPerson | null = learner) =>
  (await server.call('readCourse', { params: { courseId: of.id }, as })).body.data
const noticesOf = async (as = learner) =>
  (await server.call('listNotifications', { query: {}, as })).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'course.opened',
  )

describe('a course that waits for another one', () => {
  test('a waiting learner reads the outline and what comes first, with the own progress; completing it opens the course', async () => {
    await save(course, condition(first))
    await enrol(course)
    expect(await detailOf()).toMatchObject({
      isEnrolled: true,
      prerequisites: [{ courseId: first.id, title: 'Orbits', isAwaited: true }],
      contents: [{ resources: [{ title: expect.any(String) }, {}] }],
    })
    await enrol(first)
    expect((await detailOf()).prerequisites).toEqual([
      { courseId: first.id, title: 'Orbits', isAwaited: true, percent: 0 },
    ])
    await complete(first)
    expect(await codeOf()).toBe(200)
    expect((await detailOf()).prerequisites).toEqual([
      { courseId: first.id, title: 'Orbits', isCompleted: true, percent: 100 },
    ])
  })

  test('the learner is told once that it is open, inside the product and by a mail that can be stopped', async () => {
    await save(course, condition(first))
    await enrol(course)
    await enrol(first)
    await complete(first)
    expect(await noticesOf()).toMatchObject([{ data: { courseId: course.id, courseTitle: 'Landing' } }])
    const mails = server.mails.filter(
      ({ to, subject }) => to === learner.email && subject.includes('You can start Landing now'),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('/stop-announcement-mails')
    await server.database.transaction((tx) =>
      server.services.prerequisites.completed(tx, { userId: learner.id, courseId: first.id }),
    )
    await runJobs()
    expect(await noticesOf()).toHaveLength(1)
  })

  test('a lesson that is added later to the completed course closes nothing again', async () => {
    await save(course, condition(first))
    await enrol(course)
    await enrol(first)
    await complete(first)
    await sql`
      INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published)
      SELECT content_id, media_id, 'Added', file_type, 9, true FROM course_resources WHERE id = ${lessonOf(first)}`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe(200)
  })

  test('a course that waits for two others opens only when both are completed, in any order', async () => {
    const second = await made('Docking')
    await save(course, condition(first, second))
    for (const one of [course, first, second]) await enrol(one)
    await complete(second)
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    expect(await noticesOf()).toEqual([])
    await complete(first)
    expect(await codeOf()).toBe(200)
    expect(await noticesOf()).toHaveLength(1)
  })

  test('a recommendation is shown and closes nothing', async () => {
    await save(course, [{ courseId: first.id, isRequired: false }])
    await enrol(course)
    expect(await codeOf()).toBe(200)
    expect((await detailOf()).prerequisites).toEqual([{ courseId: first.id, title: 'Orbits' }])
  })

  test('its people see the contents without completing anything', async () => {
    await save(course, condition(first))
    expect(await codeOf(course, teacher)).toBe(200)
  })
})

describe('nobody loses what they have', () => {
  test('a condition that is set later holds for nobody who was enrolled before', async () => {
    await enrol(course)
    later()
    await save(course, condition(first))
    expect(await codeOf()).toBe(200)
    const other = await server.person()
    await enrol(course, other)
    expect(await codeOf(course, other)).toBe('PREREQUISITES_OPEN')
  })

  test('who has begun goes on, also after access was removed and given again', async () => {
    await enrol(course)
    const begun = { params: { id: lessonOf(course) }, body: { position: 5 }, as: learner }
    expect((await server.call('saveResourceProgress', begun)).status).toBe(200)
    later()
    await save(course, condition(first))
    const place = { params: { id: course.id, userId: learner.id }, as: teacher }
    await server.call('removeLearner', { ...place, body: { reason: 'By mistake' } })
    later()
    expect((await server.call('restoreLearner', place)).status).toBe(200)
    expect(await codeOf()).toBe(200)
  })

  test('a condition keeps its time when the list is saved again, and begins anew when it was a recommendation', async () => {
    await save(course, condition(first))
    await enrol(course)
    later()
    await save(course, condition(first))
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    await save(course, [{ courseId: first.id, isRequired: false }])
    later()
    await save(course, condition(first))
    expect(await codeOf()).toBe(200)
  })

  test.each([
    ['becomes a draft', sql`is_draft = true`],
    ['is archived', sql`archived_at = now()`],
    ['becomes private, without access of the learner', sql`is_private = true`],
  ])('a prerequisite that %s locks nobody out', async (_what, change) => {
    await save(course, condition(first))
    await enrol(course)
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    await sql`UPDATE courses SET ${change} WHERE id = ${first.id}`.execute(server.database.kysely)
    expect(await codeOf()).toBe(200)
    expect((await detailOf()).prerequisites).toBeUndefined()
  })

  test('a prerequisite without lessons or that is deleted locks nobody out', async () => {
    await save(course, condition(first))
    await enrol(course)
    await sql`UPDATE course_contents SET is_published = false WHERE course_id = ${first.id}`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe(200)
    await sql`UPDATE course_contents SET is_published = true WHERE course_id = ${first.id}`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    expect((await server.call('deleteCourse', { params: { id: first.id }, as: teacher })).status).toBe(200)
    expect(await codeOf()).toBe(200)
  })

  test('a prerequisite that is published later holds for nobody who was enrolled before', async () => {
    const setDraft = (isDraft: boolean) =>
      sql`UPDATE courses SET is_draft = ${isDraft} WHERE id = ${first.id}`.execute(server.database.kysely)
    await setDraft(true)
    await save(course, condition(first))
    await enrol(course)
    await setDraft(false)
    expect(await codeOf()).toBe(200)
    const other = await server.person()
    await enrol(course, other)
    expect(await codeOf(course, other)).toBe('PREREQUISITES_OPEN')
  })

  test('access to a private prerequisite that is given later closes nothing', async () => {
    const secret = await made('Secret', true)
    await save(course, condition(secret))
    await enrol(course)
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${secret.id}, 'granted')`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe(200)
  })

  test('an enrolment that a release without conditions has given does not wait', async () => {
    await save(course, condition(first))
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'free')`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe(200)
  })

  test('a prerequisite from which the learner was removed does not hold', async () => {
    await save(course, condition(first))
    await enrol(course)
    await enrol(first)
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    const place = { params: { id: first.id, userId: learner.id }, as: teacher }
    await server.call('removeLearner', { ...place, body: { reason: 'By mistake' } })
    expect(await codeOf()).toBe(200)
  })

  test('a paid prerequisite of a seller who may not sell yet does not hold, unless the learner has it', async () => {
    await save(course, condition(first))
    await enrol(course)
    await sql`UPDATE courses SET price_cents = 5000 WHERE id = ${first.id}`.execute(server.database.kysely)
    const setState = (state: string) =>
      sql`
        UPDATE sellers SET selling_state = ${state}, approved_at = now()
         WHERE id = (SELECT seller_id FROM courses WHERE id = ${first.id})`.execute(server.database.kysely)
    await setState('approved')
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    await setState('applied')
    expect(await codeOf()).toBe(200)
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${first.id}, 'granted')`.execute(
      server.database.kysely,
    )
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
  })

  test('access that is given again brings back the conditions from before, and no others', async () => {
    await save(course, condition(first))
    await enrol(course)
    const place = { params: { id: course.id, userId: learner.id }, as: teacher }
    const removeAndRestore = async () => {
      await server.call('removeLearner', { ...place, body: { reason: 'By mistake' } })
      expect((await server.call('restoreLearner', place)).status).toBe(200)
    }
    await removeAndRestore()
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    const other = await made('Docking')
    await save(course, condition(other))
    await removeAndRestore()
    expect(await codeOf()).toBe(200)
  })

  test('a waiting learner puts the course away and takes it back', async () => {
    await save(course, condition(first))
    await enrol(course)
    for (const archived of [true, false]) {
      const put = { params: { courseId: course.id }, body: { archived }, as: learner }
      expect((await server.call('archiveEnrolment', put)).status).toBe(200)
    }
  })

  test('access to the completed course may end', async () => {
    await save(course, condition(first))
    await enrol(course)
    await enrol(first)
    await complete(first)
    await sql`
      UPDATE enrolments SET access_ends_at = now() - interval '1 minute'
       WHERE user_id = ${learner.id} AND course_id = ${first.id}`.execute(server.database.kysely)
    expect(await codeOf()).toBe(200)
  })
})

describe('the people of the course', () => {
  test('let one learner start, are named with it, and take it back until the learner has begun', async () => {
    await save(course, condition(first))
    await enrol(course)
    const start = (mayStart: boolean) =>
      server.call('letLearnerStart', {
        params: { id: course.id, userId: learner.id },
        body: { mayStart },
        as: teacher,
      })
    const read = async () =>
      (await server.call('readCourseLearner', { params: { id: course.id, userId: learner.id }, as: teacher }))
        .body.data
    expect(await read()).toMatchObject({ isWaiting: true })
    expect((await start(true)).status).toBe(200)
    expect((await start(true)).status).toBe(200)
    expect(await codeOf()).toBe(200)
    const passed = await read()
    expect(passed.isWaiting).toBeUndefined()
    expect(passed).toMatchObject({
      mayStart: true,
      accessChanges: [{ kind: 'start-allowed', by: expect.any(String) }],
    })
    await runJobs()
    expect(await noticesOf()).toHaveLength(1)
    await start(false)
    expect(await codeOf()).toBe('PREREQUISITES_OPEN')
    await start(true)
    const begun = { params: { id: lessonOf(course) }, body: { position: 5 }, as: learner }
    expect((await server.call('saveResourceProgress', begun)).status).toBe(200)
    await start(false)
    expect(await codeOf()).toBe(200)
    await runJobs()
    expect(await noticesOf()).toHaveLength(1)
  })

  test('let nobody start who is no learner of the course', async () => {
    const { status, body } = await server.call('letLearnerStart', {
      params: { id: course.id, userId: learner.id },
      body: { mayStart: true },
      as: teacher,
    })
    expect([status, body.errorCode]).toEqual([404, 'LEARNER_NOT_FOUND'])
  })

  test('read what they set, in their order, with the number of learners who wait', async () => {
    const second = await made('Docking')
    await save(course, [{ courseId: second.id, isRequired: false }, ...condition(first)])
    await enrol(course)
    const { body } = await server.call('readPrerequisites', { params: { id: course.id }, as: teacher })
    expect(body.data).toMatchObject({
      items: [
        { courseId: second.id, title: 'Docking', isRequired: false, state: 'published', isPrivate: false },
        { courseId: first.id, title: 'Orbits', isRequired: true },
      ],
      waiting: 1,
    })
  })

  test('choose among other courses of the same seller, found by title', async () => {
    const stranger = await server.person('instructor')
    const foreign = await makeCourse(server.database, { owner: stranger, title: 'Orbits of others' })
    const choices = async (search?: string) =>
      (
        await server.call('listPrerequisiteChoices', {
          params: { id: course.id },
          query: search === undefined ? {} : { search },
          as: teacher,
        })
      ).body.data.map(({ title }: { title: string }) => title)
    expect(await choices()).toEqual(['Orbits'])
    expect(await choices('ORB')).toEqual(['Orbits'])
    expect(await choices('100%')).toEqual([])
    for (const items of [condition(foreign), condition(course), condition(first, first)]) {
      const { status, body } = await save(course, items)
      expect([status, body.errorCode]).toEqual([422, 'PREREQUISITE_UNKNOWN'])
    }
    const six = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => made(title)))
    expect((await save(course, condition(...six))).status).toBe(400)
  })

  test('an instructor of a business neither finds nor sets private courses of colleagues, nor learns their titles', async () => {
    const businessAdmin = await server.person('admin')
    const { businessId } = businessAdmin
    const own = await server.person('instructor', { businessId })
    const colleague = await server.person('instructor', { businessId })
    const mine = await makeCourse(server.database, { owner: own, title: 'Mine' })
    const secret = await makeCourse(server.database, { owner: colleague, title: 'Secret', isPrivate: true })
    const choices = async (as: TestPerson) =>
      (
        await server.call('listPrerequisiteChoices', { params: { id: mine.id }, query: {}, as })
      ).body.data.map(({ title }: { title: string }) => title)
    expect(await choices(own)).toEqual([])
    expect(await choices(businessAdmin)).toEqual(['Secret'])
    expect((await save(mine, condition(secret), own)).body.errorCode).toBe('PREREQUISITE_UNKNOWN')
    expect((await save(mine, condition(secret), businessAdmin)).status).toBe(200)
    // A person who may not know of the prerequisite can save the list that contains it.
    expect((await save(mine, condition(secret), own)).status).toBe(200)
    const cycle = await save(secret, condition(mine), colleague)
    expect(cycle.body.error).toContain('Secret → Mine → Secret')
  })

  test('a copy of the course comes after the same courses', async () => {
    await save(course, [...condition(first)])
    const copied = await server.call('duplicateCourse', { params: { id: course.id }, body: {}, as: teacher })
    await runJobs()
    const { body } = await server.call('readPrerequisites', {
      params: { id: copied.body.data.id },
      as: teacher,
    })
    expect(body.data.items).toMatchObject([{ courseId: first.id, isRequired: true }])
  })
})

describe('a chain never comes back', () => {
  test('a cycle over three courses is refused and named', async () => {
    const middle = await made('Docking')
    expect((await save(course, condition(middle))).status).toBe(200)
    expect((await save(middle, condition(first))).status).toBe(200)
    const { status, body } = await save(first, condition(course))
    expect([status, body.errorCode]).toEqual([409, 'PREREQUISITE_CYCLE'])
    expect(body.error).toContain('Orbits → Landing → Docking → Orbits')
    expect(body).toMatchObject({
      issues: [{ path: 'items', message: 'Orbits → Landing → Docking → Orbits' }],
    })
  })

  test('one of two concurrent changes of prerequisites that would close a cycle is refused', async () => {
    const statuses = await Promise.all([save(course, condition(first)), save(first, condition(course))])
    expect(statuses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})

test('visitors read the conditions on cards and the sales page, and nothing of private courses', async () => {
  const secret = await made('Secret', true)
  await save(course, condition(first, secret))
  const sales = await server.call('courseSales', { params: { courseId: course.id }, query: {}, as: null })
  const shown = [{ courseId: first.id, title: 'Orbits', isAwaited: true }]
  expect(sales.body.data.course.prerequisites).toEqual(shown)
  expect(sales.raw.body).not.toContain('Secret')
  expect((await detailOf(course, null)).prerequisites).toEqual(shown)
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${secret.id}, 'granted')`.execute(
    server.database.kysely,
  )
  expect((await detailOf()).prerequisites).toHaveLength(2)
})
