import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { startTestApp, testPassword, type TestApp } from '../testing.ts'
import { setDemoPassword } from './demo-password.ts'

const school = ['student@apogee.test', 'admin@apogee.test', 'superadmin@apogee.test']
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  const hash = await server.dependencies.passwords.hash(publishedPassword)
  for (const email of school)
    await sql`
      INSERT INTO users (email, name, role, password_hash, email_verified_at, created_at)
      VALUES (${email}, 'Seeded', 'student', ${hash}, now(), now())`.execute(server.database.kysely)
})
afterAll(() => server.stop())

const signIn = async (email: string, password: string) => {
  const { status, body } = await server.call('login', { body: { email, password } })
  return { status, token: status === 200 && 'token' in body.data ? body.data.token : '' }
}
const start = (wanted: string) => setDemoPassword(server.services, server.dependencies, wanted)
const statusesOf = async (password: string) =>
  Promise.all(school.map(async (email) => (await signIn(email, password)).status))

test('each start gives the demo accounts its password, and ends what was opened with the former one', async () => {
  const opened = await signIn('student@apogee.test', publishedPassword)
  await start(publishedPassword)
  expect((await server.call('verifySession', { body: {}, as: opened })).status).toBe(200)
  await start('Nine-Kites-5')
  expect(await statusesOf(publishedPassword)).toEqual([401, 401, 401])
  expect(await statusesOf('Nine-Kites-5')).toEqual([200, 200, 200])
  expect((await server.call('verifySession', { body: {}, as: opened })).status).toBe(401)
  await start('Ten-Kites-6')
  expect(await statusesOf('Ten-Kites-6')).toEqual([200, 200, 200])
  await start(publishedPassword)
  expect(await statusesOf(publishedPassword)).toEqual([200, 200, 200])
})

test('an account whose owner has chosen a password keeps it, and so does whoever registered', async () => {
  const { token } = await signIn('student@apogee.test', publishedPassword)
  const body = { currentPassword: publishedPassword, password: testPassword }
  expect((await server.call('changePassword', { body, as: { token } })).status).toBe(200)
  await server.call('register', {
    body: { name: 'Somebody', email: 'somebody@example.my', password: publishedPassword },
  })
  await start('Nine-Kites-5')
  expect((await signIn('student@apogee.test', testPassword)).status).toBe(200)
  expect((await signIn('admin@apogee.test', 'Nine-Kites-5')).status).toBe(200)
  expect((await signIn('somebody@example.my', publishedPassword)).status).toBe(200)
})

test('the last account with the seeded password is found without others that share its hash', async () => {
  await start(publishedPassword)
  await sql`UPDATE users SET password_hash = NULL WHERE email <> 'superadmin@apogee.test'`.execute(
    server.database.kysely,
  )
  await start('Nine-Kites-5')
  expect((await signIn('superadmin@apogee.test', 'Nine-Kites-5')).status).toBe(200)
})
