import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import { testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import { listPeople } from './people.store.ts'

let shop: Shop
let server: TestApp
let admin: TestPerson
let teacher: TestPerson
let superadmin: TestPerson

beforeAll(async () => {
  shop = await startShop()
  server = shop.server
  admin = shop.seller
  teacher = await server.person('instructor', { businessId: admin.businessId })
  superadmin = await server.person('superadmin')
})
afterAll(() => server.stop())

const all = { query: {} }
const idsOf = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id)
const enrol = (person: TestPerson, courseId: number, source = 'free') =>
  sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, ${source})`.execute(
    server.database.kysely,
  )
const userRow = async (id: number) =>
  (await shop.rows<Record<string, unknown>>(sql`SELECT * FROM users WHERE id = ${id}`))[0]
const signIn = (person: TestPerson) =>
  server.call('login', { body: { email: person.email, password: testPassword } })

describe('the lists', () => {
  test("an admin's list of people is the business's team, newest first", async () => {
    const answer = await server.call('listUsers', { ...all, as: admin })
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([teacher.id, admin.id])
    expect(answer.body.meta).toEqual({ total: 2, nextCursor: null })
  })

  test("a newly registered admin's list has one row: themselves", async () => {
    const fresh = await server.person('admin')
    expect(idsOf(await server.call('listUsers', { ...all, as: fresh }))).toEqual([fresh.id])
    expect(idsOf(await server.call('listMyLearners', { ...all, as: fresh }))).toEqual([])
  })

  test('a superadmin lists everyone; a student is refused', async () => {
    const student = await server.person()
    expect(idsOf(await server.call('listUsers', { ...all, as: superadmin }))).toContain(student.id)
    for (const name of ['listUsers', 'listMyLearners'] as const) {
      expect((await server.call(name, { ...all, as: student })).status).toBe(403)
      expect((await server.call(name, { ...all, as: null })).status).toBe(401)
    }
  })

  test('an instructor lists the learners of their own courses, with only those courses', async () => {
    const own = await makeCourse(server.database, { owner: teacher, title: 'Mine' })
    const colleague = await server.person('instructor', { businessId: admin.businessId })
    const theirs = await makeCourse(server.database, { owner: colleague, title: 'Not mine' })
    const elsewhere = await makeCourse(server.database, { owner: await server.person('instructor') })
    const learner = await server.person()
    for (const { id } of [own, theirs, elsewhere]) await enrol(learner, id)
    for (const name of ['listUsers', 'listMyLearners'] as const) {
      const answer = await server.call(name, { ...all, as: teacher })
      expect(idsOf(answer)).toEqual([learner.id])
      expect(answer.body.data[0]).toMatchObject({
        totalBookings: 1,
        courses: [{ id: own.id, title: 'Mine' }],
        lastBooking: expect.any(String),
        lastEnrolled: expect.any(String),
      })
    }
    const ofBusiness = await server.call('listMyLearners', { ...all, as: admin })
    expect(ofBusiness.body.data[0]?.courses?.map(({ id }) => id).toSorted()).toEqual([own.id, theirs.id])
    await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    expect(idsOf(await server.call('listMyLearners', { ...all, as: teacher }))).toEqual([])
  })

  test('a booking is a settled order or a free enrolment, not an invitation', async () => {
    const buyer = await server.person()
    const bought = [await shop.course(4900), await shop.course(5900)]
    const { id, purchase } = await shop.buy(buyer, ...bought)
    await shop.pay(purchase)
    expect(await shop.check(id)).toBe('paid')
    await shop.buy(buyer, await shop.course(9900))
    await enrol(buyer, await shop.course(0), 'free')
    await enrol(buyer, await shop.course(0), 'invitation')
    const { body } = await server.call('listMyLearners', { query: { search: buyer.email }, as: admin })
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ id: buyer.id, totalBookings: 2 })
    expect(body.data[0]?.courses).toHaveLength(4)
  })

  test('the search finds names and e-mails in any case, literally', async () => {
    const named = await server.person()
    await server.call('updateUser', { params: { id: named.id }, body: { name: 'Zulaikha 100%' }, as: named })
    const found = async (search: string) =>
      idsOf(await server.call('listUsers', { query: { search }, as: superadmin }))
    expect(await found('zULAIKHA')).toEqual([named.id])
    expect(await found(named.email.toUpperCase())).toEqual([named.id])
    expect(await found('100%')).toEqual([named.id])
    expect(await found('1_0%')).toEqual([])
  })

  test('the search in learners finds the same people, whichever way they are read', async () => {
    const owner = await server.person('instructor')
    const { id: own } = await makeCourse(server.database, { owner, title: 'Searched' })
    const { id: foreign } = await makeCourse(server.database, { owner: admin, title: 'Of others' })
    const learners = [await server.person(), await server.person(), await server.person()]
    for (const learner of learners) await enrol(learner, own)
    const [stranger, former] = [await server.person(), await server.person()]
    await enrol(stranger, foreign)
    await enrol(former, own)
    await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${former.id}`.execute(
      server.database.kysely,
    )
    const people = [...learners, stranger, former]
    await sql`UPDATE users SET name = 'Searchable ' || id WHERE id = ANY(${people.map(({ id }) => id)}::bigint[])`.execute(
      server.database.kysely,
    )
    const scope = { of: 'instructor', userId: owner.id, businessId: null } as const
    const read = async (pattern: string, limits: Parameters<typeof listPeople>[3]) => {
      const page = { limit: 2, offset: 0, before: null }
      const { rows, total } = await listPeople(
        server.database.kysely,
        { who: 'learners', scope, pattern },
        page,
        limits,
      )
      return [rows.map(({ id }) => id), total]
    }
    const newest = learners.map(({ id }) => id).toReversed()
    for (const limits of [
      undefined,
      { fewPlaces: 0, fewFound: 100, mostFound: 100 },
      { fewPlaces: 0, fewFound: 0, mostFound: 100 },
      { fewPlaces: 0, fewFound: 0, mostFound: 0 },
    ]) {
      expect(await read('%searchable%', limits)).toEqual([newest, 3])
      expect(await read(`%${learners[1]?.email ?? ''}%`, limits)).toEqual([[learners[1]?.id], 1])
    }
  })

  test('the list of people is paged with a cursor and a total', async () => {
    const owner = await server.person('admin')
    const team = [owner]
    for (let i = 0; i < 4; i += 1) team.push(await server.person('student', { businessId: owner.businessId }))
    const first = await server.call('listUsers', { query: { limit: '2' }, as: owner })
    expect(first.body.meta.total).toBe(5)
    const second = await server.call('listUsers', {
      query: { limit: '2', cursor: first.body.meta.nextCursor ?? '' },
      as: owner,
    })
    const newestFirst = team.map(({ id }) => id).toReversed()
    expect([...idsOf(first), ...idsOf(second)]).toEqual(newestFirst.slice(0, 4))
    expect(idsOf(await server.call('listUsers', { query: { limit: '2', page: '3' }, as: owner }))).toEqual([
      owner.id,
    ])
  })

  test('the list of people contains no secrets', async () => {
    const { raw } = await server.call('listUsers', { ...all, as: superadmin })
    expect(raw.body).not.toMatch(/password|hash|token|address|language/i)
  })
})

