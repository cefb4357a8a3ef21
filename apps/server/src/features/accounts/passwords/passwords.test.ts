import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { Accounts } from '../accounts.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const newPassword = 'Brand-New-2'
const hour = 3_600_000

const signIn = (email: string, password: string) => server.call('login', { body: { email, password } })
const isSignedIn = async (as: { token: string }) =>
  (await server.call('verifySession', { body: {}, as })).status === 200

async function mailsTo(email: string, path: string): Promise<string[]> {
  await server.jobs.runDueOnce()
  return server.mails
    .filter(({ to, body }) => to === email && body.includes(`/${path}/`))
    .map(({ body }) => body)
}
const tokenIn = (body: string | undefined, path: string) =>
  body?.match(new RegExp(`/${path}/(\\S+)`))?.[1] ?? ''

async function resetLink(email: string): Promise<string> {
  expect((await server.call('forgotPassword', { body: { email } })).status).toBe(200)
  return tokenIn((await mailsTo(email, 'reset-password')).at(-1), 'reset-password')
}

describe('POST /auth/password/forgot', () => {
  test.each([
    ['nádia@sekolah.my', 1],
    ['a..b@x.my', 1],
    ['u@ex_a.my', 1],
    ['"a,other"@x.my', 0],
  ])('an account with the older address %s signs in and is mailed %i link', async (email, links) => {
    const { id } = await server.person()
    await sql`UPDATE users SET email = ${email} WHERE id = ${id}`.execute(server.database.kysely)
    expect((await signIn(email, testPassword)).status).toBe(200)
    expect((await server.call('forgotPassword', { body: { email } })).status).toBe(200)
    expect(await mailsTo(email, 'reset-password')).toHaveLength(links)
    const left = await sql`SELECT 1 FROM mail_outbox WHERE recipient = ${email} AND sent_at IS NULL`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })

  test('a forgotten password gets the same answer and work for a known and an unknown address', async () => {
    const { email } = await server.person()
    const known = await server.call('forgotPassword', { body: { email } })
    const unknown = await server.call('forgotPassword', { body: { email: 'nobody@apogee.test' } })
    expect(known.status).toBe(200)
    expect(known.body).toEqual({ success: true })
    expect(unknown.raw.body).toBe(known.raw.body)
    // A job looks the address up later, so both requests do the same work before they are answered.
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'accounts.password-forgotten'`.execute(
      server.database.kysely,
    )
    expect(rows[0]?.count).toBe(2)
    expect(await mailsTo(email, 'reset-password')).toHaveLength(1)
    expect(server.mails.filter(({ to }) => to === 'nobody@apogee.test')).toEqual([])
  })

  test("a forgotten password mails a link of this site in the account's language", async () => {
    const english = await server.person()
    await server.call('forgotPassword', { body: { email: english.email.toUpperCase() } })
    expect((await mailsTo(english.email, 'reset-password'))[0]).toMatch(
      /Choose a new password for Apogee here:\nhttp:\/\/\S+\/reset-password\/[\w-]{43}\n\nThe link works once, for 1 hour\./,
    )
    const malay = await server.person()
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: malay.email, password: testPassword },
      headers: { cookie: 'theme=space; lang=ms' },
    })
    await server.call('forgotPassword', { body: { email: malay.email } })
    const [mail] = await mailsTo(malay.email, 'reset-password')
    const html = server.mails.find(({ body }) => body === mail)?.html
    expect(html).toContain('<html lang="ms">')
    expect(html).toMatch(/<a href="http:\/\/[^"]+\/reset-password\/[\w-]+"[^>]*>Pilih kata laluan baharu/)
    expect(mail).toContain('Pautan ini sah sekali sahaja, selama 1 jam.')
  })

  test.each([
    [{ email: '' }, 'email: Email is required'],
    [{}, 'email: Email is required'],
    [{ email: 'nobody' }, 'email: Please enter a valid email address'],
  ])('a forgotten password refuses %j with its sentence', async (body, sentence) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/password/forgot',
      payload: body,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ errorCode: 'VALIDATION', error: sentence })
  })

  test('forgotten passwords mail five links an hour per address, also for concurrent requests, with equal answers', async () => {
    const { email } = await server.person()
    for (const address of [email, 'stranger@apogee.test']) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => server.call('forgotPassword', { body: { email: address } })),
      )
      expect(new Set(answers.map(({ raw }) => `${raw.statusCode} ${raw.body}`))).toEqual(
        new Set(['200 {"success":true}']),
      )
    }
    expect(await mailsTo(email, 'reset-password')).toHaveLength(5)
  })
})

describe('POST /auth/password/reset', () => {
  test('a password reset sets the new password, verifies the address, and ends all sessions', async () => {
    const person = await server.person()
    const second = (await signIn(person.email, testPassword)).body.data
    const token = await resetLink(person.email)
    expect((await server.call('resetPassword', { body: { token, password: newPassword } })).body).toEqual({
      success: true,
    })
    expect(await isSignedIn(person)).toBe(false)
    expect(await isSignedIn(second)).toBe(false)
    expect((await signIn(person.email, testPassword)).status).toBe(401)
    const { status, body } = await signIn(person.email, newPassword)
    expect(status).toBe(200)
    expect(body.data.user.emailVerified).toBe(true)
    await server.jobs.runDueOnce()
    expect(
      server.mails.filter(
        ({ to, subject }) => to === person.email && subject === 'Your password was changed',
      ),
    ).toHaveLength(1)
  })

  test('a reset link works once, also for concurrent requests', async () => {
    const { email } = await server.person()
    const token = await resetLink(email)
    const answers = await Promise.all(
      ['One-Password-1', 'Two-Passwords-2'].map((password) =>
        server.call('resetPassword', { body: { token, password } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
    const again = await server.call('resetPassword', { body: { token, password: newPassword } })
    expect(again.body.errorCode).toBe('LINK_EXPIRED')
  })

  test('a reset link works for one hour, and links of other kinds are refused', async () => {
    const { email } = await server.person()
    const verification = tokenIn((await mailsTo(email, 'verify-email')).at(-1), 'verify-email')
    const wrongKind = await server.call('resetPassword', {
      body: { token: verification, password: newPassword },
    })
    expect(wrongKind.body.errorCode).toBe('LINK_EXPIRED')
    const token = await resetLink(email)
    server.clock.advance(hour + 1000)
    const late = await server.call('resetPassword', { body: { token, password: newPassword } })
    expect(late).toMatchObject({ status: 410, body: { errorCode: 'LINK_EXPIRED' } })
    expect(late.body.error).toBe('This link has expired or was already used')
    expect((await signIn(email, testPassword)).status).toBe(200)
  })

  test('a password reset invalidates the other mailed links', async () => {
    const { email } = await server.person()
    const first = await resetLink(email)
    const second = await resetLink(email)
    expect(
      (await server.call('resetPassword', { body: { token: second, password: newPassword } })).status,
    ).toBe(200)
    const old = await server.call('resetPassword', { body: { token: first, password: 'Another-One-3' } })
    expect(old.body.errorCode).toBe('LINK_EXPIRED')
  })

  test.each([
    ['', 'password: Password is required'],
    ['Ab1!xyz', 'password: Password must be at least 8 characters'],
    ['alllowercase', 'password: Password is too weak'],
  ])(
    'a password reset refuses the password %j with the sentence of registration',
    async (password, sentence) => {
      const response = await server.call('resetPassword', { body: { token: 'x', password } })
      expect(response.status).toBe(400)
      expect(response.body.error).toBe(sentence)
    },
  )

  test('a password reset lets its owner sign in at once despite failed attempts', async () => {
    const { email } = await server.person()
    for (let failure = 0; failure < 10; failure += 1) await signIn(email, 'wrong')
    expect((await signIn(email, testPassword)).status).toBe(429)
    const token = await resetLink(email)
    await server.call('resetPassword', { body: { token, password: newPassword } })
    expect((await signIn(email, newPassword)).status).toBe(200)
  })
})

describe('POST /auth/password/change', () => {
  const change = (as: TestPerson, currentPassword: string, password = newPassword) =>
    server.call('changePassword', { body: { currentPassword, password }, as })

  test('changing the password replaces it and ends the other sessions, not this one', async () => {
    const person = await server.person()
    const other = (await signIn(person.email, testPassword)).body.data
    expect((await change(person, testPassword)).body).toEqual({ success: true })
    expect(await isSignedIn(person)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect((await signIn(person.email, testPassword)).status).toBe(401)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test('changing the password needs the current one, and a new one as strong as at registration', async () => {
    const person = await server.person()
    const wrong = await change(person, 'not this one')
    expect(wrong).toMatchObject({ status: 403, body: { errorCode: 'WRONG_PASSWORD' } })
    expect(wrong.body.error).toBe('Your current password is not correct')
    expect((await change(person, '', 'alllowercase')).body.error).toBe(
      'currentPassword: Current password is required, password: Password is too weak',
    )
    expect(await isSignedIn(person)).toBe(true)
  })

  test('changing the password allows ten wrong current passwords', async () => {
    const person = await server.person()
    for (let failure = 0; failure < 10; failure += 1) await change(person, 'wrong')
    expect((await change(person, testPassword)).status).toBe(429)
  })

  test('changing the password tells an account without one how to get one', async () => {
    const person = await server.person()
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
    const response = await change(person, 'anything')
    expect(response).toMatchObject({ status: 409, body: { errorCode: 'NO_PASSWORD' } })
  })

  test('changing the password leaves no session to a concurrent sign-in with the old one', async () => {
    const person = await server.person()
    let checked = () => {}
    let goOn = () => {}
    const isChecked = new Promise<void>((resolve) => (checked = resolve))
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const slow = new Accounts({
      ...server.dependencies,
      securityLog: server.services.securityLog,
      passwords: {
        ...server.dependencies.passwords,
        async matches(stored, password) {
          const matched = await server.dependencies.passwords.matches(stored, password)
          checked()
          await mayGoOn
          return matched
        },
      },
    })
    const underWay = slow.signIn(
      { email: person.email, password: testPassword },
      { address: '127.0.0.9', isOutside: false, userAgent: '' },
    )
    await isChecked
    await change(person, testPassword)
    goOn()
    await expect(underWay).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })
})

describe('POST /auth/email/resend', () => {
  test('a repeated verification mail has a working link until the address is verified', async () => {
    const person = await server.person()
    expect(await mailsTo(person.email, 'verify-email')).toHaveLength(1)
    expect((await server.call('resendVerification', { as: person })).body).toEqual({ success: true })
    await server.call('resendVerification', { as: person })
    const mails = await mailsTo(person.email, 'verify-email')
    expect(mails).toHaveLength(3)
    expect(new Set(mails).size).toBe(3)
    const token = tokenIn(mails.at(-1), 'verify-email')
    expect((await server.call('verifyEmail', { body: { token }, as: person })).status).toBe(200)
    const { body } = await server.call('verifySession', { body: {}, as: person })
    expect(body.data.decoded.emailVerified).toBe(true)
    expect((await server.call('resendVerification', { as: person })).status).toBe(200)
    expect(await mailsTo(person.email, 'verify-email')).toHaveLength(3)
  })

  test('repeated verification mails are limited to five an hour and need a session', async () => {
    const person = await server.person()
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await server.call('resendVerification', { as: person })).status).toBe(200)
    }
    expect((await server.call('resendVerification', { as: person })).status).toBe(429)
    expect((await server.call('resendVerification', {})).status).toBe(401)
  })
})
