/** This file is the only writer of api_tokens. */
import type { Role } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { graceFrom, lacksSecondFactor } from '../second-factor/second-factor-requirement.store.ts'

export interface NewApiToken {
  userId: number
  /** The token counts as opened with the second factor of this session, which creates it. */
  sessionId: number
  businessId: number | null
  name: string
  tokenSha256: Buffer
  endsWith: string
  scopes: readonly Scope[]
  createdAt: Date
  expiresAt: Date
}

export async function insertApiToken(tx: Tx, token: NewApiToken): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO api_tokens (user_id, business_id, name, token_sha256, ends_with, scopes, created_at, expires_at,
                            second_factor)
    VALUES (${token.userId}, ${token.businessId}, ${token.name}, ${token.tokenSha256}, ${token.endsWith},
            ${[...token.scopes]}::text[], ${token.createdAt}, ${token.expiresAt},
            (SELECT s.second_factor FROM sessions s WHERE s.id = ${token.sessionId}))
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function countApiTokens(tx: Tx, userId: number, now: Date): Promise<number> {
  const counted = await sql<{ tokens: number }>`
    SELECT count(*)::int AS tokens FROM api_tokens WHERE user_id = ${userId} AND expires_at > ${now}`.execute(
    tx,
  )
  return onlyRow(counted).tokens
}

export interface ApiTokenRow {
  id: number
  name: string
  scopes: Scope[]
  endsWith: string
  ownerId: number
  ownerName: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  /** True means that the token is refused: its owner must have a second factor, and the token was created without one. */
  lacksSecondFactor: boolean
}

const lacksFactor = (requiresFactor: boolean) => lacksSecondFactor(requiresFactor, sql`t.second_factor`)

export type TokenHolder = { userId: number } | { businessId: number }

const heldBy = (holder: TokenHolder) =>
  'userId' in holder ? sql`t.user_id = ${holder.userId}` : sql`t.business_id = ${holder.businessId}`

export async function pageOfApiTokens(
  db: Db,
  holder: TokenHolder,
  { requiresFactor, ...page }: PageRequest & { requiresFactor: boolean },
): Promise<{ rows: ApiTokenRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM api_tokens t WHERE ${heldBy(holder)} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<ApiTokenRow>`
    SELECT t.id, t.name, t.scopes, t.ends_with AS "endsWith", t.user_id AS "ownerId", u.name AS "ownerName",
           t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
           ${lacksFactor(requiresFactor)} AS "lacksSecondFactor"
      FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE ${heldBy(holder)} AND ${newestPage('t.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns undefined when this holder has no such token. */
export async function deleteApiToken(
  tx: Tx,
  holder: TokenHolder,
  id: number,
): Promise<{ name: string; endsWith: string; ownerId: number } | undefined> {
  const deleted = await sql<{ name: string; endsWith: string; ownerId: number }>`
    DELETE FROM api_tokens t WHERE t.id = ${id} AND ${heldBy(holder)}
    RETURNING t.name, t.ends_with AS "endsWith", t.user_id AS "ownerId"`.execute(tx)
  return deleted.rows[0]
}

export async function deleteApiTokensOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM api_tokens WHERE user_id = ${userId}`.execute(tx)
}

export async function deleteApiTokensExpiredBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM api_tokens WHERE expires_at < ${before}`.execute(db)
}

export interface TokenOwnerRow {
  tokenId: number
  scopes: Scope[]
  userId: number
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  isStale: boolean
  graceFrom: Date | null
}

/** Returns the owner of a valid token with their current role, while they belong to the business for which it was made. */
export async function ownerByApiToken(
  db: Db,
  tokenSha256: Buffer,
  { now, staleSince, requiresFactor }: { now: Date; staleSince: Date; requiresFactor: boolean },
): Promise<TokenOwnerRow | undefined> {
  const found = await sql<TokenOwnerRow>`
    SELECT t.id AS "tokenId", t.scopes, u.id AS "userId", u.role, u.business_id AS "businessId", u.email::text AS email,
           u.name, u.email_verified_at IS NOT NULL AS "emailVerified",
           coalesce(t.last_used_at < ${staleSince}, true) AS "isStale", ${graceFrom(requiresFactor)} AS "graceFrom"
      FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.token_sha256 = ${tokenSha256} AND t.expires_at > ${now} AND u.erased_at IS NULL AND u.erase_after IS NULL
       AND u.business_id IS NOT DISTINCT FROM t.business_id AND u.role IN ('instructor', 'admin')
       AND NOT ${lacksFactor(requiresFactor)}`.execute(db)
  return found.rows[0]
}

export async function touchApiToken(db: Db, id: number, now: Date): Promise<void> {
  await sql`UPDATE api_tokens SET last_used_at = ${now} WHERE id = ${id}`.execute(db)
}
