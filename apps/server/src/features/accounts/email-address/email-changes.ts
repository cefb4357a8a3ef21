/**
 * Changes a person's e-mail address: the person requests it in Settings, links to both mailboxes confirm it, and a link to the
 * former mailbox undoes it (docs/decisions/accounts.md).
 */
import type { EmailChange, EmailChangeLink } from '@apogee/contracts/accounts/email-changes.ts'
import { emit } from '#server/events.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { sessionOf, type Caller, type MaybeCaller } from '#server/policy/caller.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { refuse } from '#server/policy/refusal.ts'
import { emailChangeLife, type FailureKind } from '../accounts.rules.ts'
import * as accounts from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import * as sessionStore from '../sign-in/sessions.store.ts'
import type { Devices } from '../sign-in/devices.ts'
import { EmailChangeMails } from './email-changes.mails.ts'
import * as store from './email-changes.store.ts'
import type { EmailProof } from './email-proof.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import { forgottenPasswordTask } from '../passwords/passwords.tasks.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { deleteIdentitiesSince } from '../sign-in/sign-in.store.ts'
import { refuseTakenAddress } from './email-conflict.ts'

export const emailChangeTask = 'accounts.email-change-asked'

export interface AskedEmailChange {
  changeId: number
  /** Links start with this origin. */
  origin: string
}

interface EmailChangesDependencies {
  database: Database
  clock: Clock
  securityLog: SecurityLog
  devices: Devices
  emailProof: EmailProof
  secondFactor: SecondFactor
  passkeys: Passkeys
  consumeAttempt: (kind: FailureKind, subject: string) => Promise<number>
  publicUrl: string | null
  ownOrigin: () => string
}

export class EmailChanges {
  readonly #deps: EmailChangesDependencies
  readonly #mails: EmailChangeMails
  readonly endOpen = store.deleteOpenChange

  constructor(deps: EmailChangesDependencies) {
    this.#deps = deps
    this.#mails = new EmailChangeMails(deps)
  }

  readonly #now = () => this.#deps.clock.now()
  readonly #after = (ms: number) => new Date(this.#now().getTime() + ms)

