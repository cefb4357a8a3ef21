/** Tests who must have a second factor in a live installation, until when, and which calls are allowed without one. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { roles } from '@apogee/contracts/limits.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestPerson } from '#server/app/testing.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { admitted, requiresSecondFactor } from '#server/policy/access.ts'
import type { Caller } from '#server/policy/caller.ts'
import { insertOneTimeToken } from '../sign-in/one-time-tokens.store.ts'
import { lockUser } from '../accounts.store.ts'
import { codeAt } from './authenticator-codes.ts'
import { insertPasskey } from '../passkeys/passkeys.store.ts'
import { startPasskeySchool, type PasskeySchool } from '../passkeys/passkeys.testing.ts'
import { SecondFactorRequirement } from './second-factor-requirement.ts'

const minute = 60_000
const day = 24 * 60 * minute

let school: PasskeySchool
beforeAll(async () => {
  school = await startPasskeySchool({ requireSecondFactor: true })
})
afterAll(() => school.stop())
/** An authenticator code is accepted once, so each test needs its own 30-second steps. */
beforeEach(() => school.server.clock.advance(5 * minute))

const database = () => school.server.database.kysely

/** Returns the person with a new session, because advancing the clock ends earlier sessions. */
async function signedIn({ email, ...person }: TestPerson): Promise<TestPerson> {
  const { body } = await school.server.call('login', { body: { email, password: testPassword } })
  return { ...person, email, token: body.data.token }
}

/** Creates a superadmin whose grace period begins now by the test's clock, because rows that tests insert have no grace period. */
async function superadminInGrace(): Promise<TestPerson> {
  const superadmin = await school.server.person('superadmin', { isProven: true })
  await sql`UPDATE users SET second_factor_required_at = ${school.server.clock.now()}
    WHERE id = ${superadmin.id}`.execute(database())
  return superadmin
}

/** Returns an admin with a new session whose grace period is over. */
async function lateAdmin(): Promise<TestPerson> {
  const admin = await school.server.person('admin', { isProven: true })
  school.server.clock.advance(7 * day + 5 * minute)
  return signedIn(admin)
}

const codeOfRefusal = async (name: 'listUsers' | 'listSessions', as: { token: string }) =>
  (await school.server.call(name, { as })).body.errorCode

const missingOf = async (as: { token: string }) =>
  (await school.server.call('verifySession', { body: {}, as })).body.data.decoded.missingSecondFactor

async function setUpApp(as: TestPerson): Promise<{ secret: string }> {
  const { server } = school
  const begun = await server.call('beginSecondFactor', { as })
  const { secret } = begun.body.data
  const code = codeAt(secret, server.clock.now())
  const confirmed = await server.call('confirmSecondFactor', { as, body: { code } })
  expect(confirmed.status).toBe(200)
  server.clock.advance(minute)
  return { secret }
}

describe('of whom it is required', () => {
  test('a second factor is required of superadmins, admins, and instructors without a business', () => {
    const required = (businessId: number | null) =>
      roles.filter((role) => requiresSecondFactor({ role, businessId }))
    expect(required(null)).toEqual(['instructor', 'admin', 'superadmin'])
    expect(required(7)).toEqual(['admin', 'superadmin'])
  })

  test('a second factor is not required of learners and instructors of a business, even after years', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const learner = await server.person()
    server.clock.advance(800 * day)
    for (const person of [teacher, learner])
      expect(await codeOfRefusal('listSessions', await signedIn(person))).toBeUndefined()
  })

  test('a second factor is required of nobody in a demo, and the answer for Settings says so', async () => {
    const demo = await startTestApp({ payments: unusedPayments })
    try {
      const admin = await demo.person('admin')
      demo.clock.advance(20 * day)
      expect((await demo.call('listUsers', { as: admin })).status).toBe(200)
      const { data } = (await demo.call('readSecondFactor', { as: admin })).body
      expect(data.requirement).toBe('demo')
      expect((await demo.call('listLackingSecondFactor', { as: admin })).body.data).toEqual([])
      await demo.jobs.runDueOnce()
      const begun = await sql`SELECT FROM second_factor_requirement`.execute(demo.database.kysely)
      expect(begun.rows).toEqual([])
    } finally {
      await demo.stop()
    }
  })

  test('Settings is told whether one’s own role requires it', async () => {
    const { server } = school
    const requirementOf = async (as: TestPerson) =>
      (await server.call('readSecondFactor', { as })).body.data.requirement
    expect(await requirementOf(await superadminInGrace())).toBe('required')
    expect(await requirementOf(await server.person())).toBe('none')
  })
})

