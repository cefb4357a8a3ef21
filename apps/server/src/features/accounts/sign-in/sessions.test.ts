import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Signs in from this network address without a proxy. */
async function signInFrom(person: Pick<TestPerson, 'email'>, remoteAddress: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    payload: { email: person.email, password: testPassword },
  })
  return answer.json<{ data: { token: string } }>().data
}

const callFrom = (token: string, remoteAddress: string) =>
  server.app.inject({
    method: 'GET',
    url: '/api/auth/sessions',
    remoteAddress,
    headers: { authorization: `Bearer ${token}` },
  })

const sessionsOf = async (as: { token: string }) => (await server.call('listSessions', { as })).body.data

const isSignedIn = async (as: { token: string }) => (await sessionStatus(as)) === 200
const sessionStatus = async (as: { token: string }) =>
  (await server.call('verifySession', { body: {}, as })).status

test('the list shows the networks at the sign-in and at the last recorded use, and the current session first', async () => {
  const person = await server.person()
  const phone = await signInFrom(person, '2001:db8:0:0:1:2:3:4')
  await signInFrom(person, '198.51.100.4')
  server.clock.advance(6 * minute)
  await callFrom(phone.token, '203.0.113.9')
  const listed = await sessionsOf(phone)
  expect(
    listed.map(({ isCurrent, signedInAddress, lastSeenAddress }) => [
      isCurrent,
      signedInAddress,
      lastSeenAddress,
    ]),
  ).toEqual([
    [true, '2001:db8::/64', '203.0.113.9'],
    [false, '198.51.100.4', '198.51.100.4'],
    [false, '127.0.0.1', '127.0.0.1'],
  ])
})

test('the network of a request is stored with the time of the last use, at most once in five minutes', async () => {
  const person = await signInFrom(await server.person(), '198.51.100.4')
  await callFrom(person.token, '203.0.113.9')
  const [before] = await sessionsOf(person)
  expect(before?.lastSeenAddress).toBe('198.51.100.4')
  server.clock.advance(6 * minute)
  await callFrom(person.token, '203.0.113.9')
  const [after] = await sessionsOf(person)
  expect(after?.lastSeenAddress).toBe('203.0.113.9')
})

test.each(['instructor', 'admin', 'superadmin'] as const)(
  'a session of a person with the role %s ends after 12 hours without use, and with use after 30 days',
  async (role) => {
    const person = await server.person(role)
    const resting = await signInFrom(person, '198.51.100.4')
    const working = await signInFrom(person, '198.51.100.4')
    server.clock.advance(11 * hour)
    expect(await isSignedIn(working)).toBe(true)
    server.clock.advance(2 * hour)
    expect(await isSignedIn(resting)).toBe(false)
    const ids = (await sessionsOf(working)).map(({ createdAt }) => createdAt)
    // The registration opened one session, and the sign-in of this test opened the other.
    expect(ids).toHaveLength(2)
    for (let worked = 13 * hour; worked < 30 * day; worked += 11 * hour) {
      expect(await isSignedIn(working)).toBe(true)
      server.clock.advance(11 * hour)
    }
    expect(await sessionStatus(working)).toBe(401)
  },
)

test('a session in which a learner came to teach ends 30 days after its sign-in', async () => {
  const person = await server.person()
  server.clock.advance(29 * day)
  await sql`UPDATE users SET role = 'instructor' WHERE id = ${person.id}`.execute(server.database.kysely)
  expect(await isSignedIn(person)).toBe(false)
  await sql`UPDATE sessions SET last_seen_at = ${server.clock.now()} WHERE user_id = ${person.id}`.execute(
    server.database.kysely,
  )
  expect(await isSignedIn(person)).toBe(true)
  server.clock.advance(day)
  await sql`UPDATE sessions SET last_seen_at = ${server.clock.now()} WHERE user_id = ${person.id}`.execute(
    server.database.kysely,
  )
  expect(await isSignedIn(person)).toBe(false)
})

test('a session of a learner still lasts 29 days without use', async () => {
  const person = await server.person()
  server.clock.advance(29 * day)
  expect(await isSignedIn(person)).toBe(true)
})

test('erasing an account deletes its sessions with their networks', async () => {
  const person = await server.person()
  await signInFrom(person, '203.0.113.77')
  const superadmin = await server.person('superadmin')
  await server.call('deleteUser', { params: { id: person.id }, query: {}, as: superadmin })
  const left = await sql`SELECT 1 FROM sessions WHERE user_id = ${person.id}`.execute(server.database.kysely)
  expect(left.rows).toEqual([])
})
