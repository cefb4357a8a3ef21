import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/platform/database/database.ts'
import { startProtectedSchool, type ProtectedSchool } from '../second-factor/second-factor.testing.ts'

let school: ProtectedSchool
beforeAll(async () => {
  school = await startProtectedSchool()
})
afterAll(() => school.stop())

/** Waits until another transaction of this database waits for a lock. */
const isWaitingForLock = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      school.server.database.kysely,
    )
    expect(rows).not.toEqual([])
  }, 10_000)

/** Writes the rows of a confirmed change of address, which the person can still undo. */
async function releaseAddress(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  const now = school.server.clock.now()
  await sql`UPDATE users SET email = ${`new-${email}`} WHERE id = ${id}`.execute(tx)
  await sql`
    INSERT INTO email_changes (user_id, state, old_email, new_email, needs_old, asked_at, expires_at)
    VALUES (${id}, 'done', ${email}, ${`new-${email}`}, true, ${now}, ${new Date(now.getTime() + 86_400_000)})`.execute(
    tx,
  )
}

const accountsWith = async (email: string) =>
  (await sql`SELECT FROM users WHERE email = ${email}::citext`.execute(school.server.database.kysely)).rows
    .length

test('a first sign-in through Google that waits for a change of address does not take the former one', async () => {
  const { server } = school
  const owner = await server.person()
  let signedIn: ReturnType<typeof school.signInWithGoogle> | undefined
  await server.database.transaction(async (tx) => {
    await releaseAddress(tx, owner)
    signedIn = school.signInWithGoogle(school.browser(), owner)
    await isWaitingForLock()
  })
  expect((await signedIn)?.status).not.toBe(200)
  expect(await accountsWith(owner.email)).toBe(0)
})

test('an account that is opened before the change finds the address taken, and the change goes on', async () => {
  const { server } = school
  const owner = await server.person()
  const inserted = await server.database.transaction(async (tx) => {
    const found = await sql`
      INSERT INTO users (email, role) VALUES (${owner.email}, 'student')
      ON CONFLICT (email) WHERE erased_at IS NULL DO NOTHING RETURNING id`.execute(tx)
    await server.database.transaction((other) => releaseAddress(other, owner))
    return found.rows
  })
  expect(inserted).toEqual([])
  expect(await accountsWith(`new-${owner.email}`)).toBe(1)
  expect(await accountsWith(owner.email)).toBe(0)
})

test('after the change the address is answered as one that is taken', async () => {
  const { server } = school
  const owner = await server.person()
  await server.database.transaction((tx) => releaseAddress(tx, owner))
  const body = { name: 'Somebody Else', email: owner.email, password: 'Apogee-Demo-1' }
  expect((await server.call('register', { body })).body.errorCode).toBe('EMAIL_EXISTS')
  expect(await accountsWith(owner.email)).toBe(0)
})

test('a registration that waits for the change is answered as with a taken address', async () => {
  const { server } = school
  const owner = await server.person()
  let registered: Promise<unknown> | undefined
  await server.database.transaction(async (tx) => {
    await releaseAddress(tx, owner)
    const visitor = { address: '198.51.100.40', isOutside: true, userAgent: '' }
    const account = { email: owner.email, name: 'Somebody', role: 'student', businessId: null } as const
    registered = server.database
      .transaction((other) =>
        server.services.accounts.openAccount(other, { ...account, passwordHash: null }, visitor),
      )
      .catch((error: unknown) => error)
    await isWaitingForLock()
  })
  expect(await registered).toMatchObject({ code: 'EMAIL_EXISTS' })
  expect(await accountsWith(owner.email)).toBe(0)
})