  async read({ userId }: Caller): Promise<EmailChange | null> {
    const change = await store.findPendingEmailChange(this.#deps.database.kysely, userId, this.#now())
    return change ? presentChange(change, this.#now()) : null
  }

  /**
   * Requests a change and ends an earlier request. A job checks later whether the new address has an account, so that the answer
   * and its duration reveal nothing about the address.
   */
  async ask(caller: Caller, email: string, origin: string): Promise<EmailChange> {
    const { database, consumeAttempt } = this.#deps
    if (email.toLowerCase() === caller.email.toLowerCase()) refuse('EMAIL_UNCHANGED')
    await consumeAttempt('email-change.ask', String(caller.userId))
    return database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      // The session may have ended during the request, for example because the owner ended the session of a thief.
      if (!(await sessionStore.isSessionLive(tx, user.id, sessionOf(caller)))) refuse('UNAUTHENTICATED')
      await store.deleteOpenChange(tx, user.id)
      const change = await store.insertChange(tx, {
        userId: user.id,
        oldEmail: user.email,
        newEmail: email,
        needsOld: user.emailVerifiedAt !== null,
        now: this.#now(),
        expiresAt: this.#after(emailChangeLife.openMs),
      })
      await enqueue(tx, emailChangeTask, { changeId: change.id, origin } satisfies AskedEmailChange)
      await this.#recordActivity(tx, 'email.changeAsked', user, caller)
      return presentChange(change, this.#now())
    })
  }

  mailLinks(asked: AskedEmailChange): Promise<void> {
    return this.#mails.mailLinks(asked)
  }

  /** Ends the open change of address, if there is one. */
  async cancel(caller: Caller): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      if (await store.deleteOpenChange(tx, user.id))
        await this.#recordActivity(tx, 'email.changeStopped', user, caller)
    })
  }

  /**
   * Says what the link does, and changes nothing. The mailbox of a mistyped new address may belong to a stranger, so the old
   * address is shortened for everybody but the account itself.
   */
  async readLink(caller: MaybeCaller, token: string): Promise<EmailChangeLink> {
    const change = await this.#byLink(token)
    const { kind, oldEmail, newEmail, userId } = change
    const isConfirmed =
      kind !== 'undo' && (kind === 'new' ? change.newConfirmedAt : change.oldConfirmedAt) !== null
    const isOwn = caller?.userId === userId
    const shownOld = kind === 'new' && !isOwn ? maskedEmail(oldEmail) : oldEmail
    return { kind, oldEmail: shownOld, newEmail, isOwn, isConfirmed }
  }

  /**
   * Confirms one side of the change. A link alone is not enough: mail scanners open links, and so do people who got a stranger's
   * mail. The account's session or its password is required too.
   */
  async confirm(
    caller: MaybeCaller,
    { token, password }: { token: string; password?: string | undefined },
    visitor: ClientInfo,
  ): Promise<{ isChanged: boolean }> {
    const { database, emailProof } = this.#deps
    const { userId } = await this.#byLink(token)
    const owner = (await accounts.userById(database.kysely, userId)) ?? refuse('LINK_EXPIRED')
    const isOwn = caller?.userId === userId
    if (!isOwn) await emailProof.refuseWrongPassword(owner, password, visitor)
    return this.#unlessTaken(async (tx) => {
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('LINK_EXPIRED')
      // A password that was replaced while it was checked is no longer valid.
      if (!isOwn && user.passwordHash !== owner.passwordHash) refuse('WRONG_PASSWORD')
      const { kind, id } = await this.#byLink(token, tx)
      if (kind === 'undo') refuse('LINK_EXPIRED')
      const change = await store.confirmChange(tx, id, kind, this.#now())
      const isComplete =
        change.newConfirmedAt !== null && (!change.needsOld || change.oldConfirmedAt !== null)
      if (isComplete) await this.#apply(tx, user, change, isOwn ? caller : null)
      return { isChanged: isComplete }
    })
  }

  /**
   * Completes the change without an answer from the old mailbox. The objection period must be over, and the caller must have
   * re-authenticated with a second factor older than the request.
   */
  async finish(caller: Caller): Promise<void> {
    await this.#unlessTaken(async (tx) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      const change = (await store.findPendingEmailChange(tx, user.id, this.#now())) ?? refuse('NOT_FOUND')
      if (change.newConfirmedAt === null) refuse('EMAIL_CHANGE_UNCONFIRMED')
      if (this.#now() < finishFrom(change)) refuse('EMAIL_CHANGE_WAITS')
      const proof = { userId: user.id, sessionId: sessionOf(caller), before: change.askedAt }
      if (!(await store.isProvenByEarlierStep(tx, proof))) refuse('EMAIL_CHANGE_NEEDS_SECOND_STEP')
      await this.#apply(tx, user, change, caller)
    })
  }

  /** Stops the change. The link in the old mailbox suffices: an objection needs no password. */
  async stop(token: string, address: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { userId } = await this.#byLink(token, tx)
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('LINK_EXPIRED')
      if ((await this.#byLink(token, tx)).kind !== 'old') refuse('LINK_EXPIRED')
      await store.deleteOpenChange(tx, user.id)
      await this.#deps.securityLog.recordActivity(tx, {
        kind: 'email.changeStopped',
        actor: null,
        subjectId: user.id,
        businessId: user.businessId,
        address,
      })
    })
  }

  /**
   * Undoes the change. The link in the former mailbox suffices, because a thief may have changed both address and password. Removes
   * the password, all sessions, and the sign-in methods that were added from one week before the request on. Mails a link for a new
   * password.
   */
  async undo(token: string, address: string, origin: string): Promise<void> {
    await this.#unlessTaken(async (tx) => {
      const { userId } = await this.#byLink(token, tx)
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('LINK_EXPIRED')
      const change = await this.#byLink(token, tx)
      if (change.kind !== 'undo') refuse('LINK_EXPIRED')
      if (!(await accounts.changeEmail(tx, user.id, change.oldEmail, this.#now()))) refuse('EMAIL_EXISTS')
      await this.#endWaysIn(tx, user, change.askedAt)
      await store.deleteChangesFrom(tx, user.id, change.id)
      await this.#mails.mailRestored(tx, user)
      await enqueue(tx, forgottenPasswordTask, { email: change.oldEmail, origin })
      await this.#deps.securityLog.recordSecurityEvent(tx, {
        kind: 'email.restored',
        businessId: user.businessId,
        subjectId: user.id,
        actor: null,
        address,
      })
    })
  }

  readonly deleteBefore = (before: Date) => store.deleteChangesBefore(this.#deps.database.kysely, before)

  async #endWaysIn(tx: Tx, user: accounts.UserRow, askedAt: Date): Promise<void> {
    const { devices, secondFactor, passkeys } = this.#deps
    const since = new Date(askedAt.getTime() - emailChangeLife.contestedMs)
    await accounts.setPasswordHash(tx, user.id, null)
    await sessionStore.deleteSessionsOf(tx, user.id, null)
    await tokenStore.deleteOneTimeTokens(tx, user.id, [
      'verify_email',
      'reset_password',
      'sign_in',
      'second_factor',
    ])
    await devices.forgetAll(tx, user.id)
    await secondFactor.forgetUnlessOwn(tx, user, since)
    await passkeys.forgetUnlessOwn(tx, user, since)
    await deleteIdentitiesSince(tx, user.id, since)
  }

  async #byLink(token: string, db: Db = this.#deps.database.kysely) {
    return (await store.changeByLink(db, tokenDigest(token), this.#now())) ?? refuse('LINK_EXPIRED')
  }

  async #apply(
    tx: Tx,
    user: accounts.UserRow,
    change: store.EmailChangeRow,
    caller: Pick<Caller, 'userId' | 'address'> | null,
  ): Promise<void> {
    if (!(await accounts.changeEmail(tx, user.id, change.newEmail, this.#now()))) refuse('EMAIL_EXISTS')
    // This check must follow the change of address. A former owner may have given up the address concurrently, which reserves the
    // address for them.
    if (await store.isReserved(tx, change.newEmail, user.id)) refuse('EMAIL_EXISTS')
    // These links were mailed to the old address, or belong to sign-ins that began with it.
    await tokenStore.deleteOneTimeTokens(tx, user.id, [
      'verify_email',
      'reset_password',
      'sign_in',
      'second_factor',
    ])
    await attemptStore.forgetSignInFailures(tx, user.email.toLowerCase())
    if (change.needsOld) {
      const undo = newToken()
      const until = this.#after(emailChangeLife.undoMs)
      await store.markDone(tx, change.id, { sha256: tokenDigest(undo), until })
      await this.#mails.mailChanged(tx, user, { changeId: change.id, undo, email: change.newEmail })
    } else await store.deleteOpenChange(tx, user.id)
    // Seats and invitations for this address become valid, because the address is now verified.
    await emit(tx, 'account.email-verified', { userId: user.id })
    await this.#deps.securityLog.recordSecurityEvent(tx, {
      kind: 'email.changed',
      businessId: user.businessId,
      subjectId: user.id,
      actor: caller,
    })
  }

  /** A concurrent registration may take the new address first. The unique index then refuses this change. */
  readonly #unlessTaken = <T>(change: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#deps.database.transaction(change).catch(refuseTakenAddress)

  #recordActivity(
    tx: Tx,
    kind: 'email.changeAsked' | 'email.changeStopped',
    { id, businessId }: accounts.UserRow,
    caller: Caller,
  ): Promise<void> {
    return this.#deps.securityLog.recordActivity(tx, { kind, actor: caller, subjectId: id, businessId })
  }
}

const finishFrom = ({ askedAt }: store.EmailChangeRow) =>
  new Date(askedAt.getTime() + emailChangeLife.objectionMs)

const presentChange = (change: store.EmailChangeRow, now: Date): EmailChange => ({
  email: change.newEmail,
  askedAt: change.askedAt.toISOString(),
  expiresAt: change.expiresAt.toISOString(),
  isNewConfirmed: change.newConfirmedAt !== null,
  isOldConfirmed: change.needsOld ? change.oldConfirmedAt !== null : null,
  finishFrom: change.needsOld ? finishFrom(change).toISOString() : null,
  mayFinish:
    change.needsOld &&
    change.newConfirmedAt !== null &&
    change.oldConfirmedAt === null &&
    now >= finishFrom(change),
})
