/** The second step of a sign-in: set up, asked for, taken, turned off. docs/decisions/second-factor.md. */
import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/keys.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import { resealStored, type ResealSecrets } from '#server/platform/reseal.ts'
import { newToken, tokenDigest } from '#server/platform/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { refuse } from '#server/policy/refusal.ts'
import { greeting, wrongCodesMail } from './accounts.mail.ts'
import { secondFactorLife } from './accounts.rules.ts'
import type { SignedIn } from './accounts.service.ts'
import * as accounts from './accounts.store.ts'
import { deviceDigest, type Devices } from './devices.ts'
import * as rules from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'
import type { SecurityLog } from './security-log.service.ts'
import type { CountedFailure } from './sign-in-limits.ts'

interface SecondFactorDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  passwords: Passwords
  devices: Devices
  securityLog: SecurityLog
  consumeAttempt: (kind: CountedFailure['kind'], subject: string) => Promise<number>
  returnAttempt: (attemptId: number) => Promise<void>
  openSession: (
    tx: Tx,
    user: accounts.UserRow,
    visitor: ClientInfo,
    secondFactor: accounts.SecondFactorProof | null,
  ) => Promise<SignedIn>
  /** The origin of links in mail. */
  publicUrl: string | null
  ownOrigin: () => string
}

/** A first step that a second one must follow. `challenge`: for this browser only. */
export interface FirstStep {
  challenge: string
}

/** What a given code proves, as far as reading shows; `take` decides. */
type Found =
  | { factor: 'app'; secretEncrypted: Buffer; step: number }
  | { factor: 'recovery code'; id: number }
  | null

const purpose = 'authenticator app'
/** Wrong codes in a day after which the owner is told: whoever types them knows the password. */
const wrongCodesUntilMail = 3

const authenticatorCodes = () => import('./authenticator-codes.ts')

const nothing = async (): Promise<void> => {}

export class SecondFactor {
  readonly #deps: SecondFactorDependencies
  /** Of an account whose owner did not set it up. */
  readonly forget = store.deleteSecondFactor

  constructor(deps: SecondFactorDependencies) {
    this.#deps = deps
  }

  /** The end of a first step: a session, or a challenge where the account has a second factor and this browser must give it. */
  async afterFirstStep(tx: Tx, user: accounts.UserRow, visitor: ClientInfo): Promise<SignedIn | FirstStep> {
    const { devices, openSession } = this.#deps
    const app = await store.authenticatorApp(tx, user.id)
    if (!app?.confirmedAt) return openSession(tx, user, visitor, null)
    if (await devices.skipsSecondFactor(tx, user.id, visitor.device))
      return openSession(tx, user, visitor, 'remembered device')
    const challenge = newToken()
    await accounts.insertOneTimeToken(tx, {
      ...{ userId: user.id, purpose: 'second_factor', tokenSha256: tokenDigest(challenge) },
      expiresAt: this.#after(secondFactorLife.challengeMs),
    })
    return { challenge }
  }

