import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { greeting } from '../accounts.mail.ts'
import { sessionLife } from '../accounts.rules.ts'
import type { Accounts } from '../accounts.service.ts'
import * as store from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import * as sessionStore from '../sign-in/sessions.store.ts'
import { PasswordChecks } from './published-password.ts'
import { passwordChangedMail, resetMail } from './passwords.mail.ts'
import { forgottenPasswordTask } from './passwords.tasks.ts'

export interface ForgottenPassword {
  email: string
  origin: string
}

interface PasswordChangesDependencies {
  database: Database
  clock: Clock
  passwords: Passwords
  accounts: Accounts
  publicUrl: string | null
  ownOrigin: () => string
}

export class PasswordChanges {
  readonly #deps: PasswordChangesDependencies
  readonly #checks: PasswordChecks

  constructor(deps: PasswordChangesDependencies) {
    this.#deps = deps
    this.#checks = new PasswordChecks(deps)
  }

  /**
   * Requests a link for a new password. A job looks the address up later, so that the answer reveals nothing about it. Above the
   * limit of an address, no mail is sent and the answer stays the same: earlier links still work, and a refusal would reveal that
   * others asked before.
   */
  async forgot(address: string, visitor: ClientInfo, origin: string): Promise<void> {
    const email = address.toLowerCase()
    await this.#deps.accounts.consumeAttempt('password-reset.address', visitor.address)
    if (!(await this.#mayMail(email))) return
    await this.#deps.database.transaction((tx) =>
      enqueue(tx, forgottenPasswordTask, { email, origin } satisfies ForgottenPassword),
    )
  }

  async #mayMail(email: string): Promise<boolean> {
    try {
      await this.#deps.accounts.consumeAttempt('password-reset.account', email)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS') return false
      throw error
    }
  }

