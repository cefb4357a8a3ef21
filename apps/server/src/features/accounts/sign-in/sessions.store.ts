/** This file is the only writer of sessions. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { deleteApiTokensOf } from '../api-tokens/api-tokens.store.ts'
import { graceFrom, lacksSecondFactor } from '../second-factor/second-factor-requirement.store.ts'

export interface NewSession {
  userId: number
  tokenSha256: Buffer
  userAgent: string
  /** This is the network address that `ClientInfo` contains. */
  address: string
  secondFactor: SecondFactorProof | null
  now: Date
  /** The person last proved their identity in this session at this time. */
  provenAt: Date
  expiresAt: Date
}

/**
 * Names the way in which a session proved the second factor. 'set up' marks the session in which the person turned the second
 * factor on.
 */
export type SecondFactorProof = 'app' | 'recovery code' | 'remembered device' | 'set up' | 'passkey'

/** A database trigger refuses a session without the second factor that the account has. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await sql`INSERT INTO sessions (user_id, token_sha256, user_agent, second_factor, created_at, last_seen_at, proven_at,
                                  expires_at, signed_in_address, last_seen_address)
            VALUES (${session.userId}, ${session.tokenSha256}, ${session.userAgent}, ${session.secondFactor},
                    ${session.now}, ${session.now}, ${session.provenAt}, ${session.expiresAt}, ${session.address},
                    ${session.address})`.execute(db)
}

/** Ends all sessions of the person except one, and invalidates that session's former token. API tokens stay valid. */
export async function deleteOtherSessions(tx: Db, userId: number, keptSessionId: number): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${keptSessionId}`.execute(tx)
  await sql`
    UPDATE sessions SET former_token_sha256 = NULL, former_token_until = NULL
     WHERE id = ${keptSessionId} AND former_token_sha256 IS NOT NULL`.execute(tx)
}

/** Returns false when the session has ended. */
export async function setSecondFactor(tx: Db, sessionId: number, proof: SecondFactorProof): Promise<boolean> {
  const set =
    await sql`UPDATE sessions SET second_factor = ${proof} WHERE id = ${sessionId} RETURNING id`.execute(tx)
  return set.rows.length > 0
}

/** Marks the session in which a person sets up their first factor. An existing second factor of the session is not overwritten. */
export async function setFirstFactor(tx: Tx, sessionId: number): Promise<void> {
  await sql`UPDATE sessions SET second_factor = 'set up' WHERE id = ${sessionId} AND second_factor IS NULL`.execute(
    tx,
  )
}

/** Returns false when the session has ended. If it is live, it stays live until the transaction ends. */
export async function isSessionLive(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} FOR SHARE`.execute(tx)
  return found.rows.length > 0
}

export interface CallerRow extends Omit<
  Caller,
  'address' | 'apiToken' | 'sessionId' | 'mustSetUpSecondFactor'
> {
  sessionId: number
  isStale: boolean
  /** The person has lacked a required second factor since this time; null means that none is missing. */
  graceFrom: Date | null
}

export interface LiveTimes {
  now: Date
  /** Students' sessions that were last seen before this time have ended. */
  idleSince: Date
  /** Other people's sessions that were last seen before this time have ended. */
  staffIdleSince: Date
  /**
   * Sessions of people other than students that were opened before this time have ended, even if their owner was a student then.
   */
  staffOpenedSince: Date
  /** True means that this installation requires a second factor; sessions opened before the second factor have then ended. */
  requiresFactor: boolean
}

export interface SessionTimes extends LiveTimes {
  /** Sessions that were last seen before this time are updated. */
  staleSince: Date
}

/** Selects sessions `s` of users `u` that are neither expired nor idle and were opened with the required second factor. */
const isLive = ({ now, idleSince, staffIdleSince, staffOpenedSince, requiresFactor }: LiveTimes) => sql`
  s.expires_at > ${now} AND NOT ${lacksSecondFactor(requiresFactor, sql`s.second_factor`)}
    AND CASE WHEN u.role = 'student' THEN s.last_seen_at > ${idleSince}::timestamptz
             ELSE s.last_seen_at > ${staffIdleSince}::timestamptz AND s.created_at > ${staffOpenedSince}::timestamptz END`

