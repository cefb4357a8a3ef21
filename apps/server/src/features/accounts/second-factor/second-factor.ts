/** Sets up, requests, verifies and turns off the second factor of a sign-in (docs/decisions/authentication.md). */
import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import { greeting, wrongCodesMail } from '../accounts.mail.ts'
import { failureLimits, secondFactorLife } from '../accounts.rules.ts'
import type { SignedIn } from '../present-user.ts'
import * as accounts from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import * as sessionStore from '../sign-in/sessions.store.ts'
import { deviceDigest, type Devices } from '../sign-in/devices.ts'
import type { SecondFactorRequirement } from './second-factor-requirement.ts'
import * as rules from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { CountedFailure } from '../sign-in/sign-in-limits.ts'

interface SecondFactorDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  passwords: Passwords
  devices: Devices
  securityLog: SecurityLog
  requirement: SecondFactorRequirement
  /** Returns when superadmins remove the caller's second factors; null means that no removal is planned. */
  removalDueOf: (caller: Caller) => Promise<Date | null>
  consumeAttempt: (kind: CountedFailure['kind'], subject: string) => Promise<number>
  returnAttempt: (attemptId: number) => Promise<void>
  openSession: (
    tx: Tx,
    user: accounts.UserRow,
    visitor: ClientInfo,
    secondFactor: sessionStore.SecondFactorProof | null,
  ) => Promise<SignedIn>
  /** Links in mail begin with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

/** The password was right, and the second factor must follow with this challenge. The challenge is valid in this browser only. */
export interface FirstStep {
  challenge: string
}

/**
 * Says which factor a typed code matched. The match is not final: a concurrent request may use the code first, so `#take` decides.
 */
type Found =
  | { factor: 'app'; secretEncrypted: Buffer; step: number }
  | { factor: 'recovery code'; id: number }
  | null

const purpose = 'authenticator app'

const authenticatorCodes = () => import('./authenticator-codes.ts')

export class SecondFactor {
  readonly #deps: SecondFactorDependencies

  constructor(deps: SecondFactorDependencies) {
    this.#deps = deps
  }

  /** Opens a session. Returns a challenge instead when the account has a second factor that this browser must still prove. */
  async afterFirstStep(tx: Tx, user: accounts.UserRow, visitor: ClientInfo): Promise<SignedIn | FirstStep> {
    const { devices, openSession } = this.#deps
    if (!(await this.isAskedFor(user, tx))) return openSession(tx, user, visitor, null)
    // A person without a password could not re-authenticate in a session that skipped the second factor.
    const maySkip = user.passwordHash !== null
    if (maySkip && (await devices.skipsSecondFactor(tx, user.id, visitor)))
      return openSession(tx, user, visitor, 'remembered device')
    const challenge = newToken()
    await tokenStore.insertOneTimeToken(tx, {
      userId: user.id,
      purpose: 'second_factor',
      tokenSha256: tokenDigest(challenge),
      expiresAt: this.#after(secondFactorLife.challengeMs),
    })
    return { challenge }
  }

