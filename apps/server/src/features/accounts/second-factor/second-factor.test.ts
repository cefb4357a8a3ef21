import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword } from '#server/app/testing.ts'
import { codeAt } from './authenticator-codes.ts'
import { startProtectedSchool, type ProtectedSchool } from './second-factor.testing.ts'

const minute = 60_000
const day = 24 * 60 * minute

let school: ProtectedSchool
beforeAll(async () => {
  school = await startProtectedSchool()
})
afterAll(() => school.stop())
/** A code is accepted once, so each test needs its own 30-second time steps. */
beforeEach(() => school.server.clock.advance(5 * minute))

describe('setting up the second factor', () => {
  test('it is on when the first code is confirmed, and not before', async () => {
    const person = await school.server.person()
    const begun = await school.server.call('beginSecondFactor', { as: person })
    const { secret, address, qrCode } = begun.body.data
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(new URL(address).pathname)).toContain(person.email)
    expect(qrCode.path.length).toBeGreaterThan(1000)
    expect((await school.browser().signIn(person)).status).toBe(200)
    expect((await school.server.call('readSecondFactor', { as: person })).body.data).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      requirement: 'demo',
      removedAt: null,
    })

    const confirmed = await school.server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, school.server.clock.now()) },
    })
    expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10)
    expect((await school.server.call('readSecondFactor', { as: person })).body.data).toEqual({
      since: school.server.clock.now().toISOString(),
      recoveryCodesLeft: 10,
      requirement: 'demo',
      removedAt: null,
    })
    expect((await school.browser().signIn(person)).body).toMatchObject({
      success: false,
      errorCode: 'SECOND_FACTOR_REQUIRED',
    })
  })

  test('a wrong first code turns nothing on', async () => {
    const person = await school.server.person()
    const { secret } = (await school.server.call('beginSecondFactor', { as: person })).body.data
    const refused = await school.server.call('confirmSecondFactor', {
      as: person,
      body: { code: school.wrongCodeOf({ person, secret, recoveryCodes: [] }) },
    })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'WRONG_CODE'])
    expect((await school.browser().signIn(person)).status).toBe(200)
  })

  test('sessions that were opened without the second factor end, and API tokens stay', async () => {
    const person = await school.server.person('admin')
    const made = await school.server.call('createApiToken', {
      as: person,
      body: { name: 'Payroll', scopes: ['courses:read'], expiresInDays: 90 },
    })
    const other = (await school.browser().signIn(person)).body.data.token as string
    const { secret } = (await school.server.call('beginSecondFactor', { as: person })).body.data
    await school.server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, school.server.clock.now()) },
    })
    expect([await school.isSignedIn(person.token), await school.isSignedIn(other)]).toEqual([true, false])
    const { token } = made.body.data
    expect((await school.server.call('listCourses', { as: { token }, query: {} })).status).toBe(200)
  })

  test('it cannot be set up anew while it is on', async () => {
    const { person, secret } = await school.protectedPerson()
    const again = await school.server.call('beginSecondFactor', { as: person })
    expect([again.status, again.body.errorCode]).toEqual([409, 'SECOND_FACTOR_ON'])
    const confirmed = await school.server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, school.server.clock.now()) },
    })
    expect(confirmed.body.errorCode).toBe('SECOND_FACTOR_ON')
  })

  test('a change needs a fresh proof of identity', async () => {
    const { person } = await school.protectedPerson()
    school.server.clock.advance(11 * minute)
    const refused = [
      await school.server.call('beginSecondFactor', { as: person }),
      await school.server.call('replaceRecoveryCodes', { as: person }),
      await school.server.call('turnOffSecondFactor', { as: person }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('FRESH_PROOF_REQUIRED'))
  })

  test('neither the secret nor a recovery code is stored readably or logged', async () => {
    const { person, secret, recoveryCodes } = await school.protectedPerson()
    const stored = await sql<{ text: string }>`
      SELECT encode(secret_encrypted, 'escape') AS text FROM authenticator_apps WHERE user_id = ${person.id}
      UNION ALL SELECT starts_with || code_hash FROM recovery_codes WHERE user_id = ${person.id}
      UNION ALL SELECT security_log::text FROM security_log WHERE subject_id = ${person.id}`.execute(
      school.server.database.kysely,
    )
    const all = stored.rows.map(({ text }) => text).join('\n')
    // The rows are the app, ten recovery codes, the sign-in and the setup.
    expect(stored.rows.length).toBe(13)
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(all).not.toContain(hidden)
  })
})

