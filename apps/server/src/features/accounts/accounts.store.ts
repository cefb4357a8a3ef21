import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { requiresSecondFactor } from '#server/policy/access.ts'
import type { Caller } from '#server/policy/caller.ts'
import { deleteApiTokensOf } from './api-tokens.store.ts'
import { deleteEmailChangesOf, deleteOpenChange } from './email-changes.store.ts'
import { deleteRemovalsOf } from './factor-removals.store.ts'
import { deletePasskeysOf } from './passkeys.store.ts'
import { graceFrom, lacksSecondFactor } from './second-factor-requirement.store.ts'
import { deleteSecondFactor } from './second-factor.store.ts'

export interface UserRow {
  id: number
  email: string
  name: string | null
  role: Role
  businessId: number | null
  passwordHash: string | null
  emailVerifiedAt: Date | null
  avatarUrl: string | null
  /** Their biography on sales pages. */
  bio: string
  language: Language
  createdAt: Date
  /** When they will be erased, after they requested it. */
  eraseAfter: Date | null
  version: number
}

const userColumns = sql`
  u.id, u.email::text AS email, u.name, u.role, u.business_id AS "businessId", u.password_hash AS "passwordHash",
  u.email_verified_at AS "emailVerifiedAt", u.avatar_url AS "avatarUrl", u.bio, u.language, u.created_at AS "createdAt",
  u.erase_after AS "eraseAfter", ${versionOf('user', 'u.id')} AS version`

export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const found = await sql<UserRow>`
    SELECT ${userColumns} FROM users u WHERE u.email = ${email}::citext AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]
}

export async function userById(db: Db, id: number): Promise<UserRow | undefined> {
  const found = await sql<UserRow>`
    SELECT ${userColumns} FROM users u WHERE u.id = ${id} AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]
}

export interface NewUser {
  email: string
  name: string | null
  role: Role
  businessId: number | null
  passwordHash: string | null
  emailVerifiedAt?: Date | null
  language?: Language | undefined
  createdAt?: Date
  bio?: string
}

/** Undefined when the address is taken: the unique index decides under concurrency. */
export async function insertUser(tx: Db, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const inserted = await sql<UserRow>`
    INSERT INTO users AS u (email, name, role, business_id, password_hash, email_verified_at, created_at, bio, language,
                            second_factor_required_at)
    VALUES (${user.email}, ${user.name}, ${user.role}, ${user.businessId}, ${user.passwordHash},
            ${user.emailVerifiedAt ?? null}, coalesce(${user.createdAt ?? null}::timestamptz, now()), ${user.bio ?? ''},
            ${user.language ?? defaultLanguage}, ${requiresSecondFactor(user) ? now : null})
    ON CONFLICT (email) WHERE erased_at IS NULL DO NOTHING
    RETURNING ${userColumns}`.execute(tx)
  return inserted.rows[0]
}

export async function superadminExists(db: Db): Promise<boolean> {
  const found =
    await sql`SELECT 1 FROM users WHERE role = 'superadmin' AND erased_at IS NULL LIMIT 1`.execute(db)
  return found.rows.length > 0
}

export interface NewSession {
  userId: number
  tokenSha256: Buffer
  userAgent: string
  /** The network, as `ClientInfo` has it. */
  address: string
  secondFactor: SecondFactorProof | null
  now: Date
  /** When it last proved the person's identity. */
  provenAt: Date
  expiresAt: Date
}

/** How the second step was taken; 'set up': the session in which it was turned on. */
export type SecondFactorProof = 'app' | 'recovery code' | 'remembered device' | 'set up' | 'passkey'

