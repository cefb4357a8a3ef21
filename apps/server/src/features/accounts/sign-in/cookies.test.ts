import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { localClient, startLocalProvider } from '#server/adapters/sign-in/local-provider.testing.ts'
import { createSignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'
import { codeAt } from '../second-factor/authenticator-codes.ts'

let server: TestApp
let secure: Awaited<ReturnType<TestApp['startAgain']>>
let provider: Awaited<ReturnType<typeof startLocalProvider>>
beforeAll(async () => {
  provider = await startLocalProvider()
  server = await startTestApp({
    payments: unusedPayments,
    signInProviders: createSignInProviders({
      google: { issuer: provider.origin, ...localClient },
      github: null,
    }),
  })
  secure = await server.startAgain({ publicUrl: 'https://school.example.my' })
})
afterAll(async () => {
  await secure.app.close()
  await server.stop()
  await provider.stop()
})

const post = (app: TestApp['app'], path: string, payload: object, cookie = '') =>
  app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { host: 'localhost:3000', cookie },
  })

async function protectedPerson() {
  const person = await server.person()
  const { secret } = (await server.call('beginSecondFactor', { as: person })).body.data
  const code = () => codeAt(secret, server.clock.now())
  await server.call('confirmSecondFactor', { as: person, body: { code: code() } })
  server.clock.advance(60_000)
  return { email: person.email, code }
}

test('over TLS the cookie of a known browser belongs to this host alone', async () => {
  const { email } = await server.person()
  const answer = await post(secure.app, 'login', { email, password: testPassword })
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-apogee_device=[\w-]{43}; Path=\/; Secure; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
})

test('without TLS, where browsers refuse the prefix, the cookies have none', async () => {
  const { email } = await server.person()
  const answer = await post(server.app, 'login', { email, password: testPassword })
  expect(answer.headers['set-cookie']).toMatch(
    /^apogee_device=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
})

test('over TLS every cookie of a sign-in has the prefix, also where it is removed', async () => {
  const begun = await secure.app.inject({ method: 'GET', url: '/api/auth/google' })
  const back = await secure.app.inject({
    method: 'GET',
    url: '/api/auth/google/callback?error=access_denied',
  })
  const { email, code } = await protectedPerson()
  const first = await post(secure.app, 'login', { email, password: testPassword })
  const [challenge] = first.cookies
  const cookie = `${challenge?.name}=${challenge?.value}`
  const second = await post(secure.app, 'sign-in/second-factor', { code: code() }, cookie)
  expect(second.statusCode).toBe(200)
  const set = [begun, back, first, second].flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const names = set.map((one) => one.split('=')[0])
  expect(names).toEqual([
    '__Host-apogee_sign_in',
    '__Host-apogee_sign_in',
    '__Host-apogee_second_factor',
    '__Host-apogee_second_factor',
    '__Host-apogee_device',
  ])
  for (const one of set) expect(one).toMatch(/; Path=\/; Secure; .*HttpOnly/)
})

test('a cookie from before the prefix is recognised, and never in place of one with it', async () => {
  const { email } = await server.person()
  const password = testPassword
  const older = (await post(server.app, 'login', { email, password })).cookies[0]?.value
  const answer = await post(secure.app, 'login', { email, password }, `apogee_device=${older}`)
  expect(answer.cookies[0]?.name).toBe('__Host-apogee_device')
  const mails = await sql`
    SELECT FROM mail_outbox WHERE recipient = ${email} AND occasion LIKE 'new-browser:%'`.execute(
    server.database.kysely,
  )
  expect(mails.rows).toEqual([])
  const own = answer.cookies[0]?.value
  const both = `apogee_device=${'n'.repeat(43)}; __Host-apogee_device=${own}`
  expect((await post(secure.app, 'login', { email, password }, both)).cookies[0]?.value).toBe(own)
})

test('over TLS a browser never keeps a value that another host of the domain gave it', async () => {
  const { email, code } = await protectedPerson()
  const planted = 'p'.repeat(43)
  const password = testPassword
  const first = await post(secure.app, 'login', { email, password }, `apogee_device=${planted}`)
  const challenge = `__Host-apogee_second_factor=${first.cookies[0]?.value}; apogee_device=${planted}`
  const body = { code: code(), rememberDevice: true }
  const second = await post(secure.app, 'sign-in/second-factor', body, challenge)
  expect(second.statusCode).toBe(200)
  const device = second.cookies.find(({ name }) => name === '__Host-apogee_device')
  expect(device?.value).not.toBe(planted)
  const thief = await post(secure.app, 'login', { email, password }, `__Host-apogee_device=${planted}`)
  expect(thief.json()).toMatchObject({ errorCode: 'SECOND_FACTOR_REQUIRED' })
})

test('over TLS a trusted cookie without the prefix does not stand for the second factor, and a sign-in forgets it', async () => {
  const { email, code } = await protectedPerson()
  const password = testPassword
  const trust = async (app: TestApp['app'], challenge: string, device = '') => {
    const first = await post(app, 'login', { email, password }, device)
    expect(first.json()).toMatchObject({ errorCode: 'SECOND_FACTOR_REQUIRED' })
    const cookie = `${challenge}=${first.cookies[0]?.value}; ${device}`
    const second = await post(app, 'sign-in/second-factor', { code: code(), rememberDevice: true }, cookie)
    expect(second.statusCode).toBe(200)
    server.clock.advance(60_000)
    return second.cookies.find(({ name }) => name.endsWith('apogee_device'))?.value ?? ''
  }
  const older = await trust(server.app, 'apogee_second_factor')
  const known = await post(server.app, 'login', { email, password }, `apogee_device=${older}`)
  expect(known.statusCode).toBe(200)
  const own = await trust(secure.app, '__Host-apogee_second_factor', `apogee_device=${older}`)
  const signIn = async (device: string) =>
    (await post(secure.app, 'login', { email, password }, `__Host-apogee_device=${device}`)).statusCode
  expect([await signIn(older), await signIn(own)]).toEqual([403, 200])
})

test('over TLS a first step in a cookie without the prefix is not continued', async () => {
  const { email, code } = await protectedPerson()
  const first = await post(secure.app, 'login', { email, password: testPassword })
  const planted = `apogee_second_factor=${first.cookies[0]?.value}`
  const second = await post(secure.app, 'sign-in/second-factor', { code: code() }, planted)
  expect(second.json()).toMatchObject({ errorCode: 'SIGN_IN_EXPIRED' })
})
