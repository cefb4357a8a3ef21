import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { forgetRecipient } from '#server/platform/mail/mail-outbox.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from './accounts.store.ts'
import * as attemptStore from './sign-in/failed-attempts.store.ts'
import * as tokenStore from './sign-in/one-time-tokens.store.ts'
import * as sessionStore from './sign-in/sessions.store.ts'
import type { Devices } from './sign-in/devices.ts'
import { forgetDevices } from './sign-in/devices.store.ts'
import { addressesOf, deleteOpenChange } from './email-address/email-changes.store.ts'
import { PasswordChecks } from './passwords/published-password.ts'

export type Account = store.UserRow

interface AccountChangesDependencies {
  database: Database
  clock: Clock
  passwords: Passwords
  publicUrl: string | null
  devices: Pick<Devices, 'askForSecondFactor'>
  securityLog: SecurityLog
  refuseIfLimited: (kind: 'identity.prove', subject: string) => Promise<void>
}

export class AccountChanges {
  readonly #deps: AccountChangesDependencies
  readonly #checks: PasswordChecks
  readonly lockAccount = store.lockUser
  readonly lockRoles = store.lockRoles
  readonly endSessionsOf = sessionStore.deleteSessionsOf
  readonly scheduleErasure = store.scheduleErasure
  readonly lockDueErasure = store.lockDueErasure

  constructor(deps: AccountChangesDependencies) {
    this.#deps = deps
    this.#checks = new PasswordChecks(deps)
  }

  /** Ends every session of the person and everything that could open one without the password and the second factor. */
  async signOut(tx: Tx, userId: number): Promise<void> {
    await sessionStore.deleteSessionsOf(tx, userId, null)
    await tokenStore.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
    await this.#deps.devices.askForSecondFactor(tx, userId)
    await deleteOpenChange(tx, userId)
  }

  changeAccount(tx: Tx, id: number, to: Parameters<typeof store.changeUser>[2]): Promise<Account> {
    return store.changeUser(tx, id, to, this.#deps.clock.now())
  }

  /**
   * Refuses unless `password` is the caller's password. An account without a password needs a recent sign-in instead. Wrong
   * passwords count against the limit of this session.
   */
  async checkPassword(caller: Caller, password: string | undefined, visitor: ClientInfo): Promise<void> {
    const passwordHash = await store.passwordHashOf(this.#deps.database.kysely, caller.userId)
    if (passwordHash === undefined) refuse('UNAUTHENTICATED')
    if (passwordHash === null) return caller.hasFreshProof ? undefined : refuse('SIGN_IN_AGAIN')
    if (password === undefined || password === '') refuse('PASSWORD_NEEDED')
    const subject = `session ${sessionOf(caller)}`
    await this.#deps.refuseIfLimited('identity.prove', subject)
    const { userId: id, email } = caller
    if (!(await this.#checks.matches({ id, email, passwordHash }, password, visitor))) {
      const { database, clock, securityLog } = this.#deps
      const { userId: subjectId } = caller
      await database.transaction(async (tx) => {
        await attemptStore.recordFailure(tx, 'identity.prove', subject, clock.now())
        await securityLog.countActivity(tx, { kind: 'signIn.failed', actor: caller, subjectId })
      })
      refuse('WRONG_PASSWORD')
    }
    // Concurrent guesses all pass the limit above before any of them is counted. This second check refuses a right guess once the
    // wrong ones are counted.
    await this.#deps.refuseIfLimited('identity.prove', subject)
  }

  /** Refuses when this person is the last admin of a business or the last superadmin. */
  async refuseIfLast(tx: Tx, person: Account): Promise<void> {
    if (person.role !== 'admin' && person.role !== 'superadmin') return
    if ((await store.othersInRole(tx, person)) > 0) return
    refuse(person.role === 'admin' ? 'LAST_ADMIN' : 'LAST_SUPERADMIN')
  }

  async erase(tx: Tx, person: Account): Promise<void> {
    const addresses = new Set([person.email, ...(await addressesOf(tx, person.id))])
    await store.eraseUser(tx, person, this.#deps.clock.now())
    await forgetDevices(tx, person.id)
    for (const address of addresses) await forgetRecipient(tx, address)
  }
}
