import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { windowOf } from './security-log.rules.ts'

const quarterMs = 15 * 60_000

let server: TestApp
let admin: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
  admin = await server.person('admin', { isProven: true })
  superadmin = await server.person('superadmin')
})
afterAll(() => server.stop())

let newestId = 0
beforeEach(async () => {
  await countsWritten()
  const { rows } = await sql<{ id: number | null }>`SELECT max(id) AS id FROM security_log`.execute(
    server.database.kysely,
  )
  newestId = rows[0]?.id ?? 0
})

interface Entry {
  kind: string
  actorId: number | null
  subjectId: number | null
  businessId: number | null
  address: string | null
  details: Record<string, unknown>
}

/** Returns the entries that this test has written. */
async function entries(): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT kind, actor_id AS "actorId", subject_id AS "subjectId", business_id AS "businessId", address, details
      FROM security_log WHERE id > ${newestId} ORDER BY id`.execute(server.database.kysely)
  return rows
}
async function storedTexts(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT l::text AS text FROM security_log l UNION ALL SELECT c::text FROM security_log_counts c`.execute(
    server.database.kysely,
  )
  return rows.map(({ text }) => text).join('\n')
}
async function countsWritten(): Promise<void> {
  server.clock.advance(2 * quarterMs)
  await server.services.securityLog.writeCounts()
}
const ofKind = async (kind: string) => (await entries()).filter((entry) => entry.kind === kind)

describe('signing in', () => {
  test('a sign-in is one entry with person, business and network', async () => {
    await server.call('login', { body: { email: admin.email, password: testPassword } })
    expect(await entries()).toEqual([
      expect.objectContaining({
        kind: 'signIn.succeeded',
        actorId: admin.id,
        subjectId: admin.id,
        businessId: admin.businessId,
        address: '127.0.0.1',
      }),
    ])
  })

  test('failures are one entry for an account and a quarter of an hour, at its end', async () => {
    const person = await server.person('instructor', { businessId: admin.businessId })
    for (let turn = 0; turn < 3; turn++)
      await server.call('login', { body: { email: person.email, password: `wrong ${turn}` } })
    expect(await ofKind('signIn.failed')).toEqual([])
    await countsWritten()
    expect(await ofKind('signIn.failed')).toEqual([
      expect.objectContaining({
        actorId: null,
        subjectId: person.id,
        businessId: admin.businessId,
        address: '127.0.0.1',
        details: expect.objectContaining({ acts: 3 }),
      }),
    ])
    await server.services.securityLog.writeCounts()
    expect(await ofKind('signIn.failed')).toHaveLength(1)
  })

  test('a sign-in with an unknown address counts for the network only, and nothing that was typed is stored', async () => {
    const typed = { email: 'my-password-is-hunter2@nowhere.test', password: 'hunter2-secret' }
    await server.call('login', { body: typed })
    await server.call('login', { body: { email: 'another@nowhere.test', password: 'x' } })
    expect(await storedTexts()).not.toMatch(/hunter2|nowhere/)
    await countsWritten()
    expect(await ofKind('signIn.failed')).toEqual([
      expect.objectContaining({
        actorId: null,
        subjectId: null,
        businessId: null,
        details: expect.objectContaining({ acts: 2 }),
      }),
    ])
    expect(await storedTexts()).not.toMatch(/hunter2|nowhere/)
  })

  test('a locked-out account is one entry, however often somebody tries', async () => {
    const person = await server.person()
    for (let turn = 0; turn < 14; turn++)
      await server.call('login', { body: { email: person.email, password: 'wrong' } })
    await countsWritten()
    expect(await ofKind('signIn.limited')).toEqual([
      expect.objectContaining({ subjectId: person.id, details: expect.objectContaining({ acts: 4 }) }),
    ])
  })

  test('changing and resetting a password are entries', async () => {
    const person = await server.person()
    const body = { currentPassword: testPassword, password: 'Apogee-Test-2' }
    expect((await server.call('changePassword', { body, as: person })).status).toBe(200)
    expect(await ofKind('password.changed')).toEqual([
      expect.objectContaining({ actorId: person.id, subjectId: person.id }),
    ])
    expect(await storedTexts()).not.toContain('Apogee-Test')
  })

  test('a wrong current password is counted for who typed it', async () => {
    const person = await server.person()
    const body = { currentPassword: 'not the password', password: 'Apogee-Test-2' }
    expect((await server.call('changePassword', { body, as: person })).body.errorCode).toBe('WRONG_PASSWORD')
    await countsWritten()
    expect(await ofKind('signIn.failed')).toEqual([
      expect.objectContaining({ actorId: person.id, subjectId: person.id }),
    ])
  })
})

