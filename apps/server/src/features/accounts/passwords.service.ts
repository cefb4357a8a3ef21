/** Passwords after registration: forgotten, set anew by a mailed link, changed by their owner. */
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import { newToken, tokenDigest } from '#server/platform/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { Visitor } from '#server/policy/client-info.ts'
import { greeting } from './accounts.mail.ts'
import { sessionLife } from './accounts.rules.ts'
import type { Accounts } from './accounts.service.ts'
import * as store from './accounts.store.ts'
import { passwordChangedMail, resetMail } from './passwords.mail.ts'

export const forgottenPasswordTask = 'accounts.password-forgotten'

export interface ForgottenPassword {
  email: string
  /** The origin of the link. */
  origin: string
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>

export function createPasswordChanges({
  database,
  clock,
  passwords,
  accounts,
  publicUrl,
  ownOrigin,
}: {
  database: Database
  clock: Clock
  passwords: Passwords
  accounts: Accounts
  publicUrl: string | null
  ownOrigin: () => string
}) {
  /**
   * The same work for every address: whether somebody has it is found out by a job, after the answer. Each request
   * counts, so that nobody's mailbox is filled; beyond the limit nothing is mailed, and the answer stays the same: the
   * links mailed before still work, and a refusal would tell a stranger what others have asked for.
   */
  async function forgot(address: string, visitor: Visitor, origin: string): Promise<void> {
    const email = address.toLowerCase()
    await accounts.takeTurn('password-reset.address', visitor.address)
    if (!(await mayMail(email))) return
    await database.transaction((tx) =>
      enqueue(tx, forgottenPasswordTask, { email, origin } satisfies ForgottenPassword),
    )
  }

  async function mayMail(email: string): Promise<boolean> {
    try {
      await accounts.takeTurn('password-reset.account', email)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS') return false
      throw error
    }
  }

  async function mailReset({ email, origin }: ForgottenPassword): Promise<void> {
    await database.transaction(async (tx) => {
      const user = await store.userByEmail(tx, email)
      if (!user) return
      const token = newToken()
      const tokenId = await store.insertOneTimeToken(tx, {
        userId: user.id,
        purpose: 'reset_password',
        tokenSha256: tokenDigest(token),
        expiresAt: new Date(clock.now().getTime() + sessionLife.resetPasswordMs),
      })
      const mail = resetMail(user.language, {
        hello: greeting(user.language, user),
        link: `${origin}/reset-password/${token}`,
      })
      const { email: to, language } = user
      await queueMail(tx, { to, language, ...mail, occasion: `reset-password:${tokenId}` })
    })
  }

  /**
   * The link was mailed to the address, so whoever sets a password by it has proven that too. Every session ends, and no
   * browser but this one is known any more. Answers what this browser is recognised by.
   */
  async function reset(token: string, password: string, visitor: Visitor): Promise<string> {
    const tokenSha256 = tokenDigest(token)
    // Hashing is dear: it is not done for links that nobody was sent.
    const asked = await store.ownerOfToken(database.kysely, 'reset_password', tokenSha256, clock.now())
    if (asked === undefined) refuse('LINK_EXPIRED')
    const passwordHash = await passwords.hash(password)
    const { email, device } = await database.transaction(async (tx) => {
      const owner = await store.useOneTimeToken(tx, 'reset_password', tokenSha256, clock.now())
      const user = owner === undefined ? undefined : await store.userById(tx, owner)
      if (!user) refuse('LINK_EXPIRED')
      await replacePassword(tx, user, passwordHash, null)
      await accounts.markEmailVerified(tx, user.id)
      await store.deleteOneTimeTokens(tx, user.id, ['verify_email'])
      const device = await accounts.devices.remember(tx, user.id, visitor.device)
      return { email: user.email, device }
    })
    // Whoever was locked out by failed attempts comes in with the new password at once.
    await store.forgetSignInFailures(database.kysely, email.toLowerCase())
    return device
  }

  async function change(
    caller: Caller,
    { currentPassword, password }: { currentPassword: string; password: string },
    visitor: Visitor,
  ): Promise<void> {
    const subject = `session ${caller.sessionId}`
    await accounts.refuseIfLimited('password.change', subject)
    const user = (await store.userById(database.kysely, caller.userId)) ?? refuse('UNAUTHENTICATED')
    if (user.passwordHash === null) refuse('NO_PASSWORD')
    if (!(await passwords.matches(user.passwordHash, currentPassword))) {
      await store.recordFailure(database.kysely, 'password.change', subject, clock.now())
      refuse('WRONG_PASSWORD')
    }
    await accounts.refuseIfLimited('password.change', subject)
    const passwordHash = await passwords.hash(password)
    await database.transaction(async (tx) => {
      const current = await store.lockUser(tx, user.id)
      if (current?.passwordHash !== user.passwordHash) refuse('WRONG_PASSWORD')
      await replacePassword(tx, user, passwordHash, caller.sessionId)
      await accounts.devices.remember(tx, user.id, visitor.device)
    })
    await store.forgetFailures(database.kysely, 'password.change', subject)
  }

  async function replacePassword(
    tx: Transaction<DB>,
    user: store.UserRow,
    passwordHash: string,
    keptSessionId: number | null,
  ): Promise<void> {
    await store.setPasswordHash(tx, user.id, passwordHash)
    await store.deleteSessionsOf(tx, user.id, keptSessionId)
    await accounts.devices.forgetAll(tx, user.id)
    await store.deleteOneTimeTokens(tx, user.id, ['reset_password', 'sign_in'])
    const link = `${publicUrl ?? ownOrigin()}/forgot-password`
    const mail = passwordChangedMail(user.language, { hello: greeting(user.language, user), link })
    await queueMail(tx, {
      to: user.email,
      language: user.language,
      ...mail,
      occasion: `password-changed:${tokenDigest(passwordHash).toString('base64url')}`,
    })
  }

  async function resendVerification(caller: Caller, origin: string): Promise<void> {
    if (caller.emailVerified) return
    await accounts.takeTurn('verification-mail.send', String(caller.userId))
    await database.transaction((tx) => accounts.askToVerifyEmail(tx, caller.userId, { again: true, origin }))
  }

  return { forgot, mailReset, reset, change, resendVerification }
}
