/** This file is the only writer of second_factor_removals. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface RemovalRow {
  id: number
  userId: number
  email: string
  name: string | null
  businessId: number | null
  reason: string
  identityCheck: string
  askedBy: number
  askedByName: string | null
  askedAt: Date
  confirmedBy: number | null
  confirmedByName: string | null
  confirmedAt: Date | null
  endedAt: Date | null
  outcome: 'removed' | 'stopped' | 'withdrawn' | 'expired' | null
}

const removals = sql`
  SELECT r.id, r.user_id AS "userId", u.email::text AS email, u.name, u.business_id AS "businessId", r.reason,
         r.identity_check AS "identityCheck", r.asked_by AS "askedBy", a.name AS "askedByName", r.asked_at AS "askedAt",
         r.confirmed_by AS "confirmedBy", c.name AS "confirmedByName", r.confirmed_at AS "confirmedAt",
         r.ended_at AS "endedAt", r.outcome
    FROM second_factor_removals r JOIN users u ON u.id = r.user_id JOIN users a ON a.id = r.asked_by
    LEFT JOIN users c ON c.id = r.confirmed_by`

export async function pageOfRemovals(
  db: Db,
  page: PageRequest,
): Promise<{ rows: RemovalRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM second_factor_removals ${countLimit}) counted`.execute(db)
  const found = await sql<RemovalRow>`${removals} WHERE ${newestPage('r.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function removalById(db: Db, id: number): Promise<RemovalRow | undefined> {
  const found = await sql<RemovalRow>`${removals} WHERE r.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Locks the removal until the transaction ends. Returns undefined when the request does not exist or has ended. */
export async function lockOpenRemoval(
  tx: Tx,
  which: { id: number } | { userId: number } | { stopTokenSha256: Buffer },
): Promise<RemovalRow | undefined> {
  const named =
    'id' in which
      ? sql`r.id = ${which.id}`
      : 'userId' in which
        ? sql`r.user_id = ${which.userId}`
        : sql`r.stop_token_sha256 = ${which.stopTokenSha256}`
  const found = await sql<RemovalRow>`
    ${removals} WHERE ${named} AND r.ended_at IS NULL FOR NO KEY UPDATE OF r`.execute(tx)
  return found.rows[0]
}

/** Returns undefined when this person has an open removal. */
export async function insertRemoval(
  tx: Tx,
  removal: { userId: number; askedBy: number; reason: string; identityCheck: string; now: Date },
): Promise<number | undefined> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO second_factor_removals (user_id, asked_by, asked_at, reason, identity_check)
    VALUES (${removal.userId}, ${removal.askedBy}, ${removal.now}, ${removal.reason}, ${removal.identityCheck})
    ON CONFLICT (user_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows[0]?.id
}

export async function confirmRemoval(
  tx: Tx,
  { id, by, stopTokenSha256, now }: { id: number; by: number; stopTokenSha256: Buffer; now: Date },
): Promise<void> {
  await sql`
    UPDATE second_factor_removals SET confirmed_by = ${by}, confirmed_at = ${now}, stop_token_sha256 = ${stopTokenSha256}
     WHERE id = ${id}`.execute(tx)
}

export async function endRemoval(
  tx: Tx,
  { id, outcome, now }: { id: number; outcome: NonNullable<RemovalRow['outcome']>; now: Date },
): Promise<void> {
  await sql`
    UPDATE second_factor_removals SET outcome = ${outcome}, ended_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** Returns removals that were confirmed before `confirmedBefore`, and unconfirmed ones that were requested before `askedBefore`. */
export async function dueRemovals(
  db: Db,
  { confirmedBefore, askedBefore }: { confirmedBefore: Date; askedBefore: Date },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT id FROM second_factor_removals
     WHERE ended_at IS NULL AND (confirmed_at <= ${confirmedBefore} OR (confirmed_at IS NULL AND asked_at <= ${askedBefore}))
     ORDER BY id LIMIT 100`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function confirmedRemovalOf(db: Db, userId: number): Promise<Date | undefined> {
  const found = await sql<{ confirmedAt: Date }>`
    SELECT confirmed_at AS "confirmedAt" FROM second_factor_removals
     WHERE user_id = ${userId} AND ended_at IS NULL AND confirmed_at IS NOT NULL`.execute(db)
  return found.rows[0]?.confirmedAt
}

/** Deletes the person's removals when their account is erased, because the removals contain texts about the person. */
export async function deleteRemovalsOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM second_factor_removals WHERE user_id = ${userId}`.execute(tx)
}

export async function deleteRemovalsEndedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM second_factor_removals WHERE ended_at < ${before}`.execute(db)
}
