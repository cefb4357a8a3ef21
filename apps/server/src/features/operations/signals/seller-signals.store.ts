/** The only writer of seller_signals. Sellers are measured by views of other features. */
import type { SellerSignalKind } from '@apogee/contracts/operations/seller-signals.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { SellerMeasure, Signal } from './seller-signals.rules.ts'

/** Joins the time at which a signal of this kind was last closed for each seller. Only later events are counted. */
const closingOf = (kind: SellerSignalKind, alias: string) => sql`
  LEFT JOIN (SELECT seller_id, max(closed_at) AS at FROM seller_signals
              WHERE closed_at IS NOT NULL AND kind = ${sql.lit(kind)} GROUP BY seller_id) ${sql.ref(alias)}
    ON ${sql.ref(`${alias}.seller_id`)} = m.seller_id`

export interface MeasureWindows {
  now: Date
  salesSince: Date
  startSince: Date
  refusedSince: Date
  bankSince: Date
}

type SaleFigures = Pick<
  SellerMeasure,
  'sellerId' | 'paidLines' | 'askedBackLines' | 'isNew' | 'dayCents' | 'dayOrders' | 'ownLines'
>

/** Returns the figures of sellers with sales in the period. */
export async function saleFigures(
  db: Db,
  { salesSince, startSince }: MeasureWindows,
): Promise<SaleFigures[]> {
  const found = await sql<SaleFigures>`
    SELECT m.seller_id AS "sellerId",
           count(*) FILTER (WHERE m.settled_at > coalesce(refunds.at, '-infinity'))::int AS "paidLines",
           count(*) FILTER (WHERE m.is_asked_back AND m.settled_at > coalesce(refunds.at, '-infinity'))::int AS "askedBackLines",
           NOT EXISTS (SELECT FROM settled_lines old WHERE old.seller_id = m.seller_id AND old.price_cents > 0
                          AND old.settled_at <= ${salesSince}) AS "isNew",
           coalesce(sum(m.price_cents) FILTER (WHERE m.settled_at > greatest(${startSince}::timestamptz, start.at)), 0)::bigint
             AS "dayCents",
           count(DISTINCT m.order_id) FILTER (WHERE m.settled_at > greatest(${startSince}::timestamptz, start.at))::int AS "dayOrders",
           count(*) FILTER (WHERE m.settled_at > coalesce(own.at, '-infinity') AND (m.buyer_id = s.user_id OR EXISTS (
             SELECT FROM user_cards u WHERE u.id = m.buyer_id AND u.business_id = s.business_id)))::int AS "ownLines"
      FROM sold_line_outcomes m JOIN seller_cards s ON s.id = m.seller_id AND NOT s.is_platform
      ${closingOf('refunds', 'refunds')} ${closingOf('fast_start', 'start')} ${closingOf('own_purchases', 'own')}
     WHERE m.settled_at > ${salesSince}
     GROUP BY m.seller_id`.execute(db)
  return found.rows
}

export interface ChargebackFigures {
  sellerId: number
  chargebacks: number
}

/** Counts chargebacks by their own day, not by the day of the sale. */
export async function chargebackFigures(
  db: Db,
  { salesSince }: MeasureWindows,
): Promise<ChargebackFigures[]> {
  const found = await sql<ChargebackFigures>`
    SELECT m.seller_id AS "sellerId", count(DISTINCT m.line_id)::int AS chargebacks
      FROM seller_chargebacks m JOIN seller_cards s ON s.id = m.seller_id AND NOT s.is_platform
      ${closingOf('chargebacks', 'closed')}
     WHERE m.at > greatest(${salesSince}::timestamptz, closed.at)
     GROUP BY m.seller_id`.execute(db)
  return found.rows
}

export interface RefusedFigures {
  sellerId: number
  refusedPayments: number
  refusedOfOneBuyer: number
}

