import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'
import { answering, makeAssessment } from '#server/features/assessments/testing.ts'

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

async function list(as: TestPerson = student, query: { limit?: string; cursor?: string } = {}) {
  await server.jobs.runDueOnce()
  const { status, body } = await server.call('listNotifications', { query, as })
  expect(status).toBe(200)
  return body
}

const read = (body: { ids?: number[] }, as: TestPerson | null = student) =>
  server.call('markNotificationsRead', { body, as })

async function freeCourse(title = 'Orbits') {
  return makeCourse(server.database, { owner: instructor, title, contents: [{ resources: [{}] }] })
}

const enroll = (courseId: number, as: TestPerson = student) =>
  server.call('enroll', { params: { courseId }, body: {}, as })

async function discussionOf(author: TestPerson): Promise<number> {
  const made = await sql<{ id: number }>`
    INSERT INTO discussions (author_id, title, body) VALUES (${author.id}, 'Which join?', 'Inner or left?')
    RETURNING id`.execute(server.database.kysely)
  return made.rows[0]?.id ?? 0
}

const answered = (discussionId: number, postId: number, authorId: number, answeredUserId: number) =>
  server.database.transaction((tx) =>
    emit(tx, 'discussion.answered', { discussionId, postId, authorId, answeredUserId, mentionedIds: [] }),
  )

describe('a notification', () => {
  test('an enrolment notifies its learner', async () => {
    const course = await freeCourse()
    await enroll(course.id)
    const { data, meta } = await list()
    expect(meta).toEqual({ total: 1, nextCursor: null, unread: 1 })
    expect(data).toEqual([
      {
        id: expect.any(Number),
        kind: 'course.enrolled',
        data: { courseId: course.id, courseTitle: 'Orbits' },
        actorName: null,
        createdAt: expect.any(String),
        isRead: false,
      },
    ])
  })

  test('a finished course notifies of its certificate and new badges', async () => {
    const course = await freeCourse()
    await enroll(course.id)
    const resource = course.contents[0]?.resources[0] ?? 0
    await server.call('saveResourceProgress', {
      params: { id: resource },
      body: { completed: true },
      as: student,
    })
    const { data, meta } = await list()
    expect(meta.unread).toBe(4)
    const notifications = new Map(
      data.map((one) => [one.kind === 'badge.earned' ? one.data.badge : one.kind, one.data]),
    )
    expect([...notifications.keys()].toSorted()).toEqual([
      'certificate.issued',
      'course.enrolled',
      'first-light',
      'touchdown',
    ])
    const certificates = await server.call('listCertificates', { query: {}, as: student })
    expect(notifications.get('certificate.issued')).toEqual({
      courseId: course.id,
      courseTitle: 'Orbits',
      certificateId: certificates.body.data[0]?.id,
    })
  })

  test("a reply notifies the discussion's author, with the current name of the writer", async () => {
    const other = await server.person()
    const discussionId = await discussionOf(student)
    await answered(discussionId, 501, other.id, student.id)
    await answered(discussionId, 502, student.id, student.id)
    await sql`UPDATE users SET name = 'Siti Aminah' WHERE id = ${other.id}`.execute(server.database.kysely)
    const { data } = await list()
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'discussion.answered',
        data: { discussionId, discussionTitle: 'Which join?' },
        actorName: 'Siti Aminah',
      }),
    ])
    await sql`UPDATE users SET erased_at = now() WHERE id = ${other.id}`.execute(server.database.kysely)
    expect((await list()).data[0]?.actorName).toBeNull()
  })

  test("a graded quiz is named by its item's title", async () => {
    const course = await makeCourse(server.database, {
      owner: instructor,
      contents: [{ resources: [{ type: 'quiz', title: 'Orbit quiz' }] }],
    })
    const resourceId = course.contents[0]?.resources[0] ?? 0
    const assessmentId = await makeAssessment(server, { resourceId })
    await enroll(course.id)
    const renamed = { params: { id: resourceId }, body: { title: 'Orbits, again' }, as: instructor }
    expect((await server.call('updateResource', renamed)).status).toBe(200)
    const { number } = await answering(server, student, assessmentId, [1])
    await server.call('submitAttempt', { params: { id: assessmentId, number }, as: student })
    const notifications = (await list()).data.find(({ kind }) => kind === 'attempt.graded')
    expect(notifications?.data).toMatchObject({ assessmentId, assessmentTitle: 'Orbits, again' })
  })

  test('a report notifies the moderator once per discussion until it is read, without the reporter', async () => {
    const { body } = await server.call('createGroup', {
      body: { name: 'Night readers', description: 'We read at night' },
      as: student,
    })
    const groupId = body.data.id
    const author = await server.person()
    await server.call('joinGroup', { params: { id: groupId }, as: author })
    const started = await server.call('startDiscussion', {
      body: { title: 'Which join?', body: 'Inner or left?', groupId },
      as: author,
    })
    const discussionId = started.body.data.id
    const report = (as: TestPerson) =>
      server.call('reportPost', { body: { discussionId, reason: 'Rude' }, as })
    for (const reporter of [await server.person(), await server.person()]) {
      expect((await report(reporter)).status).toBe(200)
    }
    const first = await list()
    expect(first.data).toEqual([
      expect.objectContaining({
        kind: 'post.reported',
        data: { discussionId, discussionTitle: 'Which join?' },
        actorName: null,
        isRead: false,
      }),
    ])
    await read({})
    await report(await server.person())
    expect((await list()).data.map(({ isRead }) => isRead)).toEqual([false, true])
    // A report by the moderator notifies nobody.
    await read({})
    await report(student)
    expect((await list()).meta).toMatchObject({ total: 2, unread: 0 })
  })

  test('a repeated event notifies once', async () => {
    const course = await freeCourse()
    await enroll(course.id)
    const before = await list()
    expect(before.meta.total).toBe(1)
    // Deleting the deliveries simulates a crash before the jobs were marked as done.
    await sql`DELETE FROM event_deliveries`.execute(server.database.kysely)
    await sql`
      SELECT graphile_worker.add_job('events.deliver', json_build_object('eventId', id))
        FROM domain_events, generate_series(1, 3)`.execute(server.database.kysely)
    const again = await server.startAgain()
    await Promise.all([server.jobs.runDueOnce(), again.jobs.runDueOnce()])
    await again.app.close()
    expect(await list()).toEqual(before)
  })
})

