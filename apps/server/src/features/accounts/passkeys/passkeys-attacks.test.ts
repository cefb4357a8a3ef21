import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { certificatesFor } from './attestation-certificates.testing.ts'
import { startPasskeySchool, type PasskeySchool } from './passkeys.testing.ts'
import { notVerified, SoftwareAuthenticator, type Falsified } from './software-authenticator.testing.ts'

const minute = 60_000

let school: PasskeySchool
beforeAll(async () => {
  school = await startPasskeySchool()
})
afterAll(() => school.stop())
/** An authenticator code is accepted once, so each test needs its own 30-second steps. */
beforeEach(() => school.server.clock.advance(5 * minute))

const codeOf = ({ body }: { body: { errorCode?: string } }) => body.errorCode

/** Maps each forged answer of a page or program to its refusal. */
const forgeries: [string, Falsified, string][] = [
  ['of another site', { origin: 'https://apogee.example' }, 'PASSKEY_REFUSED'],
  ['of another port', { origin: 'http://localhost:3001' }, 'PASSKEY_REFUSED'],
  ['for another relying party', { rpId: 'apogee.example' }, 'PASSKEY_REFUSED'],
  ['without verification of the person', { flags: notVerified }, 'PASSKEY_REFUSED'],
  ['without presence of the person', { flags: 0x04 }, 'PASSKEY_REFUSED'],
  ['of a challenge that nobody gave', { challenge: 'A'.repeat(300) }, 'PASSKEY_EXPIRED'],
  ['of another ceremony', { type: 'payment.get' }, 'PASSKEY_REFUSED'],
]

describe('a sign-in with a passkey is refused', () => {
  for (const [what, falsified, code] of forgeries)
    test(`${what}`, async () => {
      const { device } = await school.addPasskey(await school.server.person())
      expect(codeOf(await school.signInWith(school.browser(), device, falsified))).toBe(code)
      expect((await school.signInWith(school.browser(), device)).status).toBe(200)
    })

  test('a sign-in with a passkey is refused when its signature was changed by one bit', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const signature = (right: Buffer) => {
      const last = right.length - 1
      right.writeUInt8(right.readUInt8(last) ^ 1, last)
      return right
    }
    expect(codeOf(await school.signInWith(school.browser(), device, { signature }))).toBe('PASSKEY_REFUSED')
  })

  test('a sign-in with a passkey is refused with the signature of another person’s key under one’s own credential', async () => {
    const [mine, theirs] = [
      await school.addPasskey(await school.server.person()),
      await school.addPasskey(await school.server.person()),
    ]
    const phone = school.browser()
    const options = await school.signInOptions(phone)
    const [own, other] = [mine.device.get(options), theirs.device.get(options)]
    const credential = { ...other, response: { ...own.response, userHandle: other.response.userHandle } }
    expect(codeOf(await phone.post('sign-in/passkey', { credential }))).toBe('PASSKEY_REFUSED')
  })

  test('a sign-in with a passkey is refused when its user handle is not the one of its owner', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const userHandle = Buffer.alloc(32).toString('base64url')
    expect(codeOf(await school.signInWith(school.browser(), device, { userHandle }))).toBe('PASSKEY_REFUSED')
  })

  test('a sign-in with a passkey is refused when nobody has added its credential', async () => {
    const device = new SoftwareAuthenticator()
    const begun = await school.server.call('beginPasskey', { as: await school.server.person() })
    device.create(begun.body.data)
    const refused = await school.signInWith(school.browser(), device)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'PASSKEY_REFUSED'])
  })

  test('a sign-in with a passkey is refused after ten minutes', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const phone = school.browser()
    const credential = device.get(await school.signInOptions(phone))
    school.server.clock.advance(10 * minute)
    expect(codeOf(await phone.post('sign-in/passkey', { credential }))).toBe('PASSKEY_EXPIRED')
  })
})

