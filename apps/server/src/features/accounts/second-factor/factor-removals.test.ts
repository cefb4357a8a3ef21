import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { startPasskeySchool, type PasskeySchool } from '../passkeys/passkeys.testing.ts'

const minute = 60_000
const day = 24 * 60 * minute

let school: PasskeySchool
let first: TestPerson
let second: TestPerson
beforeAll(async () => {
  school = await startPasskeySchool()
})
afterAll(() => school.stop())
/** An app code is accepted once, so each test needs its own 30-second steps for the superadmins' re-authentication. */
beforeEach(async () => {
  school.server.clock.advance(5 * minute)
  first = await school.server.person('superadmin', { isProven: true })
  second = await school.server.person('superadmin', { isProven: true })
})

const why = { reason: 'Lost the phone', identityCheck: 'Video call with the passport' }
const ask = (person: Pick<TestPerson, 'email'>, as: TestPerson = first) =>
  school.server.call('askFactorRemoval', { as, body: { ...why, email: person.email } })
const confirm = (id: number, as: TestPerson = second) =>
  school.server.call('confirmFactorRemoval', { as, params: { id } })
const withdraw = (id: number, as: TestPerson = first) =>
  school.server.call('withdrawFactorRemoval', { as, params: { id } })
const run = () => school.server.services.accounts.factorRemovals.run()

async function asked(person: TestPerson): Promise<number> {
  const { status, body } = await ask(person)
  expect(status).toBe(201)
  return body.data.id
}
async function confirmed(person: TestPerson): Promise<number> {
  const id = await asked(person)
  expect((await confirm(id)).status).toBe(200)
  return id
}

