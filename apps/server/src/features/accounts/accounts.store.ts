import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { requiresSecondFactor } from '#server/policy/access.ts'
import { answeredDocuments, deleteConsentsOf } from './consents/consents.store.ts'
import { deleteEmailChangesOf, deleteOpenChange } from './email-address/email-changes.store.ts'
import { deleteRemovalsOf } from './second-factor/factor-removals.store.ts'
import { deletePasskeysOf } from './passkeys/passkeys.store.ts'
import { graceFrom } from './second-factor/second-factor-requirement.store.ts'
import { deleteSecondFactor } from './second-factor/second-factor.store.ts'
import { deleteFailuresOf } from './sign-in/failed-attempts.store.ts'
import { deleteAllOneTimeTokens } from './sign-in/one-time-tokens.store.ts'
import { deleteSessionsOf, liveSession, type CallerRow, type SessionTimes } from './sign-in/sessions.store.ts'

export interface UserRow {
  id: number
  email: string
  name: string | null
  role: Role
  businessId: number | null
  passwordHash: string | null
  emailVerifiedAt: Date | null
  avatarUrl: string | null
  bio: string
  language: Language
  createdAt: Date
  /** The account is erased at this time after a deletion request. Null means that no deletion is requested. */
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

/** Returns undefined when the address is taken. Of two concurrent registrations of an address, the unique index accepts one. */
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

interface OwnerRow extends UserRow, Pick<CallerRow, 'sessionId' | 'isStale' | 'graceFrom'> {
  /** The person has accepted the newest version of these documents, or has closed the notice about it. */
  answered: string[]
}

/** Returns the owner of a session token with the same fields as `userById`. */
export async function userByToken(
  db: Db,
  tokenSha256: Buffer,
  times: SessionTimes,
): Promise<OwnerRow | undefined> {
  const found = await sql<OwnerRow>`
    SELECT ${userColumns}, s.id AS "sessionId", s.last_seen_at < ${times.staleSince} AS "isStale",
           ${graceFrom(times.requiresFactor)} AS "graceFrom", ${answeredDocuments} AS answered
      FROM ${liveSession(tokenSha256, times)}`.execute(db)
  return found.rows[0]
}

export async function businessName(db: Db, businessId: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`SELECT name FROM business_cards WHERE id = ${businessId}`.execute(
    db,
  )
  return found.rows[0]?.name
}

/** Null means that no password is valid until the owner sets one. */
export async function setPasswordHash(tx: Db, userId: number, passwordHash: string | null): Promise<void> {
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`.execute(tx)
}

/** Returns false when another account has the address. A mailed link has confirmed the address. */
export async function changeEmail(tx: Tx, userId: number, email: string, now: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE users SET email = ${email}, email_verified_at = ${now}
     WHERE id = ${userId} AND erased_at IS NULL
       AND NOT EXISTS (SELECT FROM users o
                        WHERE o.email = ${email}::citext AND o.erased_at IS NULL AND o.id <> ${userId})
    RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

export async function setLanguage(tx: Db, userId: number, language: Language): Promise<void> {
  await sql`UPDATE users SET language = ${language} WHERE id = ${userId} AND language <> ${language}`.execute(
    tx,
  )
}

export interface InstructorRow {
  id: number
  name: string | null
  email: string
  role: Role
}

/** Returns all instructors, those of a business, or only the lone instructor `userId`. */
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
  // The list offers people who can take on courses, so people who requested deletion are left out.
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

/** Returns false when the address was already verified. */
export async function markEmailVerified(tx: Db, userId: number, now: Date): Promise<boolean> {
  const marked = await sql`UPDATE users SET email_verified_at = ${now}
    WHERE id = ${userId} AND email_verified_at IS NULL AND erased_at IS NULL RETURNING id`.execute(tx)
  return marked.rows.length > 0
}

/** Returns undefined for erased users. Locks the row until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  const found = await sql<UserRow>`
    SELECT ${userColumns} FROM users u WHERE u.id = ${id} AND u.erased_at IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  )
  return found.rows[0]
}

