import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestContent, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'

const dayMs = 24 * 3_600_000

let server: TestApp
let instructor: TestPerson
let student: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  instructor = await server.person('instructor')
})
beforeEach(async () => {
  student = await server.person()
})
afterAll(() => server.stop())

async function place(courseId: number, person: TestPerson = student): Promise<void> {
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
}

async function takePlace(courseId: number, person: TestPerson = student): Promise<void> {
  await server.database.transaction((tx) =>
    server.services.enrolments.end(tx, { userId: person.id, courseId }),
  )
}

async function studied(contents: TestContent[] = [{ resources: [{}, {}, {}] }]): Promise<TestCourse> {
  const course = await makeCourse(server.database, { owner: instructor, title: 'Orbits', contents })
  await place(course.id)
  return course
}

const itemsOf = (course: TestCourse): number[] => course.contents.flatMap(({ resources }) => resources)

const complete = (resourceId: number, completed = true, as: TestPerson = student) =>
  server.call('saveResourceProgress', { params: { id: resourceId }, body: { completed }, as })

async function read(as: TestPerson = student) {
  await server.jobs.runDueOnce()
  const { status, body } = await server.call('readAchievements', { as })
  expect(status).toBe(200)
  return body.data
}

async function certificates(as: TestPerson = student, query: { courseId?: string } = {}) {
  await server.jobs.runDueOnce()
  const { body } = await server.call('listCertificates', { query, as })
  return body.data
}

const badgesOf = ({ badges }: Awaited<ReturnType<typeof read>>): string[] =>
  badges.filter(({ earnedAt }) => earnedAt !== null).map(({ key }) => key)

/** Delivers every event again, as after a crash before the job was marked as done. */
async function deliverAgain(): Promise<void> {
  await sql`DELETE FROM event_deliveries`.execute(server.database.kysely)
  await server.database.transaction(async (tx) => {
    const told = await sql<{ id: string }>`SELECT id FROM domain_events ORDER BY id`.execute(tx)
    for (const { id } of told.rows) {
      await sql`SELECT graphile_worker.add_job('events.deliver', json_build_object('eventId', ${id}::text))`.execute(
        tx,
      )
    }
  })
  await server.jobs.runDueOnce()
}

