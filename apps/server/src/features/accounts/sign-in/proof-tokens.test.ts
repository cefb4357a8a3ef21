import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

const minute = 60_000

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
})
afterAll(() => server.stop())

const sessionsOf = async (token: string) => (await server.call('listSessions', { as: { token } })).body
const statusOf = async (token: string) =>
  (await server.call('verifySession', { body: {}, as: { token } })).status

async function prove(person: Pick<TestPerson, 'token'>, password = testPassword) {
  const former = person.token
  const answer = await server.call('confirmIdentity', { body: { password }, as: person })
  return { former, present: person.token, answer }
}

test('the new token belongs to the same session, and the former one is refused after a minute', async () => {
  const person = await server.person()
  const [before] = (await sessionsOf(person.token)).data
  server.clock.advance(11 * minute)
  const { former, present, answer } = await prove(person)
  expect(answer.body).toEqual({ success: true, data: { token: present } })
  expect(present).not.toBe(former)
  const { data: after } = await sessionsOf(present)
  expect(after.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([[before?.id, true]])
  server.clock.advance(minute - 1)
  expect(await statusOf(former)).toBe(200)
  server.clock.advance(1)
  expect([await statusOf(former), await statusOf(present)]).toEqual([401, 200])
})

test('the former token has no fresh proof', async () => {
  const admin = await server.person('admin')
  const { former, present } = await prove(admin)
  const change = async (token: string) =>
    (
      await server.call('updateChipCredentials', {
        body: { chipSecret: 'a-secret-key-1234', chipBrandId: 'brand-1' },
        as: { token },
      })
    ).body.errorCode
  expect([await change(former), await change(present)]).toEqual(['FRESH_PROOF_REQUIRED', undefined])
})

test('a second proof ends the token before the former one at once', async () => {
  const person = await server.person()
  const first = await prove(person)
  const second = await prove(person)
  const statuses = [
    await statusOf(first.former),
    await statusOf(second.former),
    await statusOf(second.present),
  ]
  expect(statuses).toEqual([401, 200, 200])
})

test('a wrong password leaves the token as it is', async () => {
  const person = await server.person()
  const { former, present, answer } = await prove(person, 'Wrong-Password-1')
  expect([answer.body.errorCode, present]).toEqual(['WRONG_PASSWORD', former])
  server.clock.advance(2 * minute)
  expect(await statusOf(present)).toBe(200)
})

test('signing out with either token ends both', async () => {
  const person = await server.person()
  const { former, present } = await prove(person)
  expect((await server.call('logout', { as: { token: former } })).status).toBe(200)
  expect([await statusOf(former), await statusOf(present)]).toEqual([401, 401])
})

test('ending the other sessions ends the former token at once', async () => {
  const person = await server.person()
  const { former, present } = await prove(person)
  expect((await server.call('endOtherSessions', { as: person })).status).toBe(200)
  expect([await statusOf(former), await statusOf(present)]).toEqual([401, 200])
})
