/** The published password of the demo accounts is refused for requests that may come from outside. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusals } from '@apogee/contracts/refusals.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'
import { publishedPassword } from './published-password.ts'

interface Sender {
  remoteAddress?: string
  headers?: Record<string, string>
}
type App = Pick<TestApp['app'], 'inject'>

const outside: Sender = { remoteAddress: '203.0.113.9' }
const refused = [403, 'PUBLISHED_PASSWORD']
const demo = 'demo-account@apogee.test'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  await register(demo, publishedPassword)
})
afterAll(() => server.stop())
beforeEach(() => server.clock.advance(3_600_000))

const register = (email: string, password: string) =>
  server.call('register', { body: { name: 'Aisyah Rahman', email, password } })

async function post(
  url: string,
  body: object,
  { app = server.app as App, token = '', ...sender }: Sender & { app?: App; token?: string },
) {
  const headers = { ...sender.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await app.inject({ method: 'POST', url: `/api${url}`, payload: body, ...sender, headers })
  const { errorCode, error, data } = answer.json()
  return { end: [answer.statusCode, errorCode], error, data }
}

const signIn = (sender: Sender & { app?: App }, email = demo, password = publishedPassword) =>
  post('/auth/login', { email, password }, sender)

/** Returns the token of a session that was opened from this machine, where the published password is allowed. */
async function tokenFromInside(email = demo): Promise<string> {
  return (await signIn({}, email)).data.token
}

const mailedToken = async (path: string, to: string) => {
  await server.jobs.runDueOnce()
  const mail = server.mails.findLast((sent) => sent.to === to && sent.body.includes(`/${path}/`))
  return mail?.body.match(new RegExp(`/${path}/(\\S+)`))?.[1] ?? ''
}

describe('signing in to a demo account', () => {
  test.each<Sender>([
    {},
    { remoteAddress: '172.17.0.1', headers: { host: '172.17.0.2:3000' } },
    { remoteAddress: '::ffff:192.168.1.7', headers: { host: 'apogee:3000' } },
  ])('the published password works as before for %j', async (sender) => {
    expect((await signIn(sender)).end).toEqual([200, undefined])
  })

  test.each<Sender>([
    outside,
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { 'cf-connecting-ip': '10.0.0.1' } },
    { headers: { host: 'learn.example.my' } },
    { headers: { origin: 'https://learn.example.my' } },
  ])('the published password is refused, with what to set, for %j', async (sender) => {
    const { end, error } = await signIn(sender)
    expect(end).toEqual(refused)
    expect(error).toBe(refusals.PUBLISHED_PASSWORD.sentence)
    expect(error).toContain('DEMO_PASSWORD')
    expect((await signIn(sender, demo.toUpperCase())).end).toEqual(refused)
  })

  test('with a public PUBLIC_URL the published password is refused for everybody', async () => {
    const { app } = await server.startAgain({ publicUrl: 'https://learn.example.my' })
    expect((await signIn({ app })).end).toEqual(refused)
    await app.close()
  })

  test.each(['http://localhost:3000', 'http://apogee:3000', 'http://school.test', 'http://10.1.2.3'])(
    'PUBLIC_URL=%s changes nothing',
    async (publicUrl) => {
      const { app } = await server.startAgain({ publicUrl })
      expect((await signIn({ app })).end).toEqual([200, undefined])
      await app.close()
    },
  )

  test('a wrong password, an unknown account and a password of the owner are answered as ever', async () => {
    expect((await signIn(outside, demo, 'Apogee-Demo-2')).end).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await signIn(outside, 'nobody@apogee.test')).end).toEqual([401, 'INVALID_CREDENTIALS'])
    const own = 'own-password@apogee.test'
    await register(own, testPassword)
    expect((await signIn(outside, own, testPassword)).end).toEqual([200, undefined])
    expect((await signIn(outside, own)).end).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  test('whoever registered elsewhere with the same password signs in with it', async () => {
    await register('somebody@example.my', publishedPassword)
    expect((await signIn(outside, 'somebody@example.my')).end).toEqual([200, undefined])
  })

  test('a demo account is known by its seeded hash when its address has changed', async () => {
    const { database } = server
    const moved = 'moved@example.my'
    await register(moved, publishedPassword)
    await sql`
      UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = ${demo})
       WHERE email = ${moved}`.execute(database.kysely)
    expect((await signIn(outside, moved)).end).toEqual(refused)
    expect((await signIn({}, moved)).end).toEqual([200, undefined])
    await sql`UPDATE users SET password_hash = NULL WHERE email = ${moved}`.execute(database.kysely)
  })
})

describe('other calls that ask for a password', () => {
  test.each([
    ['a fresh proof', '/auth/confirm', { password: publishedPassword }],
    [
      'a change of the password',
      '/auth/password/change',
      { currentPassword: publishedPassword, password: 'Apogee-New-7' },
    ],
    ['the end of the account', '/auth/leave', { password: publishedPassword }],
  ])('%s refuses the published password from outside', async (_, url, body) => {
    const token = await tokenFromInside()
    expect((await post(url, body, { ...outside, token })).end).toEqual(refused)
  })

  test('a session that began inside goes on outside', async () => {
    const token = await tokenFromInside()
    expect((await post('/auth/verify', {}, { ...outside, token })).end).toEqual([200, undefined])
  })

  test('a mailed link to verify an address refuses it', async () => {
    const token = await mailedToken('verify-email', demo)
    expect((await post('/auth/email/verify', { token, password: publishedPassword }, outside)).end).toEqual(
      refused,
    )
  })

  test('a mailed link to change an address refuses it', async () => {
    const owner = 'changes-address@apogee.test'
    await register(owner, publishedPassword)
    await sql`UPDATE users SET email_verified_at = now() WHERE email = ${owner}`.execute(
      server.database.kysely,
    )
    const asked = { email: 'new-address@example.my' }
    await post('/auth/email/change', asked, { token: await tokenFromInside(owner) })
    const token = await mailedToken('change-email', asked.email)
    const confirmed = await post(
      '/auth/email/change/confirm',
      { token, password: publishedPassword },
      outside,
    )
    expect(confirmed.end).toEqual(refused)
  })
})