describe('an account whose address somebody else has registered', () => {
  test('the owner who comes through Google is not asked for the other person’s code', async () => {
    const { person } = await school.protectedPerson('student', { isProven: false })
    expect((await school.signInWithGoogle(school.browser(), person)).status).toBe(200)
  })

  test('the owner who resets the password by mail is not asked for the code of the registrant', async () => {
    const { person } = await school.protectedPerson('student', { isProven: false })
    await school.resetByMail(person)
    expect((await school.browser().signIn(person, 'Another-Pass-77')).status).toBe(200)
  })

  test('a mailed link turns off the second factor that a thief of the password has just set up', async () => {
    const { person } = await school.protectedPerson()
    await school.resetByMail(person)
    const back = await school.browser().signIn(person, 'Another-Pass-77')
    expect(back.status).toBe(200)
    const log = await school.kindsOf({ ...person, token: back.body.data.token })
    expect(log).toEqual(['secondFactor.off', 'secondFactor.on'])
  })

  test('a week after its setup the owner keeps the second factor through a mailed link', async () => {
    const { person } = await school.protectedPerson()
    school.server.clock.advance(7 * day)
    await school.resetByMail(person)
    expect((await school.browser().signIn(person, 'Another-Pass-77')).body.errorCode).toBe(
      'SECOND_FACTOR_REQUIRED',
    )
  })
})

