import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword } from '#server/app/testing.ts'
import { startPasskeySchool, type PasskeySchool } from './passkeys.testing.ts'
import { SoftwareAuthenticator } from './software-authenticator.testing.ts'

const minute = 60_000
const day = 24 * 60 * minute

let school: PasskeySchool
beforeAll(async () => {
  school = await startPasskeySchool()
})
afterAll(() => school.stop())
/** An authenticator code is accepted once, so each test needs its own 30-second steps. */
beforeEach(() => school.server.clock.advance(5 * minute))

/** Runs the jobs several times, because a job may enqueue the job that sends the mail. */
async function runDueJobs(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await school.server.jobs.runDueOnce()
}

async function mailSubjects(email: string): Promise<string[]> {
  school.server.mails.length = 0
  await runDueJobs()
  return school.server.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

const secondFactorOf = async (token: string) => {
  const { body } = await school.server.call('listSessions', { as: { token } })
  const id = body.data.find(({ isCurrent }) => isCurrent)?.id
  const found = await sql<{ proof: string | null }>`
    SELECT second_factor AS proof FROM sessions WHERE id = ${id}`.execute(school.server.database.kysely)
  return found.rows[0]?.proof
}

const isFresh = async (as: { token: string }) =>
  (await school.server.call('beginPasskey', { as })).body.errorCode !== 'FRESH_PROOF_REQUIRED'

describe('adding a passkey', () => {
  test('it is listed, logged and mailed', async () => {
    const person = await school.server.person('admin', { isProven: true })
    const { id } = await school.addPasskey(person, new SoftwareAuthenticator(), '  Blue phone ')
    expect(await school.listed(person)).toEqual([
      {
        id,
        name: 'Blue phone',
        isSynced: true,
        lastUsedAt: null,
        createdAt: school.server.clock.now().toISOString(),
      },
    ])
    expect(await school.kindsOf(person)).toEqual(['passkey.added'])
    expect(await mailSubjects(person.email)).toContain('Security: a passkey was added')
  })

  test('the options name the site, require verification, and exclude the devices that have one', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const { data } = (await school.server.call('beginPasskey', { as: person })).body
    expect(data).toMatchObject({
      rp: { id: 'localhost', name: 'Apogee' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(data.excludeCredentials).toMatchObject([{ transports: ['hybrid', 'internal'] }])
    expect(device.create(data)).toBeNull()
  })

  test('the name that authenticators store is random, the same for all passkeys of a person', async () => {
    const [person, other] = [await school.server.person(), await school.server.person()]
    const handleOf = async (as: { token: string }) =>
      (await school.server.call('beginPasskey', { as })).body.data.user.id
    expect(await handleOf(person)).not.toBe(await handleOf(person))
    await school.addPasskey(person)
    expect(await handleOf(person)).toBe(await handleOf(person))
    expect(await handleOf(person)).not.toBe(await handleOf(other))
    expect(Buffer.from(await handleOf(person), 'base64url')).toHaveLength(32)
  })

  test('it needs a fresh proof of identity, as removing does; renaming does not', async () => {
    const person = await school.server.person()
    const { id } = await school.addPasskey(person)
    const begun = (await school.server.call('beginPasskey', { as: person })).body.data
    const credential = new SoftwareAuthenticator().create(begun, { origin: school.origin }) ?? expect.fail()
    const added = { as: person, body: { name: 'Late', credential } }
    school.server.clock.advance(11 * minute)
    const refused = [
      await school.server.call('beginPasskey', { as: person }),
      await school.server.call('addPasskey', added),
      await school.server.call('removePasskey', { as: person, params: { id } }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('FRESH_PROOF_REQUIRED'))
    const renamed = await school.server.call('renamePasskey', {
      as: person,
      params: { id },
      body: { name: 'Old phone' },
    })
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Old phone'])
  })

  test('a person adds at most ten a day, also by removing them', async () => {
    const person = await school.server.person()
    for (let count = 0; count < 10; count += 1) {
      const { id } = await school.addPasskey(person)
      await school.server.call('removePasskey', { as: person, params: { id } })
    }
    const begun = await school.server.call('beginPasskey', { as: person })
    expect([begun.status, begun.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    const other = await school.server.person()
    expect((await school.server.call('beginPasskey', { as: other })).status).toBe(200)
    school.server.clock.advance(day)
    const as = { ...person, token: (await school.browser().signIn(person)).body.data.token }
    await school.addPasskey(as)
  })

  test('an eleventh passkey that was begun in time is not kept', async () => {
    const person = await school.server.person()
    for (let count = 0; count < 9; count += 1) await school.addPasskey(person)
    const begun = [
      await school.server.call('beginPasskey', { as: person }),
      await school.server.call('beginPasskey', { as: person }),
    ]
    const ends: number[] = []
    for (const { body } of begun) {
      const credential = new SoftwareAuthenticator().create(body.data, { origin: school.origin })
      const added = { name: 'One more', credential: credential ?? expect.fail() }
      ends.push((await school.server.call('addPasskey', { as: person, body: added })).status)
    }
    expect(ends).toEqual([201, 429])
    expect(await school.listed(person)).toHaveLength(10)
  })

  test('two first ones that were begun together do not get two names', async () => {
    const person = await school.server.person()
    const begun = [
      await school.server.call('beginPasskey', { as: person }),
      await school.server.call('beginPasskey', { as: person }),
    ]
    const ends: (string | undefined)[] = []
    for (const { body } of begun) {
      const credential = new SoftwareAuthenticator().create(body.data, { origin: school.origin })
      const added = { name: 'Phone', credential: credential ?? expect.fail() }
      ends.push((await school.server.call('addPasskey', { as: person, body: added })).body.errorCode)
    }
    expect(ends).toEqual([undefined, 'PASSKEY_EXPIRED'])
    expect(await school.listed(person)).toHaveLength(1)
  })

  test('a person has at most 20', async () => {
    const person = await school.server.person()
    await school.addPasskey(person)
    await sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, counter, transports, name, is_synced, created_at)
      SELECT user_id, credential_id || int4send(place), public_key, user_handle, counter, transports, name, is_synced, created_at
        FROM passkeys, generate_series(2, 19) AS place WHERE user_id = ${person.id}`.execute(
      school.server.database.kysely,
    )
    const [first, second] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
    const begun = [
      await school.server.call('beginPasskey', { as: person }),
      await school.server.call('beginPasskey', { as: person }),
    ]
    const ends = await Promise.all(
      [first, second].map(async (device, place) => {
        const credential = device.create(begun[place]?.body.data ?? expect.fail(), { origin: school.origin })
        const body = { name: 'One more', credential: credential ?? expect.fail() }
        return (await school.server.call('addPasskey', { as: person, body })).status
      }),
    )
    expect(ends.toSorted((a, b) => a - b)).toEqual([201, 409])
    const full = await school.server.call('beginPasskey', { as: person })
    expect([full.status, full.body.errorCode]).toEqual([409, 'TOO_MANY_PASSKEYS'])
  })
})

describe('signing in with a passkey', () => {
  test('it opens a session without an address, marks the browser as known, and is a fresh proof', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const phone = school.browser()
    const signedIn = await school.signInWith(phone, device)
    expect([signedIn.status, signedIn.body.data.user.id]).toEqual([200, person.id])
    const { token } = signedIn.body.data
    expect(await secondFactorOf(token)).toBe('passkey')
    expect(await isFresh({ token })).toBe(true)
    expect(phone.jar.has('apogee_device')).toBe(true)
    expect((await school.listed({ token }))[0]?.lastUsedAt).toBe(school.server.clock.now().toISOString())
  })

  test('no code is asked for after it where sign-ins have a second factor', async () => {
    const { person } = await school.protectedPerson()
    const { device } = await school.addPasskey(person)
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
    expect((await school.browser().signIn(person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('the options are the same for everybody, and name nobody', async () => {
    const options = await school.signInOptions(school.browser())
    expect({ ...options, challenge: '' }).toEqual({
      challenge: '',
      rpId: 'localhost',
      timeout: 600_000,
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test('a passkey that two devices of the person share may report no counter', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    for (let time = 0; time < 2; time += 1)
      expect((await school.signInWith(school.browser(), device)).status).toBe(200)
  })

  test('coming back with it cancels the deletion of the account; an erased account has none', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    await school.server.call('leave', { as: person, body: { password: testPassword } })
    const back = await school.signInWith(school.browser(), device)
    expect(back.status).toBe(200)
    const as = { token: back.body.data.token }
    await school.server.call('leave', { as, body: { password: testPassword } })
    school.server.clock.advance(15 * day)
    expect(await school.server.services.people.eraseDue()).toBeGreaterThan(0)
    expect((await school.signInWith(school.browser(), device)).body.errorCode).toBe('PASSKEY_REFUSED')
    const left = await sql`SELECT 1 FROM passkeys WHERE user_id = ${person.id}`.execute(
      school.server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })

  test('signing out everywhere else ends its sessions, and leaves the passkey', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const { token } = (await school.signInWith(school.browser(), device)).body.data
    await school.server.call('endOtherSessions', { as: person })
    expect(await school.isSignedIn(token)).toBe(false)
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
  })
})

describe('a passkey in place of a code', () => {
  test('it takes the second factor of a sign-in with a password, and trusts the browser if asked', async () => {
    const { person } = await school.protectedPerson()
    const { device } = await school.addPasskey(person)
    const phone = school.browser()
    await phone.signIn(person)
    const options = await school.signInOptions(phone, true)
    expect(options.allowCredentials).toHaveLength(1)
    const credential = device.get(options)
    const end = await phone.post('sign-in/passkey', { credential, rememberDevice: true })
    expect([end.status, end.body.data.user.id]).toEqual([200, person.id])
    expect(phone.jar.has('apogee_second_factor')).toBe(false)
    expect((await phone.signIn(person)).status).toBe(200)
  })

  test('without a first step or without passkeys there are no options for a passkey in place of a code', async () => {
    const { person } = await school.protectedPerson()
    const phone = school.browser()
    expect(await school.signInOptions(phone, true)).toBeNull()
    await phone.signIn(person)
    expect(await school.signInOptions(phone, true)).toBeNull()
  })

  test('it is a fresh proof in place of password and code', async () => {
    const { person } = await school.protectedPerson()
    const { device } = await school.addPasskey(person)
    school.server.clock.advance(11 * minute)
    expect(await isFresh(person)).toBe(false)
    const former = person.token
    expect((await school.prove(person, device)).status).toBe(200)
    expect(person.token).not.toBe(former)
    expect(await isFresh(person)).toBe(true)
    expect(await secondFactorOf(person.token)).toBe('passkey')
  })

  test('a person without passkeys gets no options for a proof', async () => {
    const person = await school.server.person()
    expect((await school.server.call('beginPasskeyProof', { as: person })).body.data).toBeNull()
  })
})

describe('what ends a passkey', () => {
  test('removing it: it signs nobody in, and the change is logged and mailed', async () => {
    const person = await school.server.person('admin', { isProven: true })
    const { id, device } = await school.addPasskey(person)
    expect((await school.server.call('removePasskey', { as: person, params: { id } })).status).toBe(200)
    expect((await school.signInWith(school.browser(), device)).body.errorCode).toBe('PASSKEY_REFUSED')
    expect(await school.kindsOf(person)).toEqual(['passkey.removed', 'passkey.added'])
    expect(await mailSubjects(person.email)).toContain('Security: a passkey was removed')
  })

  test('removing one ends the other sessions, and the trust in other browsers', async () => {
    const { person } = await school.protectedPerson()
    const { id, device } = await school.addPasskey(person)
    const [own, other] = [school.browser(), school.browser()]
    const sessions = [own, other].map(async (phone) => {
      const credential = device.get(await school.signInOptions(phone))
      return phone.post('sign-in/passkey', { credential, rememberDevice: true })
    })
    const [mine, thief] = await Promise.all(sessions)
    const { token } = mine?.body.data ?? expect.fail()
    const removed = await school.server.app.inject({
      method: 'DELETE',
      url: `/api/auth/passkeys/${id}`,
      headers: { authorization: `Bearer ${token}`, cookie: `apogee_device=${own.jar.get('apogee_device')}` },
    })
    expect(removed.statusCode).toBe(200)
    expect(await school.isSignedIn(token)).toBe(true)
    expect(await school.isSignedIn(thief?.body.data.token)).toBe(false)
    expect(await school.isSignedIn(person.token)).toBe(false)
    expect((await own.signIn(person)).status).toBe(200)
    expect((await other.signIn(person)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a password set by mail removes all of an account whose address was never verified', async () => {
    const person = await school.server.person('student', { isProven: false })
    const { device } = await school.addPasskey(person)
    school.server.clock.advance(30 * day)
    await school.resetByMail(person)
    expect((await school.signInWith(school.browser(), device)).body.errorCode).toBe('PASSKEY_REFUSED')
  })

  test('so does the owner who comes through Google for the first time', async () => {
    const person = await school.server.person('student', { isProven: false })
    const { device } = await school.addPasskey(person)
    expect((await school.signInWithGoogle(school.browser(), person)).status).toBe(200)
    expect((await school.signInWith(school.browser(), device)).body.errorCode).toBe('PASSKEY_REFUSED')
  })

  test('a verified account loses those of the last week, and keeps older ones', async () => {
    const person = await school.server.person('student', { isProven: true })
    const old = await school.addPasskey(person, new SoftwareAuthenticator(), 'Mine')
    school.server.clock.advance(8 * day)
    const { token } = (await school.browser().signIn(person)).body.data
    const recent = await school.addPasskey({ ...person, token }, new SoftwareAuthenticator(), 'Of a thief')
    await school.resetByMail(person)
    expect((await school.signInWith(school.browser(), recent.device)).status).toBe(403)
    const back = await school.signInWith(school.browser(), old.device)
    expect(back.status).toBe(200)
    const as = { ...person, token: back.body.data.token }
    expect((await school.listed(as)).map(({ name }) => name)).toEqual(['Mine'])
    expect((await school.kindsOf(as))[0]).toBe('passkey.removed')
  })

  test('a new password that its owner chooses in Settings removes none, and its mail counts them', async () => {
    const person = await school.server.person()
    await runDueJobs()
    school.server.mails.length = 0
    const { device } = await school.addPasskey(person)
    await school.server.call('changePassword', {
      as: person,
      body: { currentPassword: testPassword, password: 'Another-Pass-77' },
    })
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
    await runDueJobs()
    const mail = school.server.mails.find(({ subject }) => subject === 'Your password was changed')
    expect(mail?.body).toContain('Passkeys that still sign in to your account: 1.')
  })
})
