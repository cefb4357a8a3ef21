import type { CurrentUser, Instructor } from '@apogee/contracts/accounts.ts'
import type { Transaction } from 'kysely'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import { newToken, tokenDigest } from '#server/platform/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Visitor } from '#server/policy/client-info.ts'
import { createAccountChanges } from './accounts.changes.ts'
import { failureLimits, sessionLife, type FailureKind } from './accounts.rules.ts'
import * as store from './accounts.store.ts'
import { createDevices } from './devices.ts'
import { createEmailProof } from './email-proof.ts'
import { signInLimitsOf, type CountedFailure } from './sign-in-limits.ts'
import { createSecurityLog } from './security-log.service.ts'

export interface AccountsParts {
  database: Database
  clock: Clock
  passwords: Passwords
  /** False only in tests and with RATE_LIMITS off. */
  limitsOn: boolean
  /** The origin of links in mail. */
  publicUrl: string | null
  ownOrigin: () => string
}

export interface SignedIn {
  token: string
  user: CurrentUser
  /** The value of the cookie that recognises this browser next time, see `devices.ts`. */
  device: string
}

export type { Account } from './accounts.changes.ts'
export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts({
  database,
  clock,
  passwords,
  limitsOn,
  publicUrl,
  ownOrigin,
}: AccountsParts) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  const devices = createDevices({ database, clock })

  /** Refuses with the seconds to wait when this subject has failed too often. */
  async function refuseIfLimited(
    kind: FailureKind,
    subject: string,
    db: store.Db = database.kysely,
  ): Promise<void> {
    if (!limitsOn) return
    const { most, withinMs } = failureLimits[kind]
    const { count, oldest } = await store.countFailures(db, kind, subject, before(withinMs))
    if (count < most || !oldest) return
    const waitMs = oldest.getTime() + withinMs - clock.now().getTime()
    refuse('TOO_MANY_ATTEMPTS', { retryAfter: Math.min(900, Math.max(1, Math.ceil(waitMs / 1000))) })
  }

  /**
   * Counts this request, and refuses it when there were too many: for what mails somebody, leaves no trace, or is a
   * guess until it was right (`giveTurnBack`). Of requests sent at once exactly as many pass as the limit leaves.
   */
  const takeTurn = (kind: FailureKind, subject: string): Promise<number> =>
    database.transaction(async (tx) => {
      await store.lockFailures(tx, kind, subject)
      await refuseIfLimited(kind, subject, tx)
      return store.recordFailure(tx, kind, subject, clock.now())
    })

  const giveTurnBack = (turn: number): Promise<void> => store.forgetFailure(database.kysely, turn)

  /** Also has the browser recognised from now on. */
  async function openSession(
    tx: Transaction<DB>,
    userId: number,
    visitor: Visitor,
  ): Promise<Omit<SignedIn, 'user'>> {
    const token = newToken()
    await store.insertSession(tx, {
      userId,
      tokenSha256: tokenDigest(token),
      userAgent: visitor.userAgent.slice(0, 300),
      now: clock.now(),
      expiresAt: new Date(clock.now().getTime() + sessionLife.absoluteMs),
    })
    if (await store.cancelErasure(tx, userId)) await emit(tx, 'account.returned', { userId })
    return { token, device: await devices.remember(tx, userId, visitor.device) }
  }

  async function signIn(
    credentials: { email: string; password: string },
    visitor: Visitor,
  ): Promise<SignedIn> {
    const email = credentials.email.toLowerCase()
    const user = await store.userByEmail(database.kysely, email)
    const limits = await signInLimitsOf(devices, { email, userId: user?.id, visitor })
    await refuseIfAnyLimited(limits.counted)
    const matches = await passwords.matches(user?.passwordHash ?? null, credentials.password)
    if (!user || !matches) {
      for (const { kind, subject } of limits.counted)
        await store.recordFailure(database.kysely, kind, subject, clock.now())
      refuse('INVALID_CREDENTIALS')
    }
    // Concurrent guesses all pass the first check. This one sees the wrong ones before a right one is accepted.
    await refuseIfAnyLimited(limits.counted)
    for (const { kind, subject } of limits.forgiven)
      await store.forgetFailures(database.kysely, kind, subject)
    const opened = await database.transaction(async (tx) => {
      // A password that was replaced while this one was being checked opens nothing any more.
      if ((await store.lockUser(tx, user.id))?.passwordHash !== user.passwordHash)
        refuse('INVALID_CREDENTIALS')
      if (visitor.language) await store.setLanguage(tx, user.id, visitor.language)
      return openSession(tx, user.id, visitor)
    })
    return { ...opened, user: presentUser(user) }
  }

  async function refuseIfAnyLimited(counted: readonly CountedFailure[]): Promise<void> {
    for (const { kind, subject } of counted) await refuseIfLimited(kind, subject)
  }

  /** Creates the account and its first session inside the caller's transaction. */
  async function openAccount(tx: Transaction<DB>, user: store.NewUser, visitor: Visitor): Promise<SignedIn> {
    const created = await store.insertUser(tx, { language: visitor.language, ...user })
    if (!created) refuse('EMAIL_EXISTS')
    await emit(tx, 'account.registered', { userId: created.id })
    return { ...(await openSession(tx, created.id, visitor)), user: presentUser(created) }
  }

  async function register(
    registration: { name: string; email: string; password: string },
    visitor: Visitor,
  ): Promise<SignedIn> {
    return limitedRegistration('registration.person', registration.email, visitor, async () => {
      const passwordHash = await passwords.hash(registration.password)
      return database.transaction((tx) =>
        openAccount(
          tx,
          {
            name: registration.name,
            email: registration.email,
            role: 'student',
            businessId: null,
            passwordHash,
          },
          visitor,
        ),
      )
    })
  }

  /** Each registration counts, also for taken addresses: this limits both probing and mass registration. */
  async function limitedRegistration(
    kind: 'registration.person' | 'registration.business',
    email: string,
    visitor: Visitor,
    create: () => Promise<SignedIn>,
  ): Promise<SignedIn> {
    await takeTurn(kind, visitor.address)
    if (await store.userByEmail(database.kysely, email)) refuse('EMAIL_EXISTS')
    return create()
  }

  /** Null for no, unknown, expired, idle or revoked tokens, and for people who were deleted since. */
  async function callerOf(token: string | undefined, address: string): Promise<Caller | null> {
    if (!token || token.length > 500) return null
    const found = await store.callerByToken(database.kysely, tokenDigest(token), {
      now: clock.now(),
      idleSince: before(sessionLife.idleMs),
      staleSince: before(sessionLife.touchEveryMs),
      provenSince: before(sessionLife.freshMs),
    })
    if (!found) return null
    const { isStale, ...caller } = found
    if (isStale) await store.touchSession(database.kysely, caller.sessionId, clock.now())
    return { ...caller, address }
  }

  async function currentUser(userId: number): Promise<CurrentUser> {
    const user = await store.userById(database.kysely, userId)
    return user ? presentUser(user) : refuse('UNAUTHENTICATED')
  }

  async function signOut(caller: Caller): Promise<void> {
    await store.deleteSession(database.kysely, caller.userId, caller.sessionId)
  }

  async function endSession(caller: Caller, sessionId: number): Promise<void> {
    const ended = await store.deleteSession(database.kysely, caller.userId, sessionId)
    if (!ended) refuse('NOT_FOUND')
  }

  async function listSessions(caller: Caller) {
    const sessions = await store.sessionsOf(database.kysely, caller.userId, clock.now())
    return sessions.map((session) => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      userAgent: session.userAgent,
      isCurrent: session.id === caller.sessionId,
    }))
  }

  /** Who may be named as a course's instructor by this caller. */
  async function listInstructors(caller: Caller, page: PageRequest): Promise<Page<Instructor>> {
    const scope =
      caller.role === 'superadmin'
        ? { all: true as const }
        : caller.businessId !== null
          ? { businessId: caller.businessId }
          : { userId: caller.userId }
    const { rows, total } = await store.instructorsOf(database.kysely, scope, page)
    return pageOf(rows, total, page)
  }

  /** Creates the first superadmin from the environment; does nothing when there is one. */
  async function ensureSuperadmin(
    email: string,
    password: string,
  ): Promise<'created' | 'exists' | 'address taken'> {
    if (await store.superadminExists(database.kysely)) return 'exists'
    const passwordHash = await passwords.hash(password)
    const created = await store.insertUser(database.kysely, {
      email,
      name: 'Superadmin',
      role: 'superadmin',
      businessId: null,
      passwordHash,
      emailVerifiedAt: clock.now(),
    })
    if (created) return 'created'
    // Another process that starts at the same moment may have been the first.
    return (await store.superadminExists(database.kysely)) ? 'exists' : 'address taken'
  }

  const securityLog = createSecurityLog({ database, clock })

  async function sweep(): Promise<void> {
    await store.sweepAccounts(database.kysely, {
      failuresBefore: before(sessionLife.forgetFailuresMs),
      now: clock.now(),
    })
    await devices.sweep()
    await securityLog.forgetOldAddresses()
  }

  return {
    signIn,
    register,
    limitedRegistration,
    openAccount,
    callerOf,
    currentUser,
    signOut,
    endSession,
    listSessions,
    listInstructors,
    ensureSuperadmin,
    openSession,
    devices,
    refuseIfLimited,
    takeTurn,
    giveTurnBack,
    sweep,
    hashPassword: passwords.hash,
    recordSecurityEvent: securityLog.recordSecurityEvent,
    listSecurityLog: securityLog.listSecurityLog,
    ...createEmailProof({ database, clock, passwords, publicUrl, ownOrigin, refuseIfLimited }),
    ...createAccountChanges({ database, clock, passwords, refuseIfLimited }),
  }
}

/** The one shape in which an account leaves the server to its owner. */
export function presentUser(user: store.UserRow): CurrentUser {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    businessId: user.businessId,
    createdAt: user.createdAt.toISOString(),
    emailVerified: user.emailVerifiedAt !== null,
    metadata: { avatar: user.avatarUrl },
    ...(user.role !== 'student' && { bio: user.bio }),
    version: user.version,
  }
}