/**
 * Selects the live session of a token and its owner, unless the owner is erased. The token that a re-authentication replaced is
 * accepted for a short time.
 */
export const liveSession = (tokenSha256: Buffer, times: SessionTimes) => sql`
  sessions s JOIN users u ON u.id = s.user_id
   WHERE (s.token_sha256 = ${tokenSha256}
          OR (s.former_token_sha256 = ${tokenSha256} AND s.former_token_until > ${times.now}))
     AND ${isLive(times)} AND u.erased_at IS NULL`

/**
 * Returns the token's owner with their current role. `isStale` means that the last-seen time is due for an update. A token that a
 * re-authentication replaced does not count as re-authenticated, so that a thief who stole it before gains nothing.
 */
export async function callerByToken(
  db: Db,
  tokenSha256: Buffer,
  times: SessionTimes & { provenSince: Date },
): Promise<CallerRow | undefined> {
  const found = await sql<CallerRow>`
    SELECT u.id AS "userId", s.id AS "sessionId", u.role, u.business_id AS "businessId", u.email::text AS email, u.name,
           u.email_verified_at IS NOT NULL AS "emailVerified", s.last_seen_at < ${times.staleSince} AS "isStale",
           s.proven_at >= ${times.provenSince} AND s.token_sha256 = ${tokenSha256} AS "hasFreshProof", ${graceFrom(times.requiresFactor)} AS "graceFrom"
      FROM ${liveSession(tokenSha256, times)}`.execute(db)
  return found.rows[0]
}

/** Ends all API tokens of a person, and all sessions except `keptSessionId`. */
export async function deleteSessionsOf(tx: Db, userId: number, keptSessionId: number | null): Promise<void> {
  await sql`DELETE FROM sessions
    WHERE user_id = ${userId} AND id IS DISTINCT FROM ${keptSessionId}::bigint`.execute(tx)
  await deleteApiTokensOf(tx, userId)
}

export async function touchSession(
  db: Db,
  sessionId: number,
  { now, address }: { now: Date; address: string },
): Promise<void> {
  await sql`
    UPDATE sessions SET last_seen_at = ${now}, last_seen_address = ${address} WHERE id = ${sessionId}`.execute(
    db,
  )
}

/** Returns when these people were last seen in a session that has not ended. */
export async function lastSeen(db: Db, userIds: readonly number[]): Promise<{ userId: number; at: Date }[]> {
  const found = await sql<{ userId: number; at: Date }>`
    SELECT user_id AS "userId", max(last_seen_at) AS at FROM sessions
     WHERE user_id = ANY(${[...userIds]}::bigint[]) GROUP BY user_id`.execute(db)
  return found.rows
}

export async function deleteSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const deleted =
    await sql`DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} RETURNING id`.execute(db)
  return deleted.rows.length > 0
}

export interface SessionRow {
  id: number
  createdAt: Date
  lastSeenAt: Date
  userAgent: string
  /** Null means that the session was opened by a release that stored no address. */
  signedInAddress: string | null
  lastSeenAddress: string | null
}

/** Returns the current session first, then the others by last use, newest first. */
export async function sessionsOf(
  db: Db,
  { userId, current, ...times }: LiveTimes & { userId: number; current: number },
): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`
    SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.user_agent AS "userAgent",
           s.signed_in_address AS "signedInAddress", s.last_seen_address AS "lastSeenAddress"
      FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.user_id = ${userId} AND ${isLive(times)}
     ORDER BY s.id = ${current} DESC, s.last_seen_at DESC, s.id DESC LIMIT 100`.execute(db)
  return found.rows
}

export async function deleteExpiredSessions(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < ${before}`.execute(db)
}

/**
 * Stores a re-authentication and gives the session a new token. The former token stays valid for a short time, for requests in
 * flight. Returns false when the session has ended.
 */
export async function renewProven(
  db: Db,
  sessionId: number,
  to: { tokenSha256: Buffer; now: Date; formerUntil: Date },
): Promise<boolean> {
  const renewed = await sql`
    UPDATE sessions SET proven_at = ${to.now}, former_token_sha256 = token_sha256, former_token_until = ${to.formerUntil},
                        token_sha256 = ${to.tokenSha256}
     WHERE id = ${sessionId} RETURNING id`.execute(db)
  return renewed.rows.length > 0
}
