/** Tests attempts to bypass the second factor of a sign-in and to guess codes (docs/decisions/authentication.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword } from '#server/app/testing.ts'
import type { Caller } from '#server/policy/caller.ts'
import { codeAt } from './authenticator-codes.ts'
import { startProtectedSchool, type ProtectedSchool } from './second-factor.testing.ts'

const minute = 60_000

let school: ProtectedSchool
beforeAll(async () => {
  school = await startProtectedSchool()
})
afterAll(() => school.stop())
/** A code is accepted once, so each test needs its own 30-second time steps. */
beforeEach(() => school.server.clock.advance(5 * minute))

describe('ways around the second factor', () => {
  test('asking for the deletion of the account and coming back keeps it', async () => {
    const known = await school.protectedPerson()
    const { person } = known
    school.server.clock.advance(minute)
    const body = { password: testPassword, code: school.codeOf(known) }
    expect((await school.server.call('leave', { as: person, body })).status).toBe(200)
    expect((await school.browser().signIn(person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('the password given for the deletion of the account is no fresh proof', async () => {
    const known = await school.protectedPerson('admin')
    school.server.clock.advance(11 * minute)
    const { person } = known
    const refused = await school.server.call('leave', { as: person, body: { password: testPassword } })
    expect(refused.body.errorCode).toBe('LAST_ADMIN')
    expect((await school.server.call('turnOffSecondFactor', { as: person })).body.errorCode).toBe(
      'FRESH_PROOF_REQUIRED',
    )
  })

  test('guesses for a fresh proof are counted over all sessions, and told to the owner', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser('203.0.113.20')
    await phone.signIn(known.person)
    await phone.enter(school.codeOf(known), true)
    const ends: number[] = []
    for (let session = 0; session < 4; session += 1) {
      const { token } = (await phone.signIn(known.person)).body.data
      for (let guess = 0; guess < 8; guess += 1) {
        const body = { password: testPassword, code: school.wrongCodeOf(known) }
        ends.push((await school.server.call('confirmIdentity', { as: { token }, body })).status)
      }
    }
    expect(ends).toEqual([...Array<number>(30).fill(403), 429, 429])
    school.server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await school.server.jobs.runDueOnce()
    expect(school.server.mails.map(({ subject }) => subject)).toContain('Someone may know your password')
  })

  test('a session that has ended turns nothing on', async () => {
    const person = await school.server.person()
    const { secret } = (await school.server.call('beginSecondFactor', { as: person })).body.data
    const [session] = (await school.server.call('listSessions', { as: person })).body.data
    const caller: Caller = {
      userId: person.id,
      sessionId: session?.id ?? 0,
      businessId: null,
      name: null,
      role: 'student',

      email: person.email,
      emailVerified: false,
      hasFreshProof: true,
      mustSetUpSecondFactor: false,
      address: '127.0.0.1',
    }
    await school.server.call('logout', { as: person })
    const late = school.server.services.accounts.secondFactor.confirm(
      caller,
      codeAt(secret, school.server.clock.now()),
    )
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await school.browser().signIn(person)).status).toBe(200)
  })

  test('signing out everywhere else ends the trust in other browsers', async () => {
    const known = await school.protectedPerson()
    const [phone, laptop] = [school.browser('203.0.113.21'), school.browser('203.0.113.22')]
    await phone.signIn(known.person)
    await phone.enter(school.codeOf(known), true)
    school.server.clock.advance(minute)
    await laptop.signIn(known.person)
    const { token } = (await laptop.enter(school.codeOf(known), true)).body.data
    const ended = await school.server.app.inject({
      method: 'POST',
      url: '/api/auth/sessions/end-others',
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
    const known = await school.protectedPerson()
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${known.person.id}`.execute(
      school.server.database.kysely,
    )
    const phone = school.browser()
    await school.signInWithGoogle(phone, known.person)
    expect((await phone.enter(school.codeOf(known), true)).status).toBe(200)
    expect((await school.signInWithGoogle(phone, known.person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a recovery code of a former setup confirms no new app', async () => {
    const known = await school.protectedPerson()
    await sql`DELETE FROM authenticator_apps WHERE user_id = ${known.person.id}`.execute(
      school.server.database.kysely,
    )
    await school.server.call('beginSecondFactor', { as: known.person })
    const body = { code: known.recoveryCodes[0] ?? '' }
    expect((await school.server.call('confirmSecondFactor', { as: known.person, body })).body.errorCode).toBe(
      'WRONG_CODE',
    )
  })
})

describe('wrong codes', () => {
  test('ten from one address block it, and the owner on a known browser can still sign in', async () => {
    const known = await school.protectedPerson()
    const home = school.browser('192.0.2.10')
    await home.signIn(known.person)
    expect((await home.enter(school.codeOf(known))).status).toBe(200)
    const stranger = school.browser('203.0.113.5')
    await stranger.signIn(known.person)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await stranger.enter(school.wrongCodeOf(known))).status).toBe(403)
    school.server.clock.advance(minute)
    const blocked = await stranger.enter(school.codeOf(known))
    expect([blocked.status, blocked.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    await home.signIn(known.person)
    expect((await home.enter(school.codeOf(known))).status).toBe(200)
  })

  test('right codes use up nothing', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser('203.0.113.6')
    for (let time = 0; time < 11; time += 1) {
      phone.jar.clear()
      await phone.signIn(known.person)
      expect((await phone.enter(school.codeOf(known))).status).toBe(200)
      school.server.clock.advance(minute / 2)
    }
  })

  test('the owner is told once a day that somebody knows the password', async () => {
    const known = await school.protectedPerson()
    const stranger = school.browser('203.0.113.7')
    await stranger.signIn(known.person)
    for (let guess = 0; guess < 5; guess += 1) await stranger.enter(school.wrongCodeOf(known))
    school.server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await school.server.jobs.runDueOnce()
    const warnings = school.server.mails.filter(
      ({ to, subject }) => to === known.person.email && subject === 'Someone may know your password',
    )
    expect(warnings.length).toBe(1)
  })

  test('recovery codes have an allowance of their own', async () => {
    const known = await school.protectedPerson()
    const phone = school.browser('203.0.113.8')
    await phone.signIn(known.person)
    for (let guess = 0; guess < 10; guess += 1) expect((await phone.enter('0000-0000-0000')).status).toBe(403)
    expect((await phone.enter(known.recoveryCodes[0] ?? '')).status).toBe(429)
    expect((await phone.enter(school.codeOf(known))).status).toBe(200)
  })
})