/** Counts refused payments. Only orders of the last day are read, because a payment page is open for less than a day. */
export async function refusedFigures(
  db: Db,
  { now, refusedSince }: MeasureWindows,
): Promise<RefusedFigures[]> {
  const found = await sql<RefusedFigures>`
    SELECT "sellerId", sum(refused)::int AS "refusedPayments", max(refused)::int AS "refusedOfOneBuyer" FROM (
      SELECT m.seller_id AS "sellerId", m.buyer_id, count(DISTINCT m.id) AS refused
        FROM refused_payments m JOIN seller_cards s ON s.id = m.seller_id AND NOT s.is_platform
        ${closingOf('refused_payments', 'closed')}
       WHERE m.ordered_at > ${now}::timestamptz - interval '1 day' AND m.at > greatest(${refusedSince}::timestamptz, closed.at)
       GROUP BY m.seller_id, m.buyer_id) by_buyer
     GROUP BY "sellerId"`.execute(db)
  return found.rows
}

export interface BankFigures {
  sellerId: number
  bankDays: number
  balanceCents: number
}

/** Returns sellers who entered a bank account in the period, with the amount that the platform owes them. */
export async function bankFigures(db: Db, { now, bankSince }: MeasureWindows): Promise<BankFigures[]> {
  const found = await sql<BankFigures>`
    SELECT m.seller_id AS "sellerId",
           floor(extract(epoch FROM ${now}::timestamptz - m.saved_at) / 86400)::int AS "bankDays",
           (SELECT coalesce(sum(e.cents), 0) FROM ledger_entries e
             WHERE e.seller_id = m.seller_id AND e.account = 'platform')::bigint AS "balanceCents"
      FROM payout_bank_ages m ${closingOf('bank_changed', 'closed')}
     WHERE m.saved_at > greatest(${bankSince}::timestamptz, closed.at)`.execute(db)
  return found.rows
}

/** Opens a signal, or updates the open one. Each seller has at most one open signal of each kind. */
export async function noteSignal(
  tx: Tx,
  sellerId: number,
  { kind, facts }: Signal,
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  const noted = await sql<{ id: number; isNew: boolean }>`
    INSERT INTO seller_signals AS s (seller_id, kind, facts, opened_at, last_seen_at)
    VALUES (${sellerId}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${now}, ${now})
    ON CONFLICT (seller_id, kind) WHERE closed_at IS NULL
    DO UPDATE SET facts = excluded.facts, last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)
    RETURNING id, xmax = 0 AS "isNew"`.execute(tx)
  return onlyRow(noted)
}

export interface SignalRow {
  id: number
  sellerId: number
  sellerName: string | null
  kind: string
  facts: Record<string, number>
  openedAt: Date
  lastSeenAt: Date
  closedAt: Date | null
  closedBy: string | null
  note: string | null
}

const signals = sql`
  SELECT g.id, g.seller_id AS "sellerId", s.shown_name AS "sellerName", g.kind, g.facts, g.opened_at AS "openedAt",
         g.last_seen_at AS "lastSeenAt", g.closed_at AS "closedAt", u.name AS "closedBy", g.note
    FROM seller_signals g JOIN seller_cards s ON s.id = g.seller_id
    LEFT JOIN user_cards u ON u.id = g.closed_by AND u.erased_at IS NULL`

/** Returns a page of the open signals, or of all signals of one seller. */
export async function pageOfSignals(
  db: Db,
  sellerId: number | null,
  page: PageRequest,
): Promise<{ rows: SignalRow[]; total: number }> {
  const wanted = sellerId === null ? sql`g.closed_at IS NULL` : sql`g.seller_id = ${sellerId}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM seller_signals g WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<SignalRow>`${signals} WHERE ${wanted} AND ${newestPage('g.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function signalById(db: Db, id: number): Promise<SignalRow | undefined> {
  const found = await sql<SignalRow>`${signals} WHERE g.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Returns false if the signal was already closed. */
export async function closeSignal(
  tx: Tx,
  { id, by, note, now }: { id: number; by: number; note: string; now: Date },
): Promise<boolean> {
  const closed = await sql<{ id: number }>`
    UPDATE seller_signals SET closed_at = ${now}, closed_by = ${by}, note = ${note}
     WHERE id = ${id} AND closed_at IS NULL RETURNING id`.execute(tx)
  return closed.rows.length > 0
}

export async function deleteSignalsClosedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM seller_signals WHERE closed_at < ${before}`.execute(db)
}
