/** This file is the only writer of payouts. */
import type { PayoutGroup } from '@apogee/contracts/accounting/payout-groups.ts'
import type { PayoutCause, PayoutState } from '@apogee/contracts/accounting/payouts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { namedSellers, sellerName } from './seller-names.ts'

export interface PayoutRow {
  id: number
  sellerId: number
  sellerName: string
  key: string
  state: PayoutState
  amountCents: number
  bankName: string
  accountEndsWith: string
  bankSavedAt: Date
  formerPayouts: number
  largestFormerCents: number
  preparedBy: number
  preparedByName: string | null
  preparedAt: Date
  approvedBy: number | null
  approvedByName: string | null
  approvedAt: Date | null
  endedBy: number | null
  endedByName: string | null
  endedAt: Date | null
  cause: PayoutCause | null
  reason: string | null
  reference: string | null
}

const payouts = sql`
  SELECT p.id, p.seller_id AS "sellerId", ${sellerName} AS "sellerName", p.key, p.state, p.amount_cents AS "amountCents",
         p.bank_name AS "bankName", p.bank_account_ends_with AS "accountEndsWith", p.bank_saved_at AS "bankSavedAt",
         p.former_payouts AS "formerPayouts", p.largest_former_cents AS "largestFormerCents",
         p.prepared_by AS "preparedBy", prepared.name AS "preparedByName", p.prepared_at AS "preparedAt",
         p.approved_by AS "approvedBy", approved.name AS "approvedByName", p.approved_at AS "approvedAt",
         p.ended_by AS "endedBy", ended.name AS "endedByName", p.ended_at AS "endedAt", p.cause, p.reason,
         posting.reference
    FROM ${namedSellers} JOIN payouts p ON p.seller_id = s.id
    LEFT JOIN user_cards prepared ON prepared.id = p.prepared_by AND prepared.erased_at IS NULL
    LEFT JOIN user_cards approved ON approved.id = p.approved_by AND approved.erased_at IS NULL
    LEFT JOIN user_cards ended ON ended.id = p.ended_by AND ended.erased_at IS NULL
    LEFT JOIN ledger_postings posting ON posting.id = p.posting_id`

export const isOpen = sql`p.state IN ('prepared', 'approved')`

function inGroup(group: PayoutGroup | null): RawBuilder<unknown> {
  if (group === null) return sql`true`
  return group === 'ended' ? sql`p.state IN ('paid', 'declined', 'withdrawn')` : sql`p.state = ${group}`
}

export async function pageOfPayouts(
  db: Db,
  group: PayoutGroup | null,
  page: PageRequest,
): Promise<{ rows: PayoutRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM payouts p WHERE ${inGroup(group)} ${countLimit}) counted`.execute(
    db,
  )
  // A test of row types identifies statements by their fixed parts. The parentheses make these parts differ from those of the list
  // in seller-signals.store.ts.
  const found =
    await sql<PayoutRow>`${payouts} WHERE (${inGroup(group)}) AND ${newestPage('p.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Each count stops at 1,001 rows, so 1,001 means more than a thousand. */
export async function countOpen(db: Db): Promise<{ prepared: number; approved: number }> {
  const found = await sql<{ prepared: number; approved: number }>`
    SELECT (SELECT count(*) FROM (SELECT FROM payouts WHERE state = 'prepared' ${countLimit}) waiting) AS prepared,
           (SELECT count(*) FROM (SELECT FROM payouts WHERE state = 'approved' ${countLimit}) ready) AS approved`.execute(
    db,
  )
  return onlyRow(found)
}

export async function payoutById(db: Db, id: number): Promise<PayoutRow | undefined> {
  const found = await sql<PayoutRow>`${payouts} WHERE p.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function payoutByKey(db: Db, sellerId: number, key: string): Promise<PayoutRow | undefined> {
  const found = await sql<PayoutRow>`${payouts} WHERE p.seller_id = ${sellerId} AND p.key = ${key}`.execute(
    db,
  )
  return found.rows[0]
}

/** Sums this seller's open payouts in sen, except the payout `exceptId`. */
export async function openCents(db: Db, sellerId: number, exceptId: number | null): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(p.amount_cents), 0)::bigint AS cents FROM payouts p
     WHERE p.seller_id = ${sellerId} AND ${isOpen} AND p.id IS DISTINCT FROM ${exceptId}::bigint`.execute(db)
  return onlyRow(found).cents
}

export async function formerPayouts(
  db: Db,
  sellerId: number,
): Promise<{ count: number; largestCents: number }> {
  const found = await sql<{ count: number; largestCents: number }>`
    SELECT count(*)::int AS count, coalesce(max(e.cents), 0)::bigint AS "largestCents"
      FROM ledger_entries e JOIN ledger_postings l ON l.id = e.posting_id AND l.kind = 'payout'
     WHERE e.seller_id = ${sellerId} AND e.account = 'bank'
       AND NOT EXISTS (SELECT FROM ledger_postings r WHERE r.about_id = l.id AND r.kind = 'payout_reversed')`.execute(
    db,
  )
  return onlyRow(found)
}

export interface NewPayout {
  sellerId: number
  key: string
  amountCents: number
  bank: { bankName: string; accountEndsWith: string; savedAt: Date }
  former: { count: number; largestCents: number }
  preparedBy: number
  now: Date
}

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<number> {
  const { sellerId, key, amountCents, bank, former, preparedBy, now } = payout
  const inserted = await sql<{ id: number }>`
    INSERT INTO payouts (seller_id, key, amount_cents, bank_name, bank_account_ends_with, bank_saved_at, former_payouts,
                         largest_former_cents, prepared_by, prepared_at)
    VALUES (${sellerId}, ${key}, ${amountCents}, ${bank.bankName}, ${bank.accountEndsWith}, ${bank.savedAt},
            ${former.count}, ${former.largestCents}, ${preparedBy}, ${now})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function approve(tx: Tx, { id, by, now }: { id: number; by: number; now: Date }): Promise<void> {
  await sql`
    UPDATE payouts SET state = 'approved', approved_by = ${by}, approved_at = ${now}
     WHERE id = ${id} AND state = 'prepared'`.execute(tx)
}

export interface PayoutEnd {
  id: number
  state: 'declined' | 'withdrawn'
  cause: PayoutCause
  /** `by` and `reason` are null when the system ended the payout. */
  by: number | null
  reason: string | null
  now: Date
}

export async function end(tx: Tx, { id, state, cause, by, reason, now }: PayoutEnd): Promise<void> {
  await sql`
    UPDATE payouts p SET state = ${state}, cause = ${cause}, ended_by = ${by}, reason = ${reason}, ended_at = ${now}
     WHERE p.id = ${id} AND ${isOpen}`.execute(tx)
}

export async function markPaid(
  tx: Tx,
  { id, postingId, by, now }: { id: number; postingId: number; by: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE payouts SET state = 'paid', posting_id = ${postingId}, ended_by = ${by}, ended_at = ${now}
     WHERE id = ${id} AND state = 'approved'`.execute(tx)
}

/** Returns open payouts with an id above `after`, at most 100, ordered by id. */
export async function openAfter(db: Db, after: number): Promise<{ id: number; sellerId: number }[]> {
  const found = await sql<{ id: number; sellerId: number }>`
    SELECT p.id, p.seller_id AS "sellerId" FROM payouts p WHERE ${isOpen} AND p.id > ${after} ORDER BY p.id LIMIT 100`.execute(
    db,
  )
  return found.rows
}
