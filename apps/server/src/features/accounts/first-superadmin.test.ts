import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const signIn = async (email: string) =>
  (await server.call('login', { body: { email, password: testPassword } })).body

test('an address of an existing student does not become superadmin, and the start reports it', async () => {
  const student = { name: 'Mei Ling', email: 'owner@apogee.test', password: testPassword }
  await server.call('register', { body: student })
  expect(await server.services.accounts.ensureSuperadmin('owner@apogee.test', testPassword)).toBe(
    'address taken',
  )
  expect((await signIn('owner@apogee.test')).data.user.role).toBe('student')
})

test('concurrent starts create one superadmin, and later starts change nothing', async () => {
  const { accounts } = server.services
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => accounts.ensureSuperadmin('root@apogee.test', testPassword)),
  )
  expect(outcomes.toSorted()).toEqual(['created', 'exists', 'exists'])
  expect(await accounts.ensureSuperadmin('second@apogee.test', 'Another-Password-2')).toBe('exists')
  expect((await signIn('root@apogee.test')).data.user.role).toBe('superadmin')
  expect((await signIn('second@apogee.test')).success).toBe(false)
  const { rows } = await sql`
    SELECT actor_id AS actor, details FROM security_log WHERE kind = 'account.opened'`.execute(
    server.database.kysely,
  )
  expect(rows).toEqual([{ actor: null, details: { role: 'superadmin' } }])
})