describe('oneself', () => {
  test('a person changes their own name', async () => {
    const person = await server.person()
    const changed = await server.call('updateUser', {
      params: { id: person.id },
      body: { name: '  Aisyah  ' },
      as: person,
    })
    expect(changed.body.data).toMatchObject({ id: person.id, name: 'Aisyah' })
    const short = await server.call('updateUser', {
      params: { id: person.id },
      body: { name: 'A' },
      as: person,
    })
    expect(short.body.error).toBe('name: Name must be at least 2 characters')
  })

  test('a person sets an own upload as avatar, and removes it', async () => {
    const person = await server.person()
    const { url: signed } = await uploadFile(server, person, await picture('png'), 'me.png', 'avatar')
    // Without its signature, the URL of the avatar is the same for all callers.
    const url = signed.replace(/\?.*/, '')
    const put = (avatar: string, as = person) =>
      server.call('updateUser', { params: { id: person.id }, body: { avatar }, as })
    expect((await put(signed)).body.data.metadata.avatar).toBe(url)
    const seen = await server.call('verifySession', { body: {}, as: person })
    expect(seen.body.data.decoded.metadata.avatar).toBe(url)
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    expect((await put('')).body.data.metadata.avatar).toBeNull()
  })

  test("an avatar is refused when it is another person's file, a script or external", async () => {
    const [person, other] = [await server.person(), await server.person()]
    const { url } = await uploadFile(server, other, await picture('png'), 'me.png', 'avatar')
    for (const avatar of [
      url,
      'javascript:alert(1)',
      'data:image/png;base64,x',
      'https://evil.test/a.png',
      '/media/nothing',
    ]) {
      const { status, body } = await server.call('updateUser', {
        params: { id: person.id },
        body: { avatar },
        as: person,
      })
      expect({ avatar, status, ...body }).toMatchObject({
        avatar,
        status: 422,
        errorCode: 'FILE_NOT_AN_UPLOAD',
        error: 'avatar must be a file you uploaded here',
        issues: [{ path: 'avatar', message: 'must be a file you uploaded here' }],
      })
    }
  })

  test('a person cannot change their own role, business, e-mail or id', async () => {
    const person = await server.person()
    const before = await userRow(person.id)
    const asked: object = {
      businessId: 1,
      business_id: 1,
      email: 'sly@apogee.test',
      id: 1,
      createdAt: 'x',
      emailVerified: true,
    }
    await server.call('updateUser', { params: { id: person.id }, body: asked, as: person })
    expect(await userRow(person.id)).toEqual(before)
    for (const role of ['instructor', 'admin', 'superadmin'] as const) {
      const answer = await server.call('updateUser', {
        params: { id: person.id },
        body: { role },
        as: person,
      })
      expect(answer.status).toBe(403)
    }
  })

  test('a teacher writes their own biography; nobody else does, and students have none', async () => {
    const teacher = await server.person('instructor')
    const write = (bio: string, as: TestPerson, id = as.id) =>
      server.call('updateUser', { params: { id }, body: { bio }, as })
    expect((await write('  Surveyor, Ipoh.\n\nTeaches maps. ', teacher)).body.data.bio).toBe(
      'Surveyor, Ipoh.\n\nTeaches maps.',
    )
    expect((await write('x'.repeat(2001), teacher)).body.errorCode).toBe('VALIDATION')
    expect((await write('Not me', superadmin, teacher.id)).body.errorCode).toBe('FORBIDDEN')
    const student = await server.person()
    expect((await write('A student', student)).body.errorCode).toBe('FORBIDDEN')
    const renamed = await server.call('updateUser', {
      params: { id: teacher.id },
      body: { name: 'Zulaikha' },
      as: teacher,
    })
    expect(renamed.body.data.bio).toBe('Surveyor, Ipoh.\n\nTeaches maps.')
    expect((await write('', teacher)).body.data.bio).toBe('')
    const own = await server.call('verifySession', { body: {}, as: student })
    expect(own.body.data.decoded).not.toHaveProperty('bio')
  })

  test('a person cannot change others', async () => {
    const [person, other] = [await server.person(), await server.person()]
    for (const id of [other.id, 999_999_999]) {
      const answer = await server.call('updateUser', {
        params: { id },
        body: { name: 'Mine now' },
        as: person,
      })
      expect(answer.status).toBe(403)
    }
  })
})