describe('accounts', () => {
  test('a new admin, and the first superadmin of the environment, are entries; a student is not', async () => {
    await server.call('register', {
      body: { name: 'Mei Ling', email: 'mei@apogee.test', password: testPassword },
    })
    const business = await server.call('registerBusiness', {
      body: {
        name: 'Farah',
        email: 'farah@apogee.test',
        password: testPassword,
        businessName: 'Orbit Training',
        businessEmail: 'office@apogee.test',
        businessPhone: '+60312345678',
        businessAddress: 'Jalan Orbit 1, Kuala Lumpur',
      },
    })
    expect(business.status).toBe(201)
    expect(await ofKind('account.opened')).toEqual([
      expect.objectContaining({
        actorId: business.body.data.user.id,
        subjectId: business.body.data.user.id,
        businessId: expect.any(Number),
        details: { role: 'admin' },
      }),
    ])
    // A superadmin exists already, so the call changes and records nothing.
    await server.services.accounts.ensureSuperadmin('root@apogee.test', testPassword)
    expect(await ofKind('account.opened')).toHaveLength(1)
  })

  test('coming back before the erasure is an entry', async () => {
    const person = await server.person()
    await server.call('leave', { body: { password: testPassword }, as: person })
    await server.call('login', { body: { email: person.email, password: testPassword } })
    expect((await ofKind('account.returned')).map(({ subjectId }) => subjectId)).toEqual([person.id])
  })

  test('the platform account of the environment is an entry when it changes', async () => {
    const connect = (chipSecret: string) =>
      server.services.businesses.connectPlatformAccount({ chipSecret, chipBrandId: 'brand-1' })
    for (const secret of ['first-secret-1111', 'first-secret-1111', 'other-secret-2222', 'first-secret-1111'])
      await connect(secret)
    expect((await ofKind('chip.configured')).map(({ details }) => details['secretEndsWith'])).toEqual([
      '1111',
      '2222',
      '1111',
    ])
    expect(await storedTexts()).not.toContain('first-secret')
  })
})

describe('counts of strangers in a quarter of an hour', () => {
  const fail = (address: string | null, subjectId: number | null = null) =>
    server.services.securityLog.countActivity(server.database.kysely, {
      kind: 'signIn.failed',
      actor: null,
      address,
      subjectId,
    })
  const counts = async () => {
    const { rows } = await sql<{ address: string | null; subjectId: number | null; acts: number }>`
      SELECT address, subject_id AS "subjectId", acts FROM security_log_counts WHERE kind = 'signIn.failed'
       ORDER BY id`.execute(server.database.kysely)
    return rows
  }
  /** Inserts this number of counts: of as many known accounts from one address, or, with a null `address`, of as many addresses. */
  const fill = (rows: number, address: string | null) =>
    sql`
    WITH people AS (
      INSERT INTO users (name, email, password_hash, role)
      SELECT 'Account', 'filled-' || n || '-' || clock_timestamp()::text || '@apogee.test', 'x', 'student'
        FROM generate_series(1, CASE WHEN ${address}::text IS NULL THEN 0 ELSE ${rows}::int END) n
      RETURNING id)
    INSERT INTO security_log_counts (kind, window_start, subject_id, address, last_at)
    SELECT 'signIn.failed', ${windowOf(server.clock.now())}::timestamptz, id, ${address}::text, ${server.clock.now()}::timestamptz FROM people
     UNION ALL
    SELECT 'signIn.failed', ${windowOf(server.clock.now())}::timestamptz, NULL, 'filled-' || n, ${server.clock.now()}::timestamptz
      FROM generate_series(1, CASE WHEN ${address}::text IS NULL THEN ${rows}::int ELSE 0 END) n`.execute(
      server.database.kysely,
    )

  test('one address fills at most 201 rows, however many known accounts it tries', async () => {
    const people = [await server.person(), await server.person(), await server.person()]
    const [known, ...more] = people.map(({ id }) => id)
    await fail('198.51.100.7', known)
    await fill(199, '198.51.100.7')
    for (const id of more) await fail('198.51.100.7', id)
    await fail('198.51.100.7')
    await fail('198.51.100.7', known)
    const found = await counts()
    expect(found).toHaveLength(201)
    expect(found[0]).toEqual({ address: '198.51.100.7', subjectId: known, acts: 2 })
    expect(found.at(-1)).toEqual({ address: '198.51.100.7', subjectId: null, acts: 3 })
    await fail('198.51.100.8', known)
    expect((await counts()).at(-1)).toEqual({ address: '198.51.100.8', subjectId: known, acts: 1 })
  })

  test('all addresses together fill at most 5,001 rows', async () => {
    const { id } = await server.person()
    await fill(4999, null)
    await fail('198.51.100.1', id)
    for (const place of [2, 3]) await fail(`198.51.100.${place}`, id)
    await fail('198.51.100.1', id)
    await fail('filled-1')
    const found = await counts()
    expect(found).toHaveLength(5001)
    expect(found[0]).toMatchObject({ address: 'filled-1', acts: 2 })
    expect(found.slice(-2)).toEqual([
      { address: '198.51.100.1', subjectId: id, acts: 2 },
      { address: null, subjectId: null, acts: 2 },
    ])
  })
})