describe('the list', () => {
  test('notifications are paged, newest first', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      const course = await freeCourse(title)
      await enroll(course.id)
      await server.jobs.runDueOnce()
    }
    const first = await list(student, { limit: '2' })
    const titles = (body: typeof first) =>
      body.data.map((one) => (one.kind === 'course.enrolled' ? one.data.courseTitle : one.kind))
    expect(titles(first)).toEqual(['Three', 'Two'])
    expect(first.meta).toMatchObject({ total: 3, unread: 3 })
    const next = await list(student, { limit: '2', cursor: first.meta.nextCursor ?? '' })
    expect(titles(next)).toEqual(['One'])
    expect(next.meta.nextCursor).toBeNull()
  })

  test('notifications are marked as read one by one or all at once', async () => {
    for (const title of ['One', 'Two', 'Three']) await enroll((await freeCourse(title)).id)
    const { data } = await list()
    const one = await read({ ids: [data[0]?.id ?? 0] })
    expect(one.body.data.unread).toBe(2)
    expect((await list()).data.map(({ isRead }) => isRead)).toEqual([true, false, false])
    expect((await read({})).body.data.unread).toBe(0)
    expect((await list()).meta).toMatchObject({ total: 3, unread: 0 })
  })

  test('notifications of deleted courses, discussions and quizzes are marked', async () => {
    const { database } = server
    await sql`
      INSERT INTO notifications (user_id, kind, occasion, data, created_at)
      SELECT ${student.id}, kind, occasion, data::jsonb, now() FROM (VALUES
        ('course.enrolled', 'a', '{"courseId": 999999, "courseTitle": "Tides"}'),
        ('attempt.graded', 'b', '{"assessmentId": 999999, "assessmentTitle": "Tides", "number": 1, "percentage": 50}'),
        ('announcement.written', '999999', '{"courseId": 1, "courseTitle": "Tides", "title": "Low water"}'),
        ('badge.earned', 'd', '{"badge": "touchdown"}')) made (kind, occasion, data)`.execute(database.kysely)
    const discussion = await discussionOf(student)
    await answered(discussion, 1, instructor.id, student.id)
    const goneOf = async () =>
      Object.fromEntries((await list()).data.map(({ kind, isGone = false }) => [kind, isGone]))
    expect(await goneOf()).toEqual({
      'course.enrolled': true,
      'attempt.graded': true,
      'announcement.written': true,
      'badge.earned': false,
      'discussion.answered': false,
    })
    await sql`UPDATE discussions SET removed_at = now(), title = '', body = '' WHERE id = ${discussion}`.execute(
      database.kysely,
    )
    expect(await goneOf()).toMatchObject({ 'discussion.answered': true })
  })

  test('notifications are visible to their recipient only', async () => {
    await enroll((await freeCourse()).id)
    const { data } = await list()
    const other = await server.person()
    expect((await list(other)).data).toEqual([])
    const marked = await read({ ids: data.map(({ id }) => id) }, other)
    expect(marked.body.data.unread).toBe(0)
    await read({}, other)
    expect((await list()).meta.unread).toBe(1)
    expect((await read({}, null)).status).toBe(401)
    expect((await server.call('listNotifications', { query: {}, as: null })).status).toBe(401)
  })
})

test('notifications are deleted after a year, read or not', async () => {
  await enroll((await freeCourse('Old')).id)
  await enroll((await freeCourse('New')).id)
  const [, old] = (await list()).data
  await sql`UPDATE notifications SET created_at = now() - interval '366 days' WHERE id = ${old?.id ?? 0}`.execute(
    server.database.kysely,
  )
  await server.services.notifications.deleteBefore(new Date(Date.now() - 365 * 24 * 3_600_000))
  expect((await list()).data.map(({ id }) => id)).not.toContain(old?.id)
  expect((await list()).meta.total).toBe(1)
})