describe('XP', () => {
  test('a new learner has no XP: level 1, no streak and no badges', async () => {
    const data = await read()
    expect(data).toMatchObject({
      xp: 0,
      level: 1,
      levelFrom: 0,
      levelTo: 100,
      streak: { days: 0, isToday: false },
      averageScore: null,
      timeZone: 'Asia/Kuala_Lumpur',
    })
    expect(data.badges).toHaveLength(13)
    expect(badgesOf(data)).toEqual([])
    expect(data.badges[1]).toEqual({ key: 'parking-orbit', earnedAt: null, done: 0, needed: 10 })
  })

  test('completed items give 50 XP each, and the first lesson among them a badge', async () => {
    const [lesson = 0, document = 0] = itemsOf(await studied([{ resources: [{}, { type: 'pdf' }, {}] }]))
    await complete(document)
    expect(badgesOf(await read())).toEqual([])
    await complete(lesson)
    const data = await read()
    expect(data.xp).toBe(100)
    expect(badgesOf(data)).toEqual(['first-light'])
  })

  test('a lesson that is completed again earns the badge whose count it fills', async () => {
    const [first = 0, ...others] = itemsOf(
      await studied([{ resources: Array.from({ length: 12 }, () => ({})) }]),
    )
    const done = [first, ...others.slice(0, 8)]
    for (const id of done) await complete(id)
    await complete(first, false)
    await complete(others[8] ?? 0)
    expect(badgesOf(await read())).toEqual(['first-light'])
    await complete(first)
    expect(badgesOf(await read())).toEqual(['first-light', 'parking-orbit'])
  })

  test('a lesson taken back loses its XP, and completed again gives it once, in whatever order events arrive', async () => {
    const [first = 0, second = 0] = itemsOf(await studied())
    await complete(first)
    await complete(second)
    expect(await read()).toMatchObject({ xp: 100, level: 2 })
    await complete(first, false)
    expect(await read()).toMatchObject({ xp: 50, level: 1 })
    await deliverAgain()
    expect((await read()).xp).toBe(50)
    await complete(first)
    expect((await read()).xp).toBe(100)
    await deliverAgain()
    expect((await read()).xp).toBe(100)
  })

  test('an event delivered repeatedly gives XP once', async () => {
    for (const item of itemsOf(await studied())) await complete(item)
    const before = await read()
    expect(before.xp).toBe(3 * 50 + 300)
    await deliverAgain()
    expect(await read()).toEqual(before)
  })

  test('two lessons completed concurrently lose neither XP nor badges', async () => {
    const items = itemsOf(await studied([{ resources: Array.from({ length: 10 }, () => ({})) }]))
    await Promise.all(items.map((item) => complete(item)))
    const again = await server.startAgain()
    await Promise.all([server.jobs.runDueOnce(), again.jobs.runDueOnce()])
    await again.app.close()
    const data = await read()
    expect(data.xp).toBe(10 * 50 + 300)
    expect(badgesOf(data)).toEqual(['first-light', 'parking-orbit', 'touchdown'])
  })

  test('a completed course gives 300 XP, once everything that counts is done', async () => {
    const course = await studied([{ resources: [{}, { type: 'pdf' }] }, { resources: [{}] }])
    const [video = 0, , lastVideo = 0] = itemsOf(course)
    await complete(video)
    expect((await read()).xp).toBe(50)
    await complete(lastVideo)
    const data = await read()
    expect(data.xp).toBe(400)
    expect(data).toMatchObject({ level: 3, levelFrom: 300, levelTo: 600 })
    expect(badgesOf(data)).toContain('touchdown')
  })

  test('a discussion gives XP to its starter and its first reply, not for replying to oneself', async () => {
    const asker = await server.person()
    const told = (postId: number, authorId: number) =>
      server.database.transaction((tx) =>
        emit(tx, 'discussion.answered', {
          discussionId: 91,
          postId,
          authorId,
          answeredUserId: asker.id,
          mentionedIds: [],
        }),
      )
    await server.database.transaction((tx) =>
      emit(tx, 'discussion.started', {
        discussionId: 91,
        authorId: asker.id,
        groupId: null,
        courseId: null,
      }),
    )
    await told(1, student.id)
    await told(2, student.id)
    await told(3, asker.id)
    const data = await read()
    expect(data.xp).toBe(50)
    expect(badgesOf(data)).toEqual(['open-channel'])
    expect(data.streak).toEqual({ days: 1, isToday: true })
    expect((await read(asker)).xp).toBe(50)
  })

  test('passing an assessment gives 150 XP once; an attempt counts as a day of learning', async () => {
    const graded = (number: number, percentage: number) =>
      server.database.transaction((tx) =>
        emit(tx, 'attempt.graded', {
          userId: student.id,
          assessmentId: 71,
          courseId: null,
          number,
          percentage,
          earnedPoints: percentage,
          totalPoints: 100,
        }),
      )
    await graded(1, 59)
    expect(await read()).toMatchObject({ xp: 0, streak: { days: 1, isToday: true } })
    await graded(2, 60)
    await graded(3, 100)
    const data = await read()
    expect(data.xp).toBe(150)
    expect(badgesOf(data)).toEqual(['true-bearing'])
  })

  test('XP and awards are deleted with the person', async () => {
    const course = await studied()
    for (const item of itemsOf(course)) await complete(item)
    const [issued] = await certificates()
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: student.id }))
    await server.jobs.runDueOnce()
    for (const table of [
      'xp_events',
      'earned_badges',
      'learning_activity',
      'certificates',
      'notifications',
    ]) {
      const left = await sql`SELECT 1 FROM ${sql.table(table)} WHERE user_id = ${student.id}`.execute(
        server.database.kysely,
      )
      expect({ table, rows: left.rows }).toEqual({ table, rows: [] })
    }
    const gone = await server.call('readCertificate', { params: { id: issued?.id ?? '' }, as: null })
    expect(gone.status).toBe(404)
  })

  test.each(['first', 'second'])(
    'XP of a concurrent activity are deleted too, for their %s one',
    async (which) => {
      const [item = 0, other = 0] = itemsOf(await studied())
      if (which === 'second') {
        await complete(other)
        await read()
      }
      const { achievements } = server.services
      const { promise: counted, resolve: count } = Promise.withResolvers<void>()
      const { promise: ending, resolve: end } = Promise.withResolvers<void>()
      const activity = server.database.transaction(async (tx) => {
        await achievements.lessonCompleted(tx, { userId: student.id, resourceId: item, at: new Date() })
        count()
        await ending
      })
      await counted
      const forgotten = server.database.transaction((tx) => achievements.forget(tx, student.id))
      const waits = async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.database.kysely)
        expect(rows).toHaveLength(1)
      }
      await vi.waitFor(waits, { timeout: 10_000, interval: 20 }).finally(end)
      await Promise.all([activity, forgotten])
      expect((await read()).xp).toBe(0)
    },
  )

  test("nobody else can read a person's XP", async () => {
    const [first = 0] = itemsOf(await studied())
    await complete(first)
    expect((await read(await server.person())).xp).toBe(0)
    expect((await server.call('readAchievements', { as: null })).status).toBe(401)
    expect((await server.call('listCertificates', { query: {}, as: null })).status).toBe(401)
  })
})

