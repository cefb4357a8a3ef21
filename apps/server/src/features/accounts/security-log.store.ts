/** The only writer of security_log. Entries are append-only; a trigger refuses changes and deletion. */
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface NewSecurityEntry {
  at: Date
  kind: SecurityKind
  actorId: number | null
  businessId: number | null
  subjectId: number | null
  details: SecurityDetails
  address: string | null
}

export async function insertEntry(tx: Tx, entry: NewSecurityEntry): Promise<number> {
  const { at, kind, actorId, businessId, subjectId, details, address } = entry
  const inserted = await sql<{ id: number }>`
    INSERT INTO security_log (at, kind, actor_id, business_id, subject_id, details, address)
    VALUES (${at}, ${kind}, ${actorId}, ${businessId}, ${subjectId}, ${JSON.stringify(details)}::jsonb, ${address})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** The entries of all, of a business and one's own, or one's own only. */
export type LogScope =
  | { everything: true; businessId: number | null }
  | { businessId: number | null; userId: number }

export interface SecurityRow extends Omit<NewSecurityEntry, 'actorId' | 'subjectId' | 'businessId'> {
  id: number
  actor: { id: number; name: string | null; businessId: number | null } | null
  subject: { id: number; name: string | null } | null
  business: { id: number; name: string } | null
}

export async function pageOfEntries(
  db: Db,
  scope: LogScope,
  page: PageRequest,
): Promise<{ rows: SecurityRow[]; total: number }> {
  const own = 'userId' in scope ? sql`(l.actor_id = ${scope.userId} OR l.subject_id = ${scope.userId})` : null
  const ofBusiness = sql`l.business_id = ${scope.businessId}`
  const wanted =
    own === null
      ? scope.businessId === null
        ? sql`true`
        : ofBusiness
      : scope.businessId === null
        ? own
        : sql`(${ofBusiness} OR ${own})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM security_log l WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<SecurityRow>`
    SELECT l.id, l.at, l.kind, l.details, l.address,
           CASE WHEN a.id IS NOT NULL
                THEN json_build_object('id', a.id, 'name', a.name, 'businessId', a.business_id) END AS actor,
           CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name) END AS subject,
           CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'name', b.name) END AS business
      FROM security_log l LEFT JOIN users a ON a.id = l.actor_id LEFT JOIN users u ON u.id = l.subject_id
      LEFT JOIN businesses b ON b.id = l.business_id
     WHERE ${wanted} AND ${newestPage('l.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function forgetAddresses(db: Db, before: Date): Promise<void> {
  await sql`UPDATE security_log SET address = NULL WHERE address IS NOT NULL AND at < ${before}`.execute(db)
}