  /** A wrong code leaves the challenge as it is. */
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
      (await accounts.ownerOfToken(database.kysely, 'second_factor', tokenSha256, now)) ??
      refuse('SIGN_IN_EXPIRED')
    const given = rules.readCode(code)
    const counted = await this.#countAll(await this.#limitsOf(userId, given, visitor))
    const found = await this.#find(userId, given)
    if (!found) {
      await this.#warnOwner(userId)
      refuse('WRONG_CODE')
    }
    const signedIn = await database.transaction(async (tx) => {
      const owner = await accounts.useOneTimeToken(tx, 'second_factor', tokenSha256, now)
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

  /** Refuses without a right code where sign-ins need one. */
  async proveOneself(caller: Caller, code: string | undefined): Promise<void> {
    if (!(await this.#isOn(caller.userId))) return
    if (code === undefined || code === '') refuse('SECOND_FACTOR_REQUIRED')
    await this.#proven(caller, code, nothing, nothing)
  }

  async read({ userId }: Caller): Promise<{ since: string | null; recoveryCodesLeft: number }> {
    const { kysely } = this.#deps.database
    const app = await store.authenticatorApp(kysely, userId)
    return {
      since: app?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: await store.countRecoveryCodes(kysely, userId),
    }
  }

  async begin({ userId, email }: Caller) {
    const codes = await authenticatorCodes()
    const secret = codes.newAppSecret()
    const secretEncrypted = this.#deps.keys.seal(purpose, secret, String(userId))
    const begun = await store.beginAuthenticatorApp(this.#deps.database.kysely, {
      ...{ userId, secretEncrypted },
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
    return this.#provenWithCodes(caller, code, async (tx, codes) => {
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('UNAUTHENTICATED')
      if (!(await store.confirmAuthenticatorApp(tx, userId, clock.now()))) refuse('SECOND_FACTOR_ON')
      await store.replaceRecoveryCodes(tx, userId, codes)
      await devices.askAllForSecondFactor(tx, userId)
      await accounts.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
      await accounts.deleteOtherSessions(tx, userId, sessionOf(caller))
      await accounts.setSecondFactor(tx, sessionOf(caller), 'set up')
      await this.#record(tx, 'secondFactor.on', user, address)
    })
  }

  async replaceRecoveryCodes(caller: Caller, code: string): Promise<{ recoveryCodes: string[] }> {
    await this.#refuseIfOff(caller)
    return this.#provenWithCodes(caller, code, async (tx, codes) => {
      const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      await store.replaceRecoveryCodes(tx, user.id, codes)
      await this.#record(tx, 'recoveryCodes.replaced', user, caller.address)
    })
  }

  async turnOff(caller: Caller, code: string): Promise<void> {
    await this.#refuseIfOff(caller)
    await this.#proven(
      caller,
      code,
      async (tx) => {
        const user = (await accounts.lockUser(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
        await store.deleteSecondFactor(tx, user.id)
        await this.#deps.devices.askAllForSecondFactor(tx, user.id)
        await this.#record(tx, 'secondFactor.off', user, caller.address)
      },
      nothing,
    )
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

  async #refuseIfOff({ userId }: Caller): Promise<void> {
    if (!(await this.#isOn(userId))) refuse('SECOND_FACTOR_OFF')
  }

  /** A change that needs a right code, in the transaction that uses the code up; after `prepare`, which may take time. */
  async #proven<Prepared>(
    caller: Caller,
    code: string,
    change: (tx: Tx, prepared: Prepared) => Promise<void>,
    prepare: () => Promise<Prepared>,
  ): Promise<void> {
    const { userId } = caller
    const subject = `session ${sessionOf(caller)}`
    const counted = await this.#countAll([{ kind: 'second-factor.session', subject }])
    const found = (await this.#find(userId, rules.readCode(code))) ?? refuse('WRONG_CODE')
    const prepared = await prepare()
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#take(tx, userId, found))) refuse('WRONG_CODE')
      await change(tx, prepared)
    })
    await this.#returnAll(counted)
  }

  /** `#proven` with new recovery codes for the change. Returns them as they are shown. */
  async #provenWithCodes(
    caller: Caller,
    code: string,
    change: (tx: Tx, codes: readonly store.NewRecoveryCode[]) => Promise<void>,
  ): Promise<{ recoveryCodes: string[] }> {
    const recoveryCodes = rules.newRecoveryCodes()
    await this.#proven(caller, code, change, () => this.#hashed(recoveryCodes))
    return { recoveryCodes: recoveryCodes.map(rules.shownCode) }
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

  /** Null: sealed under another secret; only a recovery code helps. */
  #secretOf(userId: number, sealed: Buffer): string | null {
    try {
      return this.#deps.keys.open(purpose, sealed, String(userId))
    } catch (error) {
      this.#deps.log.error({ err: error, userId }, 'the secret of an authenticator app cannot be opened')
      return null
    }
  }

  /** False: used by a concurrent request, or before. */
  async #take(tx: Tx, userId: number, found: NonNullable<Found>): Promise<boolean> {
    if (found.factor === 'recovery code') return store.useRecoveryCode(tx, userId, found.id)
    return store.acceptStep(tx, { userId, secretEncrypted: found.secretEncrypted, step: found.step })
  }

  async #limitsOf(
    userId: number,
    given: rules.GivenCode,
    { device, address }: ClientInfo,
  ): Promise<CountedFailure[]> {
    if (given && 'recovery' in given) return [{ kind: 'recovery-code.account', subject: String(userId) }]
    if (device !== undefined && (await this.#deps.devices.isKnown(userId, device))) {
      const known = deviceDigest(userId, device).toString('base64url')
      return [{ kind: 'second-factor.device', subject: `${userId}|${known}` }]
    }
    return [
      { kind: 'second-factor.pair', subject: `${userId}|${address}` },
      { kind: 'second-factor.account', subject: String(userId) },
    ]
  }

  async #countAll(limits: readonly CountedFailure[]): Promise<number[]> {
    const counted: number[] = []
    for (const { kind, subject } of limits) counted.push(await this.#deps.consumeAttempt(kind, subject))
    return counted
  }

  async #returnAll(attempts: readonly number[]): Promise<void> {
    for (const attempt of attempts) await this.#deps.returnAttempt(attempt)
  }

  /** Once a day. */
  async #warnOwner(userId: number): Promise<void> {
    const { database, clock, publicUrl, ownOrigin } = this.#deps
    const now = clock.now()
    const since = new Date(now.getTime() - 86_400_000)
    const { count } = await accounts.countFailures(
      database.kysely,
      'second-factor.account',
      String(userId),
      since,
    )
    if (count < wrongCodesUntilMail) return
    await database.transaction(async (tx) => {
      const user = await accounts.userById(tx, userId)
      if (!user) return
      const link = `${publicUrl ?? ownOrigin()}/forgot-password`
      const { email: to, language } = user
      const mail = wrongCodesMail(language, { hello: greeting(language, user), link })
      const occasion = `wrong-codes:${userId}:${now.toISOString().slice(0, 10)}`
      await queueMail(tx, { to, language, ...mail, occasion })
    })
  }

  #record(tx: Tx, kind: SecurityKind, user: accounts.UserRow, address: string): Promise<void> {
    const { id, businessId } = user
    return this.#deps.securityLog.recordSecurityEvent(tx, {
      ...{ kind, businessId, subjectId: id },
      actor: { userId: id, address },
    })
  }
}
