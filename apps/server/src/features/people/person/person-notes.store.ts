/** Notes of a team about a person. This file is the only writer of person_notes. Every statement names the caller's seller. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'

export interface NoteRow {
  id: number
  text: string
  author: string | null
  seller: string | null
  createdAt: Date
  mayDelete: boolean
}

export interface NoteReader {
  userId: number
  scope: SellerScope
  /** True means that the reader may delete every note of the scope. Others delete their own. */
  administers: boolean
}

/** Matches a note `n` that the reader may delete. */
const mayDelete = ({ userId, administers }: NoteReader): RawBuilder<unknown> => sql`
  (${administers} OR n.author_id = ${userId})`

const columns = (reader: NoteReader): RawBuilder<unknown> => sql`
  n.id, n.body AS text, a.name AS author, s.shown_name AS seller, n.created_at AS "createdAt", ${mayDelete(reader)} AS "mayDelete"`

const joins = sql`
  JOIN seller_cards s ON s.id = n.seller_id LEFT JOIN user_cards a ON a.id = n.author_id AND a.erased_at IS NULL`

/** Returns the newest notes first. */
export async function notesAbout(
  db: Db,
  personId: number,
  reader: NoteReader,
  limit: number,
): Promise<NoteRow[]> {
  const found = await sql<NoteRow>`
    SELECT ${columns(reader)} FROM person_notes n ${joins}
     WHERE n.person_id = ${personId} AND ${sellerIn(reader.scope, sql`n.seller_id`)} ORDER BY n.id DESC LIMIT ${limit}`.execute(
    db,
  )
  return found.rows
}

/** Returns the note of this key, which may exist already. Undefined means that the author used the key for another person. */
export async function insertNote(
  tx: Tx,
  note: { personId: number; sellerId: number; text: string; key: string; at: Date },
  reader: NoteReader,
): Promise<NoteRow | undefined> {
  const { personId, sellerId, text, key, at } = note
  await sql`
    INSERT INTO person_notes (person_id, seller_id, author_id, client_key, body, created_at)
    VALUES (${personId}, ${sellerId}, ${reader.userId}, ${key}, ${text}, ${at})
    ON CONFLICT (author_id, client_key) DO NOTHING`.execute(tx)
  const found = await sql<NoteRow>`
    SELECT ${columns(reader)} FROM person_notes n ${joins}
     WHERE n.author_id = ${reader.userId} AND n.client_key = ${key} AND n.person_id = ${personId}`.execute(tx)
  return found.rows[0]
}

/** Returns false if there is no such note, or the reader may not delete it. */
export async function deleteNote(db: Db, personId: number, id: number, reader: NoteReader): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM person_notes n
     WHERE n.id = ${id} AND n.person_id = ${personId} AND ${sellerIn(reader.scope, sql`n.seller_id`)} AND ${mayDelete(reader)}`.execute(
    db,
  )
  return deleted.numAffectedRows === 1n
}

/** Deletes the notes about an erased person. */
export async function deleteNotesAbout(tx: Tx, personId: number): Promise<void> {
  await sql`DELETE FROM person_notes WHERE person_id = ${personId}`.execute(tx)
}
