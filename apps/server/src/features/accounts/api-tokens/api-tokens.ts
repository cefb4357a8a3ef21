import type { ApiToken } from '@apogee/contracts/accounts/api-tokens.ts'
import { apiTokenLimits } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { tokenDigest } from '#server/platform/secrets/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockUser } from '../accounts.store.ts'
import { apiTokenRate, hasRightChecksum, newApiToken, touchTokenEveryMs } from './api-tokens.rules.ts'
import * as store from './api-tokens.store.ts'
import type { SecondFactorRequirement } from '../second-factor/second-factor-requirement.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'

interface ApiTokensDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  securityLog: SecurityLog
  requirement: SecondFactorRequirement
}

const dayMs = 24 * 3_600_000

export class ApiTokens {
  readonly #deps: ApiTokensDependencies
  readonly #requests = new Map<number, { since: number; count: number }>()

  constructor(deps: ApiTokensDependencies) {
    this.#deps = deps
  }

  /** An admin manages all tokens that act in the business. Everybody else manages their own. */
  readonly #holder = ({ role, businessId, userId }: Caller): store.TokenHolder =>
    role === 'admin' && businessId !== null ? { businessId } : { userId }

  async listApiTokens(caller: Caller, page: PageRequest): Promise<Page<ApiToken>> {
    const { database, requirement } = this.#deps
    const { rows, total } = await store.pageOfApiTokens(database.kysely, this.#holder(caller), {
      ...page,
      requiresFactor: requirement.isOn,
    })
    const { data, meta } = pageOf(rows, total, page)
    const now = this.#deps.clock.now()
    return { data: data.map((row) => presentToken(row, now)), meta }
  }

  async createApiToken(
    caller: Caller,
    { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number },
  ): Promise<ApiToken & { token: string }> {
    const token = newApiToken()
    const createdAt = this.#deps.clock.now()
    const { userId, businessId } = caller
    const row = {
      userId,
      businessId,
      name,
      scopes,
      createdAt,
      tokenSha256: tokenDigest(token),
      endsWith: token.slice(-4),
      expiresAt: new Date(createdAt.getTime() + expiresInDays * dayMs),
    }
    return this.#deps.database.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await store.countApiTokens(tx, userId, createdAt)) >= apiTokenLimits.perPerson)
        refuse('TOO_MANY_API_TOKENS')
      const id = await store.insertApiToken(tx, { ...row, sessionId: sessionOf(caller) })
      await this.#deps.securityLog.recordSecurityEvent(tx, {
        kind: 'apiToken.created',
        actor: caller,
        businessId,
        subjectId: userId,
        details: { name, endsWith: row.endsWith, scopes: scopes.join(' '), days: expiresInDays },
      })
      const shown = { id, ownerId: userId, ownerName: caller.name, lastUsedAt: null, scopes: [...scopes] }
      return { ...presentToken({ ...row, ...shown, lacksSecondFactor: false }, createdAt), token }
    })
  }

  async revokeApiToken(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const revoked =
        (await store.deleteApiToken(tx, this.#holder(caller), id)) ??
        // An admin may have created this token before joining the business, so the business does not hold it.
        (await store.deleteApiToken(tx, { userId: caller.userId }, id)) ??
        refuse('NOT_FOUND')
      const { name, endsWith, ownerId } = revoked
      await this.#deps.securityLog.recordSecurityEvent(tx, {
        kind: 'apiToken.revoked',
        actor: caller,
        businessId: caller.businessId,
        subjectId: ownerId,
        details: { name, endsWith },
      })
    })
  }

  /** Returns the sender's account, or null for unknown, expired and revoked tokens. Refuses requests above the rate. */
  async callerOf(token: string, address: string): Promise<Caller | null> {
    if (!hasRightChecksum(token)) return null
    const now = this.#deps.clock.now()
    const staleSince = new Date(now.getTime() - touchTokenEveryMs)
    const { requirement } = this.#deps
    await requirement.begin()
    const found = await store.ownerByApiToken(this.#deps.database.kysely, tokenDigest(token), {
      now,
      staleSince,
      requiresFactor: requirement.isOn,
    })
    if (!found) return null
    const { tokenId, scopes, isStale, graceFrom, ...owner } = found
    this.#countRequest(tokenId, now.getTime())
    if (isStale) await store.touchApiToken(this.#deps.database.kysely, tokenId, now)
    return {
      ...owner,
      sessionId: null,
      hasFreshProof: false,
      address,
      apiToken: { id: tokenId, scopes },
      mustSetUpSecondFactor: requirement.isOverdue(graceFrom),
    }
  }

  #countRequest(tokenId: number, nowMs: number): void {
    if (!this.#deps.limitsOn) return
    const known = this.#requests.get(tokenId)
    const current = known && nowMs - known.since < apiTokenRate.withinMs ? known : { since: nowMs, count: 0 }
    current.count += 1
    this.#requests.set(tokenId, current)
    if (current.count <= apiTokenRate.most) return
    const waitMs = current.since + apiTokenRate.withinMs - nowMs
    refuse('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
  }

  forgetCounts(): void {
    const nowMs = this.#deps.clock.now().getTime()
    for (const [id, { since }] of this.#requests)
      if (nowMs - since >= apiTokenRate.withinMs) this.#requests.delete(id)
  }

  readonly deleteExpired = (before: Date) =>
    store.deleteApiTokensExpiredBefore(this.#deps.database.kysely, before)
}

function presentToken(
  { ownerId, ownerName, createdAt, expiresAt, lastUsedAt, ...row }: store.ApiTokenRow,
  now: Date,
): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    endsWith: row.endsWith,
    lacksSecondFactor: row.lacksSecondFactor,
    owner: { id: ownerId, name: ownerName },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    hasEnded: expiresAt <= now,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