// The number is arbitrary, but no other lock of this database may use it.

const rolesLock = 4_702_012

/**
 * Serialises changes of roles and teams and the invitations that lead to them, so that the last two admins cannot
 * leave concurrently.
 */
export async function lockRoles(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${rolesLock})`.execute(tx)
}

/** Counts the other people with this role in the same business who have not requested deletion. */
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

/** Ends all sessions and API tokens of this person. */
export async function scheduleErasure(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE users SET erase_after = ${at} WHERE id = ${id} AND erased_at IS NULL`.execute(tx)
  await deleteSessionsOf(tx, id, null)
  await deleteOpenChange(tx, id)
  await deleteAllOneTimeTokens(tx, id)
}

/** Returns false for people who had not requested deletion. A sign-in calls this, because signing in cancels the deletion. */
export async function cancelErasure(tx: Db, id: number): Promise<boolean> {
  const stays = await sql`
    UPDATE users SET erase_after = NULL WHERE id = ${id} AND erase_after IS NOT NULL AND erased_at IS NULL
    RETURNING id`.execute(tx)
  return stays.rows.length > 0
}

/** Returns the next person due for erasure, except those locked by another process and those in `except`. */
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

/** The row stays, without personal data, for the orders that refer to it. */
export async function eraseUser(tx: Tx, { id, email }: UserRow, at: Date): Promise<void> {
  await sql`
    UPDATE users SET email = ${`erased-${id}@erased.invalid`}, name = NULL, avatar_url = NULL, bio = '',
           password_hash = NULL, email_verified_at = NULL, role = 'student', business_id = NULL, erase_after = NULL,
           erased_at = ${at}
     WHERE id = ${id}`.execute(tx)
  await deleteSessionsOf(tx, id, null)
  await deleteAllOneTimeTokens(tx, id)
  await deleteSecondFactor(tx, id)
  await deletePasskeysOf(tx, id)
  await deleteEmailChangesOf(tx, id)
  await deleteRemovalsOf(tx, id)
  await deleteConsentsOf(tx, id)
  await deleteFailuresOf(tx, { id, email })
}

/** Null means that the account has no password. Undefined means that the account does not exist. */
export async function passwordHashOf(db: Db, userId: number): Promise<string | null | undefined> {
  const found = await sql<{ passwordHash: string | null }>`
    SELECT password_hash AS "passwordHash" FROM users WHERE id = ${userId} AND erased_at IS NULL`.execute(db)
  return found.rows[0]?.passwordHash
}

/** Returns true when another account has the same hash, including the salt. */
export async function sharesPasswordHash(db: Db, userId: number, passwordHash: string): Promise<boolean> {
  const { rows } = await sql<{ isShared: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE password_hash = ${passwordHash} AND id <> ${userId}) AS "isShared"`.execute(
    db,
  )
  return rows[0]?.isShared === true
}

/**
 * Returns the hashes that the demo school was seeded with, and whether several accounts share the same hash and salt. Seeded
 * accounts were verified when they were created.
 */
export async function seededPasswordHashes(db: Db): Promise<{ hash: string; isShared: boolean }[]> {
  const { rows } = await sql<{ hash: string; isShared: boolean }>`
    SELECT password_hash AS hash, count(*) > 1 AS "isShared"
      FROM users
     WHERE password_hash IS NOT NULL
     GROUP BY password_hash
    HAVING count(*) > 1 OR bool_or(email_verified_at = created_at)`.execute(db)
  return rows
}

/** Returns the accounts that had one of these hashes. */
export async function replacePasswordHashes(
  tx: Tx,
  former: readonly string[],
  passwordHash: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE users SET password_hash = ${passwordHash} WHERE password_hash = ANY(${former}) RETURNING id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Inserts past students in one statement. Their addresses are verified and they have no password, so nobody can sign in as them.
 */
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
