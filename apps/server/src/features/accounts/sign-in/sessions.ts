/** Manages sessions: resolves tokens, renews them after re-authentication, and ends them (docs/decisions/accounts.md). */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { shownNetwork } from '#server/policy/client-info.ts'
import { refuse } from '#server/policy/refusal.ts'
import { sessionLife } from '../accounts.rules.ts'
import { userByToken } from '../accounts.store.ts'
import { unanswered } from '../consents/consents.ts'
import type { Devices } from './devices.ts'
import * as tokenStore from './one-time-tokens.store.ts'
import { presentUser } from '../present-user.ts'
import type { SecondFactorRequirement } from '../second-factor/second-factor-requirement.ts'
import * as store from './sessions.store.ts'

interface SessionsDependencies {
  database: Database
  clock: Clock
  requirement: SecondFactorRequirement
  devices: Pick<Devices, 'askForSecondFactor'>
}

export class Sessions {
  readonly #deps: SessionsDependencies

  constructor(deps: SessionsDependencies) {
    this.#deps = deps
  }

  readonly #before = (ms: number) => new Date(this.#deps.clock.now().getTime() - ms)

  /** Returns when these people were last seen, by user id, in one SQL statement. People without a session are absent. */
  async lastSeen(db: Db, userIds: readonly number[]): Promise<Map<number, Date>> {
    const seen = await store.lastSeen(db, userIds)
    return new Map(seen.map(({ userId, at }) => [userId, at]))
  }

  readonly isLive = (userId: number, sessionId: number): Promise<boolean> =>
    this.#deps.database.transaction((tx) => store.isSessionLive(tx, userId, sessionId))

  /** Returns null for missing, unknown, expired, idle or revoked tokens, and for erased users. */
  async callerOf(token: string | undefined, address: string): Promise<Caller | null> {
    const found = await this.#ownerOf(token, address, (digest, times) =>
      store.callerByToken(this.#deps.database.kysely, digest, {
        ...times,
        provenSince: this.#before(sessionLife.freshMs),
      }),
    )
    if (!found) return null
    const { isStale: _, graceFrom, ...caller } = found
    return { ...caller, address, mustSetUpSecondFactor: this.#deps.requirement.isOverdue(graceFrom) }
  }

  /** Returns the caller in the form that their own account page shows, read by one SQL statement. */
  async currentUser(token: string | undefined, address: string): Promise<CurrentUser | null> {
    const found = await this.#ownerOf(token, address, (digest, times) =>
      userByToken(this.#deps.database.kysely, digest, times),
    )
    if (!found) return null
    const missingSecondFactor = this.#deps.requirement.missing(found.graceFrom)
    return presentUser(found, { missingSecondFactor, newDocuments: unanswered(found.answered) })
  }

  async #ownerOf<Owner extends { sessionId: number; isStale: boolean }>(
    token: string | undefined,
    address: string,
    read: (digest: Buffer, times: store.SessionTimes) => Promise<Owner | undefined>,
  ): Promise<Owner | null> {
    if (!token || token.length > 500) return null
    await this.#deps.requirement.begin()
    const times = this.#liveTimes()
    const staleSince = this.#before(sessionLife.touchEveryMs)
    const found = await read(tokenDigest(token), { ...times, staleSince })
    if (found?.isStale)
      await store.touchSession(this.#deps.database.kysely, found.sessionId, { now: times.now, address })
    return found ?? null
  }

  readonly #liveTimes = (): store.LiveTimes => ({
    now: this.#deps.clock.now(),
    idleSince: this.#before(sessionLife.idleMs),
    staffIdleSince: this.#before(sessionLife.staffIdleMs),
    staffOpenedSince: this.#before(sessionLife.staffAbsoluteMs),
    requiresFactor: this.#deps.requirement.isOn,
  })

  /**
   * Marks the session as re-authenticated and returns its new token. The former token is accepted for a short time, but does not
   * count as re-authenticated.
   */
  async renewProven(caller: Caller, db: Db = this.#deps.database.kysely): Promise<string> {
    const token = newToken()
    const now = this.#deps.clock.now()
    const isRenewed = await store.renewProven(db, sessionOf(caller), {
      tokenSha256: tokenDigest(token),
      now,
      formerUntil: new Date(now.getTime() + sessionLife.formerTokenMs),
    })
    return isRenewed ? token : refuse('UNAUTHENTICATED')
  }

  async signOut(caller: Caller): Promise<void> {
    await store.deleteSession(this.#deps.database.kysely, caller.userId, sessionOf(caller))
  }

  /**
   * Ends one session. Ending a session other than the caller's own requires re-authentication, because a thief with a stolen
   * session could otherwise sign the owner out.
   */
  async end(caller: Caller, sessionId: number): Promise<void> {
    if (sessionId !== sessionOf(caller) && !caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
    const ended = await store.deleteSession(this.#deps.database.kysely, caller.userId, sessionId)
    if (!ended) refuse('NOT_FOUND')
  }

  /** Ends all sessions but the caller's own. The trust in other browsers and sign-ins that wait for a second factor end too. */
  async endOthers(caller: Caller, device: string | undefined): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await store.deleteOtherSessions(tx, caller.userId, sessionOf(caller))
      await tokenStore.deleteOneTimeTokens(tx, caller.userId, ['sign_in', 'second_factor'])
      await this.#deps.devices.askForSecondFactor(tx, caller.userId, device)
    })
  }

  async list(caller: Caller) {
    const sessions = await store.sessionsOf(this.#deps.database.kysely, {
      userId: caller.userId,
      current: sessionOf(caller),
      ...this.#liveTimes(),
    })
    return sessions.map((session) => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      userAgent: session.userAgent,
      signedInAddress: session.signedInAddress && shownNetwork(session.signedInAddress),
      lastSeenAddress: session.lastSeenAddress && shownNetwork(session.lastSeenAddress),
      isCurrent: session.id === caller.sessionId,
    }))
  }

  readonly deleteExpired = (before: Date) => store.deleteExpiredSessions(this.#deps.database.kysely, before)
}