describe('roles', () => {
  const give = (as: TestPerson, id: number, role: 'student' | 'instructor' | 'admin' | 'superadmin') =>
    server.call('updateUser', { params: { id }, body: { role }, as })

  test('an admin makes a team student an instructor, effective with the next request', async () => {
    const member = await server.person('student', { businessId: admin.businessId })
    const create = (as: { token: string }) =>
      server.call('createCourse', { body: { title: 'T', description: 'D' }, as })
    expect((await create(member)).status).toBe(403)
    expect((await give(admin, member.id, 'instructor')).body.data.role).toBe('instructor')
    const teaching = (await signIn(member)).body.data
    expect((await create(teaching)).status).toBe(201)
    expect((await give(admin, member.id, 'student')).status).toBe(200)
    expect((await create(teaching)).status).toBe(401)
    expect((await create((await signIn(member)).body.data)).status).toBe(403)
  })

  test("a change of role ends the person's sessions; the same role or another name does not", async () => {
    const member = await server.person('student', { businessId: admin.businessId })
    const other = (await signIn(member)).body.data
    const answers = () =>
      Promise.all(
        [member, other].map(async (as) => (await server.call('verifySession', { body: {}, as })).status),
      )
    await give(admin, member.id, 'student')
    await server.call('updateUser', { params: { id: member.id }, body: { name: 'New Name' }, as: superadmin })
    expect(await answers()).toEqual([200, 200])
    await give(admin, member.id, 'instructor')
    expect(await answers()).toEqual([401, 401])
  })

  test('a superadmin who steps down keeps only the session in which they did so', async () => {
    const stepping = await server.person('superadmin')
    const elsewhere = (await signIn(stepping)).body.data
    expect((await give(stepping, stepping.id, 'student')).status).toBe(200)
    expect((await server.call('verifySession', { body: {}, as: stepping })).status).toBe(200)
    expect((await server.call('verifySession', { body: {}, as: elsewhere })).status).toBe(401)
  })

  test('an admin gives nobody the admin role, and changes only their own name', async () => {
    expect((await give(admin, teacher.id, 'admin')).status).toBe(403)
    const named = await server.call('updateUser', {
      params: { id: teacher.id },
      body: { name: 'Other' },
      as: admin,
    })
    expect(named.status).toBe(403)
  })

  test('people of another business and learners are not found for an admin', async () => {
    const stranger = await server.person('instructor', {
      businessId: (await server.person('admin')).businessId,
    })
    const learner = await server.person()
    const absent = await give(admin, 999_999_999, 'instructor')
    for (const { id } of [stranger, learner]) {
      const answer = await give(admin, id, 'student')
      expect([answer.status, answer.raw.body]).toEqual([404, absent.raw.body])
    }
  })

  test('a superadmin gives any role and name, but every business keeps an admin', async () => {
    const owner = await server.person('admin')
    expect((await give(superadmin, owner.id, 'student')).body.errorCode).toBe('LAST_ADMIN')
    const second = await server.person('admin', { businessId: owner.businessId })
    expect((await give(superadmin, owner.id, 'instructor')).status).toBe(200)
    expect((await give(superadmin, second.id, 'superadmin')).body.errorCode).toBe('LAST_ADMIN')
    const learner = await server.person()
    const raised = await give(superadmin, learner.id, 'superadmin')
    expect(raised.body.data).toMatchObject({ role: 'superadmin', businessId: null })
    expect((await give(superadmin, learner.id, 'student')).status).toBe(200)
    const needs = await give(superadmin, learner.id, 'admin')
    expect([needs.status, needs.body.errorCode]).toEqual([422, 'ADMIN_NEEDS_BUSINESS'])
    const named = await server.call('updateUser', {
      params: { id: learner.id },
      body: { name: 'Right Name' },
      as: superadmin,
    })
    expect(named.body.data.name).toBe('Right Name')
  })

  test('the last superadmin keeps the role under concurrent changes', async () => {
    expect((await give(superadmin, superadmin.id, 'student')).body.errorCode).toBe('LAST_SUPERADMIN')
    const other = await server.person('superadmin')
    const answers = await Promise.all([
      give(superadmin, other.id, 'student'),
      give(other, superadmin.id, 'student'),
    ])
    const left = await shop.rows<{ id: number }>(
      sql`SELECT id FROM users WHERE role = 'superadmin' AND erased_at IS NULL`,
    )
    expect(left).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await sql`UPDATE users SET role = 'superadmin' WHERE id = ${superadmin.id}`.execute(
      server.database.kysely,
    )
    await sql`UPDATE users SET role = 'student' WHERE id = ${other.id}`.execute(server.database.kysely)
    superadmin = { ...superadmin, token: (await signIn(superadmin)).body.data.token }
  })
})

