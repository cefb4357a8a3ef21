/** The second step of a sign-in, over HTTP: docs/decisions/second-factor.md. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import {
  localClient,
  startLocalProvider,
  type LocalProvider,
} from '#server/adapters/sign-in/local-provider.testing.ts'
import { createSignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import type { Caller } from '#server/policy/caller.ts'
import { codeAt } from './authenticator-codes.ts'

const minute = 60_000
const day = 24 * 60 * minute

let local: LocalProvider
let server: TestApp
beforeAll(async () => {
  local = await startLocalProvider()
  server = await startTestApp({
    payments: unusedPayments,
    signInProviders: createSignInProviders({
      google: { issuer: local.origin, ...localClient },
      github: { url: local.origin, ...localClient },
    }),
  })
})
afterAll(async () => {
  await server.stop()
  await local.stop()
})
/** A code is accepted once, so each test has half minutes of its own. */
beforeEach(() => server.clock.advance(5 * minute))

/** A browser with its cookies, at an address of its own. */
function browser(address = '198.51.100.1') {
  const jar = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await server.app.inject({
      ...{ method, url: `/api/auth/${path}`, remoteAddress: address },
      ...(payload && { payload }),
      headers: {
        host: 'localhost:3000',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    return answer
  }
  const post = async (path: string, payload: object) => {
    const answer = await send('POST', path, payload)
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    jar,
    open: (path: string) => send('GET', path),
    post,
    signIn: ({ email }: Pick<TestPerson, 'email'>, password = testPassword) =>
      post('login', { email, password }),
    enter: (code: string, rememberDevice = false) => post('sign-in/second-factor', { code, rememberDevice }),
  }
}

interface Protected {
  person: TestPerson
  secret: string
  recoveryCodes: string[]
}

/** Somebody whose sign-ins have a second step. */
async function protectedPerson(
  role: 'student' | 'admin' = 'student',
  { isProven = true } = {},
): Promise<Protected> {
  const person = await server.person(role, { isProven })
  const begun = await server.call('beginSecondFactor', { as: person })
  const { secret } = begun.body.data
  const confirmed = await server.call('confirmSecondFactor', {
    as: person,
    body: { code: codeAt(secret, server.clock.now()) },
  })
  expect(confirmed.status).toBe(200)
  server.clock.advance(minute)
  return { person, secret, recoveryCodes: confirmed.body.data.recoveryCodes }
}

const codeOf = ({ secret }: Protected) => codeAt(secret, server.clock.now())
/** A code that is not right now. */
const wrongCodeOf = (of: Protected) => {
  const near = [-1, 0, 1].map((steps) =>
    codeAt(of.secret, new Date(server.clock.now().getTime() + steps * 30_000)),
  )
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}
const isSignedIn = async (token: string) =>
  (await server.call('listSessions', { as: { token } })).status === 200
const kindsOf = async (as: TestPerson) =>
  (await server.call('listSecurityLog', { query: {}, as })).body.data.map(({ kind }) => kind)

describe('setting up the second step', () => {
  test('it is on when the first code is confirmed, and not before', async () => {
    const person = await server.person()
    const begun = await server.call('beginSecondFactor', { as: person })
    const { secret, address, qrCode } = begun.body.data
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(new URL(address).pathname)).toContain(person.email)
    expect(qrCode.path.length).toBeGreaterThan(1000)
    expect((await browser().signIn(person)).status).toBe(200)
    expect((await server.call('readSecondFactor', { as: person })).body.data).toEqual({
      since: null,
      recoveryCodesLeft: 0,
    })

    const confirmed = await server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, server.clock.now()) },
    })
    expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10)
    expect((await server.call('readSecondFactor', { as: person })).body.data).toEqual({
      since: server.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    })
    expect((await browser().signIn(person)).body).toMatchObject({
      success: false,
      errorCode: 'SECOND_FACTOR_REQUIRED',
    })
  })

  test('a wrong first code turns nothing on', async () => {
    const person = await server.person()
    const { secret } = (await server.call('beginSecondFactor', { as: person })).body.data
    const refused = await server.call('confirmSecondFactor', {
      as: person,
      body: { code: wrongCodeOf({ person, secret, recoveryCodes: [] }) },
    })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'WRONG_CODE'])
    expect((await browser().signIn(person)).status).toBe(200)
  })

  test('sessions that were opened without the second step end, and API tokens stay', async () => {
    const person = await server.person('admin')
    const made = await server.call('createApiToken', {
      as: person,
      body: { name: 'Payroll', scopes: ['courses:read'], expiresInDays: 90 },
    })
    const other = (await browser().signIn(person)).body.data.token as string
    const { secret } = (await server.call('beginSecondFactor', { as: person })).body.data
    await server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, server.clock.now()) },
    })
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false])
    const { token } = made.body.data
    expect((await server.call('listCourses', { as: { token }, query: {} })).status).toBe(200)
  })

  test('it cannot be set up anew while it is on', async () => {
    const { person, secret } = await protectedPerson()
    const again = await server.call('beginSecondFactor', { as: person })
    expect([again.status, again.body.errorCode]).toEqual([409, 'SECOND_FACTOR_ON'])
    const confirmed = await server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, server.clock.now()) },
    })
    expect(confirmed.body.errorCode).toBe('SECOND_FACTOR_ON')
  })

  test('a change needs a fresh proof of identity', async () => {
    const { person } = await protectedPerson()
    server.clock.advance(11 * minute)
    const refused = [
      await server.call('beginSecondFactor', { as: person }),
      await server.call('replaceRecoveryCodes', { as: person }),
      await server.call('turnOffSecondFactor', { as: person }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('FRESH_PROOF_REQUIRED'))
  })

  test('neither the secret nor a recovery code is stored readably or logged', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson()
    const stored = await sql<{ text: string }>`
      SELECT encode(secret_encrypted, 'escape') AS text FROM authenticator_apps WHERE user_id = ${person.id}
      UNION ALL SELECT starts_with || code_hash FROM recovery_codes WHERE user_id = ${person.id}
      UNION ALL SELECT security_log::text FROM security_log WHERE subject_id = ${person.id}`.execute(
      server.database.kysely,
    )
    const all = stored.rows.map(({ text }) => text).join('\n')
    expect(stored.rows.length).toBe(12)
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(all).not.toContain(hidden)
  })
})

