/** This file is the only writer of second_factor_requirement. */
import { roles, type Role } from '@apogee/contracts/limits.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { requiresSecondFactor } from '#server/policy/access.ts'

const rolesThatRequire = (businessId: number | null): Role[] =>
  roles.filter((role) => requiresSecondFactor({ role, businessId }))

const nobody = { alone: [], inBusiness: [] }
const everybodyConcerned = { alone: rolesThatRequire(null), inBusiness: rolesThatRequire(0) }

/** Tells whether a second factor is required of the person `u`. */
function isRequired(isOn: boolean): RawBuilder<boolean> {
  const { alone, inBusiness } = isOn ? everybodyConcerned : nobody
  return sql<boolean>`
    u.role = ANY(CASE WHEN u.business_id IS NULL THEN ${alone}::text[] ELSE ${inBusiness}::text[] END)`
}

const hasApp = sql`EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)`
const hasPasskey = sql`EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)`

/**
 * Returns since when the person `u` has lacked a required second factor. Null means that none is required, or that the person has
 * one. Factors are looked up only for people of whom one is required.
 */
export function graceFrom(isOn: boolean): RawBuilder<Date | null> {
  return sql<Date | null>`
    CASE WHEN ${isRequired(isOn)} AND NOT ${hasApp} AND NOT ${hasPasskey}
         THEN coalesce((SELECT greatest(r.since, u.second_factor_required_at) FROM second_factor_requirement r),
                       u.created_at) END`
}

/**
 * Tells whether a session or API token of the person `u` was opened with the password alone although the person now has a required
 * factor. Someone who knew only the password may have opened it. `graceFrom` covers people without a factor.
 * @param secondFactor how the session or token proved the second factor; null means that it proved none
 */
export function lacksSecondFactor(isOn: boolean, secondFactor: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${secondFactor} IS NULL AND ${isRequired(isOn)} AND (${hasApp} OR ${hasPasskey}))`
}

/** Stores `now` as the time since which this installation requires a second factor, unless one is stored already. */
export async function beginRequirement(db: Db, now: Date): Promise<void> {
  await sql`INSERT INTO second_factor_requirement (since) VALUES (${now}) ON CONFLICT DO NOTHING`.execute(db)
}

export async function graceOf(db: Db, userId: number): Promise<Date | null> {
  const found = await sql<{ since: Date | null }>`
    SELECT ${graceFrom(true)} AS since FROM users u WHERE u.id = ${userId} AND u.erased_at IS NULL`.execute(
    db,
  )
  return found.rows[0]?.since ?? null
}

/** Counts the person's factors of each kind. An authenticator app counts once its first code was entered. */
export async function countSecondFactors(
  db: Db,
  userId: number,
): Promise<{ apps: number; passkeys: number }> {
  const found = await sql<{ apps: number; passkeys: number }>`
    SELECT (SELECT count(*)::int FROM authenticator_apps
             WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS apps,
           (SELECT count(*)::int FROM passkeys WHERE user_id = ${userId}) AS passkeys`.execute(db)
  return onlyRow(found)
}

/** Returns the ids of those people who have a second factor. */
export async function withSecondFactor(db: Db, userIds: readonly number[]): Promise<number[]> {
  const ids = [...userIds]
  const found = await sql<{ id: number }>`
    SELECT user_id AS id FROM authenticator_apps WHERE user_id = ANY(${ids}::bigint[]) AND confirmed_at IS NOT NULL
    UNION SELECT user_id FROM passkeys WHERE user_id = ANY(${ids}::bigint[])`.execute(db)
  return found.rows.map(({ id }) => id)
}

export interface LackingRow {
  id: number
  name: string | null
  email: string
  role: Role
  businessName: string | null
  graceFrom: Date
}

/** The condition on roles repeats a part of `graceFrom` as literals, so that PostgreSQL can use the index of staff. */
const isLacking = sql`
  u.role IN ('instructor', 'admin', 'superadmin') AND u.erased_at IS NULL AND (${graceFrom(true)}) IS NOT NULL`

/** @param businessId null means people of all businesses */
export async function pageOfLacking(
  db: Db,
  businessId: number | null,
  page: PageRequest,
): Promise<{ rows: LackingRow[]; total: number }> {
  const within = sql`${isLacking} AND (${businessId}::bigint IS NULL OR u.business_id = ${businessId})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM users u WHERE ${within} ${countLimit}) counted`.execute(db)
  const found = await sql<LackingRow>`
    SELECT u.id, u.name, u.email::text AS email, u.role, b.name AS "businessName", ${graceFrom(true)} AS "graceFrom"
      FROM users u LEFT JOIN business_cards b ON b.id = u.business_id
     WHERE ${within} AND ${newestPage('u.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface RemindedRow {
  id: number
  name: string | null
  email: string
  language: Language
  emailVerifiedAt: Date | null
  graceFrom: Date
}

/** Returns people whose grace period began after `since`, ordered by id. */
export async function lackingSince(
  db: Db,
  { since, afterId, most }: { since: Date; afterId: number; most: number },
): Promise<RemindedRow[]> {
  const found = await sql<RemindedRow>`
    SELECT u.id, u.name, u.email::text AS email, u.language, u.email_verified_at AS "emailVerifiedAt",
           ${graceFrom(true)} AS "graceFrom"
      FROM users u
     WHERE ${isLacking} AND (${graceFrom(true)}) > ${since} AND u.id > ${afterId}
     ORDER BY u.id LIMIT ${most}`.execute(db)
  return found.rows
}
