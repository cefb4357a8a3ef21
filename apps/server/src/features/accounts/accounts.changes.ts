/** What becomes of an account once it exists: another name, picture, role or business, and its end. */
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { forgetRecipient } from '#server/platform/mail-outbox.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from './accounts.store.ts'
import { forgetDevices } from './devices.store.ts'

export type Account = store.UserRow

export function createAccountChanges({
  database,
  clock,
  passwords,
  refuseIfLimited,
}: {
  database: Database
  clock: Clock
  passwords: Passwords
  refuseIfLimited: (kind: 'identity.prove', subject: string) => Promise<void>
}) {
  /**
   * Proves that it is really this person who asks, and holds for a while: by the password, or, for an account that has
   * none, by having signed in just now. Wrong passwords count for this session.
   */
  async function proveOneself(caller: Caller, password: string | undefined): Promise<void> {
    const passwordHash = await store.passwordHashOf(database.kysely, caller.userId)
    if (passwordHash === undefined) refuse('UNAUTHENTICATED')
    if (passwordHash === null) return caller.hasFreshProof ? undefined : refuse('SIGN_IN_AGAIN')
    if (password === undefined || password === '') refuse('PASSWORD_NEEDED')
    const subject = `session ${caller.sessionId}`
    await refuseIfLimited('identity.prove', subject)
    if (!(await passwords.matches(passwordHash, password))) {
      await store.recordFailure(database.kysely, 'identity.prove', subject, clock.now())
      refuse('WRONG_PASSWORD')
    }
    // Guesses sent at once all passed the first look; the right one among them arrives after the wrong ones counted.
    await refuseIfLimited('identity.prove', subject)
    await store.markProven(database.kysely, caller.sessionId, clock.now())
  }

  /** Refuses when this person is the last of their kind: a business keeps an admin, the platform a superadmin. */
  async function refuseIfLast(tx: Transaction<DB>, person: Account): Promise<void> {
    if (person.role !== 'admin' && person.role !== 'superadmin') return
    if ((await store.othersInRole(tx, person)) > 0) return
    refuse(person.role === 'admin' ? 'LAST_ADMIN' : 'LAST_SUPERADMIN')
  }

  async function erase(tx: Transaction<DB>, person: Account): Promise<void> {
    await store.eraseUser(tx, person, clock.now())
    await forgetDevices(tx, person.id)
    await forgetRecipient(tx, person.email)
  }

  return {
    proveOneself,
    refuseIfLast,
    erase,
    lockAccount: store.lockUser,
    lockRoles: store.lockRoles,
    changeAccount: store.changeUser,
    endSessionsOf: store.deleteSessionsOf,
    scheduleErasure: store.scheduleErasure,
    lockDueErasure: store.lockDueErasure,
  }
}
