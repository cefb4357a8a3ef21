import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface StateChangeRow {
  id: number
  from: string
  to: string
  dailyLimit: number | null
  reason: string | null
  note: string | null
  /** Null means that this person has no name or that the account was erased. */
  by: string | null
  byId: number
  at: Date
}

/** Returns the newest change first. */
export async function stateChangesOf(db: Db, sellerId: number, most: number): Promise<StateChangeRow[]> {
  const found = await sql<StateChangeRow>`
    SELECT c.id, c.from_state AS "from", c.to_state AS "to", c.daily_limit_cents AS "dailyLimit", c.reason, c.note,
           CASE WHEN u.erased_at IS NULL THEN u.name END AS by, c.changed_by AS "byId", c.changed_at AS at
      FROM seller_state_changes c JOIN user_cards u ON u.id = c.changed_by
     WHERE c.seller_id = ${sellerId} ORDER BY c.id DESC LIMIT ${most}`.execute(db)
  return found.rows
}

export interface NewStateChange {
  sellerId: number
  from: string
  to: string
  dailyLimitCents: number | null
  reason: string | null
  note: string | null
  by: number
  at: Date
}

export async function insertStateChange(tx: Tx, change: NewStateChange): Promise<number> {
  const { sellerId, from, to, dailyLimitCents, reason, note, by, at } = change
  const inserted = await sql<{ id: number }>`
    INSERT INTO seller_state_changes (seller_id, from_state, to_state, daily_limit_cents, reason, note, changed_by, changed_at)
    VALUES (${sellerId}, ${from}, ${to}, ${dailyLimitCents}, ${reason}, ${note}, ${by}, ${at})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/**
 * Prevents new courses of the seller and locks the existing ones, in the order of their ids. Purchases lock courses before sellers,
 * so code that changes both must do so too.
 */
export async function lockCoursesOf(tx: Tx, sellerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('seller state', ${sellerId}))`.execute(tx)
  await sql`SELECT FROM course_cards WHERE seller_id = ${sellerId} ORDER BY id FOR NO KEY UPDATE`.execute(tx)
}

export interface NoteRow {
  id: number
  text: string
  by: string | null
  at: Date
}

const noteColumns = sql`
  n.id, n.text, CASE WHEN u.erased_at IS NULL THEN u.name END AS by, n.written_at AS at`

export async function pageOfNotes(
  db: Db,
  sellerId: number,
  page: PageRequest,
): Promise<{ rows: NoteRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM seller_notes WHERE seller_id = ${sellerId} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<NoteRow>`
    SELECT ${noteColumns} FROM seller_notes n JOIN user_cards u ON u.id = n.written_by
     WHERE n.seller_id = ${sellerId} AND ${newestPage('n.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Stores a note and returns it. If an earlier request with the same key stored a note, that note is returned. */
export async function insertNote(
  tx: Tx,
  note: { sellerId: number; text: string; by: number; at: Date; key: string },
): Promise<NoteRow> {
  await sql`
    INSERT INTO seller_notes (seller_id, text, written_by, written_at, client_key)
    VALUES (${note.sellerId}, ${note.text}, ${note.by}, ${note.at}, ${note.key})
    ON CONFLICT DO NOTHING`.execute(tx)
  const stored = await sql<NoteRow>`
    SELECT ${noteColumns} FROM seller_notes n JOIN user_cards u ON u.id = n.written_by
     WHERE n.seller_id = ${note.sellerId} AND n.client_key = ${note.key}`.execute(tx)
  return onlyRow(stored)
}
