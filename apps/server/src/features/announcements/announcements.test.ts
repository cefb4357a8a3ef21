import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import {
  taughtCourseForTests,
  courseId,
  enrol,
  learner,
  server,
  teacher,
} from '#server/app/testing-taught-course.ts'

taughtCourseForTests()

const write = (
  body: { title?: string; body?: string; byMail?: boolean; clientKey?: string } = {},
  as: TestPerson = teacher,
) =>
  server.call('writeAnnouncement', {
    params: { id: courseId },
    body: { title: 'Live session on Friday', body: 'Bring a question.', ...body },
    as,
  })
const list = async (as: TestPerson = learner) =>
  (await server.call('listAnnouncements', { params: { id: courseId }, query: {}, as })).body.data
const written = async (body: Parameters<typeof write>[0] = {}) => (await write(body)).body.data.id
async function toldTo(as: TestPerson) {
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const { body } = await server.call('listNotifications', { query: {}, as })
  return body.data.filter(({ kind }) => kind === 'announcement.written')
}
const mailsTo = ({ email }: TestPerson) =>
  server.mails.filter((mail) => mail.to === email && mail.body.includes('stop-announcement-mails'))
const countOfAll = async () => {
  const found = await sql<{ count: number }>`SELECT count(*) AS count FROM course_announcements`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.count
}

test('an announcement is listed for everybody who may study the course, and tells each learner once on the site', async () => {
  const second = await server.person()
  await enrol(second)
  const { status, body } = await write()
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    title: 'Live session on Friday',
    body: 'Bring a question.',
    editedAt: null,
  })
  for (const reader of [learner, second])
    expect(await toldTo(reader)).toMatchObject([
      { data: { courseId, courseTitle: 'Orbits', title: 'Live session on Friday' }, isRead: false },
    ])
  expect(await toldTo(teacher)).toEqual([])
  expect(mailsTo(learner)).toEqual([])
  expect(await list()).toMatchObject([{ title: 'Live session on Friday', delivery: null }])
  expect(await list(teacher)).toMatchObject([{ delivery: { isMailed: false, toldCount: 2, isDone: true } }])
})

test('a learner who enrols later reads it and is not told; a removed learner does neither', async () => {
  const removed = await server.person()
  await enrol(removed)
  await server.call('removeLearner', {
    params: { id: courseId, userId: removed.id },
    body: { reason: 'Left the company' },
    as: teacher,
  })
  await write()
  server.clock.advance(1000)
  const later = await server.person()
  await enrol(later)
  expect(await toldTo(removed)).toEqual([])
  const refused = await server.call('listAnnouncements', {
    params: { id: courseId },
    query: {},
    as: removed,
  })
  expect(refused.status).toBe(403)
  expect(await list(later)).toHaveLength(1)
})

test('a mailed announcement reaches verified addresses once, with a link that ends these mails without signing in', async () => {
  const unproven = await server.person()
  await enrol(unproven)
  const id = await written({ byMail: true, body: 'See https://evil.example now' })
  await Promise.all([toldTo(learner), server.services.announcements.deliver({ announcementId: id })])
  await server.jobs.runDueOnce()
  const [mail, ...others] = mailsTo(learner)
  expect(others).toEqual([])
  expect(mailsTo(unproven)).toEqual([])
  expect(mail?.subject).toBe('Orbits: Live session on Friday')
  expect(mail?.body).toContain(`http://127.0.0.1:3000/course/${courseId}?tab=announcements`)
  expect(mail?.body).not.toContain('https://evil.example')
  const token = /announcement-mail-stops\/(\S+)$/.exec(mail?.unsubscribeUrl ?? '')?.[1] ?? ''
  expect((await server.call('stopAnnouncementMails', { params: { token }, as: null })).status).toBe(200)
  expect((await server.call('readAnnouncementMails', { as: learner })).body.data).toEqual({ wanted: false })
  await written({ byMail: true })
  expect(await toldTo(learner)).toHaveLength(2)
  expect(mailsTo(learner)).toHaveLength(1)
  await server.call('resumeAnnouncementMails', { params: { token }, as: null })
  expect((await server.call('readAnnouncementMails', { as: learner })).body.data).toEqual({ wanted: true })
  const forged = await server.call('stopAnnouncementMails', { params: { token: `${token}x` }, as: null })
  expect(forged.status).toBe(404)
})

test('a text with a form is stored as it was sent, and mailed and told without its signs', async () => {
  const body =
    '## Friday\n\nBring **one** question, [the form](https://evil.example/form) and:\n\n- _paper_\n- `git`'
  await written({ byMail: true, body })
  await toldTo(learner)
  expect((await list())[0]?.body).toBe(body)
  const [mail] = mailsTo(learner)
  expect(mail?.body).toContain('Friday Bring one question, the form and: - paper - git')
  expect(mail?.body).not.toContain('evil.example')
})