/** A trigger refuses a session without the second factor that the account has. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await sql`INSERT INTO sessions (user_id, token_sha256, user_agent, second_factor, created_at, last_seen_at, proven_at,
                                  expires_at, signed_in_address, last_seen_address)
            VALUES (${session.userId}, ${session.tokenSha256}, ${session.userAgent}, ${session.secondFactor},
                    ${session.now}, ${session.now}, ${session.provenAt}, ${session.expiresAt}, ${session.address},
                    ${session.address})`.execute(db)
}

/** Ends the sessions of a person but one; API tokens stay. */
export async function deleteOtherSessions(tx: Db, userId: number, keptSessionId: number): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${keptSessionId}`.execute(tx)
}

/** False: the session has ended. */
export async function setSecondFactor(tx: Db, sessionId: number, proof: SecondFactorProof): Promise<boolean> {
  const set =
    await sql`UPDATE sessions SET second_factor = ${proof} WHERE id = ${sessionId} RETURNING id`.execute(tx)
  return set.rows.length > 0
}

/** The session in which a person without any sets up the first one; a second step that was taken in it stays. */
export async function setFirstFactor(tx: Tx, sessionId: number): Promise<void> {
  await sql`UPDATE sessions SET second_factor = 'set up' WHERE id = ${sessionId} AND second_factor IS NULL`.execute(
    tx,
  )
}

/** False: the session has ended. It cannot end before the transaction does. */
export async function isSessionLive(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} FOR SHARE`.execute(tx)
  return found.rows.length > 0
}

interface CallerRow extends Omit<Caller, 'address' | 'apiToken' | 'sessionId' | 'mustSetUpSecondFactor'> {
  sessionId: number
  isStale: boolean
  /** Since when the person has lacked a required second factor; null: they lack none. */
  graceFrom: Date | null
}

export interface LiveTimes {
  now: Date
  /** Sessions of students that were last seen before have ended. */
  idleSince: Date
  /** The same for everybody else. */
  staffIdleSince: Date
  /** Sessions of everybody but students that were opened before have ended, also where a student opened them. */
  staffOpenedSince: Date
  /** Whether this installation requires a second factor: then sessions from before the second step have ended. */
  requiresFactor: boolean
}

export interface SessionTimes extends LiveTimes {
  /** Sessions that were last seen before are updated. */
  staleSince: Date
}

/** Of `sessions s` with its owner `users u`: neither expired nor idle, and opened with the second step that it needs. */
const isLive = ({ now, idleSince, staffIdleSince, staffOpenedSince, requiresFactor }: LiveTimes) => sql`
  s.expires_at > ${now} AND NOT ${lacksSecondFactor(requiresFactor, sql`s.second_factor`)}
    AND CASE WHEN u.role = 'student' THEN s.last_seen_at > ${idleSince}::timestamptz
             ELSE s.last_seen_at > ${staffIdleSince}::timestamptz AND s.created_at > ${staffOpenedSince}::timestamptz END`

/** The live session of a token with its owner, who is not erased. */
const liveSession = (tokenSha256: Buffer, times: SessionTimes) => sql`
  sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_sha256 = ${tokenSha256} AND ${isLive(times)} AND u.erased_at IS NULL`

/** The owner of a token with their current role. `isStale`: last seen is old enough to be updated. */
export async function callerByToken(
  db: Db,
  tokenSha256: Buffer,
  times: SessionTimes & { provenSince: Date },
): Promise<CallerRow | undefined> {
  const found = await sql<CallerRow>`
    SELECT u.id AS "userId", s.id AS "sessionId", u.role, u.business_id AS "businessId", u.email::text AS email, u.name,
           u.email_verified_at IS NOT NULL AS "emailVerified", s.last_seen_at < ${times.staleSince} AS "isStale",
           s.proven_at >= ${times.provenSince} AS "hasFreshProof", ${graceFrom(times.requiresFactor)} AS "graceFrom"
      FROM ${liveSession(tokenSha256, times)}`.execute(db)
  return found.rows[0]
}

/** The owner of a token as `userById` reads them. */
export async function userByToken(
  db: Db,
  tokenSha256: Buffer,
  times: SessionTimes,
): Promise<(UserRow & Pick<CallerRow, 'sessionId' | 'isStale' | 'graceFrom'>) | undefined> {
  const found = await sql<UserRow & Pick<CallerRow, 'sessionId' | 'isStale' | 'graceFrom'>>`
    SELECT ${userColumns}, s.id AS "sessionId", s.last_seen_at < ${times.staleSince} AS "isStale",
           ${graceFrom(times.requiresFactor)} AS "graceFrom"
      FROM ${liveSession(tokenSha256, times)}`.execute(db)
  return found.rows[0]
}

