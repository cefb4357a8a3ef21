/** Tests which versions of the terms and the privacy policy are recorded (docs/decisions/personal-data.md). */
import { legalDocuments, newestDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { sql } from 'kysely'
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { eraseUser, lockUser } from '../accounts.store.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const former = legalDocuments.privacy[1]
/** Creates a person without records, like one who registered before consents were recorded. */
async function personFromBefore(): Promise<TestPerson> {
  const person = await server.person()
  await sql`DELETE FROM consents WHERE user_id = ${person.id}`.execute(server.database.kysely)
  return person
}
const recordsOf = async (as: { token: string }) => (await server.call('listConsents', { as })).body.data
const newTo = async (as: { token: string }) =>
  (await server.call('verifySession', { body: {}, as })).body.data.decoded.newDocuments
const login = async ({ email }: TestPerson) =>
  (await server.call('login', { body: { email, password: testPassword } })).body.data

test('a registration records the newest versions, whatever the form says, and its answer names none as new', async () => {
  const body = {
    name: 'Aina Yusof',
    email: 'aina@apogee.test',
    password: testPassword,
    terms: true,
    acceptedTerms: ['1999-01-01'],
  }
  const { data } = (await server.call('register', { body })).body
  expect(data.user).not.toHaveProperty('newDocuments')
  const recorded = await recordsOf(data)
  expect(recorded.map(({ at: _, ...record }) => record)).toEqual([
    { document: 'privacy', version: legalDocuments.privacy[0], way: 'registration' },
    { document: 'terms', version: legalDocuments.terms[0], way: 'registration' },
  ])
  expect(recorded.map(({ at }) => Date.parse(at))).toEqual([
    server.clock.now().getTime(),
    server.clock.now().getTime(),
  ])
  expect(await newTo(data)).toBeUndefined()
})

test('a registration of a business records the newest versions', async () => {
  const { body } = await server.call('registerBusiness', {
    body: {
      name: 'Farid',
      email: 'farid@apogee.test',
      password: 'Long enough for staff 1',
      businessName: 'Orbit',
      businessEmail: 'orbit@apogee.test',
      businessPhone: '+60312345678',
      businessAddress: 'Jalan Ampang',
    },
  })
  const ways = (await recordsOf(body.data)).map(({ way }) => way)
  expect(ways).toEqual(['registration', 'registration'])
})

test('an account from before is told of the newest versions by its session and by its sign-in', async () => {
  const person = await personFromBefore()
  expect(await newTo(person)).toEqual(newestDocuments)
  expect((await login(person)).user.newDocuments).toEqual(newestDocuments)
})

test('showing the notice is recorded once and leaves it open, closing it ends it', async () => {
  const person = await personFromBefore()
  const record = (way: 'notice-shown' | 'notice-closed', documents = [...newestDocuments]) =>
    server.call('recordConsents', { body: { documents, way }, as: person })
  await record('notice-shown')
  await record('notice-shown')
  expect((await recordsOf(person)).map(({ way }) => way)).toEqual(['notice-shown', 'notice-shown'])
  expect(await newTo(person)).toEqual(newestDocuments)
  const [first, ...others] = newestDocuments
  if (!first) throw new Error('there is no document')
  await record('notice-closed', [first])
  expect(await newTo(person)).toEqual(others)
  await record('notice-closed')
  expect(await newTo(person)).toBeUndefined()
  expect((await login(person)).user).not.toHaveProperty('newDocuments')
})

test('a record of a former version leaves the notice of the newest', async () => {
  const person = await personFromBefore()
  const documents = [{ document: 'privacy' as const, version: former }]
  await server.call('recordConsents', { body: { documents, way: 'notice-closed' }, as: person })
  expect(await newTo(person)).toEqual(newestDocuments)
  expect((await recordsOf(person)).map(({ version }) => version)).toEqual([former])
})

test('a version that does not exist, and a way that only the server records, are refused', async () => {
  const person = await personFromBefore()
  const version = '2031-01-01'
  const unknown = { documents: [{ document: 'terms' as const, version }], way: 'notice-closed' as const }
  expect((await server.call('recordConsents', { body: unknown, as: person })).status).toBe(400)
  const registered = await server.app.inject({
    method: 'POST',
    url: '/api/auth/consents',
    headers: { authorization: `Bearer ${person.token}` },
    payload: { documents: [...newestDocuments], way: 'registration' },
  })
  expect(registered.statusCode).toBe(400)
  expect(await recordsOf(person)).toEqual([])
})

test('people see only their own records', async () => {
  const person = await server.person()
  const other = await personFromBefore()
  expect(await recordsOf(person)).toHaveLength(newestDocuments.length)
  expect(await recordsOf(other)).toEqual([])
})

test('a change of the own name keeps the notice, and that of somebody else has none', async () => {
  const person = await personFromBefore()
  const superadmin = await server.person('superadmin')
  const rename = (as: { token: string }) =>
    server.call('updateUser', { params: { id: person.id }, body: { name: 'Another Name' }, as })
  expect((await rename(person)).body.data.newDocuments).toEqual(newestDocuments)
  expect((await rename(superadmin)).body.data).not.toHaveProperty('newDocuments')
})

test('a record is never changed, and goes with the account', async () => {
  const person = await server.person()
  const change = sql`UPDATE consents SET version = '2020-01-01' WHERE user_id = ${person.id}`
  await expect(change.execute(server.database.kysely)).rejects.toThrow('append-only')
  const as = await server.person('superadmin')
  await server.call('deleteUser', { params: { id: person.id }, as })
  const left = await sql`SELECT 1 FROM consents WHERE user_id = ${person.id}`.execute(server.database.kysely)
  expect(left.rows).toEqual([])
})

test('a record that waits for the erasure of the account is refused and leaves no row', async () => {
  const person = await personFromBefore()
  const body = { documents: [...newestDocuments], way: 'notice-closed' as const }
  let recorded: Promise<{ status: number }> | undefined
  await server.database.transaction(async (tx) => {
    const user = await lockUser(tx, person.id)
    assert(user)
    await eraseUser(tx, user, server.clock.now())
    recorded = server.call('recordConsents', { body, as: person })
    await vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
        server.database.kysely,
      )
      expect(rows).not.toEqual([])
    }, 10_000)
  })
  expect((await recorded)?.status).toBe(401)
  const left = await sql`SELECT FROM consents WHERE user_id = ${person.id}`.execute(server.database.kysely)
  expect(left.rows).toEqual([])
})

test('the superadmin that the installation is started with has a record', async () => {
  const made = await startTestApp({ payments: unusedPayments })
  try {
    await made.services.accounts.ensureSuperadmin('first@apogee.test', 'Long enough for staff 1')
    const found = await sql<{ way: string }>`
      SELECT way FROM consents c JOIN users u ON u.id = c.user_id WHERE u.email = 'first@apogee.test'`.execute(
      made.database.kysely,
    )
    expect(found.rows.map(({ way }) => way)).toEqual(newestDocuments.map(() => 'setup'))
  } finally {
    await made.stop()
  }
})
