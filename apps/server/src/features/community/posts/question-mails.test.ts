import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from '../community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let teacher: TestPerson
let learner: TestPerson
let courseId: number

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
})
beforeEach(async () => {
  teacher = await server.person('instructor', { isProven: true })
  learner = await server.person('student', { isProven: true })
  courseId = (await makeCourse(server.database, { owner: teacher, title: 'Orbits' })).id
  await community.enrol(learner, courseId)
})
afterAll(() => server.stop())

const ask = async (title: string, as = learner) => (await community.started(as, { courseId }, { title })).id

/** Runs the hourly job in two processes and returns all mails about questions to this person. */
async function mailsTo({ email }: TestPerson) {
  await server.jobs.runDueOnce()
  await Promise.all([
    server.services.questionMails.sendToTeachers(),
    server.services.questionMails.sendToTeachers(),
  ])
  await server.jobs.runDueOnce()
  return server.mails.filter((mail) => mail.to === email && mail.body.includes('stop-question-mails'))
}

test('the teacher gets one mail with all questions that learners have asked since the last one', async () => {
  const first = await ask('Which orbit?')
  const second = await ask('How high?')
  await ask('My announcement', teacher)
  await community.started(learner, {}, { title: 'For everybody' })
  const [mail, ...others] = await mailsTo(teacher)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 new questions in Orbits')
  for (const [id, title] of [
    [first, 'Which orbit?'],
    [second, 'How high?'],
  ] as const)
    expect(mail?.body).toContain(`- ${title}:\nhttp://127.0.0.1:3000/community/discussions/${id}`)
  expect(mail?.body).not.toContain('announcement')
  expect(mail?.body).toMatch(/\nhttp:\/\/127\.0\.0\.1:3000\/stop-question-mails\/\d+\.[\w-]{43}$/)
  expect(mail?.unsubscribeUrl).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/api\/question-mail-stops\/\d+\.[\w-]{43}$/,
  )
  expect(await mailsTo(teacher)).toHaveLength(1)
  await ask('One more?')
  expect((await mailsTo(teacher))[1]?.subject).toBe('New question in Orbits')
})

test('a question that was deleted or hidden in time is not mailed, and an unverified address gets nothing', async () => {
  const deleted = await ask('Deleted')
  await server.jobs.runDueOnce()
  await server.call('deleteDiscussion', { params: { id: deleted }, as: learner })
  expect(await mailsTo(teacher)).toEqual([])
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${teacher.id}`.execute(
    server.database.kysely,
  )
  await ask('Unverified')
  expect(await mailsTo(teacher)).toEqual([])
})

test('who asked gets a mail when the teacher replies, not when a learner does', async () => {
  const other = await server.person()
  await community.enrol(other, courseId)
  const id = await ask('Which orbit?')
  await community.answer(other, id)
  expect(await mailsTo(learner)).toEqual([])
  await community.answer(teacher, id, 'A secret answer')
  const [mail, ...others] = await mailsTo(learner)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('The instructor answered your question in Orbits')
  expect(mail?.body).toContain(`\nhttp://127.0.0.1:3000/community/discussions/${id}\n`)
  expect(mail?.body).not.toContain('secret')
  expect(mail?.unsubscribeUrl).toContain('/api/question-mail-stops/')
  await community.answer(teacher, await ask('Own', teacher))
  expect(await mailsTo(learner)).toHaveLength(1)
})

test('the mail about an answer leads to the second of the video that was asked about', async () => {
  const { id: otherId, contents } = await makeCourse(server.database, {
    owner: teacher,
    title: 'Comets',
    contents: [{ resources: [{ title: 'Tails' }] }],
  })
  const [content] = contents
  const [lesson = 0] = content?.resources ?? []
  await community.enrol(learner, otherId)
  const place = { courseId: otherId, resourceId: lesson }
  const atSecond = await community.started(learner, { ...place, positionSeconds: 192 }, { title: 'Why two?' })
  const whole = await community.started(learner, place, { title: 'Why?' })
  const other = await server.person('student', { isProven: true })
  await community.enrol(other, otherId)
  const left = await community.started(other, { ...place, positionSeconds: 7 }, { title: 'Why now?' })
  await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${other.id}`.execute(
    server.database.kysely,
  )
  for (const { id } of [atSecond, whole, left]) await community.answer(teacher, id)
  const mails = await mailsTo(learner)
  const address = `http://127.0.0.1:3000/lesson/${content?.id}/resources/${lesson}?t=192&question=${atSecond.id}`
  expect(mails.map(({ body }) => body.includes(`\n\nOpen the video at 3:12:\n${address}\n`))).toEqual([
    true,
    false,
  ])
  expect(mails[0]?.html).toContain('>Open the video at 3:12</a>')
  // Who may not open the lesson any more gets the answer without it.
  const [toOther] = await mailsTo(other)
  expect(toOther?.body).toContain(`/community/discussions/${left.id}\n`)
  expect(toOther?.body).not.toContain('/lesson/')
})