let googleIds = 71_000
async function signInWithGoogle(phone: ReturnType<typeof browser>, { email }: Pick<TestPerson, 'email'>) {
  local.setFaults({})
  googleIds += 1
  local.isPerson({
    ...{ id: googleIds, name: 'Nurul Huda' },
    addresses: [{ email, primary: true, verified: true }],
  })
  const begun = await phone.open('google')
  const returned = await fetch(String(begun.headers.location), { redirect: 'manual' })
  const { pathname, search } = new URL(returned.headers.get('location') ?? '')
  const ended = await phone.open(`${pathname.replace('/api/auth/', '')}${search}`)
  const code = new URLSearchParams(String(ended.headers.location).split('#')[1]).get('code') ?? ''
  return phone.post('sign-in/complete', { code })
}

/** Sets the password 'Another-Pass-77' by the mailed link. */
async function resetByMail({ email }: Pick<TestPerson, 'email'>): Promise<void> {
  await browser().post('password/forgot', { email })
  server.mails.length = 0
  for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
  const mail = server.mails.find(({ to, subject }) => to === email && subject === 'Reset your password')
  const token = /reset-password\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  expect((await browser().post('password/reset', { token, password: 'Another-Pass-77' })).status).toBe(200)
}

describe('an account whose address somebody else has registered', () => {
  test('the owner who comes through Google is not asked for the other person’s code', async () => {
    const { person } = await protectedPerson('student', { isProven: false })
    expect((await signInWithGoogle(browser(), person)).status).toBe(200)
  })

  test('nor is the owner who sets a password by the mailed link', async () => {
    const { person } = await protectedPerson('student', { isProven: false })
    await resetByMail(person)
    expect((await browser().signIn(person, 'Another-Pass-77')).status).toBe(200)
  })

  test('a mailed link turns off the second step that a thief of the password has just set up', async () => {
    const { person } = await protectedPerson()
    await resetByMail(person)
    const back = await browser().signIn(person, 'Another-Pass-77')
    expect(back.status).toBe(200)
    const log = await kindsOf({ ...person, token: back.body.data.token })
    expect(log).toEqual(['secondFactor.off', 'secondFactor.on'])
  })

  test('a week after its setup the owner keeps the second step through a mailed link', async () => {
    const { person } = await protectedPerson()
    server.clock.advance(7 * day)
    await resetByMail(person)
    expect((await browser().signIn(person, 'Another-Pass-77')).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })
})

describe('a sign-in with a second step', () => {
  test('the code of the app signs in, in the browser of the first step only', async () => {
    const known = await protectedPerson()
    const phone = browser()
    expect((await phone.signIn(known.person)).status).toBe(403)
    expect((await browser().enter(codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
    const entered = await phone.enter(codeOf(known))
    expect([entered.status, entered.body.data.user.id]).toEqual([200, known.person.id])
    expect(await isSignedIn(entered.body.data.token)).toBe(true)
    expect(phone.jar.has('apogee_second_factor')).toBe(false)
  })

  test('a code works once, also when it is sent twice at the same time', async () => {
    const known = await protectedPerson()
    const [phone, laptop] = [browser('198.51.100.2'), browser('198.51.100.3')]
    await phone.signIn(known.person)
    await laptop.signIn(known.person)
    const code = codeOf(known)
    const ends = await Promise.all([phone.enter(code), laptop.enter(code)])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(ends.filter(({ body }) => body.errorCode === 'WRONG_CODE')).toHaveLength(1)
    expect((await laptop.enter(code)).status).not.toBe(200)
  })

  test('a recovery code works once, however it is written, and its use is logged', async () => {
    const known = await protectedPerson()
    const [first = '', second = ''] = known.recoveryCodes
    const phone = browser()
    await phone.signIn(known.person)
    expect((await phone.enter(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    await phone.signIn(known.person)
    expect((await phone.enter(first)).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(second)).status).toBe(200)
    expect((await server.call('readSecondFactor', { as: known.person })).body.data.recoveryCodesLeft).toBe(8)
    expect(await kindsOf(known.person)).toEqual(['recoveryCode.used', 'recoveryCode.used', 'secondFactor.on'])
  })

  test('a wrong password is answered as without a second step', async () => {
    const { person } = await protectedPerson()
    const phone = browser()
    expect((await phone.signIn(person, 'wrong')).body.errorCode).toBe('INVALID_CREDENTIALS')
    expect(phone.jar.has('apogee_second_factor')).toBe(false)
  })

  test('a first step is valid for ten minutes, and not after a new password', async () => {
    const known = await protectedPerson()
    const phone = browser()
    await phone.signIn(known.person)
    server.clock.advance(11 * minute)
    expect((await phone.enter(codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
    await phone.signIn(known.person)
    const changed = await server.call('changePassword', {
      as: known.person,
      body: { currentPassword: testPassword, password: 'Another-Pass-77' },
    })
    expect(changed.status).toBe(200)
    expect((await phone.enter(codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
  })

  test('a trusted browser is not asked for 30 days; others are', async () => {
    const known = await protectedPerson()
    const phone = browser()
    await phone.signIn(known.person)
    expect((await phone.enter(codeOf(known), true)).status).toBe(200)
    expect((await phone.signIn(known.person)).status).toBe(200)
    expect((await browser().signIn(known.person)).status).toBe(403)
    server.clock.advance(30 * day + minute)
    expect((await phone.signIn(known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a sign-in through Google is asked, too', async () => {
    const known = await protectedPerson()
    const phone = browser()
    const completed = await signInWithGoogle(phone, known.person)
    expect([completed.status, completed.body.errorCode]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect((await phone.enter(codeOf(known))).status).toBe(200)
  })

  test('no way in opens a session without the second step: the database refuses it', async () => {
    const { person } = await protectedPerson()
    const opened = sql`
      INSERT INTO sessions (user_id, token_sha256, expires_at)
      VALUES (${person.id}, decode(repeat('ab', 32), 'hex'), now() + interval '1 day')`.execute(
      server.database.kysely,
    )
    await expect(opened).rejects.toThrow('second factor')
  })
})

describe('a fresh proof of identity with a second step', () => {
  const confirm = (as: { token: string }, body: { password: string; code?: string }) =>
    server.call('confirmIdentity', { as, body })
  const isFresh = async (as: { token: string }) =>
    (await server.call('replaceRecoveryCodes', { as })).body.errorCode !== 'FRESH_PROOF_REQUIRED'

  test('it needs the password and a code', async () => {
    const known = await protectedPerson()
    const { person } = known
    server.clock.advance(11 * minute)
    expect((await confirm(person, { password: testPassword })).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    const code = codeOf(known)
    expect((await confirm(person, { password: 'wrong', code })).body.errorCode).toBe('WRONG_PASSWORD')
    expect((await confirm(person, { password: testPassword, code: wrongCodeOf(known) })).body.errorCode).toBe(
      'WRONG_CODE',
    )
    expect(await isFresh(person)).toBe(false)
    expect((await confirm(person, { password: testPassword, code })).status).toBe(200)
    expect(await isFresh(person)).toBe(true)
  })

  test('a sign-in in a trusted browser is none', async () => {
    const known = await protectedPerson()
    const phone = browser()
    await phone.signIn(known.person)
    const first = await phone.enter(codeOf(known), true)
    expect(await isFresh({ token: first.body.data.token })).toBe(true)
    const second = await phone.signIn(known.person)
    expect(await isFresh({ token: second.body.data.token })).toBe(false)
  })
})

describe('ways around the second step', () => {
  test('asking for the deletion of the account and coming back keeps it', async () => {
    const { person } = await protectedPerson()
    const left = await server.call('leave', { as: person, body: { password: testPassword } })
    expect(left.status).toBe(200)
    expect((await browser().signIn(person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('the password given for the deletion of the account is no fresh proof', async () => {
    const known = await protectedPerson('admin')
    server.clock.advance(11 * minute)
    const { person } = known
    const refused = await server.call('leave', { as: person, body: { password: testPassword } })
    expect(refused.body.errorCode).toBe('LAST_ADMIN')
    expect((await server.call('turnOffSecondFactor', { as: person })).body.errorCode).toBe(
      'FRESH_PROOF_REQUIRED',
    )
  })

  test('guesses for a fresh proof are counted over all sessions, and told to the owner', async () => {
    const known = await protectedPerson()
    const phone = browser('203.0.113.20')
    await phone.signIn(known.person)
    await phone.enter(codeOf(known), true)
    const ends: number[] = []
    for (let session = 0; session < 4; session += 1) {
      const { token } = (await phone.signIn(known.person)).body.data
      for (let guess = 0; guess < 8; guess += 1) {
        const body = { password: testPassword, code: wrongCodeOf(known) }
        ends.push((await server.call('confirmIdentity', { as: { token }, body })).status)
      }
    }
    expect(ends).toEqual([...Array<number>(30).fill(403), 429, 429])
    server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    expect(server.mails.map(({ subject }) => subject)).toContain('Someone may know your password')
  })

  test('a session that has ended turns nothing on', async () => {
    const person = await server.person()
    const { secret } = (await server.call('beginSecondFactor', { as: person })).body.data
    const [session] = (await server.call('listSessions', { as: person })).body.data
    const caller: Caller = {
      ...{ userId: person.id, sessionId: session?.id ?? 0, businessId: null, name: null },
      role: 'student',
      ...{ email: person.email, emailVerified: false, hasFreshProof: true, address: '127.0.0.1' },
    }
    await server.call('logout', { as: person })
    const late = server.services.accounts.secondFactor.confirm(caller, codeAt(secret, server.clock.now()))
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await browser().signIn(person)).status).toBe(200)
  })

  test('signing out everywhere else ends the trust in other browsers', async () => {
    const known = await protectedPerson()
    const [phone, laptop] = [browser('203.0.113.21'), browser('203.0.113.22')]
    await phone.signIn(known.person)
    await phone.enter(codeOf(known), true)
    server.clock.advance(minute)
    await laptop.signIn(known.person)
    const { token } = (await laptop.enter(codeOf(known), true)).body.data
    const ended = await server.app.inject({
      ...{ method: 'POST', url: '/api/auth/sessions/end-others' },
      headers: {
        authorization: `Bearer ${token}`,
        cookie: `apogee_device=${laptop.jar.get('apogee_device')}`,
      },
    })
    expect(ended.statusCode).toBe(200)
    expect((await phone.signIn(known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    expect((await laptop.signIn(known.person)).status).toBe(200)
  })

  test('somebody without a password is asked in a trusted browser, too: they could prove nothing afterwards', async () => {
    const known = await protectedPerson()
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${known.person.id}`.execute(
      server.database.kysely,
    )
    const phone = browser()
    await signInWithGoogle(phone, known.person)
    expect((await phone.enter(codeOf(known), true)).status).toBe(200)
    expect((await signInWithGoogle(phone, known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a recovery code of a former setup confirms no new app', async () => {
    const known = await protectedPerson()
    await sql`DELETE FROM authenticator_apps WHERE user_id = ${known.person.id}`.execute(
      server.database.kysely,
    )
    await server.call('beginSecondFactor', { as: known.person })
    const body = { code: known.recoveryCodes[0] ?? '' }
    expect((await server.call('confirmSecondFactor', { as: known.person, body })).body.errorCode).toBe(
      'WRONG_CODE',
    )
  })
})

describe('wrong codes', () => {
  test('ten from one address block it, and the owner on a known browser can still sign in', async () => {
    const known = await protectedPerson()
    const home = browser('192.0.2.10')
    await home.signIn(known.person)
    expect((await home.enter(codeOf(known))).status).toBe(200)
    const stranger = browser('203.0.113.5')
    await stranger.signIn(known.person)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await stranger.enter(wrongCodeOf(known))).status).toBe(403)
    server.clock.advance(minute)
    const blocked = await stranger.enter(codeOf(known))
    expect([blocked.status, blocked.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    await home.signIn(known.person)
    expect((await home.enter(codeOf(known))).status).toBe(200)
  })

  test('right codes use up nothing', async () => {
    const known = await protectedPerson()
    const phone = browser('203.0.113.6')
    for (let time = 0; time < 11; time += 1) {
      phone.jar.clear()
      await phone.signIn(known.person)
      expect((await phone.enter(codeOf(known))).status).toBe(200)
      server.clock.advance(minute / 2)
    }
  })

  test('the owner is told once a day that somebody knows the password', async () => {
    const known = await protectedPerson()
    const stranger = browser('203.0.113.7')
    await stranger.signIn(known.person)
    for (let guess = 0; guess < 5; guess += 1) await stranger.enter(wrongCodeOf(known))
    server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    const warnings = server.mails.filter(
      ({ to, subject }) => to === known.person.email && subject === 'Someone may know your password',
    )
    expect(warnings.length).toBe(1)
  })

  test('recovery codes have an allowance of their own', async () => {
    const known = await protectedPerson()
    const phone = browser('203.0.113.8')
    await phone.signIn(known.person)
    for (let guess = 0; guess < 10; guess += 1) expect((await phone.enter('0000-0000-0000')).status).toBe(403)
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).status).toBe(429)
    expect((await phone.enter(codeOf(known))).status).toBe(200)
  })
})

describe('turning the second step off', () => {
  test('it needs a fresh proof with a code, tells the owner, and asks nobody afterwards', async () => {
    const known = await protectedPerson('admin')
    server.clock.advance(11 * minute)
    expect((await server.call('turnOffSecondFactor', { as: known.person })).body.errorCode).toBe(
      'FRESH_PROOF_REQUIRED',
    )
    const body = { password: testPassword, code: codeOf(known) }
    expect((await server.call('confirmIdentity', { as: known.person, body })).status).toBe(200)
    const off = await server.call('turnOffSecondFactor', { as: known.person })
    expect(off.status).toBe(200)
    expect((await browser().signIn(known.person)).status).toBe(200)
    expect(await kindsOf(known.person)).toEqual(['secondFactor.off', 'secondFactor.on'])
    server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    expect(
      server.mails.filter(({ to }) => to === known.person.email).map(({ subject }) => subject),
    ).toContain('Security: the second step of a sign-in was turned off')
  })

  test('a trusted browser is asked again after the second step was set up anew', async () => {
    const known = await protectedPerson()
    const phone = browser()
    await phone.signIn(known.person)
    await phone.enter(codeOf(known), true)
    server.clock.advance(minute)
    await server.call('turnOffSecondFactor', { as: known.person })
    const { secret } = (await server.call('beginSecondFactor', { as: known.person })).body.data
    await server.call('confirmSecondFactor', {
      as: known.person,
      body: { code: codeAt(secret, server.clock.now()) },
    })
    expect((await phone.signIn(known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('new recovery codes replace the former ones', async () => {
    const known = await protectedPerson()
    const replaced = await server.call('replaceRecoveryCodes', { as: known.person })
    const [fresh = ''] = replaced.body.data.recoveryCodes
    const phone = browser()
    await phone.signIn(known.person)
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(fresh)).status).toBe(200)
  })

  test('under another APP_SECRET no code of the app is right, and a recovery code still is', async () => {
    const known = await protectedPerson()
    await sql`UPDATE authenticator_apps SET secret_encrypted = decode(repeat('00', 60), 'hex')
               WHERE user_id = ${known.person.id}`.execute(server.database.kysely)
    const phone = browser()
    await phone.signIn(known.person)
    expect((await phone.enter(codeOf(known))).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('a person without one is told so', async () => {
    const person = await server.person()
    const refused = [
      await server.call('turnOffSecondFactor', { as: person }),
      await server.call('replaceRecoveryCodes', { as: person }),
      await server.call('confirmSecondFactor', { as: person, body: { code: '000000' } }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('SECOND_FACTOR_OFF'))
  })
})

test('signing out everywhere else leaves this session', async () => {
  const person = await server.person()
  const other = (await browser().signIn(person)).body.data.token as string
  expect((await server.call('endOtherSessions', { as: person })).status).toBe(200)
  expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false])
})
