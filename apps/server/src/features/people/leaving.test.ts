import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const enrol = (person: TestPerson, courseId: number) =>
  sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'free')`.execute(
    server.database.kysely,
  )
const userRow = async (id: number) =>
  (await sql<Record<string, unknown>>`SELECT * FROM users WHERE id = ${id}`.execute(server.database.kysely))
    .rows[0]
const signIn = (person: TestPerson) =>
  server.call('login', { body: { email: person.email, password: testPassword } })

describe('leaving', () => {
  const leave = (as: TestPerson, password?: string) =>
    server.call('leave', { body: password === undefined ? {} : { password }, as })
  const days = (count: number) => count * 24 * 3_600_000

  test("deleting one's account needs the password and ends all sessions", async () => {
    const person = await server.person()
    expect((await leave(person)).body.error).toBe('Please confirm with your password')
    expect((await leave(person, 'Wrong-Password-1')).body.errorCode).toBe('WRONG_PASSWORD')
    const other = (await signIn(person)).body.data
    const left = await leave(person, testPassword)
    expect(left.status).toBe(200)
    const at = new Date(left.body.eraseAfter ?? 0).getTime()
    expect(at).toBe(server.clock.now().getTime() + days(14))
    for (const as of [person, other])
      expect((await server.call('verifySession', { body: {}, as })).status).toBe(401)
    await server.jobs.runDueOnce()
    const mail = server.mails.find(
      ({ to, subject }) => to === person.email && subject === 'Your account will be deleted',
    )
    expect(mail?.body).toContain('sign in before that day to keep everything')
  })

  test('a lone instructor with learners cannot leave until the course is deleted', async () => {
    const lone = await server.person('instructor')
    const learner = await server.person()
    const { id } = await makeCourse(server.database, { owner: lone })
    await enrol(learner, id)
    const refused = await leave(lone, testPassword)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Learners have courses that only this account manages. Delete those courses first; the learners keep them.',
    ])
    const deleted = await server.call('deleteCourse', { params: { id }, as: lone })
    expect(deleted.body.data.outcome).toBe('archived')
    expect((await leave(lone, testPassword)).status).toBe(200)
    expect((await server.call('readCourse', { params: { courseId: id }, as: learner })).status).toBe(200)
  })

  test('a leaving person disappears from the lists of teachers and the team until they return', async () => {
    const admin = await server.person('admin')
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const listed = async () => {
      const lists = [
        await server.call('listInstructors', { query: {}, as: admin }),
        await server.call('listUsers', { query: {}, as: admin }),
      ]
      return lists.map(({ body }) => [body.meta.total, body.data.some(({ id }) => id === teacher.id)])
    }
    const there = [
      [2, true],
      [2, true],
    ]
    expect(await listed()).toEqual(there)
    await leave(teacher, testPassword)
    expect(await listed()).toEqual([
      [1, false],
      [1, false],
    ])
    await signIn(teacher)
    expect(await listed()).toEqual(there)
  })

  test('signing in within 14 days cancels the deletion', async () => {
    const person = await server.person()
    await leave(person, testPassword)
    const back = (await signIn(person)).body.data
    expect((await userRow(person.id))?.['erase_after']).toBeNull()
    expect((await server.call('verifySession', { body: {}, as: back })).status).toBe(200)
    expect(back.user.isDeletionCancelled).toBe(true)
    expect((await signIn(person)).body.data.user.isDeletionCancelled).toBeUndefined()
    await server.jobs.runDueOnce()
    const mail = server.mails.find(
      ({ to, subject }) => to === person.email && subject === 'Your account stays',
    )
    expect(mail?.body).toMatch(/set a new password now:\nhttps?:\S+\/forgot-password/)
  })

  test("a lone instructor's return restores the courses that leaving archived, and no others", async () => {
    const lone = await server.person('instructor')
    const course = (title: string) => makeCourse(server.database, { owner: lone, title })
    const [sold, priv, archived] = [await course('Sold'), await course('Private'), await course('Archived')]
    await sql`UPDATE courses SET is_private = true WHERE id = ${priv.id}`.execute(server.database.kysely)
    await enrol(await server.person(), archived.id)
    const deleted = await server.call('deleteCourse', { params: { id: archived.id }, as: lone })
    expect(deleted.body.data.outcome).toBe('archived')
    const listed = async (as: { token: string }) =>
      (await server.call('listCourses', { query: { createdBy: String(lone.id) }, as })).body.data
        .map(({ title }) => title)
        .toSorted()
    const seen = async (id: number) =>
      (await server.call('readCourse', { params: { courseId: id }, as: null })).status

    // The loop runs twice, because a returned person may leave again.
    for (let as: { token: string } = lone, round = 0; round < 2; round += 1) {
      expect((await server.call('leave', { body: { password: testPassword }, as })).status).toBe(200)
      await server.jobs.runDueOnce()
      expect(await seen(sold.id)).toBe(404)
      as = (await signIn(lone)).body.data
      await server.jobs.runDueOnce()
      expect(await listed(as)).toEqual(['Private', 'Sold'])
      expect([await seen(sold.id), await seen(priv.id)]).toEqual([200, 404])
    }
  })

  test('leaving again before the courses are restored keeps them archived until the next return', async () => {
    const lone = await server.person('instructor')
    const { id } = await makeCourse(server.database, { owner: lone })
    const seen = async () => (await server.call('readCourse', { params: { courseId: id }, as: null })).status
    await leave(lone, testPassword)
    await leave({ ...lone, token: (await signIn(lone)).body.data.token }, testPassword)
    await server.jobs.runDueOnce()
    expect(await seen()).toBe(404)
    await signIn(lone)
    await server.jobs.runDueOnce()
    expect(await seen()).toBe(200)
  })

  test('DELETE is refused to people with a password, because that call carries none', async () => {
    const person = await server.person()
    const remove = () => server.call('deleteUser', { params: { id: person.id }, as: person })
    expect((await remove()).body.errorCode).toBe('PASSWORD_NEEDED')
    expect((await server.call('verifySession', { body: {}, as: person })).status).toBe(200)
    const response = await server.call('readDeletion', { params: { id: person.id }, as: person })
    expect(response.body.data).toEqual({ outcome: 'scheduled' })
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
    const left = await remove()
    expect([left.status, left.body.data]).toEqual([200, { outcome: 'scheduled' }])
    expect(new Date(left.body.eraseAfter ?? 0).getTime()).toBe(server.clock.now().getTime() + days(14))
    expect((await server.call('verifySession', { body: {}, as: person })).status).toBe(401)
  })

  test('people without a password leave without one after a recent sign-in', async () => {
    const person = await server.person()
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
    server.clock.advance(11 * 60_000)
    expect((await leave(person)).body.errorCode).toBe('SIGN_IN_AGAIN')
    await sql`UPDATE sessions SET proven_at = ${server.clock.now()} WHERE user_id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect((await leave(person)).status).toBe(200)
  })

  test('guesses of the password are limited', async () => {
    const person = await server.person()
    const codes = []
    for (let i = 0; i < 12; i += 1) codes.push((await leave(person, `Wrong-${i}`)).body.errorCode)
    expect(codes).toContain('TOO_MANY_ATTEMPTS')
  })

  test('the last admin and the last superadmin cannot leave', async () => {
    expect((await leave(await server.person('admin'), testPassword)).body.errorCode).toBe('LAST_ADMIN')
    expect((await leave(await server.person('superadmin'), testPassword)).body.errorCode).toBe(
      'LAST_SUPERADMIN',
    )
  })

  test('an admin who is leaving does not count as the remaining one', async () => {
    const one = await server.person('admin')
    const other = await server.person('admin', { businessId: one.businessId })
    expect((await leave(one, testPassword)).status).toBe(200)
    expect((await leave(other, testPassword)).body.errorCode).toBe('LAST_ADMIN')
  })

  test('a failing erasure does not delay the next ones, and its job shows as failed', async () => {
    const [stuck, next] = [await server.person(), await server.person()]
    const past = (person: TestPerson, minutes: number) =>
      sql`UPDATE users SET erase_after = ${new Date(server.clock.now().getTime() - minutes * 60_000)}
         WHERE id = ${person.id}`.execute(server.database.kysely)
    await past(stuck, 2)
    await past(next, 1)
    await sql`CREATE FUNCTION refuse_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'this row cannot be written'; END $$`.execute(server.database.kysely)
    await sql`CREATE TRIGGER refuse_erasure BEFORE UPDATE ON users FOR EACH ROW
            WHEN (NEW.erased_at IS NOT NULL AND NEW.id = ${sql.lit(stuck.id)}) EXECUTE FUNCTION refuse_erasure()`.execute(
      server.database.kysely,
    )
    await expect(server.services.people.eraseDue()).rejects.toThrow('1 person could not be erased')
    expect((await userRow(next.id))?.['erased_at']).toBeInstanceOf(Date)
    expect(await userRow(stuck.id)).toMatchObject({ erased_at: null, erase_after: expect.any(Date) })
    await sql`DROP FUNCTION refuse_erasure CASCADE`.execute(server.database.kysely)
    expect(await server.services.people.eraseDue()).toBe(1)
    expect((await userRow(stuck.id))?.['erased_at']).toBeInstanceOf(Date)
  })

  // This test must be the last one, because it advances the shared clock.
  test('after the grace period the sweep erases; people who may not leave any more are retried a day later', async () => {
    const [gone, kept] = [await server.person(), await server.person('instructor')]
    await leave(gone, testPassword)
    await leave(kept, testPassword)
    expect(await server.services.people.eraseDue()).toBe(0)
    const course = await makeCourse(server.database, { owner: kept })
    await enrol(await server.person(), course.id)
    server.clock.advance(days(14))
    expect(await server.services.people.eraseDue()).toBeGreaterThan(0)
    expect((await userRow(gone.id))?.['erased_at']).toBeInstanceOf(Date)
    expect(await userRow(kept.id)).toMatchObject({
      erased_at: null,
      erase_after: new Date(server.clock.now().getTime() + days(1)),
    })
  })
})