describe('the days of grace', () => {
  test('whoever accepts an invitation to such a role reads it in the answer', async () => {
    const { server } = school
    const admin = await server.person('admin', { isProven: true })
    const invited = await server.person()
    const body = { email: invited.email, role: 'admin' as const }
    expect((await server.call('createInvitation', { as: admin, body })).status).toBe(201)
    server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    const mail = server.mails.find(
      ({ to, subject }) => to === invited.email && subject.startsWith('Invitation'),
    )
    const token = /invitations\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const joined = await server.call('acceptInvitation', { as: invited, params: { token }, body: {} })
    expect(joined.body.data.missingSecondFactor?.isOverdue).toBe(false)
  })

  test('a first request begins them by the connection that it has', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const noOther: Database = new Proxy(server.database, {
      get: () => {
        throw new Error('a second connection while a transaction holds one')
      },
    })
    const requirement = new SecondFactorRequirement({
      database: noOther,
      clock: server.clock,
      requireSecondFactor: true,
      publicUrl: null,
      ownOrigin: () => '',
    })
    const missing = await server.database.transaction((tx) =>
      requirement.missingOf(tx, { id: admin.id, role: 'admin', businessId: admin.businessId }),
    )
    expect(missing?.isOverdue).toBe(false)
  })

  test('a new admin works for seven days, and reads until when', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const missing = await missingOf(admin)
    expect(missing?.isOverdue).toBe(false)
    const dueAt = new Date(missing?.dueAt ?? 0).getTime()
    expect(dueAt).toBe(server.clock.now().getTime() + 7 * day)
    expect(await codeOfRefusal('listUsers', admin)).toBeUndefined()
    server.clock.advance(dueAt - server.clock.now().getTime())
    expect(await codeOfRefusal('listUsers', admin)).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    expect(await missingOf(admin)).toEqual({ dueAt: missing?.dueAt, isOverdue: true })
  })

  test('the answer of a sign-in says it, too', async () => {
    const admin = await lateAdmin()
    const { body } = await school.server.call('login', {
      body: { email: admin.email, password: testPassword },
    })
    expect(body.data.user.missingSecondFactor?.isOverdue).toBe(true)
  })

  test('they begin with the role, and a second change of role does not begin them anew', async () => {
    const { server } = school
    const superadmin = await superadminInGrace()
    await setUpApp(superadmin)
    const admin = await server.person('admin')
    const member = await server.person('student', { businessId: admin.businessId })
    const requiredAt = async () => {
      const found = await sql<{ at: Date | null }>`
        SELECT second_factor_required_at AS at FROM users WHERE id = ${member.id}`.execute(database())
      return found.rows[0]?.at
    }
    const become = (role: 'admin' | 'instructor') =>
      server.call('updateUser', { params: { id: member.id }, body: { role }, as: superadmin })
    expect(await requiredAt()).toBeNull()
    expect((await become('instructor')).status).toBe(200)
    expect(await requiredAt()).toBeNull()
    expect((await become('admin')).status).toBe(200)
    const first = await requiredAt()
    expect(first).toBeInstanceOf(Date)
    await become('instructor')
    await become('admin')
    expect(await requiredAt()).toEqual(first)
  })

  test('an account from before the migration has seven days from the first start of this release in live', async () => {
    const live = await startTestApp({ payments: unusedPayments, requireSecondFactor: true })
    try {
      const admin = await live.person('admin')
      await sql`UPDATE users SET second_factor_required_at = NULL, created_at = now() - interval '2 years'
        WHERE id = ${admin.id}`.execute(live.database.kysely)
      const dueAt = async () => {
        const { body } = await live.call('verifySession', { body: {}, as: admin })
        return body.data.decoded.missingSecondFactor?.dueAt
      }
      const first = await dueAt()
      expect(new Date(first ?? 0).getTime()).toBeGreaterThan(live.clock.now().getTime() + 6 * day)
      live.clock.advance(3 * day)
      // The deadline is stored, so neither a second process nor a missed run of the job moves it.
      const other = await live.startAgain()
      const again = await other.call('verifySession', { body: {}, as: admin })
      expect(again.body.data.decoded.missingSecondFactor?.dueAt).toBe(first)
      await other.app.close()
    } finally {
      await live.stop()
    }
  })

  test('the first superadmin from the environment has them as well', async () => {
    const live = await startTestApp({ payments: unusedPayments, requireSecondFactor: true })
    try {
      await live.services.accounts.ensureSuperadmin('first@apogee.test', testPassword)
      const { body } = await live.call('login', {
        body: { email: 'first@apogee.test', password: testPassword },
      })
      expect(body.data.user.missingSecondFactor?.isOverdue).toBe(false)
    } finally {
      await live.stop()
    }
  })

  test('a mail comes at their beginning and another on the last day, each once', async () => {
    const { server } = school
    const admin = await server.person('admin', { isProven: true })
    const remind = async () => {
      server.mails.length = 0
      await server.services.accounts.requirement.remind()
      for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
      return server.mails.filter(({ to }) => to === admin.email).map(({ subject }) => subject)
    }
    const dueAt = new Date((await missingOf(admin))?.dueAt ?? 0).getTime()
    const moveTo = (time: number) => server.clock.advance(time - server.clock.now().getTime())
    expect(await remind()).toContain('Set up a second factor for your sign-ins')
    expect(await remind()).toEqual([])
    moveTo(dueAt - day)
    expect(await remind()).toEqual(['Last day to set up a second factor for your sign-ins'])
    expect(await remind()).toEqual([])
    moveTo(dueAt + minute)
    expect(await remind()).toEqual([])
  })

  test('who has a second factor gets no mail', async () => {
    const { server } = school
    const admin = await server.person('admin', { isProven: true })
    await setUpApp(admin)
    server.mails.length = 0
    await server.services.accounts.requirement.remind()
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    expect(server.mails.filter(({ subject }) => subject.includes('Set up a second'))).toEqual([])
  })
})