  /** Completes the sign-in by a code. After a wrong code, the challenge can be used again. */
  async complete(
    {
      challenge,
      code,
      rememberDevice,
    }: { challenge: string | undefined; code: string; rememberDevice: boolean },
    visitor: ClientInfo,
  ): Promise<SignedIn> {
    const { database, clock, devices } = this.#deps
    const tokenSha256 = tokenDigest(challenge ?? '')
    const now = clock.now()
    const userId =
      (await tokenStore.ownerOfToken(database.kysely, 'second_factor', tokenSha256, now)) ??
      refuse('SIGN_IN_EXPIRED')
    const given = rules.readCode(code)
    const counted = await this.#countAll(await this.#limitsOf(userId, given, visitor), {
      userId,
      address: visitor.address,
    })
    const found = await this.#find(userId, given)
    if (!found) {
      await this.#wrongCode(userId, visitor.address)
      refuse('WRONG_CODE')
    }
    const signedIn = await database.transaction(async (tx) => {
      const owner = await tokenStore.useOneTimeToken(tx, 'second_factor', tokenSha256, now)
      const user = owner === undefined ? undefined : await accounts.lockUser(tx, owner)
      if (!user) refuse('SIGN_IN_EXPIRED')
      if (!(await this.#take(tx, user.id, found))) refuse('WRONG_CODE')
      if (found.factor === 'recovery code') await this.#record(tx, 'recoveryCode.used', user, visitor.address)
      if (visitor.language) await accounts.setLanguage(tx, user.id, visitor.language)
      const opened = await this.#deps.openSession(tx, user, visitor, found.factor)
      if (rememberDevice) await devices.skipSecondFactor(tx, user.id, opened.device)
      return opened
    })
    await this.#returnAll(counted)
    return signedIn
  }

  /** Refuses without a correct code if the caller's sign-ins need a second factor. */
  async proveOneself(caller: Caller, code: string | undefined): Promise<void> {
    if (!(await this.isAskedFor({ ...caller, id: caller.userId }))) return
    if (code === undefined || code === '') refuse('SECOND_FACTOR_REQUIRED')
    await this.#proven(caller, rules.readCode(code), async (tx, { factor }) => {
      await sessionStore.setSecondFactor(tx, sessionOf(caller), factor)
    })
  }

  /** Works like `proveOneself`. People whose only second factor is a passkey need a recent re-authentication instead of a code. */
  async proveAnew(caller: Caller, code: string | undefined): Promise<void> {
    const app = await store.authenticatorApp(this.#deps.database.kysely, caller.userId)
    if (app?.confirmedAt) return this.proveOneself(caller, code)
    const isAskedFor = await this.isAskedFor({ ...caller, id: caller.userId })
    if (isAskedFor && !caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
  }

  async read(caller: Caller): Promise<AnswerOf<'readSecondFactor'>['data']> {
    const { kysely } = this.#deps.database
    const { userId } = caller
    const app = await store.authenticatorApp(kysely, userId)
    return {
      requirement: this.#deps.requirement.kindFor(caller),
      removedAt: (await this.#deps.removalDueOf(caller))?.toISOString() ?? null,
      since: app?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: await store.countRecoveryCodes(kysely, userId),
    }
  }

  async begin({ userId, email }: Caller) {
    const codes = await authenticatorCodes()
    const secret = codes.newAppSecret()
    const secretEncrypted = this.#deps.keys.seal(purpose, secret, String(userId))
    const begun = await store.beginAuthenticatorApp(this.#deps.database.kysely, {
      userId,
      secretEncrypted,
      now: this.#deps.clock.now(),
    })
    if (!begun) refuse('SECOND_FACTOR_ON')
    const address = codes.addressOf(secret, email)
    return { secret, address, qrCode: codes.qrCodeOf(address) }
  }

  /** Ends the other sessions, because they were opened without the second factor. */
  async confirm(caller: Caller, code: string): Promise<{ recoveryCodes: string[] }> {
    const { userId, address } = caller
    const { database, clock, devices } = this.#deps
    const app = await store.authenticatorApp(database.kysely, userId)
    if (!app) refuse('SECOND_FACTOR_OFF')
    if (app.confirmedAt) refuse('SECOND_FACTOR_ON')
    const given = rules.readCode(code)
    const recoveryCodes = rules.newRecoveryCodes()
    // A recovery code of an earlier setup proves nothing about this app.
    await this.#proven(caller, given && 'app' in given ? given : null, async (tx) => {
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('UNAUTHENTICATED')
      // The session may have ended during the request, which means that its holder may have stolen it.
      if (!(await sessionStore.setSecondFactor(tx, sessionOf(caller), 'set up'))) refuse('UNAUTHENTICATED')
      if (!(await store.confirmAuthenticatorApp(tx, userId, clock.now()))) refuse('SECOND_FACTOR_ON')
      // Ten hashes are expensive, so they are computed only after a correct code.
      await store.replaceRecoveryCodes(tx, userId, await this.#hashed(recoveryCodes))
      await devices.askForSecondFactor(tx, userId)
      await tokenStore.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
      await sessionStore.deleteOtherSessions(tx, userId, sessionOf(caller))
      await this.#record(tx, 'secondFactor.on', user, address)
    })
    return { recoveryCodes: recoveryCodes.map(rules.shownCode) }
  }

  /** Requires re-authentication, which includes a code. */
  async replaceRecoveryCodes(caller: Caller): Promise<{ recoveryCodes: string[] }> {
    await this.#refuseIfOff(caller)
    const recoveryCodes = rules.newRecoveryCodes()
    const hashed = await this.#hashed(recoveryCodes)
    await this.#deps.database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      await store.replaceRecoveryCodes(tx, user.id, hashed)
      await this.#record(tx, 'recoveryCodes.replaced', user, caller.address)
    })
    return { recoveryCodes: recoveryCodes.map(rules.shownCode) }
  }

  /** Requires re-authentication, which includes a code. */
  async turnOff(caller: Caller): Promise<void> {
    await this.#refuseIfOff(caller)
    await this.#deps.database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      await this.#forget(tx, user)
      await this.#deps.requirement.refuseWithoutAny(tx, user)
      await this.#record(tx, 'secondFactor.off', user, caller.address)
    })
  }

  /** Turns the second factor off if a thief may have set it up: the e-mail address was never verified, or the setup is recent. */
  async forgetUnlessOwn(
    tx: Tx,
    user: accounts.UserRow,
    since = this.#after(-secondFactorLife.contestedMs),
  ): Promise<void> {
    const app = await store.authenticatorApp(tx, user.id)
    if (!app?.confirmedAt) return
    const isContested = app.confirmedAt > since
    if (user.emailVerifiedAt && !isContested) return
    await this.#forget(tx, user)
    await this.#record(tx, 'secondFactor.off', user, null)
  }

  async #forget(tx: Tx, { id }: accounts.UserRow): Promise<void> {
    await store.deleteSecondFactor(tx, id)
    await this.#deps.devices.askForSecondFactor(tx, id)
  }

  resealSecrets(): ResealSecrets {
    const { database, keys, log } = this.#deps
    return resealStored(
      {
        name: purpose,
        rowsAfter: (id) => store.authenticatorAppsAfter(database.kysely, id),
        reseal: async ({ id, secretEncrypted }) => {
          const to = keys.reseal(purpose, secretEncrypted, String(id))
          if (to) await store.replaceAppSecret(database.kysely, id, { from: secretEncrypted, to })
          return to !== null
        },
      },
      log,
    )
  }

  readonly #after = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)

  async #isOn(userId: number): Promise<boolean> {
    const app = await store.authenticatorApp(this.#deps.database.kysely, userId)
    return app !== undefined && app.confirmedAt !== null
  }

  /**
   * Tells whether this person must prove a second factor after the password. A passkey counts only for people who must have a
   * second factor.
   */
  async isAskedFor(
    person: Pick<accounts.UserRow, 'id' | 'role' | 'businessId'>,
    db: Db = this.#deps.database.kysely,
  ): Promise<boolean> {
    const app = await store.authenticatorApp(db, person.id)
    if (app?.confirmedAt) return true
    return this.#deps.requirement.asksForPasskey(db, person)
  }

  async #refuseIfOff({ userId }: Caller): Promise<void> {
    if (!(await this.#isOn(userId))) refuse('SECOND_FACTOR_OFF')
  }

  /** Runs a change that needs a correct code, in the transaction that consumes the code. */
  async #proven(
    caller: Caller,
    given: rules.GivenCode,
    change: (tx: Tx, found: NonNullable<Found>) => Promise<void>,
  ): Promise<void> {
    const { userId } = caller
    const limits: CountedFailure[] = [
      { kind: 'second-factor.session', subject: `session ${sessionOf(caller)}` },
      { kind: 'second-factor.proof', subject: String(userId) },
    ]
    const counted = await this.#countAll(limits, caller)
    const found = await this.#find(userId, given)
    if (!found) {
      await this.#wrongCode(userId, caller.address)
      refuse('WRONG_CODE')
    }
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#take(tx, userId, found))) refuse('WRONG_CODE')
      await change(tx, found)
    })
    await this.#returnAll(counted)
  }

  readonly #hashed = (codes: readonly string[]): Promise<store.NewRecoveryCode[]> =>
    Promise.all(
      codes.map(async (code) => ({
        startsWith: rules.startOf(code),
        hash: await this.#deps.passwords.hash(code),
      })),
    )

  async #find(userId: number, given: rules.GivenCode): Promise<Found> {
    const { database, clock, passwords } = this.#deps
    if (!given) return null
    if ('app' in given) {
      const app = await store.authenticatorApp(database.kysely, userId)
      if (!app) return null
      const secret = this.#secretOf(userId, app.secretEncrypted)
      if (secret === null) return null
      const { stepOf } = await authenticatorCodes()
      const step = stepOf(secret, given.app, clock.now())
      return step === null ? null : { factor: 'app', secretEncrypted: app.secretEncrypted, step }
    }
    const kept = await store.recoveryCode(database.kysely, userId, rules.startOf(given.recovery))
    const matches = await passwords.matches(kept?.hash ?? null, given.recovery)
    return kept && matches ? { factor: 'recovery code', id: kept.id } : null
  }

  /** Returns null when the secret was encrypted under another key. The person must then use a recovery code. */
  #secretOf(userId: number, sealed: Buffer): string | null {
    try {
      return this.#deps.keys.open(purpose, sealed, String(userId))
    } catch (error) {
      this.#deps.log.error({ err: error, userId }, 'the secret of an authenticator app cannot be opened')
      return null
    }
  }

  /** Uses the code up. Returns false when the code was already used, also by a concurrent request. */
  async #take(tx: Tx, userId: number, found: NonNullable<Found>): Promise<boolean> {
    if (found.factor === 'recovery code') return store.useRecoveryCode(tx, userId, found.id)
    return store.acceptStep(tx, { userId, secretEncrypted: found.secretEncrypted, step: found.step })
  }

  async #limitsOf(
    userId: number,
    given: rules.GivenCode,
    { device, address }: ClientInfo,
  ): Promise<CountedFailure[]> {
    if (device !== undefined && (await this.#deps.devices.isKnown(userId, device))) {
      const known = deviceDigest(userId, device).toString('base64url')
      const subject = `${userId}|${known}`
      return [
        { kind: 'second-factor.device', subject },
        { kind: 'second-factor.device-day', subject },
      ]
    }
    if (given && 'recovery' in given) return [{ kind: 'recovery-code.account', subject: String(userId) }]
    return [
      { kind: 'second-factor.pair', subject: `${userId}|${address}` },
      { kind: 'second-factor.account', subject: String(userId) },
    ]
  }

  async #countAll(
    limits: readonly CountedFailure[],
    { userId, address }: { userId: number; address: string },
  ): Promise<number[]> {
    const counted: number[] = []
    try {
      for (const { kind, subject } of limits) counted.push(await this.#deps.consumeAttempt(kind, subject))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const limited = { kind: 'secondFactor.limited', actor: null, subjectId: userId, address } as const
      await this.#deps.securityLog.countActivity(this.#deps.database.kysely, limited)
      throw error
    }
    return counted
  }

  async #returnAll(attempts: readonly number[]): Promise<void> {
    for (const attempt of attempts) await this.#deps.returnAttempt(attempt)
  }

  /** Notifies the owner at most once a day. */
  async #wrongCode(userId: number, address: string): Promise<void> {
    const { database, clock, publicUrl, ownOrigin } = this.#deps
    const now = clock.now()
    const subject = String(userId)
    await database.transaction(async (tx) => {
      await attemptStore.recordFailure(tx, 'second-factor.wrong', subject, now)
      const failed = { kind: 'secondFactor.failed', actor: null, subjectId: userId, address } as const
      await this.#deps.securityLog.countActivity(tx, failed)
    })
    const { most, withinMs } = failureLimits['second-factor.wrong']
    const since = this.#after(-withinMs)
    const { count } = await attemptStore.countFailures(database.kysely, 'second-factor.wrong', subject, since)
    if (count < most) return
    await database.transaction(async (tx) => {
      const user = await accounts.userById(tx, userId)
      if (!user) return
      const link = `${publicUrl ?? ownOrigin()}/forgot-password`
      const { email: to, language } = user
      const mail = wrongCodesMail(language, { hello: greeting(language, user), link })
      const occasion = `wrong-codes:${userId}:${now.toISOString().slice(0, 10)}`
      await queueMail(tx, { to, language, ...mail, occasion, seller: null })
    })
  }

  /** A null `address` means that nobody is signed in. */
  #record(tx: Tx, kind: SecurityKind, user: accounts.UserRow, address: string | null): Promise<void> {
    const { id, businessId } = user
    return this.#deps.securityLog.recordSecurityEvent(tx, {
      kind,
      businessId,
      subjectId: id,
      actor: address === null ? null : { userId: id, address },
    })
  }
}
