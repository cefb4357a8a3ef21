import type { DayLimitCode } from '@apogee/contracts/day-limits.ts'
import type { CurrentUser, Instructor } from '@apogee/contracts/accounts/accounts.ts'
import type { Logger } from 'pino'
import { emit } from '#server/events.ts'
import type { BreachedPasswords } from '#server/platform/secrets/breached-passwords.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { Refusal, refuse, refuseForDay } from '#server/policy/refusal.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { AccountChanges } from './accounts.changes.ts'
import { failureLimits, sessionAbsoluteMs, type FailureKind } from './accounts.rules.ts'
import * as store from './accounts.store.ts'
import * as attemptStore from './sign-in/failed-attempts.store.ts'
import * as tokenStore from './sign-in/one-time-tokens.store.ts'
import * as sessionStore from './sign-in/sessions.store.ts'
import { ApiTokens } from './api-tokens/api-tokens.ts'
import { isApiToken } from './api-tokens/api-tokens.rules.ts'
import { Consents } from './consents/consents.ts'
import { Devices } from './sign-in/devices.ts'
import { EmailChanges } from './email-address/email-changes.ts'
import { EmailProof } from './email-address/email-proof.ts'
import { Passkeys } from './passkeys/passkeys.ts'
import { presentUser, type SignedIn } from './present-user.ts'
import { SecondFactor, type FirstStep } from './second-factor/second-factor.ts'
import { mailNewDevice } from './sign-in/new-device.ts'
import { FactorRemovals } from './second-factor/factor-removals.ts'
import { SecondFactorRequirement } from './second-factor/second-factor-requirement.ts'
import { NewPasswords } from './passwords/new-passwords.ts'
import { Sessions } from './sign-in/sessions.ts'
import { TwoPersonApproval } from './two-person-approval.ts'
import { signInLimitsOf, type CountedFailure } from './sign-in/sign-in-limits.ts'
import { refuseTakenAddress } from './email-address/email-conflict.ts'
import { PasswordChecks } from './passwords/published-password.ts'

