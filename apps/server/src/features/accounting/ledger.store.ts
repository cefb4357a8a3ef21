/** This file is the single writer of the ledger. It never updates or deletes; the database refuses both. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { release } from '#server/platform/database/schema/release.ts'
import type { Entry, PostedLine, Through } from './accounting.rules.ts'

export type PostingKind =
  | 'sale'
  | 'refund'
  | 'chargeback'
  | 'chargeback_won'
  | 'held'
  | 'held_returned'
  | 'held_applied'
  | 'payout'
  | 'payout_reversed'
  | 'payment_in'
  | 'payment_in_reversed'

export interface NewPosting {
  source: string
  kind: PostingKind
  at: Date
  aboutId: number | null
  payeeSellerId: number
  through: Through
  reference: string
  note: string
  recordedBy: number | null
  entries: readonly Entry[]
  lines: readonly PostedLine[]
}

/**
 * Returns undefined when this source is already posted. Waits for a concurrent posting of the same source. Fails in a release that
 * may no longer sell (docs/decisions/releases.md).
 */
export async function insertPosting(tx: Tx, posting: NewPosting): Promise<number | undefined> {
  const { source, kind, at, aboutId, payeeSellerId, through, reference, note, recordedBy } = posting
  const inserted = await sql<{ id: number }>`
    WITH posted AS (
      INSERT INTO ledger_postings (source, kind, at, about_id, payee_seller_id, through, reference, note, recorded_by)
      VALUES (${source}, ${kind}, ${at}, ${aboutId}, ${payeeSellerId}, ${through}, ${reference}, ${note}, ${recordedBy})
      ON CONFLICT (source) DO NOTHING RETURNING id, at
    ), entered AS (
      INSERT INTO ledger_entries (posting_id, seller_id, account, cents, at)
      SELECT posted.id, "sellerId", account, cents, posted.at
        FROM posted, jsonb_to_recordset(${JSON.stringify(posting.entries)}::jsonb)
             AS given ("sellerId" bigint, account text, cents bigint)
    ), listed AS (
      INSERT INTO posting_lines (posting_id, line_id, sale_id, seller_id, title, list_cents, discount_cents,
                                 tax_basis_points, tax_cents, fee_basis_points, fee_cents, paid_cents)
      SELECT posted.id, "lineId", coalesce(${aboutId}::bigint, posted.id), "sellerId", title, "listCents",
             "discountCents", "taxBasisPoints", "taxCents", "feeBasisPoints", "feeCents", "paidCents"
        FROM posted, jsonb_to_recordset(${JSON.stringify(posting.lines)}::jsonb)
             AS given ("lineId" bigint, "sellerId" bigint, title text, "listCents" bigint, "discountCents" bigint,
                       "taxBasisPoints" integer, "taxCents" bigint, "feeBasisPoints" integer, "feeCents" bigint,
                       "paidCents" bigint)
    )
    SELECT id FROM posted WHERE may_sell(${release})`.execute(tx)
  return inserted.rows[0]?.id
}

export interface PostingRow {
  id: number
  source: string
  kind: PostingKind
  at: Date
  payeeSellerId: number
  through: Through
  reference: string
}

const postingColumns = sql`id, source, kind, at, payee_seller_id AS "payeeSellerId", through, reference`

export async function postingOf(db: Db, source: string): Promise<PostingRow | undefined> {
  const found =
    await sql<PostingRow>`SELECT ${postingColumns} FROM ledger_postings WHERE source = ${source}`.execute(db)
  return found.rows[0]
}

/** Serialises refunds of one sale, because each needs the amounts refunded before it. */
export async function lockPosting(tx: Tx, source: string): Promise<PostingRow | undefined> {
  const found =
    await sql<PostingRow>`SELECT ${postingColumns} FROM ledger_postings WHERE source = ${source} FOR NO KEY UPDATE`.execute(
      tx,
    )
  return found.rows[0]
}

export interface SoldLine extends PostedLine {
  refundedCents: number
}

export async function soldLines(db: Db, saleId: number): Promise<SoldLine[]> {
  const found = await sql<SoldLine>`
    SELECT s.line_id AS "lineId", s.seller_id AS "sellerId", s.title, s.list_cents AS "listCents",
           s.discount_cents AS "discountCents", s.tax_basis_points AS "taxBasisPoints", s.tax_cents AS "taxCents",
           s.fee_basis_points AS "feeBasisPoints", s.fee_cents AS "feeCents", s.paid_cents AS "paidCents",
           coalesce((SELECT -sum(b.paid_cents) FROM posting_lines b
                      WHERE b.sale_id = s.sale_id AND b.line_id = s.line_id AND b.posting_id <> s.sale_id), 0)::bigint
             AS "refundedCents"
      FROM posting_lines s WHERE s.posting_id = ${saleId} ORDER BY s.line_id`.execute(db)
  return found.rows
}

export async function platformSeller(db: Db): Promise<number> {
  const found = await sql<{ id: number }>`SELECT id FROM seller_cards WHERE is_platform`.execute(db)
  const [platform] = found.rows
  if (!platform) throw new Error('there is no platform among the sellers')
  return platform.id
}

/** Locks the seller's row until the transaction ends. The lock does not block sales of this seller. */
export async function lockSeller(tx: Tx, id: number): Promise<void> {
  await sql`SELECT FROM sellers WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
}

export interface TransferRow {
  sellerId: number
  kind: 'payout' | 'payment_in'
  /** The sign is that of the seller's bank: received money is positive. */
  cents: number
  reference: string
}

export async function transferById(db: Db, id: number): Promise<TransferRow | undefined> {
  const found = await sql<TransferRow>`
    SELECT p.payee_seller_id AS "sellerId", p.kind, p.reference, e.cents
      FROM ledger_postings p
      JOIN ledger_entries e ON e.posting_id = p.id AND e.seller_id = p.payee_seller_id AND e.account = 'bank'
     WHERE p.id = ${id} AND p.kind IN ('payout', 'payment_in')`.execute(db)
  return found.rows[0]
}
