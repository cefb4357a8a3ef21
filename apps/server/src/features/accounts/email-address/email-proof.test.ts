import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

async function mailTo(email: string, path: string) {
  await server.jobs.runDueOnce()
  return server.mails.findLast(({ to, body }) => to === email && body.includes(`/${path}/`))
}

async function tokenTo(email: string, path = 'verify-email'): Promise<string> {
  const mail = await mailTo(email, path)
  return mail?.body.match(new RegExp(`/${path}/(\\S+)`))?.[1] ?? ''
}

async function isProven(person: TestPerson): Promise<boolean> {
  const { rows } = await sql<{ isProven: boolean }>`
    SELECT email_verified_at IS NOT NULL AS "isProven" FROM users WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  return rows[0]?.isProven ?? false
}

const verify = (body: { token: string; password?: string }, as: TestPerson | null = null) =>
  server.call('verifyEmail', { body, as })

describe('a verification link', () => {
  test("a verification link verifies the address once, with the account's session", async () => {
    const person = await server.person()
    const token = await tokenTo(person.email)
    const shown = await server.call('readVerification', { params: { token }, as: person })
    expect(shown.body.data).toEqual({ email: person.email, isOwn: true })
    expect(await isProven(person)).toBe(false)
    expect((await verify({ token }, person)).status).toBe(200)
    const { body } = await server.call('verifySession', { body: {}, as: person })
    expect(body.data.decoded.emailVerified).toBe(true)
    expect((await verify({ token }, person)).body.errorCode).toBe('LINK_EXPIRED')
    expect((await server.call('readVerification', { params: { token }, as: person })).status).toBe(410)
  })

  test('a verification link verifies nothing when it is only opened, as mail scanners do', async () => {
    const person = await server.person()
    const token = await tokenTo(person.email)
    for (let look = 0; look < 3; look += 1) {
      await server.app.inject({ url: `/verify-email/${token}` })
      const shown = await server.call('readVerification', { params: { token } })
      expect(shown.body.data).toEqual({ email: person.email, isOwn: false })
      expect((await verify({ token })).body.errorCode).toBe('PASSWORD_NEEDED')
    }
    expect(await isProven(person)).toBe(false)
    expect((await verify({ token }, person)).status).toBe(200)
  })

  test("a verification link verifies the address with the account's password, also when nobody or somebody else is signed in", async () => {
    for (const as of [null, await server.person()]) {
      const person = await server.person()
      const token = await tokenTo(person.email)
      const wrong = await verify({ token, password: 'Wrong-Password-1' }, as)
      expect([wrong.status, wrong.body.errorCode]).toEqual([403, 'WRONG_PASSWORD'])
      expect(await isProven(person)).toBe(false)
      expect((await verify({ token, password: testPassword }, as)).status).toBe(200)
      expect(await isProven(person)).toBe(true)
    }
  })

  test("a verification link does not verify a stranger's account when the owner of the address opens it", async () => {
    const stranger = await server.person()
    const owner = await server.person()
    const token = await tokenTo(stranger.email)
    expect((await verify({ token }, owner)).body.errorCode).toBe('PASSWORD_NEEDED')
    expect((await verify({ token, password: 'The-Owners-Own-1' }, owner)).body.errorCode).toBe(
      'WRONG_PASSWORD',
    )
    expect(await isProven(stranger)).toBe(false)
  })

  test('a verification link refuses the eleventh wrong password, also of concurrent attempts', async () => {
    const person = await server.person()
    const token = await tokenTo(person.email)
    for (let guess = 0; guess < 10; guess += 1) await verify({ token, password: `wrong ${guess}` })
    expect((await verify({ token, password: testPassword })).status).toBe(429)
    expect((await verify({ token }, person)).status).toBe(200)
  })

  test('a verification link of an account without a password asks for a sign-in', async () => {
    const person = await server.person()
    const token = await tokenTo(person.email)
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
    expect((await verify({ token, password: '' })).body.errorCode).toBe('SIGN_IN_AGAIN')
  })

  test.each(['x', 'A'.repeat(43), 'A'.repeat(200)])(
    'a verification link that was never mailed is refused: %#',
    async (token) => {
      expect((await server.call('readVerification', { params: { token } })).body.errorCode).toBe(
        'LINK_EXPIRED',
      )
      expect((await verify({ token, password: testPassword })).body.errorCode).toBe('LINK_EXPIRED')
    },
  )

  test('links for verifying an address and for resetting a password are not interchangeable', async () => {
    const person = await server.person()
    const verification = await tokenTo(person.email)
    await server.call('forgotPassword', { body: { email: person.email } })
    const reset = await tokenTo(person.email, 'reset-password')
    expect((await verify({ token: reset, password: testPassword })).status).toBe(410)
    const body = { token: verification, password: 'Brand-New-2' }
    expect((await server.call('resetPassword', { body })).status).toBe(410)
  })
})

describe('a password reset of an account whose address was never proven', () => {
  test("a password reset of an unverified account ends the stranger's sessions, password, links and known devices, and verifies the address", async () => {
    const stranger = await server.person()
    const verification = await tokenTo(stranger.email)
    await server.call('forgotPassword', { body: { email: stranger.email } })
    const token = await tokenTo(stranger.email, 'reset-password')
    const before = await sql`SELECT device_sha256 FROM known_devices WHERE user_id = ${stranger.id}`.execute(
      server.database.kysely,
    )
    expect((await server.call('resetPassword', { body: { token, password: 'Brand-New-2' } })).status).toBe(
      200,
    )
    expect(await isProven(stranger)).toBe(true)
    expect((await server.call('verifySession', { body: {}, as: stranger })).status).toBe(401)
    const old = await server.call('login', { body: { email: stranger.email, password: testPassword } })
    expect(old.status).toBe(401)
    expect((await verify({ token: verification, password: testPassword })).body.errorCode).toBe(
      'LINK_EXPIRED',
    )
    const after = await sql`SELECT device_sha256 FROM known_devices WHERE user_id = ${stranger.id}`.execute(
      server.database.kysely,
    )
    expect(after.rows).not.toContainEqual(before.rows[0])
  })
})

test('no text typed at registration is mailed before the address is verified', async () => {
  const email = 'victim@apogee.test'
  const name = 'Win a prize at https://evil.example/now'
  const registered = await server.call('register', { body: { name, email, password: testPassword } })
  const as = registered.body.data
  await server.call('forgotPassword', { body: { email } })
  await server.call('resendVerification', { as })
  await server.call('changePassword', {
    body: { currentPassword: testPassword, password: 'Brand-New-2' },
    as,
  })
  await server.call('leave', { body: { password: 'Brand-New-2' }, as })
  await server.jobs.runDueOnce()
  const sent = server.mails.filter(({ to }) => to === email)
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    'Confirm your email address',
    'Confirm your email address',
    'Reset your password',
    'Your account will be deleted',
    'Your password was changed',
  ])
  for (const mail of sent) expect(JSON.stringify(mail)).not.toMatch(/evil|prize/)
})

test('an invitation names its business and inviter without a clickable link', async () => {
  const admin = await server.person('admin')
  await sql`UPDATE businesses SET name = 'Prizes at https://evil.example' WHERE id = ${admin.businessId}`.execute(
    server.database.kysely,
  )
  await sql`UPDATE users SET name = 'www.evil.example', email_verified_at = now() WHERE id = ${admin.id}`.execute(
    server.database.kysely,
  )
  const email = 'invited@apogee.test'
  await server.call('createInvitation', { body: { email, role: 'instructor' }, as: admin })
  const mail = await mailTo(email, 'invitations')
  expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(mail?.body).toMatch(/invites you to join Prizes at/)
})