describe('a sign-in with a second factor', () => {
  test('the code of the app signs in, in the browser of the first step only', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    expect((await phone.signIn(known.person)).status).toBe(403)
    expect((await school.browser().enter(school.codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
    const entered = await phone.enter(school.codeOf(known))
    expect([entered.status, entered.body.data.user.id]).toEqual([200, known.person.id])
    expect(await school.isSignedIn(entered.body.data.token)).toBe(true)
    expect(phone.jar.has('apogee_second_factor')).toBe(false)
  })

  test('a code works once, also when it is sent twice at the same time', async () => {
    const known = await school.protectedPerson()
    const [phone, laptop] = [school.browser('198.51.100.2'), school.browser('198.51.100.3')]
    await phone.signIn(known.person)
    await laptop.signIn(known.person)
    const code = school.codeOf(known)
    const ends = await Promise.all([phone.enter(code), laptop.enter(code)])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(ends.filter(({ body }) => body.errorCode === 'WRONG_CODE')).toHaveLength(1)
    expect((await laptop.enter(code)).status).not.toBe(200)
  })

  test('a recovery code works once, however it is written, and its use is logged', async () => {
    const known = await school.protectedPerson()
    const [first = '', second = ''] = known.recoveryCodes
    const phone = school.browser()
    await phone.signIn(known.person)
    expect((await phone.enter(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    await phone.signIn(known.person)
    expect((await phone.enter(first)).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(second)).status).toBe(200)
    expect(
      (await school.server.call('readSecondFactor', { as: known.person })).body.data.recoveryCodesLeft,
    ).toBe(8)
    expect(await school.kindsOf(known.person)).toEqual([
      'recoveryCode.used',
      'recoveryCode.used',
      'secondFactor.on',
    ])
  })

  test('a wrong password is answered as without a second factor', async () => {
    const { person } = await school.protectedPerson()
    const phone = school.browser()
    expect((await phone.signIn(person, 'wrong')).body.errorCode).toBe('INVALID_CREDENTIALS')
    expect(phone.jar.has('apogee_second_factor')).toBe(false)
  })

  test('a first step is valid for ten minutes, and not after a new password', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    await phone.signIn(known.person)
    school.server.clock.advance(11 * minute)
    expect((await phone.enter(school.codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
    const body = { password: testPassword, code: school.codeOf(known) }
    expect((await school.server.call('confirmIdentity', { as: known.person, body })).status).toBe(200)
    await phone.signIn(known.person)
    const changed = await school.server.call('changePassword', {
      as: known.person,
      body: { currentPassword: testPassword, password: 'Another-Pass-77' },
    })
    expect(changed.status).toBe(200)
    expect((await phone.enter(school.codeOf(known))).body.errorCode).toBe('SIGN_IN_EXPIRED')
  })

  test('a trusted browser is not asked for 30 days; others are', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    await phone.signIn(known.person)
    expect((await phone.enter(school.codeOf(known), true)).status).toBe(200)
    expect((await phone.signIn(known.person)).status).toBe(200)
    expect((await school.browser().signIn(known.person)).status).toBe(403)
    school.server.clock.advance(30 * day + minute)
    expect((await phone.signIn(known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a sign-in through Google is asked, too', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    const completed = await school.signInWithGoogle(phone, known.person)
    expect([completed.status, completed.body.errorCode]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect((await phone.enter(school.codeOf(known))).status).toBe(200)
  })

  test('no way in opens a session without the second factor: the database refuses it', async () => {
    const { person } = await school.protectedPerson()
    const opened = sql`
      INSERT INTO sessions (user_id, token_sha256, expires_at)
      VALUES (${person.id}, decode(repeat('ab', 32), 'hex'), now() + interval '1 day')`.execute(
      school.server.database.kysely,
    )
    await expect(opened).rejects.toThrow('second factor')
  })
})

describe('a fresh proof of identity with a second factor', () => {
  const confirm = (as: { token: string }, body: { password: string; code?: string }) =>
    school.server.call('confirmIdentity', { as, body })
  const isFresh = async (as: { token: string }) =>
    (await school.server.call('replaceRecoveryCodes', { as })).body.errorCode !== 'FRESH_PROOF_REQUIRED'

  test('it needs the password and a code', async () => {
    const known = await school.protectedPerson()
    const { person } = known
    school.server.clock.advance(11 * minute)
    expect((await confirm(person, { password: testPassword })).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    const code = school.codeOf(known)
    expect((await confirm(person, { password: 'wrong', code })).body.errorCode).toBe('WRONG_PASSWORD')
    expect(
      (await confirm(person, { password: testPassword, code: school.wrongCodeOf(known) })).body.errorCode,
    ).toBe('WRONG_CODE')
    expect(await isFresh(person)).toBe(false)
    expect((await confirm(person, { password: testPassword, code })).status).toBe(200)
    expect(await isFresh(person)).toBe(true)
  })

  test('a sign-in in a trusted browser is none', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    await phone.signIn(known.person)
    const first = await phone.enter(school.codeOf(known), true)
    expect(await isFresh({ token: first.body.data.token })).toBe(true)
    const second = await phone.signIn(known.person)
    expect(await isFresh({ token: second.body.data.token })).toBe(false)
  })
})

describe('the end of the account of somebody with a second factor', () => {
  const leave = (as: { token: string }, body: { password?: string; code?: string }) =>
    school.server.call('leave', { as, body })

  test('it needs the password and a code, also shortly after a proof', async () => {
    const known = await school.protectedPerson()
    const { person } = known
    for (const wait of [0, 11 * minute]) {
      school.server.clock.advance(wait)
      expect((await leave(person, { password: testPassword })).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    }
    const code = school.wrongCodeOf(known)
    expect((await leave(person, { password: testPassword, code })).body.errorCode).toBe('WRONG_CODE')
    const wrong = { password: 'wrong', code: school.codeOf(known) }
    expect((await leave(person, wrong)).body.errorCode).toBe('WRONG_PASSWORD')
    expect((await leave(person, { ...wrong, password: testPassword })).status).toBe(200)
    expect((await school.server.call('verifySession', { body: {}, as: person })).status).toBe(401)
  })

  test('a DELETE of oneself carries no code, so it is refused', async () => {
    const { person } = await school.protectedPerson()
    const call = school.server.call('deleteUser', { params: { id: person.id }, as: person })
    expect((await call).body.errorCode).toBe('PASSWORD_NEEDED')
  })
})

describe('a new password of somebody with a second factor', () => {
  test('it needs a fresh proof with a code, and no current password is tried before', async () => {
    const known = await school.protectedPerson()
    const { person } = known
    const change = async (currentPassword: string) =>
      (
        await school.server.call('changePassword', {
          as: person,
          body: { currentPassword, password: 'Another-Pass-77' },
        })
      ).body.errorCode
    school.server.clock.advance(11 * minute)
    expect(await change('wrong')).toBe('FRESH_PROOF_REQUIRED')
    expect(await change(testPassword)).toBe('FRESH_PROOF_REQUIRED')
    const body = { password: testPassword, code: school.codeOf(known) }
    expect((await school.server.call('confirmIdentity', { as: person, body })).status).toBe(200)
    expect(await change('wrong')).toBe('WRONG_PASSWORD')
    expect(await change(testPassword)).toBeUndefined()
  })

  test('a sign-in in a trusted browser is not enough', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    await phone.signIn(known.person)
    await phone.enter(school.codeOf(known), true)
    const { token } = (await phone.signIn(known.person)).body.data
    const changed = await school.server.call('changePassword', {
      as: { token },
      body: { currentPassword: testPassword, password: 'Another-Pass-77' },
    })
    expect([changed.status, changed.body.errorCode]).toEqual([403, 'FRESH_PROOF_REQUIRED'])
  })

  test('whoever has none gives the current password alone, hours after the sign-in', async () => {
    const person = await school.server.person()
    school.server.clock.advance(3 * 60 * minute)
    const changed = await school.server.call('changePassword', {
      as: person,
      body: { currentPassword: testPassword, password: 'Another-Pass-77' },
    })
    expect(changed.status).toBe(200)
  })
})

describe('turning the second factor off', () => {
  test('it needs a fresh proof with a code, tells the owner, and asks nobody afterwards', async () => {
    const known = await school.protectedPerson('admin')
    school.server.clock.advance(11 * minute)
    expect((await school.server.call('turnOffSecondFactor', { as: known.person })).body.errorCode).toBe(
      'FRESH_PROOF_REQUIRED',
    )
    const body = { password: testPassword, code: school.codeOf(known) }
    expect((await school.server.call('confirmIdentity', { as: known.person, body })).status).toBe(200)
    const off = await school.server.call('turnOffSecondFactor', { as: known.person })
    expect(off.status).toBe(200)
    expect((await school.browser().signIn(known.person)).status).toBe(200)
    expect(await school.kindsOf(known.person)).toEqual(['secondFactor.off', 'secondFactor.on'])
    school.server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await school.server.jobs.runDueOnce()
    expect(
      school.server.mails.filter(({ to }) => to === known.person.email).map(({ subject }) => subject),
    ).toContain('Security: the second factor of a sign-in was turned off')
  })

  test('a trusted browser is asked again after the second factor was set up anew', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser()
    await phone.signIn(known.person)
    await phone.enter(school.codeOf(known), true)
    school.server.clock.advance(minute)
    await school.server.call('turnOffSecondFactor', { as: known.person })
    const { secret } = (await school.server.call('beginSecondFactor', { as: known.person })).body.data
    await school.server.call('confirmSecondFactor', {
      as: known.person,
      body: { code: codeAt(secret, school.server.clock.now()) },
    })
    expect((await phone.signIn(known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('new recovery codes replace the former ones', async () => {
    const known = await school.protectedPerson()
    const replaced = await school.server.call('replaceRecoveryCodes', { as: known.person })
    const [fresh = ''] = replaced.body.data.recoveryCodes
    const phone = school.browser()
    await phone.signIn(known.person)
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(fresh)).status).toBe(200)
  })

  test('under another APP_SECRET no code of the app is right, and a recovery code still is', async () => {
    const known = await school.protectedPerson()
    await sql`UPDATE authenticator_apps SET secret_encrypted = decode(repeat('00', 60), 'hex')
               WHERE user_id = ${known.person.id}`.execute(school.server.database.kysely)
    const phone = school.browser()
    await phone.signIn(known.person)
    expect((await phone.enter(school.codeOf(known))).body.errorCode).toBe('WRONG_CODE')
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('a person without one is told so', async () => {
    const person = await school.server.person()
    const refused = [
      await school.server.call('turnOffSecondFactor', { as: person }),
      await school.server.call('replaceRecoveryCodes', { as: person }),
      await school.server.call('confirmSecondFactor', { as: person, body: { code: '000000' } }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('SECOND_FACTOR_OFF'))
  })
})

test('signing out everywhere else leaves this session', async () => {
  const person = await school.server.person()
  const other = (await school.browser().signIn(person)).body.data.token as string
  expect((await school.server.call('endOtherSessions', { as: person })).status).toBe(200)
  expect([await school.isSignedIn(person.token), await school.isSignedIn(other)]).toEqual([true, false])
})