async function mailsTo(email: string): Promise<{ subject: string; body: string }[]> {
  school.server.mails.length = 0
  for (let turn = 0; turn < 6; turn += 1) await school.server.jobs.runDueOnce()
  return school.server.mails.filter(({ to }) => to === email)
}
const stateOf = async (id: number) => {
  const { body } = await school.server.call('listFactorRemovals', { as: first })
  return body.data.find((removal) => removal.id === id)?.state
}
const factorsOf = async (userId: number) => {
  const found = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM authenticator_apps WHERE user_id = ${userId})::int
         + (SELECT count(*) FROM recovery_codes WHERE user_id = ${userId})::int
         + (SELECT count(*) FROM passkeys WHERE user_id = ${userId})::int AS count`.execute(
    school.server.database.kysely,
  )
  return found.rows[0]?.count ?? 0
}

describe('the whole way', () => {
  test('a day after the second yes all factors and sessions are gone, and the password signs in', async () => {
    const { person } = await school.protectedPerson('admin')
    await school.addPasskey(person)
    const id = await confirmed(person)
    school.server.clock.advance(day - minute)
    await run()
    expect(await factorsOf(person.id)).toBeGreaterThan(0)
    expect(await school.isSignedIn(person.token)).toBe(true)
    school.server.clock.advance(minute)
    await run()
    expect(await factorsOf(person.id)).toBe(0)
    expect(await school.isSignedIn(person.token)).toBe(false)
    expect(await stateOf(id)).toBe('removed')
    const again = await school.browser('198.51.100.21').signIn(person, testPassword)
    expect(again.status).toBe(200)
    await run()
    expect(await stateOf(id)).toBe('removed')
  })

  test('each step is in the security log, and the mails name what happens', async () => {
    const { person } = await school.protectedPerson('admin')
    const id = await asked(person)
    expect((await mailsTo(second.email)).map(({ subject }) => subject)).toContain(
      'Security: a removal of a second factor was requested',
    )
    await confirm(id)
    const [own, ...others] = await mailsTo(person.email)
    expect(own?.subject).toBe('Your second factor will be removed')
    expect(others).toEqual([])
    const due = (await school.server.call('readSecondFactor', { as: person })).body.data.removedAt
    expect(due).toBe(new Date(school.server.clock.now().getTime() + day).toISOString())
    school.server.clock.advance(day)
    await run()
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toContain(
      'Security: second factors were removed',
    )
    const log = await sql<{ kind: string }>`
      SELECT kind FROM security_log WHERE subject_id = ${person.id} AND kind LIKE 'secondFactor.remov%' ORDER BY id`.execute(
      school.server.database.kysely,
    )
    expect(log.rows.map(({ kind }) => kind)).toEqual([
      'secondFactor.removalAsked',
      'secondFactor.removalConfirmed',
      'secondFactor.removed',
    ])
  })

  test('a superadmin lists who asked, why, how the person was recognised, and until when', async () => {
    const { person } = await school.protectedPerson()
    const id = await confirmed(person)
    const { body } = await school.server.call('listFactorRemovals', { as: second })
    expect(body.data.find((removal) => removal.id === id)).toMatchObject({
      ...why,
      state: 'confirmed',
      person: { id: person.id, email: person.email },
      askedBy: { id: first.id },
      confirmedBy: { id: second.id },
      takesEffectAt: new Date(school.server.clock.now().getTime() + day).toISOString(),
    })
  })
})

describe('two people', () => {
  test('whoever asked does not confirm', async () => {
    const { person } = await school.protectedPerson()
    const id = await asked(person)
    expect((await confirm(id, first)).body.errorCode).toBe('FACTOR_REMOVAL_OF_TWO')
    expect(await stateOf(id)).toBe('asked')
  })

  test('nobody asks for themself, and nobody confirms what was asked for them', async () => {
    const lost = await school.server.person('superadmin', { isProven: true })
    await school.addPasskey(lost)
    expect((await ask(lost, lost)).body.errorCode).toBe('FACTOR_REMOVAL_OWN')
    const id = await asked(lost)
    expect((await confirm(id, lost)).body.errorCode).toBe('FACTOR_REMOVAL_OWN')
  })

  test('both need a fresh proof of identity, and to be superadmins', async () => {
    const { person } = await school.protectedPerson()
    const id = await asked(person)
    const admin = await school.server.person('admin')
    expect((await ask(person, admin)).body.errorCode).toBe('FORBIDDEN')
    expect((await confirm(id, admin)).body.errorCode).toBe('FORBIDDEN')
    school.server.clock.advance(11 * minute)
    expect((await ask(person)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await confirm(id)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  })

  test('one of two concurrent confirmations of a factor removal counts', async () => {
    const { person } = await school.protectedPerson()
    const third = await school.server.person('superadmin', { isProven: true })
    const id = await asked(person)
    const both = await Promise.all([confirm(id, second), confirm(id, third)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a superadmin who has lost the role meanwhile decides nothing', async () => {
    const { person } = await school.protectedPerson()
    const demote = ({ id }: TestPerson) =>
      sql`UPDATE users SET role = 'student' WHERE id = ${id}`.execute(school.server.database.kysely)
    const before = await asked(person)
    await demote(first)
    expect((await confirm(before)).body.errorCode).toBe('FACTOR_REMOVAL_ENDED')
    expect((await withdraw(before, second)).status).toBe(200)
    first = await school.server.person('superadmin', { isProven: true })
    const after = await confirmed(person)
    await demote(second)
    school.server.clock.advance(day)
    await run()
    first = await school.server.person('superadmin', { isProven: true })
    expect(await stateOf(after)).toBe('withdrawn')
    expect(await factorsOf(person.id)).toBeGreaterThan(0)
  })
})

describe('what is refused', () => {
  test('a second request for the same person, and one for a person without a second factor', async () => {
    const { person } = await school.protectedPerson()
    await asked(person)
    expect((await ask(person, second)).body.errorCode).toBe('FACTOR_REMOVAL_OPEN')
    const bare = await school.server.person()
    expect((await ask(bare)).body.errorCode).toBe('FACTOR_REMOVAL_NOTHING')
    expect((await ask({ email: 'nobody@apogee.test' })).body.errorCode).toBe('USER_NOT_FOUND')
  })

  test('a superadmin asks ten times a day at most', async () => {
    const people = []
    for (let index = 0; index < 11; index += 1) {
      const person = await school.server.person()
      await school.addPasskey(person)
      people.push(person)
    }
    const answers = []
    for (const person of people) answers.push((await ask(person)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  test('an unknown one is not found, and an ended one stays ended', async () => {
    const { person } = await school.protectedPerson()
    expect((await confirm(999_999)).body.errorCode).toBe('NOT_FOUND')
    const id = await asked(person)
    expect((await withdraw(id)).body.data.state).toBe('withdrawn')
    expect((await confirm(id)).body.errorCode).toBe('FACTOR_REMOVAL_ENDED')
    expect((await withdraw(id)).body.errorCode).toBe('FACTOR_REMOVAL_ENDED')
  })
})

describe('stopping it', () => {
  test('the owner stops it in a session', async () => {
    const { person } = await school.protectedPerson()
    const id = await confirmed(person)
    expect((await school.server.call('stopOwnFactorRemoval', { as: person })).status).toBe(200)
    school.server.clock.advance(2 * day)
    await run()
    expect(await factorsOf(person.id)).toBeGreaterThan(0)
    first = await school.server.person('superadmin', { isProven: true })
    expect(await stateOf(id)).toBe('stopped')
    const signed = await school.browser('198.51.100.22').signIn(person)
    expect(signed.body.errorCode).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('the mailed link stops it without a session, once, and opens nothing', async () => {
    const { person } = await school.protectedPerson()
    const id = await confirmed(person)
    const [mail] = await mailsTo(person.email)
    const token = /keep-second-step\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const stop = (given: string) => school.server.call('stopFactorRemovalByLink', { body: { token: given } })
    expect((await stop('x'.repeat(43))).body.errorCode).toBe('LINK_EXPIRED')
    expect((await stop(token)).body).toEqual({ success: true })
    expect((await stop(token)).body.errorCode).toBe('LINK_EXPIRED')
    expect(await stateOf(id)).toBe('stopped')
  })

  test('somebody else has nothing to stop', async () => {
    const { person } = await school.protectedPerson()
    const id = await confirmed(person)
    const stranger = await school.server.person()
    const stopped = await school.server.call('stopOwnFactorRemoval', { as: stranger })
    expect(stopped.body.errorCode).toBe('FACTOR_REMOVAL_ENDED')
    expect(await stateOf(id)).toBe('confirmed')
  })

  test('a request that nobody confirms within a week expires', async () => {
    const { person } = await school.protectedPerson()
    const id = await asked(person)
    school.server.clock.advance(7 * day)
    second = await school.server.person('superadmin', { isProven: true })
    // The job that expires the request has not run yet.
    expect((await confirm(id)).body.errorCode).toBe('FACTOR_REMOVAL_ENDED')
    await run()
    first = await school.server.person('superadmin', { isProven: true })
    expect(await stateOf(id)).toBe('expired')
  })
})

test('an operator removes them at once, and an open request ends', async () => {
  const { person } = await school.protectedPerson()
  const id = await asked(person)
  const { factorRemovals } = school.server.services.accounts
  expect(await factorRemovals.removeNow('nobody@apogee.test')).toBe(false)
  expect(await factorRemovals.removeNow(person.email.toUpperCase())).toBe(true)
  expect(await factorsOf(person.id)).toBe(0)
  expect(await stateOf(id)).toBe('withdrawn')
  expect(await school.isSignedIn(person.token)).toBe(false)
})

test('erasing the account deletes what was written about the person; ended requests go after a year', async () => {
  const { person } = await school.protectedPerson()
  const id = await asked(person)
  await withdraw(id)
  const { factorRemovals } = school.server.services.accounts
  await factorRemovals.deleteBefore(new Date(school.server.clock.now().getTime() - 365 * day))
  expect(await stateOf(id)).toBe('withdrawn')
  const other = await asked(person)
  await school.server.call('deleteUser', { as: first, params: { id: person.id } })
  expect([await stateOf(id), await stateOf(other)]).toEqual([undefined, undefined])
})

describe('a superadmin of less than a week', () => {
  const appointed = async (by: TestPerson) => {
    const person = await school.server.person()
    const given = await school.server.call('updateUser', {
      as: by,
      params: { id: person.id },
      body: { role: 'superadmin' },
    })
    expect(given.status).toBe(200)
    return person
  }
  const signedIn = async (person: TestPerson): Promise<TestPerson> => {
    const { body } = await school.browser('198.51.100.23').signIn(person, testPassword)
    return { ...person, token: body.data.token }
  }

  test('neither confirms nor asks, because one stolen account could make the other', async () => {
    const { person } = await school.protectedPerson()
    const made = await signedIn(await appointed(first))
    const id = await asked(person)
    expect((await confirm(id, made)).body.errorCode).toBe('FACTOR_REMOVAL_NEW_SUPERADMIN')
    await withdraw(id)
    expect((await ask(person, made)).status).toBe(201)
    const { body } = await school.server.call('listFactorRemovals', { as: first })
    const other = body.data[0]?.id ?? 0
    expect((await confirm(other, first)).body.errorCode).toBe('FACTOR_REMOVAL_NEW_SUPERADMIN')
  })

  test('confirms after that week', async () => {
    const { person } = await school.protectedPerson()
    const made = await appointed(first)
    school.server.clock.advance(7 * day)
    first = await school.server.person('superadmin', { isProven: true })
    expect((await confirm(await asked(person), await signedIn(made))).status).toBe(200)
  })
})
