/** Tests that a sign-in hashes the password again when the stored hash has another cost than new hashes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'
import { createPasswords } from '#server/platform/secrets/passwords.ts'
import { Accounts } from '../accounts.service.ts'
import { PasswordChanges } from './passwords.service.ts'

let server: TestApp
/** This instance creates hashes at another cost. */
let dearer: Accounts
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  const passwords = createPasswords({ cost: { memoryCost: 16, timeCost: 2, parallelism: 1 } })
  dearer = new Accounts({ ...server.dependencies, securityLog: server.services.securityLog, passwords })
})
afterAll(() => server.stop())

const visitor = { address: '198.51.100.60', isOutside: true, userAgent: '' }
const hashOf = async ({ id }: { id: number }) =>
  (
    await sql<{ hash: string }>`SELECT password_hash AS hash FROM users WHERE id = ${id}`.execute(
      server.database.kysely,
    )
  ).rows[0]?.hash

test('a right password is hashed anew with the present cost, and a wrong one changes nothing', async () => {
  const person = await server.person()
  const before = await hashOf(person)
  expect(before).toContain('$m=8,t=1,p=1$')
  const wrong = dearer.signIn({ email: person.email, password: 'wrong' }, visitor)
  await expect(wrong).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await hashOf(person)).toBe(before)
  await dearer.signIn({ email: person.email, password: testPassword }, visitor)
  const after = await hashOf(person)
  expect(after).toContain('$m=16,t=2,p=1$')
  await dearer.signIn({ email: person.email, password: testPassword }, visitor)
  expect(await hashOf(person)).toBe(after)
})

test('a change of the password succeeds while a sign-in makes the hash anew', async () => {
  const person = await server.person()
  const { passwords } = server.dependencies
  let compared = 0
  const changes = new PasswordChanges({
    ...server.dependencies,
    accounts: server.services.accounts,
    passwords: {
      ...passwords,
      matches: async (stored, password) => {
        compared += 1
        const matched = await passwords.matches(stored, password)
        if (compared === 1) await dearer.signIn({ email: person.email, password: testPassword }, visitor)
        return matched
      },
    },
  })
  const caller = await server.services.accounts.sessions.callerOf(person.token, visitor.address)
  if (!caller) throw new Error('this person is signed in')
  const change = { currentPassword: testPassword, password: 'Apogee-Other-1' }
  await changes.change(caller, change, visitor)
  expect(compared).toBe(2)
  const signIn = (password: string) => server.call('login', { body: { email: person.email, password } })
  expect((await signIn('Apogee-Other-1')).status).toBe(200)
  expect((await signIn(testPassword)).status).toBe(401)
})

test('concurrent sign-ins with the right password all succeed, and their sessions stay', async () => {
  const person = await server.person()
  const sessions = await Promise.all(
    Array.from({ length: 4 }, () => dearer.signIn({ email: person.email, password: testPassword }, visitor)),
  )
  for (const session of sessions) {
    const token = 'token' in session ? session.token : ''
    expect((await server.call('verifySession', { body: { token } })).status).toBe(200)
  }
  expect(await hashOf(person)).toContain('$m=16,t=2,p=1$')
})