/** Ends all API tokens of a person, and all sessions except the one to keep. */
export async function deleteSessionsOf(tx: Db, userId: number, keptSessionId: number | null): Promise<void> {
  await sql`DELETE FROM sessions
    WHERE user_id = ${userId} AND id IS DISTINCT FROM ${keptSessionId}::bigint`.execute(tx)
  await deleteApiTokensOf(tx, userId)
}

/** Null: no password is valid until the owner sets one. */
export async function businessName(db: Db, businessId: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`SELECT name FROM business_cards WHERE id = ${businessId}`.execute(
    db,
  )
  return found.rows[0]?.name
}

export async function setPasswordHash(tx: Db, userId: number, passwordHash: string | null): Promise<void> {
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`.execute(tx)
}

/** The address was confirmed by a mailed link. False when another account has it. */
export async function changeEmail(tx: Tx, userId: number, email: string, now: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE users SET email = ${email}, email_verified_at = ${now}
     WHERE id = ${userId} AND erased_at IS NULL
       AND NOT EXISTS (SELECT FROM users o
                        WHERE o.email = ${email}::citext AND o.erased_at IS NULL AND o.id <> ${userId})
    RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/** The language of mail to this person. */
export async function setLanguage(tx: Db, userId: number, language: Language): Promise<void> {
  await sql`UPDATE users SET language = ${language} WHERE id = ${userId} AND language <> ${language}`.execute(
    tx,
  )
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

/** When these people were last seen in a session that has not ended. */
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
  /** Null for sessions of a release that stored none. */
  signedInAddress: string | null
  lastSeenAddress: string | null
}

/** The current one first, then those that were used last. */
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

export async function countFailures(
  db: Db,
  kind: string,
  subject: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const found = await sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(at) AS oldest FROM failed_attempts
     WHERE kind = ${kind} AND subject = ${subject} AND at > ${since}`.execute(db)
  return found.rows[0] ?? { count: 0, oldest: null }
}

/** Locks the counter until this transaction ends. */
export async function lockFailures(tx: Tx, kind: string, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}|${subject}`}, 0))`.execute(tx)
}

export async function recordFailure(db: Db, kind: string, subject: string, at: Date): Promise<number> {
  const recorded = await sql<{ id: number }>`
    INSERT INTO failed_attempts (kind, subject, at) VALUES (${kind}, ${subject}, ${at}) RETURNING id`.execute(
    db,
  )
  const id = recorded.rows[0]?.id
  if (id === undefined) throw new Error('an attempt was not counted')
  return id
}

export async function forgetFailure(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE id = ${id}`.execute(db)
}

export async function forgetFailures(db: Db, kind: string, subject: string): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE kind = ${kind} AND subject = ${subject}`.execute(db)
}

/** Deletes the failed attempts of all addresses against an account, so that its owner can sign in at once. */
export async function forgetSignInFailures(db: Db, email: string): Promise<void> {
  await sql`
    DELETE FROM failed_attempts
     WHERE (kind = 'sign-in.account' AND subject = ${email})
        OR (kind = 'sign-in.pair' AND starts_with(subject, ${`${email}|`}))`.execute(db)
}

/** Deletes expired sessions and failures outside every limit's window. */
export async function deleteFailures(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE at < ${before}`.execute(db)
}

export async function deleteExpiredSessions(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < ${before}`.execute(db)
}

