/** No process caches data about the caller: a change by one process applies to the next request to another. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let other: Awaited<ReturnType<TestApp['startAgain']>>
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  other = await server.startAgain()
})
afterAll(async () => {
  await other.app.close()
  await server.stop()
})

const headersOf = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` })

/**
 * Returns the statuses of three calls to the other process: the sign-in check, a list of the person's own, and a list for
 * superadmins.
 */
async function statusesElsewhere(person: TestPerson): Promise<number[]> {
  const headers = headersOf(person)
  const answers = [
    await other.app.inject({ method: 'POST', url: '/api/auth/verify', headers, payload: {} }),
    await other.app.inject({ url: '/api/notifications', headers }),
    await other.app.inject({ url: '/api/platform/summary', headers }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}

test('a session that one process ends is unknown to another at its next request', async () => {
  const person = await server.person()
  expect(await statusesElsewhere(person)).toEqual([200, 200, 403])
  await server.call('logout', { as: person })
  expect(await statusesElsewhere(person)).toEqual([401, 401, 401])
})

test('a role that has changed counts at the next request to another process', async () => {
  const person = await server.person('superadmin')
  expect(await statusesElsewhere(person)).toEqual([200, 200, 200])
  await sql`UPDATE users SET role = 'student' WHERE id = ${person.id}`.execute(server.database.kysely)
  expect(await statusesElsewhere(person)).toEqual([200, 200, 403])
})

test('an account that was deleted at one process is signed out of another', async () => {
  const person = await server.person()
  expect(await statusesElsewhere(person)).toEqual([200, 200, 403])
  const as = await server.person('superadmin')
  const { status } = await server.call('deleteUser', { params: { id: person.id }, as })
  expect(status).toBe(200)
  expect(await statusesElsewhere(person)).toEqual([401, 401, 401])
})
