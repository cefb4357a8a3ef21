import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import {
  courseId,
  enrol,
  learner,
  server,
  taughtCourseForTests,
  teach,
  teacher,
} from '#server/app/testing-taught-course.ts'

taughtCourseForTests()

const write = (
  body: { body?: string; clientKey?: string } = {},
  { to = learner, as = teacher }: { to?: TestPerson; as?: TestPerson | null } = {},
) =>
  server.call('writeLearnerMessage', {
    params: { id: courseId, userId: to.id },
    body: { body: 'You are close to the end.', ...body },
    as,
  })
const list = ({ of = learner, as = teacher }: { of?: TestPerson; as?: TestPerson } = {}) =>
  server.call('listLearnerMessages', { params: { id: courseId, userId: of.id }, query: {}, as })
async function toldTo(as: TestPerson) {
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const { body } = await server.call('listNotifications', { query: {}, as })
  return body.data.filter(({ kind }) => kind === 'message.received')
}
const mailsTo = ({ email }: TestPerson) =>
  server.mails.filter((mail) => mail.to === email && mail.body.includes('stop-announcement-mails'))

test('a message reaches this learner alone, on the site and by mail, and is listed with its author', async () => {
  const other = await server.person('student', { isProven: true })
  await enrol(other)
  const { status, body } = await write({ body: 'You are close.\nSee https://evil.example now' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ body: 'You are close.\nSee https://evil.example now', isMailed: true })
  expect(await toldTo(learner)).toMatchObject([
    {
      data: { courseId, courseTitle: 'Orbits', body: 'You are close.\nSee https://evil.example now' },
      isRead: false,
    },
  ])
  expect(await toldTo(other)).toEqual([])
  expect(mailsTo(other)).toEqual([])
  const [mail, ...others] = mailsTo(learner)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Orbits: a message from ./)
  expect(mail?.body).toContain('You are close. See')
  expect(mail?.body).not.toContain('https://evil.example')
  expect(mail?.body).toContain(`/course/${courseId}?tab=discussion`)
  expect(mail?.body).not.toContain(teacher.email)
  const listed = (await list()).body
  expect(listed.data).toEqual([body.data])
  expect(listed.meta.total).toBe(1)
  expect(listed.data[0]?.authorName).not.toBeNull()
  expect((await list({ of: other })).body.data).toEqual([])
})

test('the mail names the business of the course', async () => {
  const admin = await server.person('admin', { isProven: true })
  await teach({ owner: admin, title: 'Rockets' })
  expect((await write({}, { as: admin })).status).toBe(201)
  await toldTo(learner)
  const found = await sql<{ name: string }>`
    SELECT b.name FROM businesses b JOIN user_cards u ON u.business_id = b.id WHERE u.id = ${admin.id}`.execute(
    server.database.kysely,
  )
  expect(mailsTo(learner)[0]?.subject).toBe(`Rockets: a message from ${found.rows[0]?.name}`)
})

test('one press sends one message, also when its request is repeated at the same moment', async () => {
  const clientKey = '0f7a3a52-4b43-4f8e-9a57-3a63b9c4d601'
  const answers = await Promise.all([write({ clientKey }), write({ clientKey }), write({ clientKey })])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await toldTo(learner)).toHaveLength(1)
  expect(mailsTo(learner)).toHaveLength(1)
  const second = await server.person()
  await enrol(second)
  expect((await write({ clientKey }, { to: second })).status).toBe(201)
  expect(await toldTo(second)).toHaveLength(1)
})

test('the switch of announcements ends these mails, as does the link in one; the notification still comes', async () => {
  await write()
  await toldTo(learner)
  const token = /announcement-mail-stops\/(\S+)$/.exec(mailsTo(learner)[0]?.unsubscribeUrl ?? '')?.[1] ?? ''
  expect((await server.call('stopAnnouncementMails', { params: { token }, as: null })).status).toBe(200)
  expect((await write()).body.data.isMailed).toBe(false)
  expect(await toldTo(learner)).toHaveLength(2)
  expect(mailsTo(learner)).toHaveLength(1)
})

test('an address that is not verified gets no mail', async () => {
  const unproven = await server.person()
  await enrol(unproven)
  expect((await write({}, { to: unproven })).body.data.isMailed).toBe(false)
  expect(await toldTo(unproven)).toHaveLength(1)
  expect(mailsTo(unproven)).toEqual([])
})

test('people of another business, learners and strangers neither write nor read', async () => {
  await write()
  const outsider = await server.person('admin')
  expect((await write({}, { as: outsider })).status).toBe(404)
  expect((await list({ as: outsider })).status).toBe(404)
  expect((await write({}, { as: learner })).status).toBe(403)
  expect((await list({ as: learner })).status).toBe(403)
  expect((await write({}, { as: null })).status).toBe(401)
})

test('whoever is no learner gets no message, and whose access was removed gets no new one', async () => {
  const stranger = await server.person()
  const refusal = { status: 404, body: { errorCode: 'LEARNER_NOT_FOUND' } }
  expect(await write({}, { to: stranger })).toMatchObject(refusal)
  expect(await list({ of: stranger })).toMatchObject(refusal)
  await write()
  await server.call('removeLearner', {
    params: { id: courseId, userId: learner.id },
    body: { reason: 'Left the company' },
    as: teacher,
  })
  expect(await write()).toMatchObject(refusal)
  expect((await list()).body.data).toHaveLength(1)
})

test('ten messages in a day are the limit for one learner, whoever sends them at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => write()))
  const refused = answers.filter(({ status }) => status === 429)
  expect([answers.length - refused.length, refused.length]).toEqual([10, 2])
  const second = await server.person()
  await enrol(second)
  expect((await write({}, { to: second })).status).toBe(201)
  server.clock.advance(25 * 3_600_000)
  expect((await write()).status).toBe(201)
})

test('a hundred messages in a day are the limit of a course', async () => {
  await sql`
    WITH people AS (
      INSERT INTO users (email, name, role, password_hash)
      SELECT 'reader' || n || '@apogee.test', 'Reader', 'student', NULL FROM generate_series(1, 100) n RETURNING id)
    INSERT INTO learner_messages (course_id, user_id, author_id, body, is_mailed, created_at)
    SELECT ${courseId}, id, ${teacher.id}, 'Hello', false, ${server.clock.now()} FROM people`.execute(
    server.database.kysely,
  )
  expect(await write()).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_ATTEMPTS' } })
})

test('an erased account loses its messages; those that the person wrote stay without a name', async () => {
  const other = await server.person()
  await enrol(other)
  await write({ body: 'For you alone' }, { to: other })
  await write()
  await server.database.transaction(async (tx) => {
    await server.services.learnerMessages.forgetPerson(tx, learner.id)
  })
  await sql`UPDATE users SET erased_at = now(), name = NULL WHERE id = ${teacher.id}`.execute(
    server.database.kysely,
  )
  const superadmin = await server.person('superadmin')
  expect((await list({ as: superadmin })).body.data).toEqual([])
  expect((await list({ of: other, as: superadmin })).body.data).toMatchObject([
    { body: 'For you alone', authorName: null },
  ])
})

test('a blank or too long text is named at its field', async () => {
  const blank = await write({ body: ' \n ' })
  expect(blank.status).toBe(400)
  expect(JSON.stringify(blank.body)).toContain('Please write something')
  expect((await write({ body: 'a'.repeat(2001) })).status).toBe(400)
})
