/** What deleting a team member will do, shown before and done by it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let stranger: TestPerson
let elsewhere: { id: number }
let own: { id: number }
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  stranger = await server.person('admin')
  own = await makeCourse(server.database, { owner: admin, title: 'Own' })
  elsewhere = await makeCourse(server.database, { owner: stranger, title: 'Elsewhere' })
})
afterAll(() => server.stop())

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.kysely)
const member = (role: 'student' | 'instructor' | 'admin' = 'instructor') =>
  server.person(role, { businessId: admin.businessId })
const announcedFor = async (id: number, as = admin) =>
  (await server.call('readDeletion', { params: { id }, as })).body.data.outcome
const remove = (id: number, query: { announced?: 'erased' | 'leftTeam' } = {}, as = admin) =>
  server.call('deleteUser', { params: { id }, query, as })
const isErased = async (id: number) => {
  const { rows } = await sql<{ gone: boolean }>`
    SELECT erased_at IS NOT NULL AS gone FROM users WHERE id = ${id}`.execute(server.database.kysely)
  return rows[0]?.gone
}
const enrol = (person: TestPerson, courseId: number) =>
  run(sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'free')`)

async function order(person: TestPerson, courseId: number, state: string) {
  const settled = state === 'paid' ? server.clock.now() : null
  await run(sql`
    WITH ordered AS (
      INSERT INTO orders (public_id, buyer_id, state, total_cents, origin, settled_at)
      VALUES (${`order-${person.id}-${courseId}`}, ${person.id}, ${state}, 0, 'http://localhost', ${settled}) RETURNING id)
    INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents)
    SELECT ordered.id, c.id, c.seller_id, c.title, 0, 0 FROM ordered, courses c WHERE c.id = ${courseId}`)
}

const certify = (person: TestPerson, courseId: number) =>
  run(sql`INSERT INTO certificates (public_id, user_id, course_id, learner_name, course_title, seller_name, issued_at)
          VALUES (lpad(${person.id}::text, 22, 'x'), ${person.id}, ${courseId}, 'A', 'B', 'C', now())`)

const inBusiness: [string, (person: TestPerson) => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['an enrolment in a course of the business', (person) => enrol(person, own.id)],
  ['a purchase from the business', (person) => order(person, own.id, 'paid')],
  ['a certificate of the business', (person) => certify(person, own.id)],
  ['an order elsewhere that was cancelled', (person) => order(person, elsewhere.id, 'cancelled')],
  [
    'a revoked enrolment elsewhere',
    async (person) => {
      await enrol(person, elsewhere.id)
      await run(sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${person.id}`)
    },
  ],
  ['a course made for the business', (person) => makeCourse(server.database, { owner: person })],
]

const fromOthers: [string, (person: TestPerson) => Promise<unknown>][] = [
  ['an enrolment elsewhere', (person) => enrol(person, elsewhere.id)],
  ['a purchase elsewhere', (person) => order(person, elsewhere.id, 'paid')],
  ['an order elsewhere that may still be paid', (person) => order(person, elsewhere.id, 'pending')],
  ['a certificate from elsewhere', (person) => certify(person, elsewhere.id)],
  [
    'an open invitation to a course elsewhere',
    (person) =>
      run(sql`INSERT INTO course_invitations (course_id, email, granted_by)
              VALUES (${elsewhere.id}, ${person.email}, ${stranger.id})`),
  ],
  [
    'a course of its own, from before it joined the team',
    (person) => makeCourse(server.database, { owner: { ...person, businessId: null } }),
  ],
]

describe('an admin who deletes a team member', () => {
  test.each(inBusiness)(
    'deleting a team member erases an account that has %s, as announced',
    async (_, give) => {
      const person = await member()
      await give(person)
      expect(await announcedFor(person.id)).toBe('erased')
      expect(await isErased(person.id)).toBe(false)
      const { status, body } = await remove(person.id, { announced: 'erased' })
      expect([status, body]).toEqual([200, { success: true, eraseAfter: null, data: { outcome: 'erased' } }])
      expect(await isErased(person.id)).toBe(true)
    },
  )

  test.each(fromOthers)(
    'deleting a team member removes an account from the team that has %s',
    async (_, give) => {
      const person = await member()
      await give(person)
      expect(await announcedFor(person.id)).toBe('leftTeam')
      const { status, body } = await remove(person.id)
      expect([status, body]).toEqual([
        200,
        { success: true, eraseAfter: null, data: { outcome: 'leftTeam' } },
      ])
      expect(await isErased(person.id)).toBe(false)
      expect((await server.call('verifySession', { body: {}, as: person })).status).toBe(401)
      const back = await server.call('login', { body: { email: person.email, password: testPassword } })
      expect(back.body.data.user).toMatchObject({ id: person.id, role: 'student', businessId: null })
    },
  )

  test("deleting a team member keeps the courses made for the business, and the member's own access", async () => {
    const person = await member()
    const made = await makeCourse(server.database, { owner: person, title: 'Made for the business' })
    await enrol(person, elsewhere.id)
    await remove(person.id)
    const kept = await server.call('readCourse', { params: { courseId: made.id }, as: admin })
    expect(kept.status).toBe(200)
    const as = (await server.call('login', { body: { email: person.email, password: testPassword } })).body
      .data
    const learns = await server.call('listEnrolledCourses', { query: {}, as })
    expect(learns.body.data.map(({ id }) => id)).toEqual([elsewhere.id])
    const edit = await server.call('updateCourse', { params: { id: made.id }, body: { title: 'Mine' }, as })
    expect([403, 404]).toContain(edit.status)
  })

  test('deleting a team member revokes their invitations, is logged, and mails the member in their language', async () => {
    const person = await member('admin')
    await run(sql`UPDATE users SET email_verified_at = now(), language = 'ms' WHERE id = ${person.id}`)
    await server.call('createInvitation', {
      body: { email: 'later@apogee.test', role: 'admin' },
      as: person,
    })
    await enrol(person, elsewhere.id)
    await remove(person.id)
    await server.jobs.runDueOnce()
    const subjects = server.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Anda tidak lagi dalam pasukan Business/))
    const open = await server.call('listInvitations', { query: {}, as: admin })
    expect(open.body.data).toEqual([])
    const log =
      await sql`SELECT 1 FROM security_log WHERE kind = 'role.changed' AND subject_id = ${person.id}`.execute(
        server.database.kysely,
      )
    expect(log.rows).toHaveLength(1)
  })

  test('a person announced as leaving the team is never erased, even without anything from others', async () => {
    const person = await member()
    await enrol(person, elsewhere.id)
    expect(await announcedFor(person.id)).toBe('leftTeam')
    await run(sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${person.id}`)
    expect((await remove(person.id, { announced: 'leftTeam' })).body.data).toEqual({ outcome: 'leftTeam' })
    expect(await isErased(person.id)).toBe(false)
  })

  test('a person who bought elsewhere after the announced erasure leaves the team instead', async () => {
    const person = await member()
    expect(await announcedFor(person.id)).toBe('erased')
    await order(person, elsewhere.id, 'paid')
    expect((await remove(person.id, { announced: 'erased' })).body.data).toEqual({ outcome: 'leftTeam' })
  })

  test('the last admin is announced as undeletable', async () => {
    const superadmin = await server.person('superadmin')
    const response = await server.call('readDeletion', { params: { id: stranger.id }, as: superadmin })
    expect([response.status, response.body.errorCode]).toEqual([409, 'LAST_ADMIN'])
  })

  test('an admin cannot ask about deleting other people', async () => {
    const learner = await server.person()
    const absent = await server.call('readDeletion', { params: { id: 999_999_999 }, as: admin })
    for (const { id } of [learner, stranger]) {
      const response = await server.call('readDeletion', { params: { id }, as: admin })
      expect([response.status, response.raw.body]).toEqual([404, absent.raw.body])
    }
    const teacher = await member()
    expect((await server.call('readDeletion', { params: { id: admin.id }, as: teacher })).status).toBe(403)
    expect((await server.call('readDeletion', { params: { id: admin.id } })).status).toBe(401)
  })
})

test('a superadmin erases people with access from several sellers', async () => {
  const person = await member()
  await enrol(person, elsewhere.id)
  const superadmin = await server.person('superadmin')
  expect(await announcedFor(person.id, superadmin)).toBe('erased')
  expect((await remove(person.id, {}, superadmin)).body.data).toEqual({ outcome: 'erased' })
})

test('the end of an account with a role is in the security log, by an admin or by itself', async () => {
  const [instructor, leaving] = [await member(), await member('admin')]
  await remove(instructor.id)
  expect((await server.call('leave', { body: { password: testPassword }, as: leaving })).status).toBe(200)
  server.clock.advance(15 * 24 * 3_600_000)
  expect(await server.services.people.eraseDue()).toBe(1)
  const log = await server.call('listSecurityLog', { query: { limit: '2' }, as: admin })
  expect(log.body.data.map(({ kind, actor, details }) => [kind, actor?.id, details])).toEqual([
    ['member.deleted', undefined, { role: 'admin' }],
    ['member.deleted', admin.id, { role: 'instructor' }],
  ])
})

describe('signing somebody out everywhere', () => {
  const signOut = (id: number, as: TestPerson) => server.call('signOutUser', { params: { id }, as })
  const isSignedIn = async (person: TestPerson) =>
    (await server.call('verifySession', { body: {}, as: person })).status === 200

  test('ends sessions and API tokens of a member of the team, and tells them', async () => {
    const teacher = await server.person('instructor', { businessId: admin.businessId, isProven: true })
    const token = await server.call('createApiToken', {
      body: { name: 'Report', scopes: ['courses:read'] },
      as: teacher,
    })
    expect(token.status).toBe(201)
    expect((await signOut(teacher.id, await member('admin'))).status).toBe(200)
    expect(await isSignedIn(teacher)).toBe(false)
    const { rows } = await sql<{ tokens: number }>`
      SELECT count(*) AS tokens FROM api_tokens WHERE user_id = ${teacher.id}`.execute(server.database.kysely)
    expect(rows).toEqual([{ tokens: 0 }])
    expect(await isSignedIn(admin)).toBe(true)
    const log = await server.call('listSecurityLog', { query: {}, as: admin })
    expect(log.body.data[0]).toMatchObject({ kind: 'sessions.ended', subject: { id: teacher.id } })
    await server.jobs.runDueOnce()
    expect(server.mails.filter(({ to }) => to === teacher.email).map(({ subject }) => subject)).toContain(
      'Security: somebody was signed out everywhere',
    )
  })

  test('needs a fresh proof: whoever stole a session could keep everybody else out', async () => {
    const [own, teacher] = [await member('admin'), await member()]
    server.clock.advance(11 * 60_000)
    expect((await signOut(teacher.id, own)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect(await isSignedIn(teacher)).toBe(true)
  })

  test('people of other businesses are not found, and oneself is refused', async () => {
    const theirs = await server.person('instructor', { businessId: stranger.businessId })
    const own = await member('admin')
    expect((await signOut(theirs.id, own)).status).toBe(404)
    expect(await isSignedIn(theirs)).toBe(true)
    expect((await signOut(own.id, own)).body.errorCode).toBe('FORBIDDEN')
    const teacher = await member()
    expect((await signOut(own.id, teacher)).status).toBe(403)
    const superadmin = await server.person('superadmin')
    expect((await signOut(theirs.id, superadmin)).status).toBe(200)
    expect(await isSignedIn(theirs)).toBe(false)
  })
})
