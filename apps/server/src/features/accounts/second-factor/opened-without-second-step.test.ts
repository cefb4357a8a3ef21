import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { startPasskeySchool, type PasskeySchool } from '../passkeys/passkeys.testing.ts'

let school: PasskeySchool
beforeAll(async () => {
  school = await startPasskeySchool({ requireSecondFactor: true })
})
afterAll(() => school.stop())

const database = () => school.server.database.kysely

const codeOfRefusal = async (name: 'listUsers' | 'listSessions', as: { token: string }) =>
  (await school.server.call(name, { as })).body.errorCode

/**
 * Returns an admin with a passkey and, as `old`, a session that the password alone opened. A demo installation opens such sessions;
 * this installation has become live since.
 */
async function fromDemo() {
  const { server } = school
  const admin = await server.person('admin')
  const { device } = await school.addPasskey(admin)
  const elsewhere = newToken()
  await sql`
    INSERT INTO sessions (user_id, token_sha256, user_agent, created_at, last_seen_at, proven_at, expires_at)
    SELECT ${admin.id}, ${tokenDigest(elsewhere)}, '', n, n, n, n + interval '30 days'
      FROM (SELECT ${server.clock.now()}::timestamptz AS n) now`.execute(database())
  return { admin, device, old: { token: elsewhere } }
}

test('a session of a password alone has ended, and Settings does not list it', async () => {
  const { admin, device, old } = await fromDemo()
  expect(await codeOfRefusal('listSessions', old)).toBe('UNAUTHENTICATED')
  expect((await school.server.call('verifySession', { body: {}, as: old })).status).toBe(401)
  const listed = await school.server.call('listSessions', { as: admin })
  expect(listed.body.data.map(({ isCurrent }) => isCurrent)).toEqual([true])
  expect((await school.signInWith(school.browser('198.51.100.31'), device)).status).toBe(200)
})

test('the session in which the first passkey is added stays', async () => {
  const admin = await school.server.person('admin')
  await school.addPasskey(admin)
  expect(await codeOfRefusal('listUsers', admin)).toBeUndefined()
  await school.addPasskey(admin, undefined, 'Second')
  expect(await codeOfRefusal('listUsers', admin)).toBeUndefined()
})

test('an API token that such a session made opens nothing', async () => {
  const { server } = school
  const { admin } = await fromDemo()
  const body = { name: 'Old', scopes: ['people:read' as const], expiresInDays: 30 }
  const made = (await server.call('createApiToken', { as: admin, body })).body.data
  const token = { token: made.token }
  expect(await codeOfRefusal('listUsers', token)).toBeUndefined()
  await sql`UPDATE api_tokens SET second_factor = NULL WHERE id = ${made.id}`.execute(database())
  expect(await codeOfRefusal('listUsers', token)).toBe('UNAUTHENTICATED')
})

test('a learner with a passkey keeps a session of the password alone', async () => {
  const learner = await school.server.person()
  await school.addPasskey(learner)
  const phone = (await school.browser('198.51.100.32').signIn(learner)).body.data
  expect(await codeOfRefusal('listSessions', phone)).toBeUndefined()
})