test('a long text is cut between characters, and reaches its readers', async () => {
  await written({ byMail: true, body: `${'a'.repeat(499)}\u{1f680} and more` })
  expect(await toldTo(learner)).toHaveLength(1)
  expect(mailsTo(learner)).toHaveLength(1)
})

test('the switch in the settings ends the mails, and erasing the account forgets it', async () => {
  const save = (wanted: boolean) => server.call('updateAnnouncementMails', { body: { wanted }, as: learner })
  expect((await save(false)).body.data).toEqual({ wanted: false })
  await written({ byMail: true })
  await toldTo(learner)
  expect(mailsTo(learner)).toEqual([])
  expect((await save(true)).body.data).toEqual({ wanted: true })
  await save(false)
  await server.database.transaction((tx) =>
    server.services.announcementMails.switch.forgetPerson(tx, learner.id),
  )
  expect((await server.call('readAnnouncementMails', { as: learner })).body.data).toEqual({ wanted: true })
})

test('more than one batch of learners is told, each of them once', async () => {
  await sql`
    WITH people AS (
      INSERT INTO users (email, name, role, password_hash)
      SELECT 'crowd' || n || '@apogee.test', 'Crowd', 'student', NULL FROM generate_series(1, 410) n RETURNING id)
    INSERT INTO enrolments (user_id, course_id, source, granted_at)
    SELECT id, ${courseId}, 'free', ${server.clock.now()} FROM people`.execute(server.database.kysely)
  const id = await written()
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const told = await sql<{ count: number; people: number }>`
    SELECT count(*) AS count, count(DISTINCT user_id) AS people FROM notifications
     WHERE kind = 'announcement.written' AND occasion = ${String(id)}`.execute(server.database.kysely)
  expect(told.rows).toEqual([{ count: 411, people: 411 }])
  expect(await list(teacher)).toMatchObject([{ delivery: { toldCount: 411, isDone: true } }])
})

test('a repeated request with the same key writes one announcement', async () => {
  const before = (await countOfAll()) ?? 0
  const clientKey = '6b0f3f4e-2f1f-4c58-9d0e-0d2f8a1b7c11'
  const answers = await Promise.all([write({ clientKey }), write({ clientKey }), write({ clientKey })])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await countOfAll()).toBe(before + 1)
})

test('five announcements in a day are the limit of a course, whoever writes them at once', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => write()))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 201, 201, 201, 201, 429, 429,
  ])
  server.clock.advance(25 * 3_600_000)
  expect((await write()).status).toBe(201)
})

test('a correction keeps what was told, and one over an unseen correction is refused', async () => {
  const id = await written()
  const update = (body: { title?: string; body?: string; version?: number }) =>
    server.call('updateAnnouncement', {
      params: { id: courseId, announcementId: id },
      body,
      as: teacher,
    })
  const first = await update({ title: 'Live session on Monday', version: 0 })
  expect(first.body.data).toMatchObject({ title: 'Live session on Monday', body: 'Bring a question.' })
  expect(first.body.data.editedAt).not.toBeNull()
  const second = await update({ title: 'Live session on Sunday', version: 0 })
  expect(second).toMatchObject({ status: 409, body: { errorCode: 'EDIT_CONFLICT' } })
  expect(await toldTo(learner)).toHaveLength(1)
})

test('a removed announcement is gone from the list, and nobody is told of it any more', async () => {
  const id = await written({ byMail: true })
  const remove = () =>
    server.call('removeAnnouncement', { params: { id: courseId, announcementId: id }, as: teacher })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
  expect(await toldTo(learner)).toEqual([])
  expect(mailsTo(learner)).toEqual([])
  expect(await list()).toEqual([])
  const left = await countOfAll()
  await server.services.announcements.deleteRemoved(server.clock.now())
  expect(await countOfAll()).toBe(left)
  server.clock.advance(1000)
  await server.services.announcements.deleteRemoved(server.clock.now())
  expect(await countOfAll()).toBe((left ?? 0) - 1)
})

test('nobody changes or removes an announcement of another course through their own', async () => {
  const id = await written()
  const other = await server.person('instructor')
  const own = await makeCourse(server.database, { owner: other, title: 'Rockets' })
  const params = { id: own.id, announcementId: id }
  const changed = await server.call('updateAnnouncement', { params, body: { title: 'Mine' }, as: other })
  expect(changed).toMatchObject({ status: 404, body: { errorCode: 'ANNOUNCEMENT_NOT_FOUND' } })
  await server.call('removeAnnouncement', { params, as: other })
  expect(await list()).toMatchObject([{ title: 'Live session on Friday' }])
})

test('a blank title or text is named at its field', async () => {
  const { status, body } = await write({ title: ' ', body: '' })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('Title is required')
  expect(JSON.stringify(body)).toContain('Please write something')
})