test('who asked gets a mail when an admin of the business or a superadmin replies, not when others do', async () => {
  const admin = await server.person('admin')
  const owner = await server.person('instructor', { businessId: admin.businessId })
  const { id: ownCourse } = await makeCourse(server.database, { owner, title: 'Comets' })
  await community.enrol(learner, ownCourse)
  const { id } = await community.started(learner, { courseId: ownCourse }, { title: 'How cold?' })
  const colleague = await server.person('instructor', { businessId: admin.businessId })
  const stranger = await server.person('admin')
  for (const other of [colleague, stranger]) {
    await community.enrol(other, ownCourse)
    await community.answer(other, id)
  }
  expect(await mailsTo(learner)).toEqual([])
  await community.answer(admin, id)
  await community.answer(await server.person('superadmin'), id)
  const mails = await mailsTo(learner)
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'An admin answered your question in Comets'),
  )
})

test('the address in a mail ends these mails by POST only, without signing in, and DELETE turns them on again', async () => {
  await ask('First')
  const [mail] = await mailsTo(teacher)
  const { pathname } = new URL(mail?.unsubscribeUrl ?? 'http://x')
  const opened = await server.app.inject({ url: pathname })
  expect(opened.statusCode).toBe(303)
  expect(opened.headers.location).toBe(pathname.replace('/api/question-mail-stops/', '/stop-question-mails/'))
  const wrong = pathname.replace(/\.[\w-]{43}$/, `.${'A'.repeat(43)}`)
  expect((await server.app.inject({ method: 'POST', url: wrong })).statusCode).toBe(404)
  await ask('Second')
  expect(await mailsTo(teacher)).toHaveLength(2)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const _ of ['once', 'again']) {
    const given = { method: 'POST', url: pathname, headers, payload: 'List-Unsubscribe=One-Click' } as const
    expect((await server.app.inject(given)).statusCode).toBe(200)
  }
  await ask('Third')
  expect(await mailsTo(teacher)).toHaveLength(2)
  expect((await server.app.inject({ method: 'DELETE', url: wrong })).statusCode).toBe(404)
  expect((await server.app.inject({ method: 'DELETE', url: pathname })).statusCode).toBe(200)
  await ask('Fourth')
  expect((await mailsTo(teacher))[2]?.body).toContain('Fourth')
})

test('the settings end these mails and turn them on again, and agree with the address in a mail', async () => {
  const isWanted = async () => (await server.call('readQuestionMails', { as: teacher })).body.data.wanted
  const choose = (wanted: boolean) => server.call('updateQuestionMails', { body: { wanted }, as: teacher })
  await ask('First')
  const [mail] = await mailsTo(teacher)
  expect(await isWanted()).toBe(true)
  expect((await choose(false)).body.data).toEqual({ wanted: false })
  await choose(false)
  await ask('Second')
  expect(await mailsTo(teacher)).toHaveLength(1)
  expect(await isWanted()).toBe(false)
  await choose(true)
  await ask('Third')
  expect(await mailsTo(teacher)).toHaveLength(2)
  await server.app.inject({ method: 'POST', url: new URL(mail?.unsubscribeUrl ?? 'http://x').pathname })
  expect(await isWanted()).toBe(false)
  expect((await server.call('readQuestionMails', { as: learner })).body.data).toEqual({ wanted: true })
  expect((await server.call('readQuestionMails', {})).status).toBe(401)
})

test('an erased account leaves no choice about these mails', async () => {
  await ask('First')
  const [mail] = await mailsTo(teacher)
  await server.app.inject({ method: 'POST', url: new URL(mail?.unsubscribeUrl ?? 'http://x').pathname })
  const stops = async () =>
    (
      await sql`SELECT 1 FROM question_mail_stops WHERE user_id = ${teacher.id}`.execute(
        server.database.kysely,
      )
    ).rows
  expect(await stops()).toHaveLength(1)
  await server.database.transaction((tx) => server.services.questionMails.switch.forgetPerson(tx, teacher.id))
  expect(await stops()).toEqual([])
})