export async function deleteExpiredLinks(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM one_time_tokens WHERE expires_at < ${before}`.execute(db)
}

export interface InstructorRow {
  id: number
  name: string | null
  email: string
  role: Role
}

/** People who can teach for this business (null: only the lone instructor). */
export async function instructorsOf(
  db: Db,
  scope: { all: true } | { businessId: number } | { userId: number },
  page: PageRequest,
): Promise<{ rows: InstructorRow[]; total: number }> {
  const within =
    'all' in scope
      ? sql`u.role IN ('instructor', 'admin', 'superadmin')`
      : 'businessId' in scope
        ? sql`u.business_id = ${scope.businessId} AND u.role IN ('instructor', 'admin')`
        : sql`u.id = ${scope.userId}`
  // People who are leaving cannot take on courses.
  const stays = sql`u.erased_at IS NULL AND u.erase_after IS NULL`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM users u WHERE ${stays} AND ${within} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<InstructorRow>`
    SELECT u.id, u.name, u.email::text AS email, u.role
      FROM users u
     WHERE ${stays} AND ${within} AND ${newestPage('u.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export type TokenPurpose = 'verify_email' | 'reset_password' | 'sign_in' | 'second_factor'

/** Returns the row's id, which is not secret. */
export async function insertOneTimeToken(
  tx: Db,
  token: { userId: number; purpose: TokenPurpose; tokenSha256: Buffer; expiresAt: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO one_time_tokens (user_id, purpose, token_sha256, expires_at)
    VALUES (${token.userId}, ${token.purpose}, ${token.tokenSha256}, ${token.expiresAt}) RETURNING id`.execute(
    tx,
  )
  return onlyRow(inserted).id
}

/** The owner of a token; undefined when unknown, used or expired. Does not use it. */
export async function ownerOfToken(
  db: Db,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
  now: Date,
): Promise<number | undefined> {
  const found = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM one_time_tokens
     WHERE token_sha256 = ${tokenSha256} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}`.execute(
    db,
  )
  return found.rows[0]?.userId
}

export async function deleteOneTimeTokens(
  tx: Db,
  userId: number,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await sql`DELETE FROM one_time_tokens WHERE user_id = ${userId} AND purpose = ANY(${purposes})`.execute(tx)
}

/** Uses a token and returns its owner; undefined when unknown, used or expired. Of two concurrent uses one succeeds. */
export async function useOneTimeToken(
  tx: Db,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
  now: Date,
): Promise<number | undefined> {
  const used = await sql<{ userId: number }>`
    UPDATE one_time_tokens SET used_at = ${now}
     WHERE token_sha256 = ${tokenSha256} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING user_id AS "userId"`.execute(tx)
  return used.rows[0]?.userId
}

/** False when it was verified before. */
export async function markEmailVerified(tx: Db, userId: number, now: Date): Promise<boolean> {
  const marked = await sql`UPDATE users SET email_verified_at = ${now}
    WHERE id = ${userId} AND email_verified_at IS NULL AND erased_at IS NULL RETURNING id`.execute(tx)
  return marked.rows.length > 0
}

/** Undefined for erased users. Locks the row until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  const found = await sql<UserRow>`
    SELECT ${userColumns} FROM users u WHERE u.id = ${id} AND u.erased_at IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  )
  return found.rows[0]
}

// Any constant, as long as nothing else in this database locks it.
const rolesLock = 4_702_012

/**
 * Serialises changes of roles and teams and the invitations that lead to them, so that the last two admins cannot
 * leave concurrently.
 */
export async function lockRoles(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${rolesLock})`.execute(tx)
}

/** Number of others with this role (in that business) who have not requested deletion. */
export async function othersInRole(
  tx: Tx,
  person: { id: number; role: Role; businessId: number | null },
): Promise<number> {
  const found = await sql<{ others: number }>`
    SELECT count(*)::int AS others FROM users
     WHERE role = ${person.role} AND business_id IS NOT DISTINCT FROM ${person.businessId}
       AND id <> ${person.id} AND erased_at IS NULL AND erase_after IS NULL`.execute(tx)
  return found.rows[0]?.others ?? 0
}

export async function changeUser(
  tx: Tx,
  id: number,
  to: Pick<UserRow, 'name' | 'avatarUrl' | 'role' | 'businessId' | 'bio'>,
  now: Date,
): Promise<UserRow> {
  const changed = await sql<UserRow>`
    UPDATE users AS u SET name = ${to.name}, avatar_url = ${to.avatarUrl}, role = ${to.role}, business_id = ${to.businessId},
           bio = ${to.bio},
           second_factor_required_at = coalesce(second_factor_required_at, ${requiresSecondFactor(to) ? now : null}::timestamptz)
     WHERE id = ${id} AND erased_at IS NULL RETURNING ${userColumns}`.execute(tx)
  return onlyRow(changed)
}

/** Also ends all sessions and API tokens of this person. */
export async function scheduleErasure(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE users SET erase_after = ${at} WHERE id = ${id} AND erased_at IS NULL`.execute(tx)
  await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(tx)
  await deleteApiTokensOf(tx, id)
  await deleteOpenChange(tx, id)
  await sql`DELETE FROM one_time_tokens WHERE user_id = ${id}`.execute(tx)
}

/** Signing in again cancels the deletion. False for people who had not requested it. */
export async function cancelErasure(tx: Db, id: number): Promise<boolean> {
  const stays = await sql`
    UPDATE users SET erase_after = NULL WHERE id = ${id} AND erase_after IS NOT NULL AND erased_at IS NULL
    RETURNING id`.execute(tx)
  return stays.rows.length > 0
}

/** The next person due for erasure, skipping those locked by another process and those in `except`. */
export async function lockDueErasure(
  tx: Tx,
  now: Date,
  except: readonly number[],
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM users WHERE erase_after <= ${now} AND erased_at IS NULL AND id <> ALL(${[...except]}::bigint[])
     ORDER BY erase_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`.execute(tx)
  return found.rows[0]?.id
}

/** The row stays for the orders that refer to it, without personal data. */
export async function eraseUser(tx: Tx, { id, email }: UserRow, at: Date): Promise<void> {
  await sql`
    UPDATE users SET email = ${`erased-${id}@erased.invalid`}, name = NULL, avatar_url = NULL, bio = '',
           password_hash = NULL, email_verified_at = NULL, role = 'student', business_id = NULL, erase_after = NULL,
           erased_at = ${at}
     WHERE id = ${id}`.execute(tx)
  await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(tx)
  await deleteApiTokensOf(tx, id)
  await sql`DELETE FROM one_time_tokens WHERE user_id = ${id}`.execute(tx)
  await deleteSecondFactor(tx, id)
  await deletePasskeysOf(tx, id)
  await deleteEmailChangesOf(tx, id)
  await deleteRemovalsOf(tx, id)
  await sql`
    DELETE FROM failed_attempts
     WHERE subject IN (lower(${email}), ${String(id)})
        OR starts_with(subject, lower(${email}) || '|') OR starts_with(subject, ${`${id}|`})`.execute(tx)
}

/** Null: the account has no password. Undefined: there is no such account. */
export async function passwordHashOf(db: Db, userId: number): Promise<string | null | undefined> {
  const found = await sql<{ passwordHash: string | null }>`
    SELECT password_hash AS "passwordHash" FROM users WHERE id = ${userId} AND erased_at IS NULL`.execute(db)
  return found.rows[0]?.passwordHash
}

export async function markProven(db: Db, sessionId: number, at: Date): Promise<void> {
  await sql`UPDATE sessions SET proven_at = ${at} WHERE id = ${sessionId}`.execute(db)
}

/** Past students in one statement: with verified addresses and without a password, so nobody can sign in as them. */
export async function insertPastLearners(
  tx: Tx,
  learners: readonly { email: string; name: string; createdAt: Date }[],
): Promise<{ id: number; email: string }[]> {
  const inserted = await sql<{ id: number; email: string }>`
    INSERT INTO users (email, name, email_verified_at, created_at)
    SELECT email, name, "createdAt", "createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(learners)}::jsonb) AS given (email text, name text, "createdAt" timestamptz)
     ORDER BY "createdAt"
    RETURNING id, email::text AS email`.execute(tx)
  return inserted.rows
}