describe('the day streak', () => {
  const save = (resourceId: number, body = {}) =>
    server.call('saveResourceProgress', { params: { id: resourceId }, body, as: student })

  /** Plays a lesson for a minute, and waits until that is recorded. */
  async function study(resourceId: number): Promise<void> {
    await save(resourceId)
    await server.jobs.runDueOnce()
    server.clock.advance(60_000)
    await save(resourceId, { position: 60 })
    server.clock.advance(30_000)
  }

  test('opening a lesson for a moment is no day of study, and a minute of it or a completed lesson is one', async () => {
    const [item = 0, other = 0] = itemsOf(await studied())
    await save(item)
    await read()
    server.clock.advance(2_000)
    await save(item, { position: 2, watched: [[0, 2]] })
    server.clock.advance(20 * 60_000)
    expect((await read()).streak).toEqual({ days: 0, isToday: false })
    await complete(other)
    expect((await read()).streak).toEqual({ days: 1, isToday: true })
    server.clock.advance(dayMs)
    await study(item)
    expect((await read()).streak).toEqual({ days: 2, isToday: true })
  })

  test('study that begins with a pause counts when it lasts', async () => {
    const [item = 0] = itemsOf(await studied())
    await save(item)
    await read()
    server.clock.advance(100_000)
    await read()
    server.clock.advance(4 * 60_000)
    await save(item, { position: 9 })
    expect((await read()).streak.days).toBe(0)
    server.clock.advance(12 * 60_000)
    expect((await read()).streak).toEqual({ days: 1, isToday: true })
  })

  test('the day streak counts days of study, and three in a row give points', async () => {
    const [item = 0] = itemsOf(await studied())
    await study(item)
    expect((await read()).streak).toEqual({ days: 1, isToday: true })
    server.clock.advance(dayMs)
    expect((await read()).streak).toEqual({ days: 1, isToday: false })
    await study(item)
    await read()
    server.clock.advance(dayMs)
    await study(item)
    const data = await read()
    expect(data.streak).toEqual({ days: 3, isToday: true })
    expect(data.xp).toBe(50)
    expect(badgesOf(data)).toEqual(['steady-orbit'])
    server.clock.advance(2 * dayMs)
    expect((await read()).streak).toEqual({ days: 3, isToday: false })
    await study(item)
    expect(await read()).toMatchObject({ streak: { days: 4, isToday: true }, xp: 50 })
    expect((await read()).badges).toContainEqual(expect.objectContaining({ key: 'unbroken-orbit', done: 4 }))
    // Two missed days lie within seven days now, so the streak begins after the first of them.
    server.clock.advance(2 * dayMs)
    expect((await read()).streak).toEqual({ days: 1, isToday: false })
    server.clock.advance(dayMs)
    expect((await read()).streak).toEqual({ days: 0, isToday: false })
  })

  test("the day streak uses the learner's own zone, and Kuala Lumpur until they have one", async () => {
    await server.database.transaction(async (tx) => {
      const { userId } = { userId: student.id }
      // These are 23:30 and 00:30 of the next day in Kuala Lumpur, but the same day in London.
      for (const at of [new Date('2026-01-10T15:30:00Z'), new Date('2026-01-10T16:30:00Z')])
        await server.services.achievements.studied(tx, { userId, at })
    })
    const at = new Date('2026-01-10T18:00:00Z').getTime()
    server.clock.advance(at - server.clock.now().getTime())
    expect((await read()).streak.days).toBe(2)
    const saved = await server.call('saveTimeZone', { body: { timeZone: 'Europe/London' }, as: student })
    expect(saved.body.data).toMatchObject({ timeZone: 'Europe/London', streak: { days: 1, isToday: true } })
    expect((await read()).timeZone).toBe('Europe/London')
    expect((await read(instructor)).timeZone).toBe('Asia/Kuala_Lumpur')
    server.clock.advance(Date.now() - at)
  })

  test('the day streak ends at midnight after two missed days, not 48 hours later', async () => {
    await server.call('saveTimeZone', { body: { timeZone: 'America/New_York' }, as: student })
    // The instant is 00:05 in New York on the day before the clocks go back. The next day has 25 hours.
    const userId = student.id
    await server.database.transaction((tx) =>
      server.services.achievements.studied(tx, { userId, at: new Date('2026-10-31T04:05:00Z') }),
    )
    const streakAt = async (instant: string) => {
      server.clock.advance(new Date(instant).getTime() - server.clock.now().getTime())
      return (await read()).streak.days
    }
    expect(await streakAt('2026-11-03T04:59:59Z')).toBe(1)
    expect(await streakAt('2026-11-03T05:00:01Z')).toBe(0)
    server.clock.advance(Date.now() - server.clock.now().getTime())
  })

  test('the day streak refuses an unknown time zone', async () => {
    for (const timeZone of ['Mars/Olympus', '', 'x'.repeat(65), 7]) {
      const { status, body } = await server.call('saveTimeZone', {
        body: { timeZone } as { timeZone: string },
        as: student,
      })
      expect(status).toBe(400)
      expect(body.errorCode).toBe('VALIDATION')
    }
    expect((await read()).timeZone).toBe('Asia/Kuala_Lumpur')
  })
})

