/**
 * Verifies that an address belongs to its account's owner, by the mailed link together with the account's session or password. The
 * link alone is not enough: mail scanners open it, and so does the owner of an address that a stranger registered with their own
 * password.
 */
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { refuse } from '#server/policy/refusal.ts'
import { verificationMail } from '../accounts.mail.ts'
import { sessionLife, type FailureKind } from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import { PasswordChecks } from '../passwords/published-password.ts'

interface EmailProofDependencies {
  database: Database
  clock: Clock
  passwords: Passwords
  publicUrl: string | null
  ownOrigin: () => string
  refuseIfLimited: (kind: FailureKind, subject: string) => Promise<void>
}

export class EmailProof {
  readonly #deps: EmailProofDependencies
  readonly #checks: PasswordChecks

  constructor(deps: EmailProofDependencies) {
    this.#deps = deps
    this.#checks = new PasswordChecks(deps)
  }

  /**
   * Mails the link that verifies the address. Does nothing for verified addresses and erased accounts. One mail is sent for each
   * account unless `again` is true.
   */
  async askToVerifyEmail(
    tx: Tx,
    userId: number,
    { again = false, origin }: { again?: boolean; origin?: string } = {},
  ): Promise<void> {
    const user = await store.userById(tx, userId)
    if (!user || user.emailVerifiedAt) return
    const token = newToken()
    const expiresAt = new Date(this.#deps.clock.now().getTime() + sessionLife.verifyEmailMs)
    const tokenId = await tokenStore.insertOneTimeToken(tx, {
      userId,
      purpose: 'verify_email',
      tokenSha256: tokenDigest(token),
      expiresAt,
    })
    const link = `${origin ?? this.#deps.publicUrl ?? this.#deps.ownOrigin()}/verify-email/${token}`
    const mail = verificationMail(user.language, link)
    const occasion = again ? `verify-email:${userId}:${tokenId}` : `verify-email:${userId}`
    await queueMail(tx, { to: user.email, language: user.language, ...mail, occasion, seller: null })
  }

  /** Returns the address. The holder of the link may see it, because the link was mailed there. The link stays usable. */
  async readVerification(caller: MaybeCaller, token: string): Promise<{ email: string; isOwn: boolean }> {
    const owner = await this.#ownerOf(token)
    return { email: owner.email, isOwn: caller?.userId === owner.id }
  }

  async verifyEmail(
    caller: MaybeCaller,
    { token, password }: { token: string; password?: string | undefined },
    visitor: ClientInfo,
  ): Promise<void> {
    const owner = await this.#ownerOf(token)
    const isOwn = caller?.userId === owner.id
    if (!isOwn) await this.refuseWrongPassword(owner, password, visitor)
    await this.#deps.database.transaction(async (tx) => {
      const locked = await store.lockUser(tx, owner.id)
      const userId = await tokenStore.useOneTimeToken(
        tx,
        'verify_email',
        tokenDigest(token),
        this.#deps.clock.now(),
      )
      if (!locked || userId === undefined) refuse('LINK_EXPIRED')
      // A password that was replaced while it was checked is no longer valid.
      if (!isOwn && locked.passwordHash !== owner.passwordHash) refuse('WRONG_PASSWORD')
      await this.markEmailVerified(tx, userId)
    })
  }

  async #ownerOf(token: string): Promise<store.UserRow> {
    const userId = await tokenStore.ownerOfToken(
      this.#deps.database.kysely,
      'verify_email',
      tokenDigest(token),
      this.#deps.clock.now(),
    )
    const owner = userId === undefined ? undefined : await store.userById(this.#deps.database.kysely, userId)
    return owner ?? refuse('LINK_EXPIRED')
  }

  async refuseWrongPassword(
    owner: store.UserRow,
    password: string | undefined,
    visitor: ClientInfo,
  ): Promise<void> {
    if (owner.passwordHash === null) refuse('SIGN_IN_AGAIN')
    if (password === undefined || password === '') refuse('PASSWORD_NEEDED')
    const subject = String(owner.id)
    await this.#deps.refuseIfLimited('email.prove', subject)
    if (!(await this.#checks.matches(owner, password, visitor))) {
      await attemptStore.recordFailure(
        this.#deps.database.kysely,
        'email.prove',
        subject,
        this.#deps.clock.now(),
      )
      refuse('WRONG_PASSWORD')
    }
    // Concurrent guesses all pass the first check of the limit before any of them is counted. This second check refuses a right
    // guess once the wrong ones are counted.
    await this.#deps.refuseIfLimited('email.prove', subject)
  }

  /** Call it only when the person has received mail at the address and controls the account. */
  async markEmailVerified(tx: Tx, userId: number): Promise<void> {
    if (await store.markEmailVerified(tx, userId, this.#deps.clock.now()))
      await emit(tx, 'account.email-verified', { userId })
  }
}