  async mailReset({ email, origin }: ForgottenPassword): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const found = await store.userByEmail(tx, email)
      const user = found && (await store.lockUser(tx, found.id))
      // The account's address may have changed since the request, which ends all links for a new password.
      if (!user || user.email.toLowerCase() !== email.toLowerCase()) return
      const token = newToken()
      const tokenId = await tokenStore.insertOneTimeToken(tx, {
        userId: user.id,
        purpose: 'reset_password',
        tokenSha256: tokenDigest(token),
        expiresAt: new Date(this.#deps.clock.now().getTime() + sessionLife.resetPasswordMs),
      })
      const mail = resetMail(user.language, {
        hello: greeting(user.language, user),
        link: `${origin}/reset-password/${token}`,
      })
      const { email: to, language } = user
      await queueMail(tx, { to, language, ...mail, occasion: `reset-password:${tokenId}`, seller: null })
    })
  }

  /**
   * Sets a new password by the mailed link. The link also verifies the address to which it was mailed. All sessions end, and only
   * this browser stays known. Returns the value of the device cookie.
   */
  async reset(token: string, password: string, visitor: ClientInfo): Promise<string> {
    const tokenSha256 = tokenDigest(token)
    // Hashing is expensive, so it is skipped for unknown links.
    const asked = await tokenStore.ownerOfToken(
      this.#deps.database.kysely,
      'reset_password',
      tokenSha256,
      this.#deps.clock.now(),
    )
    const chooser = asked === undefined ? undefined : await store.userById(this.#deps.database.kysely, asked)
    if (!chooser) refuse('LINK_EXPIRED')
    const passwordHash = await this.#hash(password, chooser)
    const { email, device } = await this.#deps.database.transaction(async (tx) => {
      const owner = await tokenStore.useOneTimeToken(
        tx,
        'reset_password',
        tokenSha256,
        this.#deps.clock.now(),
      )
      const user = owner === undefined ? undefined : await store.userById(tx, owner)
      if (!user) refuse('LINK_EXPIRED')
      await this.#deps.accounts.securityLog.recordActivity(tx, {
        kind: 'password.reset',
        actor: null,
        subjectId: user.id,
        businessId: user.businessId,
        address: visitor.address,
      })
      await this.#deps.accounts.secondFactor.forgetUnlessOwn(tx, user)
      await this.#deps.accounts.passkeys.forgetUnlessOwn(tx, user)
      // This must follow the removals above, because its mail says how many passkeys remain.
      await this.#replacePassword(tx, user, passwordHash, null)
      await this.#deps.accounts.emailProof.markEmailVerified(tx, user.id)
      await tokenStore.deleteOneTimeTokens(tx, user.id, ['verify_email'])
      const device = await this.#deps.accounts.devices.remember(tx, user.id, visitor)
      return { email: user.email, device }
    })
    // The new password works at once, even after too many failed attempts.
    await attemptStore.forgetSignInFailures(this.#deps.database.kysely, email.toLowerCase())
    return device
  }

  async change(
    caller: Caller,
    { currentPassword, password }: { currentPassword: string; password: string },
    visitor: ClientInfo,
  ): Promise<void> {
    const subject = `session ${sessionOf(caller)}`
    await this.#deps.accounts.refuseIfLimited('password.change', subject)
    const user =
      (await store.userById(this.#deps.database.kysely, caller.userId)) ?? refuse('UNAUTHENTICATED')
    if (user.passwordHash === null) refuse('NO_PASSWORD')
    // The current password proves only the first factor. The second factor is required before the password is compared, so that a
    // thief with a stolen session cannot guess passwords.
    if (!caller.hasFreshProof && (await this.#deps.accounts.secondFactor.isAskedFor(user)))
      refuse('FRESH_PROOF_REQUIRED')
    if (!(await this.#checks.matches(user, currentPassword, visitor))) {
      await this.#deps.database.transaction(async (tx) => {
        await attemptStore.recordFailure(tx, 'password.change', subject, this.#deps.clock.now())
        await this.#deps.accounts.securityLog.countActivity(tx, {
          kind: 'signIn.failed',
          actor: caller,
          subjectId: user.id,
        })
      })
      refuse('WRONG_PASSWORD')
    }
    await this.#deps.accounts.refuseIfLimited('password.change', subject)
    const passwordHash = await this.#hash(password, user)
    await this.#deps.database.transaction(async (tx) => {
      const current = (await store.lockUser(tx, user.id))?.passwordHash ?? null
      // A concurrent sign-in may have rehashed the same password.
      const isSame =
        current === user.passwordHash ||
        (await this.#checks.matches({ ...user, passwordHash: current }, currentPassword, visitor))
      if (!isSame) refuse('WRONG_PASSWORD')
      await this.#replacePassword(tx, user, passwordHash, caller.sessionId)
      await this.#deps.accounts.securityLog.recordActivity(tx, {
        kind: 'password.changed',
        actor: caller,
        subjectId: user.id,
        businessId: user.businessId,
      })
      await this.#deps.accounts.devices.remember(tx, user.id, visitor)
    })
    await attemptStore.forgetFailures(this.#deps.database.kysely, 'password.change', subject)
  }

  readonly #hash = (password: string, { role, email, name, businessId: id }: store.UserRow) =>
    this.#deps.accounts.newPasswords.hash(password, { role, email, name, business: { id } })

  async #replacePassword(
    tx: Tx,
    user: store.UserRow,
    passwordHash: string,
    keptSessionId: number | null,
  ): Promise<void> {
    await store.setPasswordHash(tx, user.id, passwordHash)
    await sessionStore.deleteSessionsOf(tx, user.id, keptSessionId)
    await this.#deps.accounts.devices.forgetAll(tx, user.id)
    // A thief may have requested the pending change of address.
    await this.#deps.accounts.emailChanges.endOpen(tx, user.id)
    await tokenStore.deleteOneTimeTokens(tx, user.id, ['reset_password', 'sign_in', 'second_factor'])
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/forgot-password`
    const passkeys = await this.#deps.accounts.passkeys.countOf(tx, user.id)
    const hello = greeting(user.language, user)
    const mail = passwordChangedMail(user.language, { hello, passkeys, link })
    await queueMail(tx, {
      to: user.email,
      language: user.language,
      ...mail,
      occasion: `password-changed:${tokenDigest(passwordHash).toString('base64url')}`,
      seller: null,
    })
  }

  async resendVerification(caller: Caller, origin: string): Promise<void> {
    if (caller.emailVerified) return
    await this.#deps.accounts.consumeAttempt('verification-mail.send', String(caller.userId))
    await this.#deps.database.transaction((tx) =>
      this.#deps.accounts.emailProof.askToVerifyEmail(tx, caller.userId, { again: true, origin }),
    )
  }
}