describe('rights', () => {
  test('refusals of rights are one entry for a person and a quarter of an hour', async () => {
    const student = await server.person()
    for (let turn = 0; turn < 5; turn++)
      expect((await server.call('listUsers', { query: {}, as: student })).status).toBe(403)
    await countsWritten()
    expect(await ofKind('access.refused')).toEqual([
      expect.objectContaining({ actorId: student.id, details: expect.objectContaining({ acts: 5 }) }),
    ])
  })

  test('a dozen answers that something is not found are one entry, of a person or a network', async () => {
    const student = await server.person()
    const ask = async (as?: TestPerson) =>
      (await server.call('readCourse', { params: { courseId: 999_999_999 }, ...(as && { as }) })).status
    for (let turn = 0; turn < 11; turn++) expect(await ask(student)).toBe(404)
    await server.services.securityLog.writeCounts()
    expect(await ofKind('access.probed')).toEqual([])
    expect(await ask(student)).toBe(404)
    for (let turn = 0; turn < 25; turn++) expect(await ask()).toBe(404)
    await countsWritten()
    const found = (await ofKind('access.probed')).map(({ actorId, address, details }) => [
      actorId,
      address,
      details['acts'] ?? 1,
    ])
    expect(found).toEqual(
      expect.arrayContaining([
        [student.id, '127.0.0.1', 1],
        [null, '127.0.0.1', 2],
      ]),
    )
    expect(found).toHaveLength(2)
  })

  test('a dozen refusals of fields or steps that are not allowed are one entry, and other invalid input is none', async () => {
    const student = await server.person()
    const send = async (body: object) =>
      (await server.call('updateUser', { params: { id: student.id }, body, as: student })).status
    for (let turn = 0; turn < 6; turn++) expect(await send({ isAdmin: true })).toBe(400)
    for (let turn = 0; turn < 5; turn++) expect(await send({ businessId: 999_999 })).toBe(400)
    for (let turn = 0; turn < 12; turn++) expect(await send({ name: '' })).toBe(400)
    await server.services.securityLog.writeCounts()
    expect(await ofKind('access.misused')).toEqual([])
    const { id: courseId } = await makeCourse(server.database, { owner: admin, priceCents: 9900 })
    const enrolled = await server.call('enroll', { params: { courseId }, body: {}, as: student })
    expect(enrolled.body.errorCode).toBe('COURSE_NOT_FREE')
    await countsWritten()
    expect((await ofKind('access.misused')).map(({ actorId }) => actorId)).toEqual([student.id])
  })

  test('a call that asks for a fresh proof is no refusal of rights', async () => {
    await sql`UPDATE sessions SET proven_at = 'epoch' WHERE user_id = ${admin.id}`.execute(
      server.database.kysely,
    )
    const body = { chipSecret: 'a-secret-key-9876', chipBrandId: 'brand-7' }
    expect((await server.call('updateChipCredentials', { body, as: admin })).body.errorCode).toBe(
      'FRESH_PROOF_REQUIRED',
    )
    await sql`UPDATE sessions SET proven_at = ${server.clock.now()} WHERE user_id = ${admin.id}`.execute(
      server.database.kysely,
    )
    await countsWritten()
    expect(await ofKind('access.refused')).toEqual([])
  })

  test('an invitation that is accepted or revoked is an entry of its business', async () => {
    await proven(admin)
    const invited = await server.person()
    const invite = async (email: string) =>
      (await server.call('createInvitation', { body: { email, role: 'instructor' }, as: admin })).body.data.id
    const id = await invite('somebody@nowhere.test')
    await server.call('revokeInvitation', { params: { id }, as: admin })
    expect((await server.call('revokeInvitation', { params: { id }, as: admin })).status).not.toBe(200)
    await invite(invited.email)
    await server.jobs.runDueOnce()
    const link = /invitations\/([\w-]+)/.exec(
      server.mails.find(({ to, body }) => to === invited.email && body.includes('/invitations/'))?.body ?? '',
    )
    const joined = await server.call('acceptInvitation', {
      params: { token: link?.[1] ?? '' },
      body: {},
      as: invited,
    })
    expect(joined.status).toBe(200)
    const found = (await entries()).filter(({ kind }) => kind.startsWith('invitation.'))
    expect(found.map(({ kind }) => kind)).toEqual([
      'invitation.sent',
      'invitation.revoked',
      'invitation.sent',
      'invitation.accepted',
    ])
    expect(found.every(({ businessId }) => businessId === admin.businessId)).toBe(true)
    expect(await storedTexts()).not.toContain(invited.email)
  })

  test('leaving and erasure are entries', async () => {
    const student = await server.person()
    const leaver = await server.person()
    await proven(superadmin)
    await server.call('deleteUser', { params: { id: student.id }, as: superadmin })
    await server.call('leave', { body: { password: testPassword }, as: leaver })
    const found = (await entries()).filter(({ kind }) => kind.startsWith('account.'))
    expect(found).toEqual([
      expect.objectContaining({ kind: 'account.erased', actorId: superadmin.id, subjectId: student.id }),
      expect.objectContaining({ kind: 'account.left', actorId: leaver.id, subjectId: leaver.id }),
    ])
  })
})