describe('deleting somebody', () => {
  const remove = (as: TestPerson, id: number) => server.call('deleteUser', { params: { id }, as })

  test('an admin deletes a team member at once: their token fails, their address is free, their courses stay', async () => {
    const member = await server.person('instructor', { businessId: admin.businessId })
    const course = await makeCourse(server.database, { owner: member, title: 'Stays with the business' })
    const gone = await remove(admin, member.id)
    expect([gone.status, gone.body.eraseAfter]).toEqual([200, null])
    expect((await server.call('verifySession', { body: {}, as: member })).status).toBe(401)
    expect((await signIn(member)).status).toBe(401)
    expect((await server.call('readCourse', { params: { courseId: course.id }, as: admin })).status).toBe(200)
    const again = await server.call('register', {
      body: { name: 'New', email: member.email, password: testPassword },
    })
    expect(again.status).toBe(201)
    expect((await remove(admin, member.id)).body.errorCode).toBe('USER_NOT_FOUND')
  })

  test('deleting a person leaves only the orders, without their address, and emits the event', async () => {
    const buyer = await server.person('student', { businessId: admin.businessId })
    const { url } = await uploadFile(server, buyer, await picture('png'), 'me.png', 'avatar')
    await server.call('updateUser', {
      params: { id: buyer.id },
      body: { name: 'Canary Name', avatar: url },
      as: buyer,
    })
    const courseId = await shop.course(4900)
    const { id, purchase } = await shop.buy(buyer, courseId)
    await shop.pay(purchase)
    await shop.check(id)
    await sql`INSERT INTO identities (provider, subject, user_id) VALUES ('google', 'canary', ${buyer.id})`.execute(
      server.database.kysely,
    )
    expect((await remove(admin, buyer.id)).status).toBe(200)
    expect(await userRow(buyer.id)).toMatchObject({
      email: `erased-${buyer.id}@erased.invalid`,
      name: null,
      avatar_url: null,
      password_hash: null,
      role: 'student',
      business_id: null,
      erased_at: expect.any(Date),
    })
    const orders = await shop.rows<{ state: string; customer: object }>(
      sql`SELECT state, customer FROM orders WHERE buyer_id = ${buyer.id}`,
    )
    expect(orders).toEqual([{ state: 'paid', customer: {} }])
    expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
    await server.jobs.runDueOnce()
    for (const table of ['sessions', 'one_time_tokens', 'identities', 'resource_progress']) {
      expect(await shop.rows(sql`SELECT 1 FROM ${sql.table(table)} WHERE user_id = ${buyer.id}`)).toEqual([])
    }
    expect(await shop.rows(sql`SELECT 1 FROM mail_outbox WHERE recipient = ${buyer.email}`)).toEqual([])
    const response = await shop.rows<{ payload: object }>(
      sql`SELECT payload FROM domain_events WHERE kind = 'user.erased'`,
    )
    expect(response).toContainEqual({ payload: { userId: buyer.id } })
    const learners = await server.call('listMyLearners', { query: { limit: '100' }, as: admin })
    expect(idsOf(learners)).not.toContain(buyer.id)
  })

  test("learners and other businesses' people cannot be deleted by an admin", async () => {
    const learner = await server.person()
    await enrol(learner, await shop.course(0))
    const stranger = await server.person('admin')
    const absent = await remove(admin, 999_999_999)
    for (const { id } of [learner, stranger, superadmin]) {
      const answer = await remove(admin, id)
      expect([answer.status, answer.raw.body]).toEqual([404, absent.raw.body])
    }
    expect((await remove(teacher, learner.id)).status).toBe(403)
    expect((await remove(learner, teacher.id)).status).toBe(403)
  })

  test('one of two admins who delete each other concurrently remains', async () => {
    const one = await server.person('admin')
    const other = await server.person('admin', { businessId: one.businessId })
    const answers = await Promise.all([remove(one, other.id), remove(other, one.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await server.call('deleteUser', { params: { id: one.id }, as: one })).status).not.toBe(200)
  })

  test('a superadmin deletes anybody except a lone instructor with learners', async () => {
    const lone = await server.person('instructor')
    const course = await makeCourse(server.database, { owner: lone })
    const learner = await server.person()
    await enrol(learner, course.id)
    const refused = await remove(superadmin, lone.id)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Learners have courses that only this account manages. Delete those courses first; the learners keep them.',
    ])
    expect((await server.call('deleteCourse', { params: { id: course.id }, as: lone })).status).toBe(200)
    const unsold = await makeCourse(server.database, { owner: lone })
    expect((await remove(superadmin, lone.id)).status).toBe(200)
    expect((await server.call('readCourse', { params: { courseId: unsold.id }, as: null })).status).toBe(404)
    expect((await server.call('readCourse', { params: { courseId: course.id }, as: learner })).status).toBe(
      200,
    )
  })
})