export interface AccountsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  passwords: Passwords
  strictPasswords: boolean
  breachedPasswords: BreachedPasswords | null
  requireSecondFactor: boolean
  securityLog: SecurityLog
  /** False only in tests and with RATE_LIMITS off. */
  limitsOn: boolean
  /** Links in mail start with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

export type { Account } from './accounts.changes.ts'

const dayMs = 86_400_000

export class Accounts {
  readonly #deps: AccountsDependencies
  readonly #checks: PasswordChecks
  readonly devices
  readonly securityLog: SecurityLog
  readonly apiTokens
  readonly emailProof
  readonly changes
  readonly requirement
  readonly sessions
  readonly twoPersonApproval
  readonly factorRemovals
  readonly secondFactor
  readonly passkeys
  readonly emailChanges
  readonly newPasswords
  readonly consents

  constructor(deps: AccountsDependencies) {
    this.#deps = deps
    this.#checks = new PasswordChecks(deps)
    this.newPasswords = new NewPasswords(deps)
    this.consents = new Consents(deps)
    this.devices = new Devices(deps)
    this.securityLog = deps.securityLog
    this.requirement = new SecondFactorRequirement(deps)
    this.sessions = new Sessions({ ...deps, requirement: this.requirement, devices: this.devices })
    this.apiTokens = new ApiTokens({ ...deps, requirement: this.requirement })
    this.emailProof = new EmailProof({
      ...deps,
      refuseIfLimited: this.refuseIfLimited.bind(this),
    })
    this.changes = new AccountChanges({
      ...deps,
      devices: this.devices,
      refuseIfLimited: this.refuseIfLimited.bind(this),
    })
    this.secondFactor = new SecondFactor({
      ...deps,
      devices: this.devices,
      requirement: this.requirement,
      removalDueOf: (caller) => this.factorRemovals.dueOf(caller),
      consumeAttempt: this.consumeAttempt,
      returnAttempt: this.returnAttempt,
      openSession: this.#openSession.bind(this),
    })
    this.twoPersonApproval = new TwoPersonApproval(deps)
    this.factorRemovals = new FactorRemovals({
      ...deps,
      devices: this.devices,
      consumeAttempt: this.consumeAttempt,
      twoPersonApproval: this.twoPersonApproval,
    })
    this.passkeys = new Passkeys({
      ...deps,
      devices: this.devices,
      securityLog: this.securityLog,
      requirement: this.requirement,
      sessions: this.sessions,
      consumeAttempt: this.consumeAttempt,
      returnAttempt: this.returnAttempt,
      refuseIfLimited: this.refuseIfLimited.bind(this),
      openSession: this.#openSession.bind(this),
    })
    const { devices, emailProof, secondFactor, passkeys, consumeAttempt } = this
    this.emailChanges = new EmailChanges({
      ...deps,
      devices,
      emailProof,
      secondFactor,
      passkeys,
      consumeAttempt,
    })
  }

  readonly #before = (ms: number) => new Date(this.#deps.clock.now().getTime() - ms)

  /** Refuses when this subject has failed too often, and says after how many seconds to try again. */
  async refuseIfLimited(
    kind: FailureKind,
    subject: string,
    db: Db = this.#deps.database.kysely,
  ): Promise<void> {
    await this.#refuseBeyond(kind, subject, failureLimits[kind], db)
  }

  async #refuseBeyond(
    kind: string,
    subject: string,
    { most, withinMs }: { most: number; withinMs: number },
    db: Db,
  ): Promise<void> {
    if (!this.#deps.limitsOn) return
    const { count, oldest } = await attemptStore.countFailures(db, kind, subject, this.#before(withinMs))
    if (count < most || !oldest) return
    const waitMs = oldest.getTime() + withinMs - this.#deps.clock.now().getTime()
    refuse('TOO_MANY_ATTEMPTS', { retryAfter: Math.min(900, Math.max(1, Math.ceil(waitMs / 1000))) })
  }

  /**
   * Counts this attempt, and refuses it when the limit is reached. Concurrent attempts cannot exceed the limit. Use it for calls
   * that send mail or leave no row. Use it also for guesses, and call `returnAttempt` when a guess was right.
   */
  readonly consumeAttempt = (kind: FailureKind, subject: string, bytes = 0): Promise<number> =>
    this.#deps.database.transaction(async (tx) => {
      await attemptStore.lockFailures(tx, kind, subject)
      await this.refuseIfLimited(kind, subject, tx)
      return attemptStore.recordFailure(tx, kind, subject, this.#deps.clock.now(), bytes)
    })

  /** Counts an attempt in this transaction. Returns false, and counts nothing, when the limit is reached. */
  readonly countWithin = async (tx: Tx, kind: FailureKind, subject: string): Promise<boolean> =>
    (await attemptStore.recordWithin(tx, kind, subject, this.#deps.clock.now())) !== null

  /**
   * Sums the bytes of attempts that `returnAttempt` has not returned, for one subject or for all. The attempt `except` is left out.
   */
  readonly announcedBytes = (
    kind: FailureKind,
    about: { subject?: string; except?: number } = {},
  ): Promise<number> =>
    attemptStore.announcedBytes(this.#deps.database.kysely, kind, {
      ...about,
      since: this.#before(failureLimits[kind].withinMs),
    })

  /** Counts a creation in the transaction that creates, and refuses it when the day's limit is reached. */
  async countMade(
    tx: Tx,
    kind: `made.${string}`,
    subject: string,
    { most, code }: { most: number; code: DayLimitCode },
  ): Promise<void> {
    if (!this.#deps.limitsOn) return
    await attemptStore.lockFailures(tx, kind, subject)
    const now = this.#deps.clock.now()
    const { count, oldest } = await attemptStore.countFailures(tx, kind, subject, this.#before(dayMs))
    if (count >= most) refuseForDay(code, { most, from: new Date((oldest ?? now).getTime() + dayMs), now })
    await attemptStore.recordFailure(tx, kind, subject, now)
  }

  /** Counts a call whose contract sets a limit per day, and refuses it above the limit. */
  readonly consumeCall = (name: string, subject: string, perDay: number): Promise<void> =>
    this.#deps.database.transaction((tx) =>
      this.countMade(tx, `made.${name}`, subject, { most: perDay, code: 'LIMIT_OF_DAY' }),
    )

  readonly returnAttempt = (attemptId: number): Promise<void> =>
    attemptStore.forgetFailure(this.#deps.database.kysely, attemptId)

  /**
   * Opens a session and marks the browser as known. Sign-in methods must not call this directly but `secondFactor.afterFirstStep`,
   * which may ask for the second factor first.
   */
  async #openSession(
    tx: Tx,
    user: store.UserRow,
    visitor: ClientInfo,
    secondFactor: sessionStore.SecondFactorProof | null,
  ): Promise<SignedIn> {
    const token = newToken()
    const now = this.#deps.clock.now()
    await sessionStore.insertSession(tx, {
      userId: user.id,
      secondFactor,
      now,
      // A trusted browser with the password may sign in, but the sign-in does not count as re-authentication.
      provenAt: secondFactor === 'remembered device' ? new Date(0) : now,
      tokenSha256: tokenDigest(token),
      userAgent: visitor.userAgent.slice(0, 300),
      address: visitor.address,
      expiresAt: new Date(now.getTime() + sessionAbsoluteMs(user.role)),
    })
    const isBack = await store.cancelErasure(tx, user.id)
    if (isBack) {
      await emit(tx, 'account.returned', { userId: user.id })
      await this.#recordAccount(tx, 'account.returned', user, visitor)
    }
    await this.securityLog.recordActivity(tx, {
      kind: 'signIn.succeeded',
      businessId: user.businessId,
      subjectId: user.id,
      actor: { userId: user.id, address: visitor.address },
      details: secondFactor === null ? {} : { secondFactor },
    })
    if (await this.devices.isNewTo(tx, user.id, visitor.device))
      await mailNewDevice(this.#deps, tx, user, visitor)
    const device = await this.devices.remember(tx, user.id, visitor)
    const self = await this.presentSelf(tx, user)
    return { token, device, user: { ...self, ...(isBack && { isDeletionCancelled: true }) } }
  }

  async registeredAt(userId: number): Promise<Date> {
    const user = await store.userById(this.#deps.database.kysely, userId)
    return (user ?? refuse('UNAUTHENTICATED')).createdAt
  }

  async presentSelf(tx: Tx, user: store.UserRow): Promise<CurrentUser> {
    const missingSecondFactor = await this.requirement.missingOf(tx, user)
    return presentUser(user, { missingSecondFactor, newDocuments: await this.consents.newTo(tx, user.id) })
  }

  /** Records only sign-ins of people who teach, manage or run the platform. */
  async #recordOpening(tx: Tx, user: store.UserRow, visitor: { address: string } | null): Promise<void> {
    if (user.role !== 'student') await this.#recordAccount(tx, 'account.opened', user, visitor)
  }

  #recordAccount(
    tx: Tx,
    kind: 'account.opened' | 'account.returned',
    { id, businessId, role }: store.UserRow,
    visitor: { address: string } | null,
  ): Promise<void> {
    const actor = visitor && { userId: id, address: visitor.address }
    const about = { kind, actor, businessId, subjectId: id }
    return this.securityLog.recordActivity(tx, { ...about, details: { role } })
  }

  async signIn(
    credentials: { email: string; password: string },
    visitor: ClientInfo,
  ): Promise<SignedIn | FirstStep> {
    const email = credentials.email.toLowerCase()
    const user = await store.userByEmail(this.#deps.database.kysely, email)
    const limits = await signInLimitsOf(this.devices, { email, userId: user?.id, visitor })
    await this.#refuseIfAnyLimited(limits.counted, user, visitor)
    const matches = await this.#checks.matches(user, credentials.password, visitor)
    if (!user || !matches) {
      await this.#recordFailures(limits.counted, user, visitor)
      refuse('INVALID_CREDENTIALS')
    }
    // Concurrent guesses all pass the limit before any of them is counted, so the limit is checked again. Above the limit, right
    // and wrong guesses get the same answer.
    const check = () => this.#deps.database.transaction((tx) => this.#lockWithinLimits(tx, limits.counted))
    await this.#countIfLimited(check, user, visitor)
    for (const { kind, subject } of limits.forgiven)
      await attemptStore.forgetFailures(this.#deps.database.kysely, kind, subject)
    const newHash = await this.#newHashFor(user, credentials.password)
    return this.#deps.database.transaction(async (tx) => {
      const current = (await store.lockUser(tx, user.id))?.passwordHash ?? null
      // A password that was replaced while it was checked is no longer valid. The hash may also differ because a concurrent sign-in
      // rehashed the same password.
      const isSame =
        current === user.passwordHash ||
        (await this.#checks.matches({ ...user, passwordHash: current }, credentials.password, visitor))
      if (!isSame) refuse('INVALID_CREDENTIALS')
      if (newHash !== null && current === user.passwordHash) await store.setPasswordHash(tx, user.id, newHash)
      if (visitor.language) await store.setLanguage(tx, user.id, visitor.language)
      return this.secondFactor.afterFirstStep(tx, user, visitor)
    })
  }

  /** Returns null when the stored hash already has the cost of new hashes. */
  async #newHashFor({ passwordHash }: store.UserRow, password: string): Promise<string | null> {
    const { passwords } = this.#deps
    return passwordHash !== null && passwords.isOutdated(passwordHash) ? passwords.hash(password) : null
  }

  /** Records as many concurrent failures as the limits allow, and refuses the rest like any attempt above a limit. */
  async #recordFailures(
    counted: readonly CountedFailure[],
    user: store.UserRow | undefined,
    visitor: ClientInfo,
  ): Promise<void> {
    const record = () =>
      this.#deps.database.transaction(async (tx) => {
        await this.#lockWithinLimits(tx, counted)
        for (const { kind, subject } of counted)
          await attemptStore.recordFailure(tx, kind, subject, this.#deps.clock.now())
        await this.#countFailure(tx, 'signIn.failed', user, visitor)
      })
    await this.#countIfLimited(record, user, visitor)
  }

  /**
   * Locks the counters, so that all earlier failures are counted. Every sign-in locks them in the same order, which prevents
   * deadlocks.
   */
  async #lockWithinLimits(tx: Tx, counted: readonly CountedFailure[]): Promise<void> {
    for (const { kind, subject } of counted) await attemptStore.lockFailures(tx, kind, subject)
    for (const { kind, subject } of counted) await this.refuseIfLimited(kind, subject, tx)
  }

  /**
   * Counts a failed sign-in in the activity log. Known and unknown addresses run the same statement, so that its duration reveals
   * nothing. The typed address is not recorded.
   */
  #countFailure(
    db: Db,
    kind: 'signIn.failed' | 'signIn.limited',
    user: store.UserRow | undefined,
    { address }: ClientInfo,
  ): Promise<void> {
    return this.securityLog.countActivity(db, { kind, actor: null, subjectId: user?.id ?? null, address })
  }

  #refuseIfAnyLimited(
    counted: readonly CountedFailure[],
    user: store.UserRow | undefined,
    visitor: ClientInfo,
  ): Promise<void> {
    const check = async () => {
      for (const { kind, subject } of counted) await this.refuseIfLimited(kind, subject)
    }
    return this.#countIfLimited(check, user, visitor)
  }

  async #countIfLimited(
    work: () => Promise<void>,
    user: store.UserRow | undefined,
    visitor: ClientInfo,
  ): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Refusal)
        await this.#countFailure(this.#deps.database.kysely, 'signIn.limited', user, visitor)
      throw error
    }
  }

  /** Creates the account and its first session in the caller's transaction. */
  async openAccount(tx: Tx, user: store.NewUser, visitor: ClientInfo): Promise<SignedIn> {
    const account = { language: visitor.language, ...user }
    const created = await store.insertUser(tx, account, this.#deps.clock.now()).catch(refuseTakenAddress)
    if (!created) refuse('EMAIL_EXISTS')
    await emit(tx, 'account.registered', { userId: created.id })
    await this.consents.recordNewest(tx, created.id, 'registration')
    await this.#recordOpening(tx, created, visitor)
    return this.#openSession(tx, created, visitor, null)
  }

  async register(
    registration: { name: string; email: string; password: string },
    visitor: ClientInfo,
  ): Promise<SignedIn> {
    return this.limitedRegistration('registration.person', registration.email, visitor, async () => {
      const { name, email } = registration
      const role = 'student'
      const passwordHash = await this.newPasswords.hash(registration.password, {
        role,
        email,
        name,
        business: { id: null },
      })
      return this.#deps.database.transaction((tx) =>
        this.openAccount(tx, { name, email, role, businessId: null, passwordHash }, visitor),
      )
    })
  }

  /** Counts each registration, also for taken addresses, which limits both probing and mass registration. */
  async limitedRegistration(
    kind: 'registration.person' | 'registration.business',
    email: string,
    visitor: ClientInfo,
    create: () => Promise<SignedIn>,
  ): Promise<SignedIn> {
    await this.consumeAttempt(kind, visitor.address)
    if (await store.userByEmail(this.#deps.database.kysely, email)) refuse('EMAIL_EXISTS')
    return create()
  }

  /**
   * Returns the sender of a request with a session token or an API token. An unknown API token is refused, so that a program never
   * gets the answers of an anonymous visitor.
   */
  async senderOf(token: string, address: string): Promise<Caller | null> {
    if (!isApiToken(token)) return this.sessions.callerOf(token, address)
    return (await this.apiTokens.callerOf(token, address)) ?? refuse('UNAUTHENTICATED')
  }

  /** Re-authenticates the caller and returns the session's new token. */
  async confirmIdentity(
    caller: Caller,
    { password, code }: { password: string; code?: string | undefined },
    visitor: ClientInfo,
  ): Promise<string> {
    await this.changes.checkPassword(caller, password, visitor)
    await this.secondFactor.proveOneself(caller, code)
    return this.sessions.renewProven(caller)
  }

  /** Asks for the second factor again, even shortly after a re-authentication. */
  async proveForLeaving(
    caller: Caller,
    { password, code }: { password?: string | undefined; code?: string | undefined },
    visitor: ClientInfo,
  ): Promise<void> {
    await this.changes.checkPassword(caller, password, visitor)
    await this.secondFactor.proveAnew(caller, code)
  }

  async listInstructors(caller: Caller, page: PageRequest): Promise<Page<Instructor>> {
    const scope =
      caller.role === 'superadmin'
        ? { all: true as const }
        : caller.businessId !== null
          ? { businessId: caller.businessId }
          : { userId: caller.userId }
    const { rows, total } = await store.instructorsOf(this.#deps.database.kysely, scope, page)
    return pageOf(rows, total, page)
  }

  /** Creates the first superadmin from the environment. Does nothing when a superadmin exists. */
  async ensureSuperadmin(email: string, password: string): Promise<'created' | 'exists' | 'address taken'> {
    if (await store.superadminExists(this.#deps.database.kysely)) return 'exists'
    const passwordHash = await this.newPasswords.hash(password, {
      role: 'superadmin',
      email,
      name: null,
      business: { id: null },
    })
    const now = this.#deps.clock.now()
    const superadmin = { email, name: 'Superadmin', role: 'superadmin', businessId: null } as const
    const created = await this.#deps.database.transaction(async (tx) => {
      const user = await store.insertUser(tx, { ...superadmin, passwordHash, emailVerifiedAt: now }, now)
      if (user) {
        await this.consents.recordNewest(tx, user.id, 'setup')
        await this.#recordOpening(tx, user, null)
      }
      return user
    })
    if (created) return 'created'
    // A process that starts at the same moment may have created the superadmin.
    return (await store.superadminExists(this.#deps.database.kysely)) ? 'exists' : 'address taken'
  }

  readonly deleteFailures = (before: Date) => attemptStore.deleteFailures(this.#deps.database.kysely, before)

  readonly deleteExpiredLinks = (before: Date) =>
    tokenStore.deleteExpiredLinks(this.#deps.database.kysely, before)

  /**
   * Forgets how many requests each API token has made. Only this process's memory holds these counts, so no job on the database
   * deletes them.
   */
  sweep(): void {
    this.apiTokens.forgetCounts()
  }
}