async function proven(person: TestPerson): Promise<void> {
  await sql`UPDATE sessions SET proven_at = ${server.clock.now()} WHERE user_id = ${person.id}`.execute(
    server.database.kysely,
  )
}

describe('views and exports', () => {
  test('looking at orders, people and one learner is counted for each of them', async () => {
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const learner = await server.person()
    const course = await makeCourse(server.database, { owner: admin })
    await server.call('enroll', { params: { courseId: course.id }, body: {}, as: learner })
    for (let turn = 0; turn < 2; turn++) await server.call('listOrders', { query: {}, as: admin })
    await server.call('listUsers', { query: {}, as: admin })
    await server.call('listCourseLearners', { params: { id: course.id }, query: {}, as: admin })
    const params = { id: course.id, userId: learner.id }
    expect((await server.call('readCourseLearner', { params, as: admin })).status).toBe(200)
    expect((await server.call('readCourseLearner', { params, as: teacher })).status).not.toBe(200)
    await countsWritten()
    const seen = (await entries()).filter(({ kind }) => kind.startsWith('view.'))
    expect(seen.map(({ kind, actorId, businessId }) => ({ kind, actorId, businessId }))).toEqual(
      ['view.orders', 'view.people', 'view.people', 'view.person'].map((kind) => ({
        kind,
        actorId: admin.id,
        businessId: admin.businessId,
      })),
    )
    expect(seen[0]?.details).toMatchObject({ acts: 2 })
    expect(seen[3]).toMatchObject({ subjectId: learner.id, details: { course: course.id } })
  })

  test('a CSV export is an entry, also that of the log itself', async () => {
    await proven(admin)
    const ticket = await server.call('createTicket', { body: { what: 'security' }, as: admin })
    expect(ticket.status).toBe(201)
    expect(await entries()).toEqual([])
    const file = await server.app.inject(ticket.body.data.url)
    expect(file.statusCode).toBe(200)
    const lines = file.body.trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(3)
    expect(file.body).toContain('export.table')
    expect((await server.app.inject(ticket.body.data.url)).statusCode).not.toBe(200)
    expect(await entries()).toEqual([
      expect.objectContaining({
        kind: 'export.table',
        actorId: admin.id,
        businessId: admin.businessId,
        details: { what: 'security' },
      }),
    ])
  })

  test('an export names what it was limited to, and no words of a search', async () => {
    await proven(admin)
    const ticket = await server.call('createTicket', {
      body: { what: 'orders', filters: { status: 'paid', search: 'Nurul Huda' } },
      as: admin,
    })
    expect((await server.app.inject(ticket.body.data.url)).statusCode).toBe(200)
    expect((await ofKind('export.table')).map(({ details }) => details)).toEqual([
      { what: 'orders', status: 'paid', isSearch: true },
    ])
  })

  test('lists of money and a learner of a module are views', async () => {
    for (const list of ['listRefundRequests', 'listInvoices', 'listLedger'] as const)
      expect((await server.call(list, { query: {}, as: admin })).status).toBe(200)
    await countsWritten()
    expect((await ofKind('view.orders')).map(({ details }) => details['list'])).toEqual([
      'refund requests',
      'invoices',
      'ledger',
    ])
  })

  test('an instructor cannot export the log', async () => {
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const ticket = await server.call('createTicket', { body: { what: 'security' }, as: teacher })
    expect((await server.app.inject(ticket.body.data.url)).statusCode).toBe(403)
  })
})

test.each([true, false])('an activity is committed or rolled back with its act (%s)', async (isCommitted) => {
  const { securityLog } = server.services
  const work = server.database.transaction(async (tx) => {
    await securityLog.recordActivity(tx, { kind: 'refund.asked', actor: null })
    await securityLog.countActivity(tx, { kind: 'view.orders', actor: null })
    if (!isCommitted) throw new Error('rolled back')
  })
  await work.catch(() => {})
  await countsWritten()
  expect(await entries()).toHaveLength(isCommitted ? 2 : 0)
})
