import type { SellerDocumentPurpose } from '@apogee/contracts/businesses/seller-kinds.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface DocumentRow {
  id: number
  sellerId: number
  mediaId: number
  purpose: SellerDocumentPurpose
  addedAt: Date
}

const columns = sql`
  d.id, d.seller_id AS "sellerId", d.media_id AS "mediaId", d.purpose, d.added_at AS "addedAt"`

/** Returns the oldest document first. */
export async function documentsOf(db: Db, sellerId: number): Promise<DocumentRow[]> {
  const found = await sql<DocumentRow>`
    SELECT ${columns} FROM seller_documents d WHERE d.seller_id = ${sellerId} ORDER BY d.id LIMIT 20`.execute(
    db,
  )
  return found.rows
}

export async function documentOf(db: Db, sellerId: number, id: number): Promise<DocumentRow | undefined> {
  const found = await sql<DocumentRow>`
    SELECT ${columns} FROM seller_documents d WHERE d.id = ${id} AND d.seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

/** Returns false if a document with this file exists already. */
export async function insertDocument(
  tx: Tx,
  { sellerId, mediaId, purpose, addedAt }: Omit<DocumentRow, 'id'>,
): Promise<boolean> {
  const inserted = await sql`
    INSERT INTO seller_documents (seller_id, media_id, purpose, added_at, kept_since)
    VALUES (${sellerId}, ${mediaId}, ${purpose}, ${addedAt}, ${addedAt})
    ON CONFLICT (media_id) DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows.length > 0
}

/** Deletes the document. The next sweep of unused files deletes the file. */
export async function deleteDocument(tx: Tx, sellerId: number, id: number): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM seller_documents WHERE id = ${id} AND seller_id = ${sellerId} RETURNING id`.execute(tx)
  return deleted.rows.length > 0
}

/** Starts the retention period of the seller's documents again at `since`. */
export async function keepDocumentsSince(tx: Tx, sellerId: number, since: Date): Promise<void> {
  await sql`UPDATE seller_documents SET kept_since = ${since} WHERE seller_id = ${sellerId}`.execute(tx)
}

/** Deletes documents whose retention period began before `before`, but not those that wait for a check. */
export async function deleteDocumentsBefore(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM seller_documents d
     WHERE d.kept_since < ${before}
       AND NOT EXISTS (SELECT FROM seller_checks c
                        WHERE c.seller_id = d.seller_id AND c.kind = 'documents' AND c.state = 'submitted')`.execute(
    db,
  )
}

/** Deletes the documents of a lone instructor. */
export async function deleteDocumentsOf(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM seller_documents d USING sellers s WHERE s.id = d.seller_id AND s.user_id = ${userId}`.execute(
    tx,
  )
}

/** Tells whether a person may read a seller's documents: superadmins may, and people who act for the seller now. */
export async function mayReadDocuments(db: Db, userId: number, sellerId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM user_cards u JOIN sellers s ON s.id = ${sellerId}
     WHERE u.id = ${userId} AND u.erased_at IS NULL
       AND (u.role = 'superadmin' OR u.id = s.user_id OR (u.business_id = s.business_id AND u.role = 'admin'))`.execute(
    db,
  )
  return found.rows.length > 0
}