describe('a certificate', () => {
  test('completing a course issues one certificate with the names of that day', async () => {
    const course = await studied()
    for (const item of itemsOf(course)) await complete(item)
    const [issued, ...others] = await certificates()
    expect(others).toEqual([])
    expect(issued).toMatchObject({ courseId: course.id, courseTitle: 'Orbits' })
    expect(issued?.id).toMatch(/^[A-Za-z0-9_-]{22}$/)

    await sql`UPDATE users SET name = 'Renamed' WHERE id = ${student.id}`.execute(server.database.kysely)
    await sql`UPDATE courses SET title = 'Renamed' WHERE id = ${course.id}`.execute(server.database.kysely)
    await deliverAgain()
    expect(await certificates()).toEqual([issued])
    const shown = await server.call('readCertificate', { params: { id: issued?.id ?? '' }, as: null })
    expect(shown.status).toBe(200)
    expect(shown.body.data).toEqual({
      id: issued?.id,
      learnerName: expect.stringMatching(/^Person \d+$/),
      courseTitle: 'Orbits',
      sellerName: expect.stringMatching(/^Person \d+$/),
      teacherName: expect.stringMatching(/^Person \d+$/),
      videoMinutes: 3,
      issuedAt: issued?.issuedAt,
      path: expect.anything(),
    })
  })

  test('no certificate is issued for an empty course or before everything is done', async () => {
    const empty = await studied([])
    const course = await studied()
    const [first = 0, second = 0] = itemsOf(course)
    await complete(first)
    await complete(second)
    expect(await certificates()).toEqual([])
    await server.database.transaction((tx) =>
      emit(tx, 'lesson.completed', { userId: student.id, courseId: empty.id, resourceId: first }),
    )
    expect(await certificates()).toEqual([])
  })

  test('lessons completed concurrently issue one certificate', async () => {
    const items = itemsOf(await studied())
    await Promise.all(items.map((item) => complete(item)))
    const again = await server.startAgain()
    await Promise.all([server.jobs.runDueOnce(), again.jobs.runDueOnce()])
    await again.app.close()
    expect(await certificates()).toHaveLength(1)
  })

  test('deleting or unpublishing the last open item issues the certificate', async () => {
    const resources = [{}, {}]
    const author = { as: instructor }
    const takeAway = [
      (course: TestCourse) =>
        server.call('deleteResource', { params: { id: itemsOf(course)[1] ?? 0 }, ...author }),
      (course: TestCourse) =>
        server.call('updateResource', {
          params: { id: itemsOf(course)[1] ?? 0 },
          body: { isPublished: false },
          ...author,
        }),
      (course: TestCourse) =>
        server.call('deleteContent', { params: { id: course.contents[1]?.id ?? 0 }, ...author }),
      (course: TestCourse) =>
        server.call('updateContent', {
          params: { id: course.contents[1]?.id ?? 0 },
          body: { isPublished: false },
          ...author,
        }),
    ]
    for (const [place, change] of takeAway.entries()) {
      const course = await studied(place < 2 ? [{ resources }] : [{ resources: [{}] }, { resources: [{}] }])
      await complete(itemsOf(course)[0] ?? 0)
      const query = { courseId: String(course.id) }
      expect(await certificates(student, query)).toEqual([])
      expect((await change(course)).status).toBe(200)
      expect(await certificates(student, query)).toHaveLength(1)
    }
    expect((await read()).xp).toBe(4 * 350)
  })

  test('publishing a completed lesson again issues the certificates of all its learners', async () => {
    const course = await makeCourse(server.database, {
      owner: instructor,
      contents: [{ resources: [{}, { isPublished: false }, { type: 'pdf' }] }],
    })
    const [first = 0, second = 0] = itemsOf(course)
    await sql`
      WITH joined AS (
        INSERT INTO users (email, name) SELECT 'crowd' || number || '@apogee.test', 'Crowd' FROM generate_series(1, 450) AS given (number)
        RETURNING id)
      INSERT INTO enrolments (user_id, course_id, source) SELECT id, ${course.id}, 'free' FROM joined`.execute(
      server.database.kysely,
    )
    const last = await server.person()
    await place(course.id, last)
    await sql`INSERT INTO resource_progress (user_id, resource_id, completed_at) VALUES (${last.id}, ${second}, now())`.execute(
      server.database.kysely,
    )
    await server.call('deleteResource', { params: { id: first }, as: instructor })
    expect(await certificates(last)).toEqual([])
    const published = { params: { id: second }, body: { isPublished: true }, as: instructor }
    await server.call('updateResource', published)
    expect(await certificates(last)).toHaveLength(1)
    const all = await sql`SELECT 1 FROM certificates WHERE course_id = ${course.id}`.execute(
      server.database.kysely,
    )
    expect(all.rows).toHaveLength(1)
  })

  test('a refund revokes the certificate, and a new enrolment makes it valid again', async () => {
    const course = await studied()
    for (const item of itemsOf(course)) await complete(item)
    const [issued] = await certificates()
    const show = () => server.call('readCertificate', { params: { id: issued?.id ?? '' }, as: null })
    await takePlace(course.id)
    expect(await certificates()).toEqual([])
    const revoked = await show()
    expect(revoked.status).toBe(410)
    expect(revoked.body.error).toBe('This certificate is no longer valid')
    expect(revoked.raw.body).not.toContain('Orbits')

    await place(course.id)
    expect(await certificates()).toEqual([issued])
    expect((await show()).status).toBe(200)
    // Delivering all earlier events again, also in another order, changes nothing.
    await deliverAgain()
    expect(await certificates()).toEqual([issued])
  })

  test('a certificate is never valid without an enrolment, in any order of completion and refund', async () => {
    const course = await makeCourse(server.database, { owner: instructor, contents: [{ resources: [{}] }] })
    const [item = 0] = itemsOf(course)
    const learners = await Promise.all(Array.from({ length: 12 }, () => server.person()))
    for (const learner of learners) await place(course.id, learner)
    await Promise.all(
      learners.flatMap((learner, index) => [
        complete(item, true, learner),
        ...(index % 3 === 0 ? [] : [takePlace(course.id, learner)]),
      ]),
    )
    const again = await server.startAgain()
    await Promise.all([server.jobs.runDueOnce(), again.jobs.runDueOnce()])
    await again.app.close()
    const valid = await sql<{ id: number }>`
      SELECT user_id AS id FROM certificates WHERE course_id = ${course.id} AND revoked_at IS NULL
       ORDER BY user_id`.execute(server.database.kysely)
    const expected = learners.filter((_, index) => index % 3 === 0).map(({ id }) => id)
    expect(valid.rows.map(({ id }) => id)).toEqual(expected.toSorted((one, other) => one - other))
  })

  test('an unknown certificate is not found', async () => {
    for (const id of ['nothing', '1', '%00', 'x'.repeat(100)]) {
      const { status, body } = await server.call('readCertificate', { params: { id }, as: null })
      expect(status).toBe(404)
      expect(body.errorCode).toBe('CERTIFICATE_NOT_FOUND')
      expect(body.error).toBe('Certificate not found')
    }
  })

  test("a learner finds the certificate of one course and never another person's", async () => {
    const [one, two] = [await studied(), await studied()]
    for (const item of [...itemsOf(one), ...itemsOf(two)]) await complete(item)
    expect((await certificates()).map(({ courseId }) => courseId)).toEqual([two.id, one.id])
    expect(await certificates(student, { courseId: String(one.id) })).toHaveLength(1)
    expect(await certificates(instructor)).toEqual([])
    const page = await server.call('listCertificates', { query: { limit: '1' }, as: student })
    expect(page.body.data).toHaveLength(1)
    expect(page.body.meta).toMatchObject({ total: 2, nextCursor: expect.any(String) })
  })
})
