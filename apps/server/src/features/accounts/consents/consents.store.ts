/** This file holds the only SQL that writes `consents`. Rows are inserted and deleted with the account. */
import type { Consent, ConsentWay } from '@apogee/contracts/accounts/consents.ts'
import { newestDocuments, type DocumentVersion } from '@apogee/contracts/accounts/legal-documents.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** A consent that is already recorded keeps its time. */
export async function insertConsents(
  db: Db,
  given: { userId: number; documents: readonly DocumentVersion[]; way: ConsentWay; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO consents (user_id, document, version, way, at)
    SELECT ${given.userId}, document, version, ${given.way}, ${given.at}
      FROM jsonb_to_recordset(${JSON.stringify(given.documents)}::jsonb) AS given (document text, version text)
    ON CONFLICT DO NOTHING`.execute(db)
}

export interface ConsentRow extends Pick<Consent, 'document' | 'version' | 'way'> {
  at: Date
}

export async function consentsOf(db: Db, userId: number): Promise<ConsentRow[]> {
  const found = await sql<ConsentRow>`
    SELECT document, version, way, at FROM consents WHERE user_id = ${userId}
     ORDER BY version DESC, document, at DESC, way`.execute(db)
  return found.rows
}

const newest = newestDocuments.map(({ document, version }) => `${document} ${version}`)

/**
 * Requires `users u`. Selects the documents that the person has answered: the newest version is accepted, or the notice about it
 * was closed.
 */
export const answeredDocuments = sql`
  ARRAY(SELECT c.document FROM consents c
         WHERE c.user_id = u.id AND c.way <> 'notice-shown'
           AND c.document || ' ' || c.version = ANY(${newest}::text[]))`

export async function answeredDocumentsOf(db: Db, userId: number): Promise<string[]> {
  const found = await sql<{ answered: string[] }>`
    SELECT ${answeredDocuments} AS answered FROM users u WHERE u.id = ${userId}`.execute(db)
  return found.rows[0]?.answered ?? []
}

export async function deleteConsentsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM consents WHERE user_id = ${userId}`.execute(tx)
}
