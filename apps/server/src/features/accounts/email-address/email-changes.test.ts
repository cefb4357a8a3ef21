import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const minute = 60_000
const day = 24 * 60 * minute

let addresses = 0
const newAddress = () => `moved-${(addresses += 1)}@apogee.test`
const owner = () => server.person('student', { isProven: true })

async function mailsTo(email: string) {
  await server.jobs.runDueOnce()
  return server.mails.filter(({ to }) => to === email)
}
async function tokenTo(email: string): Promise<string> {
  const links = (await mailsTo(email)).flatMap(({ body }) => body.match(/\/change-email\/(\S+)/)?.[1] ?? [])
  return links.at(-1) ?? ''
}
/** Returns the token of a password link, which a separate job mails. */
async function resetTokenTo(email: string): Promise<string> {
  await server.jobs.runDueOnce()
  const links = (await mailsTo(email)).flatMap(({ body }) => body.match(/\/reset-password\/(\S+)/)?.[1] ?? [])
  return links.at(-1) ?? ''
}

const ask = (email: string, as: { token: string }) => server.call('askEmailChange', { body: { email }, as })
const read = async (as: { token: string }) => (await server.call('readEmailChange', { as })).body.data
const confirm = (token: string, as: { token: string } | null, password?: string) =>
  server.call('confirmEmailChange', { body: { token, ...(password !== undefined && { password }) }, as })
const finish = (as: { token: string }) => server.call('finishEmailChange', { as })
const undo = (token: string) => server.call('undoEmailChange', { body: { token } })
const canSignIn = async (email: string, password = testPassword) =>
  (await server.call('login', { body: { email, password } })).status === 200
const isSignedIn = async (as: { token: string }) =>
  (await server.call('verifySession', { body: {}, as })).status === 200

async function emailOf({ id }: Pick<TestPerson, 'id'>): Promise<string> {
  const { rows } = await sql<{
    email: string
  }>`SELECT email::text AS email FROM users WHERE id = ${id}`.execute(server.database.kysely)
  return rows[0]?.email ?? ''
}

const isWaitingForLock = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.database.kysely,
    )
    expect(rows).not.toEqual([])
  }, 10_000)

async function moved(person: TestPerson): Promise<string> {
  const email = newAddress()
  expect((await ask(email, person)).status).toBe(200)
  const [forNew, forOld] = [await tokenTo(email), await tokenTo(person.email)]
  expect((await confirm(forNew, person)).body.data).toEqual({ isChanged: false })
  expect((await confirm(forOld, person)).body.data).toEqual({ isChanged: true })
  return email
}

const addSecondStep = ({ id }: TestPerson, at: Date) =>
  sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, name, is_synced, created_at)
    VALUES (${id}, ${Buffer.from(`passkey ${id} ${at.getTime()}`)}, 'key', ${Buffer.alloc(32, 1)}, 'Phone', false, ${at})`.execute(
    server.database.kysely,
  )

describe('asking for another address', () => {
  test('the answer and the old mailbox are the same whether or not the new address has an account', async () => {
    const [one, other, holder] = [await owner(), await owner(), await owner()]
    const free = newAddress()
    const answers = [await ask(free, one), await ask(holder.email, other)]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.data)])).toEqual([
      [200, Object.keys(answers[0]?.body.data ?? {})],
      [200, Object.keys(answers[0]?.body.data ?? {})],
    ])
    const subjects = [await mailsTo(one.email), await mailsTo(other.email)].map((mails) =>
      mails.map(({ subject }) => subject).filter((subject) => subject.includes('change of your email')),
    )
    expect(subjects[0]).toEqual(subjects[1])
    expect((await mailsTo(holder.email)).at(-1)?.subject).toBe('Someone wanted to use your email address')
    expect(await tokenTo(holder.email)).toBe('')
  })

  test('the mail to the new address has no text that somebody typed', async () => {
    const person = await owner()
    await sql`UPDATE users SET name = 'Win at https://evil.example' WHERE id = ${person.id}`.execute(
      server.database.kysely,
    )
    const email = newAddress()
    await ask(email, person)
    for (const mail of await mailsTo(email)) expect(JSON.stringify(mail)).not.toMatch(/evil/)
  })

  test('needs a fresh proof, another address than the present one, and at most five requests a day', async () => {
    const person = await owner()
    expect((await ask(person.email.toUpperCase(), person)).body.errorCode).toBe('EMAIL_UNCHANGED')
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(newAddress(), person)).status).toBe(200)
    expect((await ask(newAddress(), person)).status).toBe(429)
    server.clock.advance(11 * minute)
    expect((await ask(newAddress(), person)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  })

  test('a second request ends the links of the first one', async () => {
    const person = await owner()
    const first = newAddress()
    await ask(first, person)
    const token = await tokenTo(first)
    await ask(newAddress(), person)
    expect((await confirm(token, person)).body.errorCode).toBe('LINK_EXPIRED')
  })

  test('an address that is asked for again and again gets five mails a day', async () => {
    const victim = newAddress()
    for (let asked = 0; asked < 7; asked += 1) {
      await ask(victim, await owner())
      await server.jobs.runDueOnce()
    }
    expect(await mailsTo(victim)).toHaveLength(5)
  })

  test('mailing the links twice sends them once', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const token = await tokenTo(email)
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM email_changes WHERE user_id = ${person.id}`.execute(server.database.kysely)
    const changeId = rows[0]?.id ?? 0
    await server.services.accounts.emailChanges.mailLinks({ changeId, origin: 'http://127.0.0.1:3000' })
    expect(await tokenTo(email)).toBe(token)
    expect((await confirm(token, person)).status).toBe(200)
  })
})

