import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let superadmin: TestPerson
let serial = 0

const verified = async (person: TestPerson): Promise<TestPerson> => {
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  return person
}
const businessName = async ({ businessId }: TestPerson): Promise<string> => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM businesses WHERE id = ${businessId}`.execute(
    server.database.kysely,
  )
  return rows[0]?.name ?? ''
}

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await verified(await server.person('admin'))
  superadmin = await verified(await server.person('superadmin'))
})
afterAll(() => server.stop())

const newAddress = () => `invited${(serial += 1)}@apogee.test`
const invite = (
  as: TestPerson | null,
  body: { email: string; role: 'instructor' | 'admin' | 'superadmin'; businessId?: number },
) => server.call('createInvitation', { body, as })
const read = (token: string) => server.call('readInvitation', { params: { token } })
const accept = (token: string, as: { token: string } | null) =>
  server.call('acceptInvitation', { params: { token }, body: {}, as })

/** Returns the link of the last mail to this address. */
async function linkTo(email: string): Promise<string> {
  await server.jobs.runDueOnce()
  const mail = server.mails.findLast(({ to, subject }) => to === email && subject.startsWith('Invitation'))
  return /http:\S+\/invitations\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

async function invited(role: 'instructor' | 'admin' = 'instructor', email = newAddress()) {
  const { body } = await invite(admin, { email, role })
  return { email, id: body.data.id, token: await linkTo(email) }
}

const register = async (email: string) =>
  (await server.call('register', { body: { name: 'Invited Person', email, password: testPassword } })).body
    .data

test('an admin invites into their business; the mailed link shows sender, business and role', async () => {
  const email = newAddress()
  const { status, body } = await invite(admin, { email, role: 'instructor' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ email, role: 'instructor', businessId: admin.businessId })
  expect(JSON.stringify(body)).not.toMatch(/token/i)
  const shown = await read(await linkTo(email))
  expect(shown.body.data).toEqual({
    email,
    role: 'instructor',
    businessName: await businessName(admin),
    invitedBy: expect.stringMatching(/^Admin/),
    expiresAt: body.data.expiresAt,
  })
})

test('nobody joins the team of a suspended seller; the invitation stays', async () => {
  const owner = await verified(await server.person('admin'))
  const email = newAddress()
  await invite(owner, { email, role: 'instructor' })
  const token = await linkTo(email)
  const person = await register(email)
  const seller = await sql<{ id: number }>`
    INSERT INTO sellers (business_id) VALUES (${owner.businessId})
    ON CONFLICT (business_id) DO UPDATE SET business_id = excluded.business_id RETURNING id`.execute(
    server.database.kysely,
  )
  const change = (
    state: 'suspended' | 'approved',
    expectedState: 'suspended' | 'approved',
    changeId: number | null,
  ) =>
    server.call('changeSellerState', {
      params: { id: seller.rows[0]?.id ?? 0 },
      body: { state, reason: 'Reported by buyers', expectedState, expectedChangeId: changeId },
      as: superadmin,
    })
  expect((await change('suspended', 'approved', null)).status).toBe(200)
  const refused = await accept(token, person)
  expect([refused.status, refused.body.errorCode]).toEqual([403, 'SELLER_SUSPENDED'])
  const { rows } = await sql<{ id: number }>`
    SELECT max(id) AS id FROM seller_state_changes WHERE seller_id = ${seller.rows[0]?.id}`.execute(
    server.database.kysely,
  )
  expect((await change('approved', 'suspended', rows[0]?.id ?? null)).status).toBe(200)
  expect((await accept(token, person)).status).toBe(200)
})

test('an invited person registers, accepts, and teaches from the next request; the link verifies the address', async () => {
  const { email, token } = await invited()
  const person = await register(email)
  const accepted = await accept(token, person)
  expect(accepted.body.data).toMatchObject({
    role: 'instructor',
    businessId: admin.businessId,
    emailVerified: true,
  })
  const course = await server.call('createCourse', { body: { title: 'T', description: 'D' }, as: person })
  expect(course.status).toBe(201)
  expect((await accept(token, person)).body.errorCode).toBe('INVITE_INVALID')
})

test('an invitation is for its address only, and needs a session', async () => {
  const { token } = await invited('admin')
  expect((await accept(token, null)).status).toBe(401)
  const other = await server.person()
  const refused = await accept(token, other)
  expect([refused.status, refused.body.errorCode]).toEqual([403, 'INVITATION_FOR_SOMEBODY_ELSE'])
  expect((await read(token)).status).toBe(200)
})

test('the invited address is compared in any case', async () => {
  const { email, token } = await invited('admin', `Mixed.Case${(serial += 1)}@Apogee.test`)
  expect((await accept(token, await register(email.toLowerCase()))).body.data.role).toBe('admin')
})

test('instructors, students and visitors cannot invite', async () => {
  const teacher = await server.person('instructor', { businessId: admin.businessId })
  for (const [as, status] of [
    [teacher, 403],
    [await server.person(), 403],
    [null, 401],
  ] as const) {
    expect((await invite(as, { email: newAddress(), role: 'instructor' })).status).toBe(status)
    expect((await server.call('listInvitations', { query: {}, as })).status).toBe(status)
  }
})

test('an admin with an unverified address cannot invite', async () => {
  const fresh = await server.person('admin')
  const refused = await invite(fresh, { email: newAddress(), role: 'admin' })
  expect([refused.status, refused.body.errorCode]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
})

test('an admin invites no superadmin and into no other business', async () => {
  const other = await server.person('admin')
  expect((await invite(admin, { email: newAddress(), role: 'superadmin' })).status).toBe(403)
  const foreign = await invite(admin, {
    email: newAddress(),
    role: 'admin',
    businessId: other.businessId ?? 0,
  })
  expect(foreign.body.errorCode).toBe('NOT_YOURS')
})

test('a superadmin invites into any business, another superadmin, and an instructor who sells alone', async () => {
  const email = newAddress()
  await invite(superadmin, { email, role: 'admin', businessId: admin.businessId ?? 0 })
  expect((await accept(await linkTo(email), await register(email))).body.data.businessId).toBe(
    admin.businessId,
  )
  const colleague = newAddress()
  await invite(superadmin, { email: colleague, role: 'superadmin' })
  await server.jobs.runDueOnce()
  const mail = server.mails.findLast(({ to }) => to === colleague)
  expect(mail?.body).toMatch(/ invites you to join Apogee as a superadmin\./)
  const joined = await accept(await linkTo(colleague), await register(colleague))
  expect(joined.body.data).toMatchObject({ role: 'superadmin', businessId: null })
  const lone = newAddress()
  await invite(superadmin, { email: lone, role: 'instructor' })
  expect((await accept(await linkTo(lone), await register(lone))).body.data).toMatchObject({
    role: 'instructor',
    businessId: null,
  })
  expect((await invite(superadmin, { email: lone, role: 'admin' })).body.errorCode).toBe(
    'ADMIN_NEEDS_BUSINESS',
  )
  expect((await invite(superadmin, { email: lone, role: 'admin', businessId: 999_999 })).status).toBe(404)
})

test('inviting again replaces the link; a revoked or expired one is invalid', async () => {
  const first = await invited()
  await invite(admin, { email: first.email, role: 'admin' })
  expect((await read(first.token)).body.error).toBe('This invitation link is no longer valid')
  const second = await linkTo(first.email)
  expect((await read(second)).body.data.role).toBe('admin')
  const open = await server.call('listInvitations', { query: {}, as: admin })
  expect(open.body.meta.businessName).toBe(await businessName(admin))
  const listed = open.body.data.filter(({ email }) => email === first.email)
  expect(listed).toHaveLength(1)
  const revoke = (as: TestPerson) =>
    server.call('revokeInvitation', { params: { id: listed[0]?.id ?? 0 }, as })
  expect((await revoke(await server.person('admin'))).status).toBe(404)
  expect((await revoke(admin)).status).toBe(200)
  expect((await read(second)).status).toBe(404)
  const late = await invited()
  const person = await register(late.email)
  await sql`UPDATE invitations SET expires_at = ${server.clock.now()} WHERE id = ${late.id}`.execute(
    server.database.kysely,
  )
  expect((await accept(late.token, person)).body.errorCode).toBe('INVITE_INVALID')
})

test('a person with that role here already is not invited', async () => {
  const teacher = await server.person('instructor', { businessId: admin.businessId })
  const refused = await invite(admin, { email: teacher.email, role: 'instructor' })
  expect([refused.status, refused.body.error]).toEqual([409, 'This person already has that role here'])
})

test('a person of another business, a superadmin or a lone seller cannot join', async () => {
  const lone = await server.person('instructor')
  await makeCourse(server.database, { owner: lone })
  const elsewhere = await server.person('instructor', {
    businessId: (await server.person('admin')).businessId,
  })
  for (const person of [lone, elsewhere, superadmin]) {
    const { token } = await invited('instructor', person.email)
    expect((await accept(token, person)).body.errorCode).toBe('INVITATION_CONFLICT')
  }
})

test('two concurrent accepts of one link join once', async () => {
  const { email, token } = await invited()
  const person = await register(email)
  const answers = await Promise.all([1, 2, 3].map(() => accept(token, person)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
})

const openOf = async (email: string): Promise<number> =>
  (
    await sql`SELECT 1 FROM invitations WHERE email = ${email}::citext AND accepted_at IS NULL AND revoked_at IS NULL`.execute(
      server.database.kysely,
    )
  ).rows.length
/** Sets the number of invitations that this admin's business has sent today. */
const sentToday = (admin: TestPerson, count: number) =>
  sql`INSERT INTO invitations (email, role, business_id, invited_by, token_sha256, expires_at)
      SELECT n || '@mass.test', 'instructor', ${admin.businessId}, ${admin.id}, sha256((${admin.id} || ':' || n)::bytea),
             now() + interval '1 day'
        FROM generate_series(1, ${count}) n`.execute(server.database.kysely)

test("a business's invitations are limited per day", async () => {
  const eager = await verified(await server.person('admin'))
  await sentToday(eager, 100)
  const refused = await invite(eager, { email: newAddress(), role: 'instructor' })
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
})

test('the last invitation of a day is sent once under concurrency', async () => {
  const eager = await verified(await server.person('admin'))
  await sentToday(eager, 99)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => invite(eager, { email: newAddress(), role: 'instructor' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429])
})

test('concurrent invitations of one address leave one open, into a business and to the platform', async () => {
  for (const [as, role] of [
    [admin, 'instructor'],
    [superadmin, 'superadmin'],
  ] as const) {
    const email = newAddress()
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(as, { email, role })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await openOf(email)).toBe(1)
  }
})

describe('whoever may not invite any more lets nobody in', () => {
  const giveRole = (person: TestPerson, role: 'student' | 'superadmin') =>
    server.call('updateUser', { params: { id: person.id }, body: { role }, as: superadmin })
  const newInviter = async (role: 'admin' | 'superadmin') => verified(await server.person(role))
  const invitedBy = async (inviter: TestPerson, role: 'admin' | 'superadmin') => {
    const email = newAddress()
    await invite(inviter, { email, role })
    return { email, token: await linkTo(email), person: await register(email) }
  }
  const refusalsOf = async ({ token, person }: Awaited<ReturnType<typeof invitedBy>>) => [
    (await read(token)).body.errorCode,
    (await accept(token, person)).body.errorCode,
  ]
  const dead = ['INVITE_INVALID', 'INVITE_INVALID']

  test('a demoted superadmin gains no second account by an earlier invitation', async () => {
    const second = await newInviter('superadmin')
    const sent = await invitedBy(second, 'superadmin')
    expect((await giveRole(second, 'student')).status).toBe(200)
    expect(await openOf(sent.email)).toBe(0)
    expect(await refusalsOf(sent)).toEqual(dead)
  })

  test('invitations of a superadmin or admin who leaves are invalid', async () => {
    const fellow = await server.person('admin')
    for (const leaver of [
      await newInviter('superadmin'),
      await verified(await server.person('admin', { businessId: fellow.businessId })),
    ]) {
      const role = leaver.role === 'admin' ? 'admin' : 'superadmin'
      const sent = await invitedBy(leaver, role)
      expect((await server.call('leave', { body: { password: testPassword }, as: leaver })).status).toBe(200)
      expect(await openOf(sent.email)).toBe(0)
      expect(await refusalsOf(sent)).toEqual(dead)
    }
  })

  test('invitations of an admin who accepts a lower role are invalid', async () => {
    const fellow = await verified(await server.person('admin'))
    const lowered = await verified(await server.person('admin', { businessId: fellow.businessId }))
    const sent = await invitedBy(lowered, 'admin')
    await invite(fellow, { email: lowered.email, role: 'instructor' })
    expect((await accept(await linkTo(lowered.email), lowered)).body.data.role).toBe('instructor')
    expect(await openOf(sent.email)).toBe(0)
    expect(await refusalsOf(sent)).toEqual(dead)
  })

  test.each([
    ['holds no office', sql`role = 'student'`],
    ['is about to be deleted', sql`erase_after = now() + interval '1 day'`],
    ['administers elsewhere', sql`role = 'admin', business_id = (SELECT min(id) FROM businesses)`],
  ])('an open invitation is invalid while its sender %s', async (_, state) => {
    const sender = await newInviter('superadmin')
    const sent = await invitedBy(sender, 'superadmin')
    await sql`UPDATE users SET ${state} WHERE id = ${sender.id}`.execute(server.database.kysely)
    expect(await refusalsOf(sent)).toEqual(dead)
  })

  test("an admin's invitations stay valid when they become a superadmin", async () => {
    const fellow = await newInviter('admin')
    const raised = await verified(await server.person('admin', { businessId: fellow.businessId }))
    const sent = await invitedBy(raised, 'admin')
    expect((await giveRole(raised, 'superadmin')).status).toBe(200)
    expect((await accept(sent.token, sent.person)).body.data.businessId).toBe(fellow.businessId)
  })
})

test('accepting a role ends all other sessions of the account', async () => {
  const { email, token } = await invited()
  const person = await register(email)
  const elsewhere = (await server.call('login', { body: { email, password: testPassword } })).body.data
  expect((await accept(token, person)).status).toBe(200)
  expect((await server.call('verifySession', { body: {}, as: person })).status).toBe(200)
  expect((await server.call('verifySession', { body: {}, as: elsewhere })).status).toBe(401)
})