describe('a challenge is spent once', () => {
  test('the same answer signs in once, also in another browser', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const phone = school.browser()
    const credential = device.get(await school.signInOptions(phone))
    expect((await phone.post('sign-in/passkey', { credential })).status).toBe(200)
    expect(codeOf(await phone.post('sign-in/passkey', { credential }))).toBe('PASSKEY_EXPIRED')
    expect(codeOf(await school.browser('203.0.113.9').post('sign-in/passkey', { credential }))).toBe(
      'PASSKEY_EXPIRED',
    )
  })

  test('one of two concurrent copies of the same passkey answer signs in', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person, new SoftwareAuthenticator({ counts: true }))
    const phone = school.browser()
    const credential = device.get(await school.signInOptions(phone))
    const ends = await Promise.all([1, 2].map(() => phone.post('sign-in/passkey', { credential })))
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    // Sending the same answer twice does not count as a copied passkey.
    expect(await school.kindsOf(person)).toEqual(['passkey.added'])
  })

  test('a new passkey is added once, and in the session that asked only', async () => {
    const person = await school.server.person()
    const device = new SoftwareAuthenticator()
    const begun = await school.server.call('beginPasskey', { as: person })
    const credential = device.create(begun.body.data, { origin: school.origin }) ?? expect.fail()
    const send = (as: { token: string }) =>
      school.server.call('addPasskey', { as, body: { name: 'Phone', credential } })
    const other = (await school.browser().signIn(person)).body.data as { token: string }
    const stranger = await school.server.person()
    expect([codeOf(await send(other)), codeOf(await send(stranger))]).toEqual(
      Array(2).fill('PASSKEY_EXPIRED'),
    )
    const ends = await Promise.all([send(person), send(person)])
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410])
    expect(await school.listed(person)).toHaveLength(1)
  })

  test('a challenge of one use is none for another', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const phone = school.browser()
    const forSignIn = device.get(await school.signInOptions(phone), { origin: school.origin })
    const proof = await school.server.call('confirmByPasskey', {
      as: person,
      body: { credential: forSignIn },
    })
    expect(codeOf(proof)).toBe('PASSKEY_EXPIRED')
    const credential = device.get(await school.proofOptions(person))
    expect(codeOf(await phone.post('sign-in/passkey', { credential }))).toBe('PASSKEY_EXPIRED')
    const other = (await school.browser().signIn(person)).body.data as { token: string }
    const ofSession = device.get(await school.proofOptions(person), { origin: school.origin })
    const elsewhere = { as: other, body: { credential: ofSession } }
    expect(codeOf(await school.server.call('confirmByPasskey', elsewhere))).toBe('PASSKEY_EXPIRED')
  })
})