describe('confirming', () => {
  test('both mailboxes change the address: it is verified, signs in, and the former one does not', async () => {
    const person = await owner()
    const email = await moved(person)
    expect(await emailOf(person)).toBe(email)
    expect(await canSignIn(email)).toBe(true)
    expect(await canSignIn(person.email)).toBe(false)
    const { body } = await server.call('verifySession', { body: {}, as: person })
    expect(body.data.decoded).toMatchObject({ email, emailVerified: true })
    expect(await read(person)).toBeNull()
  })

  test('one mailbox alone changes nothing, in either order', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const token = await tokenTo(person.email)
    expect((await confirm(token, person)).body.data).toEqual({ isChanged: false })
    expect((await confirm(token, person)).body.data).toEqual({ isChanged: false })
    expect(await read(person)).toMatchObject({ email, isNewConfirmed: false, isOldConfirmed: true })
    expect(await emailOf(person)).toBe(person.email)
  })

  test('an address that was never verified is not asked, and cannot undo the change', async () => {
    const person = await server.person()
    const email = newAddress()
    await ask(email, person)
    expect(await read(person)).toMatchObject({ isOldConfirmed: null, finishFrom: null })
    expect(await tokenTo(person.email)).toBe('')
    expect((await confirm(await tokenTo(email), person)).body.data).toEqual({ isChanged: true })
    expect(await tokenTo(person.email)).toBe('')
    expect(await emailOf(person)).toBe(email)
  })

  test('a request from before the present address was verified ends when it is verified', async () => {
    const person = await server.person()
    const email = newAddress()
    await ask(email, person)
    const token = await tokenTo(email)
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect(await read(person)).toBeNull()
    expect((await confirm(token, person)).body.errorCode).toBe('LINK_EXPIRED')
    expect(await emailOf(person)).toBe(person.email)
  })

  test('opening a link changes nothing; confirming needs the session or the password of the account', async () => {
    const person = await owner()
    const stranger = await server.person()
    const email = newAddress()
    await ask(email, person)
    const token = await tokenTo(email)
    for (const as of [null, stranger, person]) {
      const { body } = await server.call('readEmailChangeLink', { params: { token }, as })
      expect(body.data).toEqual({
        kind: 'new',
        newEmail: email,
        isConfirmed: false,
        // Other people see a masked old address, because the mailbox of the new address may belong to a stranger by mistake.
        oldEmail: as === person ? person.email : maskedEmail(person.email),
        isOwn: as === person,
      })
    }
    expect((await confirm(token, null)).body.errorCode).toBe('PASSWORD_NEEDED')
    expect((await confirm(token, stranger, 'wrong')).body.errorCode).toBe('WRONG_PASSWORD')
    expect(await read(person)).toMatchObject({ isNewConfirmed: false })
    expect((await confirm(token, null, testPassword)).status).toBe(200)
    expect(await read(person)).toMatchObject({ isNewConfirmed: true })
  })

  test('an address that was registered meanwhile stays with its new owner', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const [forNew, forOld] = [await tokenTo(email), await tokenTo(person.email)]
    await confirm(forOld, person)
    const body = { name: 'Somebody Else', email, password: testPassword }
    expect((await server.call('register', { body })).status).toBe(201)
    expect((await confirm(forNew, person)).body.errorCode).toBe('EMAIL_EXISTS')
    expect(await emailOf(person)).toBe(person.email)
  })

  test('a registration and a change to the same address at the same time give the address to one of them', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const [forNew, forOld] = [await tokenTo(email), await tokenTo(person.email)]
    await confirm(forOld, person)
    const body = { name: 'Somebody Else', email, password: testPassword }
    const [registered, changed] = await Promise.all([
      server.call('register', { body }),
      confirm(forNew, person),
    ])
    expect([registered.status, changed.status]).toSatisfy(
      ([one, other]: number[]) => (one === 201 && other === 409) || (one === 409 && other === 200),
    )
  })

  test('two people who ask for one address: the first who confirms gets it', async () => {
    const [one, other] = [await server.person(), await server.person()]
    const email = newAddress()
    await ask(email, one)
    const first = await tokenTo(email)
    await ask(email, other)
    const second = await tokenTo(email)
    expect((await confirm(second, other)).status).toBe(200)
    expect((await confirm(first, one)).body.errorCode).toBe('EMAIL_EXISTS')
  })

  test('a new password, and a request for deletion, end an open change', async () => {
    for (const end of [
      (as: TestPerson) =>
        server.call('changePassword', {
          body: { currentPassword: testPassword, password: 'Brand-New-2' },
          as,
        }),
      (as: TestPerson) => server.call('leave', { body: { password: testPassword }, as }),
    ]) {
      const person = await owner()
      const email = newAddress()
      await ask(email, person)
      const token = await tokenTo(email)
      expect((await end(person)).status).toBe(200)
      expect((await confirm(token, person)).body.errorCode).toBe('LINK_EXPIRED')
    }
  })

  test('a link for a new password that was mailed to the former address no longer works', async () => {
    const person = await owner()
    await server.call('forgotPassword', { body: { email: person.email } })
    const reset = await resetTokenTo(person.email)
    await moved(person)
    const body = { token: reset, password: 'Brand-New-2' }
    expect((await server.call('resetPassword', { body })).body.errorCode).toBe('LINK_EXPIRED')
  })

  test('a link for a new password that is made at the same moment is not mailed to the former address', async () => {
    const person = await owner()
    const { passwordChanges, accounts } = server.services
    let mailing: Promise<void> | undefined
    await server.database.transaction(async (tx) => {
      await accounts.changes.lockAccount(tx, person.id)
      mailing = passwordChanges.mailReset({ email: person.email, origin: 'http://127.0.0.1:3000' })
      await isWaitingForLock()
      await sql`UPDATE users SET email = ${newAddress()} WHERE id = ${person.id}`.execute(tx)
    })
    await mailing
    expect(await resetTokenTo(person.email)).toBe('')
  })

  test('an open change lapses after 14 days', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const token = await tokenTo(email)
    server.clock.advance(14 * day + 1000)
    expect((await confirm(token, null, testPassword)).body.errorCode).toBe('LINK_EXPIRED')
    await server.services.accounts.emailChanges.deleteBefore(server.clock.now())
    const { rows } = await sql`SELECT 1 FROM email_changes WHERE user_id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([])
  })
})

describe('without the old mailbox', () => {
  const signedInAgain = async ({ email }: TestPerson) =>
    (await server.call('login', { body: { email, password: testPassword } })).body.data

  /** Pretends that the session's newest re-authentication used the passkey that was added at `addedAt`. */
  const provenByPasskey = async ({ id }: TestPerson, addedAt: Date) => {
    const now = server.clock.now()
    await sql`
      UPDATE sessions SET second_factor = 'passkey', proven_at = ${now}
       WHERE id = (SELECT max(id) FROM sessions WHERE user_id = ${id})`.execute(server.database.kysely)
    await sql`
      UPDATE passkeys SET last_used_at = ${now} WHERE user_id = ${id} AND created_at = ${addedAt}`.execute(
      server.database.kysely,
    )
  }
  const before = () => new Date(server.clock.now().getTime() - day)

  test('the change waits seven days for an objection, and needs a proof with a second factor from before', async () => {
    const person = await owner()
    const own = before()
    await addSecondStep(person, own)
    const email = newAddress()
    await ask(email, person)
    expect((await finish(person)).body.errorCode).toBe('EMAIL_CHANGE_UNCONFIRMED')
    await confirm(await tokenTo(email), person)
    expect((await finish(person)).body.errorCode).toBe('EMAIL_CHANGE_WAITS')
    expect(await read(person)).toMatchObject({ mayFinish: false })
    server.clock.advance(7 * day)
    expect(await read(person)).toMatchObject({ mayFinish: true })
    expect((await finish(person)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    const again = await signedInAgain(person)
    await provenByPasskey(person, own)
    expect((await finish(again)).status).toBe(200)
    expect(await emailOf(person)).toBe(email)
  })

  test('a password alone, and a passkey that was added after asking, do not finish it', async () => {
    const person = await owner()
    await addSecondStep(person, before())
    const email = newAddress()
    await ask(email, person)
    await confirm(await tokenTo(email), person)
    const added = new Date(server.clock.now().getTime() + minute)
    await addSecondStep(person, added)
    server.clock.advance(7 * day)
    const again = await signedInAgain(person)
    expect((await finish(again)).body.errorCode).toBe('EMAIL_CHANGE_NEEDS_SECOND_STEP')
    await provenByPasskey(person, added)
    expect((await finish(again)).body.errorCode).toBe('EMAIL_CHANGE_NEEDS_SECOND_STEP')
    expect(await emailOf(person)).toBe(person.email)
  })

  test('the code of an authenticator app from before is such a proof', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    await confirm(await tokenTo(email), person)
    server.clock.advance(7 * day)
    const again = await signedInAgain(person)
    await sql`
      INSERT INTO authenticator_apps (user_id, secret_encrypted, created_at, confirmed_at)
      VALUES (${person.id}, ${Buffer.from('sealed')}, ${server.clock.now()}, ${server.clock.now()})`.execute(
      server.database.kysely,
    )
    expect((await finish(again)).body.errorCode).toBe('EMAIL_CHANGE_NEEDS_SECOND_STEP')
    await sql`
      UPDATE authenticator_apps SET confirmed_at = ${new Date(server.clock.now().getTime() - 8 * day)}
       WHERE user_id = ${person.id}`.execute(server.database.kysely)
    expect((await finish(again)).status).toBe(200)
  })

  test('a press in the old mailbox stops the change without a session, and opening the link does not', async () => {
    const person = await owner()
    const email = newAddress()
    await ask(email, person)
    const [forNew, forOld] = [await tokenTo(email), await tokenTo(person.email)]
    await server.call('readEmailChangeLink', { params: { token: forOld } })
    expect(await read(person)).not.toBeNull()
    expect((await server.call('stopEmailChange', { body: { token: forNew } })).body.errorCode).toBe(
      'LINK_EXPIRED',
    )
    expect((await server.call('stopEmailChange', { body: { token: forOld } })).status).toBe(200)
    expect(await read(person)).toBeNull()
    expect((await confirm(forNew, person)).body.errorCode).toBe('LINK_EXPIRED')
  })

  test('its owner can withdraw a change, and nobody sees or ends those of others', async () => {
    const [person, stranger] = [await owner(), await server.person()]
    const email = newAddress()
    await ask(email, person)
    expect(await read(stranger)).toBeNull()
    expect((await server.call('cancelEmailChange', { as: stranger })).status).toBe(200)
    expect(await read(person)).toMatchObject({ email })
    expect((await server.call('cancelEmailChange', { as: person })).status).toBe(200)
    expect(await read(person)).toBeNull()
  })
})

describe('undoing', () => {
  test('the former mailbox restores the address, and ends sessions, password and recent ways in', async () => {
    const person = await owner()
    const before = new Date(server.clock.now().getTime() - 30 * day)
    await addSecondStep(person, before)
    const email = await moved(person)
    await addSecondStep(person, server.clock.now())
    await sql`
      INSERT INTO identities (provider, subject, user_id, created_at)
      VALUES ('github', ${`thief of ${person.id}`}, ${person.id}, ${server.clock.now()})`.execute(
      server.database.kysely,
    )
    const token = await tokenTo(person.email)
    expect((await server.call('readEmailChangeLink', { params: { token } })).body.data.kind).toBe('undo')
    expect(await isSignedIn(person)).toBe(true)
    expect((await undo(token)).status).toBe(200)
    expect(await emailOf(person)).toBe(person.email)
    expect(await isSignedIn(person)).toBe(false)
    expect(await canSignIn(person.email)).toBe(false)
    const left = await sql<{ at: Date }>`
      SELECT created_at AS at FROM passkeys WHERE user_id = ${person.id}
       UNION ALL SELECT created_at FROM identities WHERE user_id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([{ at: before }])
    expect((await mailsTo(email)).at(-1)?.subject).toBe('The change of your email address was undone')
    const reset = await resetTokenTo(person.email)
    expect(
      (await server.call('resetPassword', { body: { token: reset, password: 'Brand-New-2' } })).status,
    ).toBe(200)
    expect(await canSignIn(person.email, 'Brand-New-2')).toBe(true)
    expect((await undo(token)).body.errorCode).toBe('LINK_EXPIRED')
  })

  test('the first of two changes can be undone after the second one, whose links then end', async () => {
    const person = await owner()
    const second = await moved(person)
    const first = await tokenTo(person.email)
    await moved({ ...person, email: second })
    const later = await tokenTo(second)
    expect((await undo(first)).status).toBe(200)
    expect(await emailOf(person)).toBe(person.email)
    expect((await undo(later)).body.errorCode).toBe('LINK_EXPIRED')
  })

  test('nobody else gets the former address while the change can be undone, and everybody afterwards', async () => {
    const [person, other] = [await owner(), await server.person()]
    await moved(person)
    const body = { name: 'Somebody Else', email: person.email, password: testPassword }
    expect((await server.call('register', { body })).body.errorCode).toBe('EMAIL_EXISTS')
    await ask(person.email, other)
    expect((await confirm(await tokenTo(person.email), other)).body.errorCode).toBe('EMAIL_EXISTS')
    const token = await tokenTo(person.email)
    server.clock.advance(14 * day + 1000)
    expect((await undo(token)).body.errorCode).toBe('LINK_EXPIRED')
    await server.services.accounts.emailChanges.deleteBefore(server.clock.now())
    expect((await server.call('register', { body })).status).toBe(201)
  })

  test('an address that its owner gives up at the same moment stays reserved for them', async () => {
    const [person, other] = [await owner(), await server.person()]
    const former = newAddress()
    await ask(former, other)
    const token = await tokenTo(former)
    let confirming: ReturnType<typeof confirm> | undefined
    await server.database.transaction(async (tx) => {
      // The table lock makes the confirmation wait before it writes the address.
      await sql`LOCK TABLE users IN SHARE MODE`.execute(tx)
      confirming = confirm(token, other)
      await isWaitingForLock()
      const [now, until] = [server.clock.now(), new Date(server.clock.now().getTime() + day)]
      await sql`
        INSERT INTO email_changes (user_id, state, old_email, new_email, needs_old, asked_at, expires_at)
        VALUES (${person.id}, 'done', ${former}, ${person.email}, true, ${now}, ${until})`.execute(tx)
    })
    expect((await confirming)?.body.errorCode).toBe('EMAIL_EXISTS')
  })

  test('two concurrent undo requests undo the change of address once', async () => {
    const person = await owner()
    await moved(person)
    const token = await tokenTo(person.email)
    const answers = await Promise.all([undo(token), undo(token)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
  })
})

test('a change is in the security log and mailed, without addresses in the log', async () => {
  const person = await owner()
  const email = await moved(person)
  const { rows } = await sql<{ kind: string; text: string }>`
    SELECT kind, l::text AS text FROM security_log l WHERE subject_id = ${person.id} ORDER BY id`.execute(
    server.database.kysely,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['signIn.succeeded', 'email.changeAsked', 'email.changed'])
  expect(rows.map(({ text }) => text).join(' ')).not.toContain('@')
  expect((await mailsTo(email)).some(({ subject }) => subject.includes('an email address was changed'))).toBe(
    true,
  )
})

test('erasing an account deletes its changes of address, and the mails to all of their addresses', async () => {
  const person = await owner()
  const email = newAddress()
  await ask(email, person)
  await tokenTo(email)
  const superadmin = await server.person('superadmin')
  await server.call('deleteUser', { params: { id: person.id }, query: {}, as: superadmin })
  const left = await sql`
    SELECT user_id::text AS what FROM email_changes WHERE user_id = ${person.id}
     UNION ALL SELECT recipient FROM mail_outbox WHERE recipient IN (${person.email}, ${email})`.execute(
    server.database.kysely,
  )
  expect(left.rows).toEqual([])
})
