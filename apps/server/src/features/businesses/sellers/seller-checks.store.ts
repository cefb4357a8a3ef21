/** Stores the states of seller checks, and the decisions about them. */
import type { CheckKind, CheckState } from '@apogee/contracts/businesses/seller-checks.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface CheckRow {
  kind: CheckKind
  state: CheckState
  revision: number
  reason: string | null
  submittedAt: Date | null
  decidedAt: Date | null
}

const columns = sql`
  c.kind, c.state, c.revision, c.reason, c.submitted_at AS "submittedAt", c.decided_at AS "decidedAt"`

/** Checks for which nothing has happened yet have no row. */
export async function checksOf(db: Db, sellerId: number): Promise<CheckRow[]> {
  const found = await sql<CheckRow>`
    SELECT ${columns} FROM seller_checks c WHERE c.seller_id = ${sellerId}`.execute(db)
  return found.rows
}

/** Returns the verified checks of these sellers, without the platform. */
export async function verifiedChecksOf(
  db: Db,
  sellerIds: readonly number[],
): Promise<{ sellerId: number; verified: CheckKind[] }[]> {
  const found = await sql<{ sellerId: number; verified: CheckKind[] }>`
    SELECT s.id AS "sellerId",
           ARRAY(SELECT c.kind FROM seller_checks c WHERE c.seller_id = s.id AND c.state = 'verified') AS verified
      FROM sellers s WHERE s.id = ANY(${[...sellerIds]}::bigint[]) AND NOT s.is_platform`.execute(db)
  return found.rows
}

/** Locks all four checks in the order of their kinds until the transaction ends. */
export async function lockChecks(tx: Tx, sellerId: number): Promise<CheckRow[]> {
  await sql`
    INSERT INTO seller_checks (seller_id, kind)
    SELECT ${sellerId}, kind FROM unnest(ARRAY['bank', 'contact', 'documents', 'registration']) AS kind
    ON CONFLICT DO NOTHING`.execute(tx)
  const found = await sql<CheckRow>`
    SELECT ${columns} FROM seller_checks c WHERE c.seller_id = ${sellerId} ORDER BY c.kind FOR UPDATE`.execute(
    tx,
  )
  return found.rows
}

/** Moves a verified or waiting check to `next` when the seller changes the details that the check covers. */
export async function noteSellerChange(
  tx: Tx,
  change: { sellerId: number; kind: CheckKind; next: 'missing' | 'submitted'; at: Date },
): Promise<void> {
  await sql`
    SELECT note_seller_change(${change.sellerId}, ${change.kind}, ${change.next}, ${change.at})`.execute(tx)
}

export async function submitChecks(
  tx: Tx,
  sellerId: number,
  { kinds, at }: { kinds: readonly CheckKind[]; at: Date },
): Promise<void> {
  await sql`
    UPDATE seller_checks SET state = 'submitted', submitted_at = ${at}, reason = NULL, revision = revision + 1
     WHERE seller_id = ${sellerId} AND kind = ANY(${[...kinds]}::text[])`.execute(tx)
}

export interface NewDecision {
  sellerId: number
  kind: CheckKind
  outcome: 'verified' | 'returned'
  note: string
  snapshotEncrypted: Buffer
  by: number
  at: Date
}

export async function decideCheck(tx: Tx, decision: NewDecision): Promise<void> {
  const { sellerId, kind, outcome, note, at } = decision
  await sql`
    UPDATE seller_checks
       SET state = ${outcome}, reason = ${outcome === 'returned' ? note : null}, decided_at = ${at}, revision = revision + 1
     WHERE seller_id = ${sellerId} AND kind = ${kind}`.execute(tx)
  await sql`
    INSERT INTO seller_check_decisions (seller_id, kind, outcome, note, snapshot_encrypted, decided_by, decided_at)
    VALUES (${sellerId}, ${kind}, ${outcome}, ${note}, ${decision.snapshotEncrypted}, ${decision.by}, ${at})`.execute(
    tx,
  )
}

export interface DecisionRow {
  id: number
  kind: CheckKind
  outcome: 'verified' | 'returned' | 'reopened'
  note: string
  snapshotEncrypted: Buffer | null
  byId: number | null
  /** Null means that the account of this person was erased. */
  byName: string | null
  at: Date
}

/** Returns the newest 50 decisions, newest first. */
export async function decisionsOf(db: Db, sellerId: number): Promise<DecisionRow[]> {
  const found = await sql<DecisionRow>`
    SELECT d.id, d.kind, d.outcome, d.note, d.snapshot_encrypted AS "snapshotEncrypted", d.decided_by AS "byId",
           u.name AS "byName", d.decided_at AS at
      FROM seller_check_decisions d LEFT JOIN user_cards u ON u.id = d.decided_by AND u.erased_at IS NULL
     WHERE d.seller_id = ${sellerId} ORDER BY d.id DESC LIMIT 50`.execute(db)
  return found.rows
}

/** Returns the next 200 encrypted snapshots, ordered by id. */
export async function snapshotsAfter(
  db: Db,
  id: number,
): Promise<{ id: number; sellerId: number; snapshotEncrypted: Buffer }[]> {
  const { rows } = await sql<{ id: number; sellerId: number; snapshotEncrypted: Buffer }>`
    SELECT id, seller_id AS "sellerId", snapshot_encrypted AS "snapshotEncrypted"
      FROM seller_check_decisions WHERE id > ${id} AND snapshot_encrypted IS NOT NULL ORDER BY id LIMIT 200`.execute(
    db,
  )
  return rows
}

export async function replaceSnapshot(db: Db, id: number, to: Buffer): Promise<void> {
  await sql`UPDATE seller_check_decisions SET snapshot_encrypted = ${to} WHERE id = ${id}`.execute(db)
}

export interface SellerToCheckRow {
  id: number
  name: string | null
  sellerKind: 'business' | 'person'
  kinds: CheckKind[]
  since: Date
}

/** Returns sellers that have at least one waiting check. */
export async function pageOfSellersToCheck(
  db: Db,
  page: PageRequest,
): Promise<{ rows: SellerToCheckRow[]; total: number }> {
  const waits = sql`
    EXISTS (SELECT FROM seller_checks c WHERE c.seller_id = s.id AND c.state = 'submitted')`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM sellers s WHERE ${waits} ${countLimit}) counted`.execute(db)
  const found = await sql<SellerToCheckRow>`
    SELECT s.id, coalesce(b.name, u.name) AS name,
           CASE WHEN s.business_id IS NULL THEN 'person' ELSE 'business' END AS "sellerKind",
           (SELECT array_agg(c.kind ORDER BY c.kind) FROM seller_checks c
             WHERE c.seller_id = s.id AND c.state = 'submitted') AS kinds,
           (SELECT min(c.submitted_at) FROM seller_checks c
             WHERE c.seller_id = s.id AND c.state = 'submitted') AS since
      FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN user_cards u ON u.id = s.user_id
     WHERE ${waits} AND ${newestPage('s.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Deletes the checks of a lone instructor. */
export async function deleteChecks(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM seller_check_decisions d USING sellers s WHERE s.id = d.seller_id AND s.user_id = ${userId}`.execute(
    tx,
  )
  await sql`
    DELETE FROM seller_checks c USING sellers s WHERE s.id = c.seller_id AND s.user_id = ${userId}`.execute(
    tx,
  )
}