describe('adding a passkey is refused', () => {
  const falsified: [string, Falsified][] = [
    ['of another site', { origin: 'https://apogee.example' }],
    ['for another relying party', { rpId: 'apogee.example' }],
    ['without verification of the person', { flags: notVerified }],
    ['that is the answer to another ceremony', { type: 'webauthn.get' }],
  ]
  for (const [what, difference] of falsified)
    test(`${what}`, async () => {
      const person = await school.server.person()
      const refused = await school.sendPasskey(person, new SoftwareAuthenticator(), difference)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'PASSKEY_REFUSED'])
      expect(await school.listed(person)).toEqual([])
    })

  describe('when its attestation has certificates, and nobody asks the address in them:', () => {
    const certificates = certificatesFor('http://169.254.169.254/revoked')
    afterEach(() => vi.unstubAllGlobals())
    for (const format of ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'])
      test(`${format}`, async () => {
        const asked = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no network')))
        vi.stubGlobal('fetch', asked)
        const person = await school.server.person()
        const attestation = { format, certificates }
        const refused = await school.sendPasskey(person, new SoftwareAuthenticator(), { attestation })
        expect(codeOf(refused)).toBe('PASSKEY_REFUSED')
        expect(asked).not.toHaveBeenCalled()
      })
  })

  test('a passkey with self-attestation is accepted', async () => {
    const device = new SoftwareAuthenticator()
    const attestation = { format: 'packed' }
    const person = await school.server.person()
    expect((await school.sendPasskey(person, device, { attestation })).status).toBe(201)
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
  })

  test('when another person has added the same credential', async () => {
    const [owner, thief] = [await school.server.person(), await school.server.person()]
    const device = new SoftwareAuthenticator()
    const begun = await school.server.call('beginPasskey', { as: owner })
    const seen = device.create(begun.body.data, { origin: school.origin }) ?? expect.fail()
    await school.server.call('addPasskey', { as: owner, body: { name: 'Phone', credential: seen } })
    const { challenge } = (await school.server.call('beginPasskey', { as: thief })).body.data
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge, origin: school.origin, crossOrigin: false }),
    ).toString('base64url')
    const credential = { ...seen, response: { ...seen.response, clientDataJSON } }
    const copied = await school.server.call('addPasskey', { as: thief, body: { name: 'Mine', credential } })
    expect(codeOf(copied)).toBe('PASSKEY_REFUSED')
    expect(await school.listed(thief)).toEqual([])
    expect((await school.signInWith(school.browser(), device)).body.data.user.id).toBe(owner.id)
  })

  test('when the session has ended in the meantime', async () => {
    const person = await school.server.person()
    const { passkeys } = school.server.services.accounts
    const [session] = (await school.server.call('listSessions', { as: person })).body.data
    const caller = {
      userId: person.id,
      sessionId: session?.id ?? 0,
      businessId: null,
      name: null,

      role: 'student' as const,
      email: person.email,
      emailVerified: true,
      hasFreshProof: true,
      mustSetUpSecondFactor: false,
      address: '127.0.0.1',
    }
    const options = await passkeys.begin(caller, school.origin)
    const credential = new SoftwareAuthenticator().create(options, { origin: school.origin }) ?? expect.fail()
    await school.server.call('logout', { as: person })
    const late = passkeys.add(caller, { name: 'Phone', credential }, school.origin)
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('somebody else’s passkeys', () => {
  test('somebody else’s passkeys cannot be listed, renamed, removed or used to re-authenticate', async () => {
    const [owner, other] = [await school.server.person(), await school.server.person('admin')]
    const { id, device } = await school.addPasskey(owner)
    await school.addPasskey(other)
    const calls = [
      await school.server.call('renamePasskey', { as: other, params: { id }, body: { name: 'Mine' } }),
      await school.server.call('removePasskey', { as: other, params: { id } }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([404, 404])
    expect((await school.listed(owner)).map(({ name }) => name)).toEqual(['My phone'])
    const options = { ...(await school.proofOptions(other)), allowCredentials: [] }
    const credential = device.get(options, { origin: school.origin })
    const proof = await school.server.call('confirmByPasskey', { as: other, body: { credential } })
    expect(codeOf(proof)).toBe('PASSKEY_REFUSED')
  })
})

describe('a counter that does not rise', () => {
  test('a passkey counter that does not rise is refused, logged and mailed once a day', async () => {
    const person = await school.server.person('admin')
    const { device } = await school.addPasskey(person, new SoftwareAuthenticator({ counts: true }))
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
    for (let time = 0; time < 3; time += 1)
      expect(codeOf(await school.signInWith(school.browser(), device, { counter: 1 }))).toBe(
        'PASSKEY_REFUSED',
      )
    expect(await school.kindsOf(person)).toEqual(['passkey.copied', 'passkey.added'])
    // The person's own authenticator still signs in, because its counter is higher than that of the copy.
    expect((await school.signInWith(school.browser(), device)).status).toBe(200)
  })

  test('a passkey counter that does not rise counts only with a valid signature', async () => {
    const person = await school.server.person('admin')
    const { device } = await school.addPasskey(person, new SoftwareAuthenticator({ counts: true }))
    const falsified = { counter: 0, signature: (right: Buffer) => Buffer.alloc(right.length, 1) }
    expect(codeOf(await school.signInWith(school.browser(), device, falsified))).toBe('PASSKEY_REFUSED')
    expect(await school.kindsOf(person)).toEqual(['passkey.added'])
  })
})

describe('refused passkeys are limited', () => {
  const failures = (kind: string, subject: string, count: number) =>
    sql`
      INSERT INTO failed_attempts (kind, subject, at)
      SELECT ${kind}, ${subject}, ${school.server.clock.now()} FROM generate_series(1, ${count}::int)`.execute(
      school.server.database.kysely,
    )
  const counted = async (kind: string, subject: string) => {
    const found = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM failed_attempts WHERE kind = ${kind} AND subject = ${subject}`.execute(
      school.server.database.kysely,
    )
    return found.rows[0]?.count
  }
  const sessionOf = async (as: { token: string }) => {
    const { data } = (await school.server.call('listSessions', { as })).body
    return `session ${data.find(({ isCurrent }) => isCurrent)?.id}`
  }

  test('a hundred in 15 minutes block their address, and no other', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    await failures('passkey.address', '203.0.113.77', 99)
    const stranger = school.browser('203.0.113.77')
    expect((await school.signInWith(stranger, device, { flags: notVerified })).status).toBe(403)
    expect(codeOf(await school.signInWith(stranger, device))).toBe('TOO_MANY_ATTEMPTS')
    expect((await school.signInWith(school.browser('203.0.113.78'), device)).status).toBe(200)
  })

  const logged = async (kind: string, subjectId: number, address: string) => {
    const found = await sql<{ acts: number }>`
      SELECT sum(acts)::int AS acts FROM security_log_counts
       WHERE kind = ${kind} AND subject_id = ${subjectId} AND address = ${address} GROUP BY kind`.execute(
      school.server.database.kysely,
    )
    return found.rows[0]?.acts ?? 0
  }

  test('ten for an account from one address block that pair alone, and the security log says so', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const stranger = school.browser('203.0.113.90')
    const ends: unknown[] = []
    for (let time = 0; time < 11; time += 1)
      ends.push(codeOf(await school.signInWith(stranger, device, { flags: notVerified })))
    expect(ends).toEqual([...Array(10).fill('PASSKEY_REFUSED'), 'TOO_MANY_ATTEMPTS'])
    expect(await logged('signIn.limited', person.id, '203.0.113.90')).toBe(1)
    const other = await school.addPasskey(await school.server.person())
    expect((await school.signInWith(stranger, other.device)).status).toBe(200)
    expect((await school.signInWith(school.browser('203.0.113.91'), device)).status).toBe(200)
  })

  test('above thirty for an account from everywhere wrong ones are limited, and the owner signs in', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    await failures('passkey.account', String(person.id), 30)
    const stranger = school.browser('203.0.113.92')
    expect(codeOf(await school.signInWith(stranger, device, { flags: notVerified }))).toBe(
      'TOO_MANY_ATTEMPTS',
    )
    expect(await logged('signIn.limited', person.id, '203.0.113.92')).toBe(1)
    expect((await school.signInWith(school.browser('203.0.113.93'), device)).status).toBe(200)
  })

  test('a browser that the account knows signs in behind a blocked address', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const own = school.browser('203.0.113.80')
    expect((await school.signInWith(own, device)).status).toBe(200)
    await failures('passkey.address', '203.0.113.80', 100)
    expect((await school.signInWith(own, device)).status).toBe(200)
    expect(codeOf(await school.signInWith(school.browser('203.0.113.80'), device))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('a known browser has thirty of its own', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const own = school.browser('203.0.113.81')
    await school.signInWith(own, device)
    const ends: unknown[] = []
    for (let time = 0; time < 31; time += 1)
      ends.push(codeOf(await school.signInWith(own, device, { flags: notVerified })))
    expect(ends).toEqual([...Array(30).fill('PASSKEY_REFUSED'), 'TOO_MANY_ATTEMPTS'])
    expect(await counted('passkey.address', '203.0.113.81')).toBe(0)
  })

  test('proofs and additions count for their session, whatever its address has done', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const subject = await sessionOf(person)
    await failures('passkey.address', '127.0.0.1', 100)
    expect((await school.prove(person, device)).status).toBe(200)
    expect(await counted('passkey.session', subject)).toBe(0)
    await failures('passkey.session', subject, 29)
    expect(codeOf(await school.prove(person, device, { flags: notVerified }))).toBe('PASSKEY_REFUSED')
    expect(codeOf(await school.prove(person, device))).toBe('TOO_MANY_ATTEMPTS')
    expect(codeOf(await school.sendPasskey(person, new SoftwareAuthenticator()))).toBe('TOO_MANY_ATTEMPTS')
    expect(await logged('secondFactor.limited', person.id, '127.0.0.1')).toBe(1)
  })

  test('concurrent wrong passkey answers are checked only up to the limit', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    await failures('passkey.address', '203.0.113.82', 98)
    const stranger = school.browser('203.0.113.82')
    const ends = await Promise.all(
      Array.from({ length: 6 }, () => school.signInWith(stranger, device, { flags: notVerified })),
    )
    expect(ends.filter((end) => codeOf(end) === 'PASSKEY_REFUSED')).toHaveLength(2)
    expect(ends.filter((end) => codeOf(end) === 'TOO_MANY_ATTEMPTS')).toHaveLength(4)
  })

  test('a right answer does not count; the same one again does', async () => {
    const { device } = await school.addPasskey(await school.server.person())
    const credential = device.get(await school.signInOptions(school.browser('203.0.113.83')))
    const send = () => school.browser('203.0.113.83').post('sign-in/passkey', { credential })
    expect((await send()).status).toBe(200)
    expect(await counted('passkey.address', '203.0.113.83')).toBe(0)
    expect(codeOf(await send())).toBe('PASSKEY_EXPIRED')
    expect(await counted('passkey.address', '203.0.113.83')).toBe(1)
  })

  test('the security log counts them, for their account where there is one', async () => {
    const person = await school.server.person()
    const { device } = await school.addPasskey(person)
    const kinds = async (subjectId: number | null, address: string) => {
      const found = await sql<{ kind: string; acts: number }>`
        SELECT kind, sum(acts)::int AS acts FROM security_log_counts
         WHERE subject_id IS NOT DISTINCT FROM ${subjectId}::bigint AND address = ${address}
         GROUP BY kind ORDER BY kind`.execute(school.server.database.kysely)
      return found.rows
    }
    const stranger = school.browser('203.0.113.84')
    await school.signInWith(stranger, device, { flags: notVerified })
    expect(await kinds(person.id, '203.0.113.84')).toEqual([{ kind: 'signIn.failed', acts: 1 }])
    await school.prove(person, device, { flags: notVerified })
    expect(await kinds(person.id, '127.0.0.1')).toEqual([{ kind: 'secondFactor.failed', acts: 1 }])
    const unknown = new SoftwareAuthenticator()
    unknown.create((await school.server.call('beginPasskey', { as: person })).body.data)
    await school.signInWith(stranger, unknown)
    expect(await kinds(null, '203.0.113.84')).toEqual([{ kind: 'signIn.failed', acts: 1 }])
  })
})

test('options leave no row, however many are asked for', async () => {
  const { kysely } = school.server.database
  const rows = async () =>
    (await sql<{ count: number }>`SELECT count(*) AS count FROM spent_sign_in_states`.execute(kysely)).rows
  const before = await rows()
  for (let time = 0; time < 50; time += 1) await school.signInOptions(school.browser())
  expect(await rows()).toEqual(before)
})

test('the site is the configured origin, whatever the Host header says', async () => {
  const live = await school.server.startAgain({ publicUrl: 'https://learn.example.my' })
  try {
    const asked = await live.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/passkey/options',
      payload: {},
      headers: { host: 'apogee.example' },
    })
    expect(asked.json().data.rpId).toBe('learn.example.my')
    const person = await school.server.person()
    const device = new SoftwareAuthenticator()
    const begun = await live.call('beginPasskey', { as: person })
    const credential = device.create(begun.body.data, { origin: 'https://learn.example.my' }) ?? expect.fail()
    const added = await live.call('addPasskey', { as: person, body: { name: 'Phone', credential } })
    expect(added.status).toBe(201)
    for (const [origin, status] of [
      ['https://apogee.example', 403],
      ['http://learn.example.my', 403],
      ['https://learn.example.my', 200],
    ] as const) {
      const options = (await live.call('beginPasskeySignIn', { body: {} })).body.data ?? expect.fail()
      const sent = await live.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/passkey',
        payload: { credential: device.get(options, { origin }) },
        headers: { host: 'apogee.example' },
      })
      expect(sent.statusCode).toBe(status)
    }
  } finally {
    await live.app.close()
  }
})
