import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import {
  localClient,
  startLocalProvider,
  type LocalProvider,
} from '#server/adapters/sign-in/local-provider.testing.ts'
import { createSignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let local: LocalProvider
let server: TestApp
beforeAll(async () => {
  local = await startLocalProvider()
  server = await startTestApp({
    payments: unusedPayments,
    signInProviders: createSignInProviders({
      google: { issuer: local.origin, ...localClient },
      github: null,
    }),
  })
})
afterAll(async () => {
  await server.stop()
  await local.stop()
})

let subjects = 0
async function link(person: Pick<TestPerson, 'id'>, provider: SignInProviderName): Promise<void> {
  subjects += 1
  await sql`
    INSERT INTO identities (provider, subject, user_id) VALUES (${provider}, ${`subject ${subjects}`}, ${person.id})`.execute(
    server.database.kysely,
  )
}
const withoutPassword = (person: TestPerson) =>
  sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
const linked = async (as: { token: string }) =>
  (await server.call('listIdentities', { as })).body.data.map(({ provider }) => provider)
const remove = (provider: SignInProviderName, as: { token: string }) =>
  server.call('removeIdentity', { params: { provider }, as })
const codeOf = async (asked: ReturnType<typeof remove>) => (await asked).body.errorCode

describe('the list of links', () => {
  test('a person sees their own links only', async () => {
    const person = await server.person()
    const other = await server.person()
    await link(person, 'github')
    await link(person, 'google')
    expect(await linked(person)).toEqual(['google', 'github'])
    expect(await linked(other)).toEqual([])
  })
})

describe('removing a link', () => {
  test('removes it, ends the other sessions and unfinished sign-ins, and is logged and mailed', async () => {
    const person = await server.person('student', { isProven: true })
    await link(person, 'google')
    const login = { email: person.email, password: testPassword }
    const other = (await server.call('login', { body: login })).body.data
    expect((await remove('google', person)).status).toBe(200)
    expect(await linked(person)).toEqual([])
    expect((await server.call('verifySession', { body: {}, as: other })).status).toBe(401)
    expect((await server.call('verifySession', { body: {}, as: person })).status).toBe(200)
    const log = await server.call('listSecurityLog', { query: {}, as: person })
    expect(log.body.data[0]).toMatchObject({ kind: 'identity.removed', details: { name: 'Google' } })
    await server.jobs.runDueOnce()
    const mail = server.mails.findLast(({ to }) => to === person.email)
    expect(mail?.subject).toContain('a way to sign in was removed')
    expect(mail?.body).toContain('Google no longer signs in')
  })

  test('a link that does not exist, and the link of somebody else, is not found', async () => {
    const person = await server.person()
    const other = await server.person()
    await link(other, 'google')
    expect(await codeOf(remove('google', person))).toBe('NOT_FOUND')
    expect(await linked(other)).toEqual(['google'])
  })

  test('needs a fresh proof', async () => {
    const person = await server.person()
    await link(person, 'google')
    server.clock.advance(11 * 60_000)
    expect(await codeOf(remove('google', person))).toBe('FRESH_PROOF_REQUIRED')
    expect(await linked(person)).toEqual(['google'])
  })

  test('the last way to sign in stays: a link that is not configured here is none', async () => {
    const person = await server.person()
    await link(person, 'google')
    await link(person, 'github')
    await withoutPassword(person)
    expect(await codeOf(remove('google', person))).toBe('LAST_WAY_IN')
    expect(await linked(person)).toEqual(['google', 'github'])
    expect((await remove('github', person)).status).toBe(200)
    expect(await codeOf(remove('google', person))).toBe('LAST_WAY_IN')
  })

  test('a passkey is another way to sign in', async () => {
    const person = await server.person()
    await link(person, 'google')
    await withoutPassword(person)
    await sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, name, is_synced, created_at)
      VALUES (${person.id}, ${Buffer.from(`credential ${person.id}`)}, 'key', ${Buffer.alloc(32, 1)}, 'Phone', false, now())`.execute(
      server.database.kysely,
    )
    expect((await remove('google', person)).status).toBe(200)
  })

  test('a link that is removed twice at the same time is removed once', async () => {
    const person = await server.person()
    await link(person, 'google')
    const answers = await Promise.all([remove('google', person), remove('google', person)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  })
})