describe('after the days of grace', () => {
  /** A person whose grace period is over may make only these calls (docs/decisions/authentication.md). */
  const open: readonly RouteName[] = [
    'addPasskey',
    'beginPasskey',
    'beginPasskeyProof',
    'beginSecondFactor',
    'confirmByPasskey',
    'confirmIdentity',
    'confirmSecondFactor',
    'listPasskeys',
    'logout',
    'readSecondFactor',
    'readVerification',
    'resendVerification',
    'verifyEmail',
  ]
  const entries = Object.entries(endpoints) as [RouteName, AnyEndpoint][]
  const admin: Caller = {
    userId: 1,
    sessionId: 1,
    role: 'admin',
    businessId: 1,
    email: 'a@apogee.test',
    name: null,
    emailVerified: true,
    hasFreshProof: true,
    address: '',
    mustSetUpSecondFactor: true,
  }
  const admission = (entry: AnyEndpoint, caller: Caller = admin) => {
    try {
      return admitted(entry, caller) ? 'as themself' : 'as a visitor'
    } catch {
      return 'refused'
    }
  }

  test('exactly the calls of the setup are made as oneself', () => {
    const own = entries.filter(([, entry]) => admission(entry) === 'as themself').map(([name]) => name)
    expect(own.toSorted()).toEqual(open)
  })

  test('a call is answered as to a visitor only where visitors are let in', () => {
    for (const [name, entry] of entries.filter(([, one]) => admission(one) === 'as a visitor')) {
      const { access } = entry
      expect([name, access.kind]).toEqual([name, access.kind === 'role' ? 'open' : access.kind])
      expect(entry.withoutSecondFactor).toBeUndefined()
    }
  })

  test('an API token of theirs makes no call at all', () => {
    const token: Caller = { ...admin, sessionId: null, apiToken: { id: 1, scopes: [] } }
    const made = entries.filter(
      ([name, entry]) => !open.includes(name) && admission(entry, token) !== 'refused',
    )
    expect(made).toEqual([])
  })

  test('each call that needs a session is refused over HTTP before its input is read', async () => {
    const person = await lateAdmin()
    const closed = entries.filter(([, entry]) => admission(entry) === 'refused')
    expect(closed.length).toBeGreaterThan(200)
    const wrong: string[] = []
    for (const [name, { call }] of closed) {
      const [method, path] = call.split(' ') as ['GET', string]
      const answer = await school.server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/g, '1')}`,
        headers: { authorization: `Bearer ${person.token}` },
      })
      const { errorCode } = answer.json<{ errorCode?: string }>()
      if (answer.statusCode !== 403 || errorCode !== 'SECOND_FACTOR_SETUP_REQUIRED')
        wrong.push(`${name}: ${answer.statusCode} ${errorCode}`)
    }
    expect(wrong).toEqual([])
  })

  test('the marketplace is open, and shows what visitors see', async () => {
    const { server } = school
    const admin = await server.person('admin', { isProven: true })
    const made = await server.call('createCourse', {
      as: admin,
      body: { title: 'Hidden', description: 'For a few', price: 0, isPrivate: true },
    })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    server.clock.advance(7 * day + 5 * minute)
    const person = await signedIn(admin)
    expect((await server.call('listCourses', { as: person, query: {} })).status).toBe(200)
    const sales = await server.call('courseSales', { params: { courseId: id }, query: {}, as: person })
    expect([sales.status, sales.body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
  })

  test('an authenticator app opens the account at once, in the same session', async () => {
    const person = await lateAdmin()
    expect(await codeOfRefusal('listUsers', person)).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    await setUpApp(person)
    expect(await codeOfRefusal('listUsers', person)).toBeUndefined()
    expect(await missingOf(person)).toBeUndefined()
  })

  test('so does a passkey, and it ends the other sessions of the account', async () => {
    const person = await lateAdmin()
    const elsewhere = await signedIn(person)
    await school.addPasskey(person)
    expect(await codeOfRefusal('listUsers', person)).toBeUndefined()
    expect(await school.isSignedIn(elsewhere.token)).toBe(false)
    const next = await school.browser('198.51.100.7').signIn(person)
    expect(next.body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('an API token of theirs is refused, and stays so after the setup; a new one works', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const make = async (as: TestPerson) => {
      const body = { name: 'Payroll', scopes: ['people:read' as const], expiresInDays: 30 }
      return { token: (await server.call('createApiToken', { as, body })).body.data.token }
    }
    const lacking = async (as: TestPerson) =>
      (await server.call('listApiTokens', { as, query: {} })).body.data.map(
        (token) => token.lacksSecondFactor,
      )
    const inGrace = await make(admin)
    expect(await codeOfRefusal('listUsers', inGrace)).toBeUndefined()
    expect(await lacking(admin)).toEqual([false])
    server.clock.advance(7 * day + 5 * minute)
    expect(await codeOfRefusal('listUsers', inGrace)).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    const person = await signedIn(admin)
    await setUpApp(person)
    expect(await codeOfRefusal('listUsers', inGrace)).toBe('UNAUTHENTICATED')
    const later = await make(person)
    expect(await codeOfRefusal('listUsers', later)).toBeUndefined()
    expect(await lacking(person)).toEqual([false, true])
  })
})

describe('while one is required', () => {
  test('the app is not turned off unless a passkey stays', async () => {
    const { server } = school
    const admin = await server.person('admin')
    await setUpApp(admin)
    const off = () => server.call('turnOffSecondFactor', { as: admin })
    expect((await off()).body.errorCode).toBe('SECOND_FACTOR_NEEDED')
    expect((await server.call('readSecondFactor', { as: admin })).body.data.since).not.toBeNull()
    await school.addPasskey(admin)
    expect((await off()).status).toBe(200)
  })

  test('the last passkey is not removed unless an app stays', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const { id } = await school.addPasskey(admin)
    const remove = () => server.call('removePasskey', { as: admin, params: { id } })
    expect((await remove()).body.errorCode).toBe('SECOND_FACTOR_NEEDED')
    expect(await school.listed(admin)).toHaveLength(1)
    await setUpApp(admin)
    expect((await remove()).status).toBe(200)
  })

  test('learners turn theirs off as before', async () => {
    const learner = await school.server.person()
    await setUpApp(learner)
    expect((await school.server.call('turnOffSecondFactor', { as: learner })).status).toBe(200)
  })

  test('a password is not enough for whoever has a passkey, neither to sign in nor for a fresh proof', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const { device } = await school.addPasskey(admin)
    const phone = school.browser('198.51.100.8')
    expect((await phone.signIn(admin)).body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    const credential = device.get(await school.signInOptions(phone, true))
    expect((await phone.post('sign-in/passkey', { credential })).status).toBe(200)
    const proof = await server.call('confirmIdentity', { body: { password: testPassword }, as: admin })
    expect(proof.body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
    expect((await school.prove(admin, device)).status).toBe(200)
  })

  test('a sign-in through Google that ends while a first passkey is added waits for it', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const given = { code: newToken(), browserSecret: newToken() }
    await insertOneTimeToken(database(), {
      userId: admin.id,
      purpose: 'sign_in',
      tokenSha256: tokenDigest(`${given.code}.${given.browserSecret}`),
      expiresAt: new Date(server.clock.now().getTime() + minute),
    })
    let ended: Promise<object> | undefined
    await server.database.transaction(async (tx) => {
      await lockUser(tx, admin.id)
      await insertPasskey(tx, {
        userId: admin.id,
        name: 'Key',
        counter: 0,
        transports: [],
        isSynced: false,

        credentialId: Buffer.from('first key'),
        publicKey: Buffer.alloc(1),
        userHandle: Buffer.alloc(32),
        now: server.clock.now(),
      })
      const isWaiting = async () => {
        const waits = await sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          database(),
        )
        return waits.rows.length > 0
      }
      let hasEnded = false
      ended = server.services.signIn
        .complete(given, { address: '198.51.100.24', isOutside: true, userAgent: '' })
        .finally(() => {
          hasEnded = true
        })
      await vi.waitFor(async () => expect(hasEnded || (await isWaiting())).toBe(true), { timeout: 10_000 })
    })
    expect(await ended).toEqual({ challenge: expect.any(String) })
  })

  test('a learner with a passkey signs in with the password alone', async () => {
    const learner = await school.server.person()
    await school.addPasskey(learner)
    expect((await school.browser('198.51.100.9').signIn(learner)).status).toBe(200)
  })
})

describe('the list of those who have none', () => {
  test('an admin sees their own team, a superadmin everybody, others nothing', async () => {
    const { server } = school
    const admin = await server.person('admin')
    const colleague = await server.person('admin', { businessId: admin.businessId })
    await sql`UPDATE users SET second_factor_required_at = ${server.clock.now()} WHERE id = ${colleague.id}`.execute(
      database(),
    )
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const other = await server.person('admin')
    const superadmin = await superadminInGrace()
    const idsFor = async (as: TestPerson) =>
      (await server.call('listLackingSecondFactor', { as, query: { limit: '100' } })).body.data.map(
        ({ id }) => id,
      )
    expect(await idsFor(admin)).toEqual([colleague.id, admin.id])
    expect(await idsFor(superadmin)).toEqual(
      expect.arrayContaining([superadmin.id, other.id, colleague.id, admin.id]),
    )
    await setUpApp(admin)
    expect(await idsFor(colleague)).toEqual([colleague.id])
    expect((await server.call('listLackingSecondFactor', { as: teacher })).status).toBe(403)
  })
})
