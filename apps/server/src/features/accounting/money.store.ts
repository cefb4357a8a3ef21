/**
 * Computes amounts of money from the sums of the ledger (docs/ledger.md#figures). Each statement also adds the postings that the
 * sums lack, as of the same moment.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'
import { bookByMonth, kindOf, monthsWithin, type Period } from './ledger-sums.store.ts'

export type MoneyScope = SellerScope | { sellerId: number }
type Column = RawBuilder<unknown>

const soldBy = (scope: MoneyScope, seller: Column): Column =>
  'sellerId' in scope ? sql`${seller} = ${scope.sellerId}` : sellerIn(scope, seller)

const within = ({ from, to }: Period) => sql`
  (${from}::timestamptz IS NULL OR p.at >= ${from}) AND (${to}::timestamptz IS NULL OR p.at < ${to})`

/**
 * `p` is a chargeback or the reversal of one that the seller won, and `l` is a line of `p`. Both are rare, and
 * ledger_postings_chargebacks_idx finds them.
 */
const chargebackLines = (scope: MoneyScope) => sql`
  ledger_postings p JOIN posting_lines l ON l.posting_id = p.id
 WHERE p.kind IN ('chargeback', 'chargeback_won') AND ${soldBy(scope, sql`l.seller_id`)}`

/**
 * `p` is a paid or a voided invoice, and `l` is a line of `p`. Invoices are few compared with orders, and
 * ledger_postings_invoices_idx finds them.
 */
const invoiceLines = (scope: MoneyScope) => sql`
  ledger_postings p JOIN posting_lines l ON l.posting_id = p.id
 WHERE p.source LIKE 'invoice%' AND ${soldBy(scope, sql`p.payee_seller_id`)}`

/** Amounts are positive sen, except where a field says otherwise. */
export interface SumsRow {
  sales: number
  /** Includes refunds and chargebacks. */
  returned: number
  chargebacks: number
  /** The tax is the SST in sales less the SST in refunds and chargebacks. */
  tax: number
  fees: number
  /** Sums the fees that all sellers paid. The fees are recorded in the platform's own book, so the sum is 0 for other sellers. */
  feeIncome: number
  /**
   * Sums the bank transfers that this seller received, less those that the seller sent. The platform's own sum is negative, because
   * the platform pays sellers.
   */
  transfers: number
  paidOut: number
  /** The platform owes this amount to the sellers at the end of the period. A negative amount is owed by the sellers. */
  owed: number
  invoiceSales: number
  invoiceRefunds: number
  invoiceFees: number
}

/** Selects the sums of a period from `book`, rows of `account, kind, cents, is_within` up to the end of the period. */
const sumsFrom = (book: Column, scope: MoneyScope, period: Period) => sql<SumsRow>`
    WITH part AS (${book}),
    sold AS (SELECT * FROM part WHERE is_within AND account IN ('sales', 'tax'))
    SELECT coalesce((SELECT -sum(cents) FROM sold WHERE kind = 'sale'), 0)::bigint AS sales,
           coalesce((SELECT sum(cents) FROM sold WHERE kind <> 'sale'), 0)::bigint AS returned,
           coalesce((SELECT -sum(cents) FROM sold WHERE account = 'tax'), 0)::bigint AS tax,
           coalesce((SELECT -sum(l.paid_cents) FROM ${chargebackLines(scope)} AND ${within(period)}), 0)::bigint AS chargebacks,
           coalesce(sum(cents) FILTER (WHERE is_within AND account = 'fee'), 0)::bigint AS fees,
           coalesce(-sum(cents) FILTER (WHERE is_within AND account = 'fee_income'), 0)::bigint AS "feeIncome",
           coalesce(sum(cents) FILTER (WHERE is_within AND account = 'bank' AND kind = 'transfer'), 0)::bigint AS transfers,
           coalesce(-sum(cents) FILTER (WHERE is_within AND account = 'platform' AND kind = 'transfer'), 0)::bigint AS "paidOut",
           coalesce(sum(cents) FILTER (WHERE account = 'platform'), 0)::bigint AS owed,
           coalesce((SELECT sum(l.paid_cents) FROM ${invoiceLines(scope)} AND p.kind = 'sale' AND ${within(period)}), 0)::bigint
             AS "invoiceSales",
           coalesce((SELECT -sum(l.paid_cents) FROM ${invoiceLines(scope)} AND p.kind <> 'sale' AND ${within(period)}), 0)::bigint
             AS "invoiceRefunds",
           coalesce((SELECT sum(l.fee_cents) FROM ${invoiceLines(scope)} AND ${within(period)}), 0)::bigint AS "invoiceFees"
      FROM part`

/** Returns the sums of a period of whole months, from the sums of the ledger. */
export async function sumsOf(db: Db, scope: MoneyScope, period: Period): Promise<SumsRow> {
  const found = await sumsFrom(
    sql`
      SELECT account, kind, cents, ${monthsWithin({ ...period, to: null })} AS is_within
        FROM (${bookByMonth((seller) => soldBy(scope, seller))}) book WHERE ${monthsWithin({ ...period, from: null })}`,
    scope,
    period,
  ).execute(db)
  return onlyRow(found)
}

/** Returns the sums of a seller in any period, from the entries of the period. `owed` is only the change in the period. */
export async function sumsOfDays(db: Db, sellerId: number, period: Period): Promise<SumsRow> {
  const found = await sumsFrom(
    sql`
      SELECT e.account, ${kindOf(sql`p.kind`)} AS kind, e.cents, true AS is_within
        FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
       WHERE e.seller_id = ${sellerId} AND (${period.from}::timestamptz IS NULL OR e.at >= ${period.from})
         AND (${period.to}::timestamptz IS NULL OR e.at < ${period.to})`,
    { sellerId },
    period,
  ).execute(db)
  return onlyRow(found)
}

export interface SoldRow {
  sales: number
  returned: number
  chargebacks: number
}

export interface MonthRow extends SoldRow {
  /** The month has the form '2026-11'. */
  month: string
}

/** Returns the month of `now` and the months before it, oldest first. */
export async function sumsByMonth(
  db: Db,
  scope: MoneyScope,
  { now, months }: { now: Date; months: number },
): Promise<MonthRow[]> {
  const found = await sql<MonthRow>`
    WITH month AS (
      SELECT (month_in_kuala_lumpur(${now}::timestamptz) - make_interval(months => back))::date AS start
        FROM generate_series(0, ${months}::int - 1) AS back),
    part AS (
      SELECT month AS start, CASE kind WHEN 'sale' THEN -cents ELSE 0 END AS sales,
             CASE kind WHEN 'sale' THEN 0 ELSE cents END AS returned, 0::bigint AS chargebacks
        FROM (${bookByMonth((seller) => soldBy(scope, seller))}) book
       WHERE account IN ('sales', 'tax') AND month >= (SELECT min(start) FROM month)
      UNION ALL
      SELECT month_in_kuala_lumpur(p.at), 0, 0, -l.paid_cents FROM ${chargebackLines(scope)})
    SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(sum(sales), 0)::bigint AS sales,
           coalesce(sum(returned), 0)::bigint AS returned, coalesce(sum(chargebacks), 0)::bigint AS chargebacks
      FROM month LEFT JOIN part ON part.start = month.start GROUP BY month.start ORDER BY month.start`.execute(
    db,
  )
  return found.rows
}

export interface DayRow extends SoldRow {
  /** The day has the form '2026-11-24'. */
  day: string
  /** Counts orders and invoices. An order of two sellers counts once for each seller, and once in the total of all sellers. */
  count: number
  /** Counts the invoices among them. */
  invoices: number
  fees: number
}

/**
 * Returns one row for each of the last `days` days up to today, oldest first. The table `seller_days` holds the total of all
 * sellers as seller 0.
 */
export async function sumsByDay(
  db: Db,
  scope: MoneyScope,
  { today, days }: { today: string; days: number },
): Promise<DayRow[]> {
  const whose = 'all' in scope ? sql`d.seller_id = 0` : soldBy(scope, sql`d.seller_id`)
  // The platform's own book has the fees of all sellers as one income for each posting.
  const fees =
    'all' in scope
      ? sql`-e.cents FROM ledger_entries e
       WHERE e.account = 'fee_income' AND e.seller_id = (SELECT s.id FROM seller_cards s WHERE s.is_platform)`
      : sql`e.cents FROM ledger_entries e WHERE e.account = 'fee' AND ${soldBy(scope, sql`e.seller_id`)}`
  // A day in Kuala Lumpur starts before that of the database's own time zone, whichever this is.
  const since = sql`(${today}::date - ${days}::int - 1)::timestamptz`
  const found = await sql<DayRow>`
    WITH day AS (SELECT ${today}::date - back AS day FROM generate_series(0, ${days}::int - 1) AS back),
    part (day, count, sales, returned, chargebacks, invoices, fees) AS (
      SELECT d.day, d.orders, d.gross_cents, d.refunded_cents, 0::bigint, 0, 0::bigint
        FROM seller_days d WHERE ${whose} AND d.day > ${today}::date - ${days}::int
      UNION ALL
      SELECT day_in_kuala_lumpur(p.at), 0, 0, 0, -l.paid_cents, 0, 0 FROM ${chargebackLines(scope)} AND p.at > ${since}
      UNION ALL
      SELECT day_in_kuala_lumpur(p.at), 0, 0, 0, 0, 1, 0 FROM ledger_postings p
       WHERE p.source LIKE 'invoice%' AND p.kind = 'sale' AND ${soldBy(scope, sql`p.payee_seller_id`)} AND p.at > ${since}
      UNION ALL
      SELECT day_in_kuala_lumpur(e.at), 0, 0, 0, 0, 0, ${fees} AND e.at > ${since})
    SELECT to_char(day.day, 'YYYY-MM-DD') AS day, coalesce(sum(part.count), 0)::int8 AS count,
           coalesce(sum(part.sales), 0)::int8 AS sales, coalesce(sum(part.returned), 0)::int8 AS returned,
           coalesce(sum(part.chargebacks), 0)::int8 AS chargebacks, coalesce(sum(part.invoices), 0)::int8 AS invoices,
           coalesce(sum(part.fees), 0)::int8 AS fees
      FROM day LEFT JOIN part ON part.day = day.day GROUP BY day.day ORDER BY day.day`.execute(db)
  return found.rows
}

/**
 * Joins each sold line that `lines (source, line_id)` names with its sale and its later refunds and chargebacks. OFFSET 0 makes
 * PostgreSQL look up each sale by its source, because the planner does not know how few lines are named.
 */
const movedBy = (lines: RawBuilder<unknown>) => sql`
       (${lines}) named (source, line_id)
     CROSS JOIN LATERAL (SELECT p.id FROM ledger_postings p WHERE p.source = named.source OFFSET 0) sale
     CROSS JOIN LATERAL (
       SELECT p.kind, l.paid_cents, l.fee_cents FROM posting_lines l JOIN ledger_postings p ON p.id = l.posting_id
        WHERE l.sale_id = sale.id AND l.line_id = named.line_id OFFSET 0) moved`

const movedSums = sql`
  coalesce(sum(moved.paid_cents) FILTER (WHERE moved.kind = 'sale'), 0)::bigint AS sales,
  coalesce(-sum(moved.paid_cents) FILTER (WHERE moved.kind <> 'sale'), 0)::bigint AS returned,
  coalesce(-sum(moved.paid_cents) FILTER (WHERE moved.kind LIKE 'chargeback%'), 0)::bigint AS chargebacks,
  coalesce(sum(moved.fee_cents), 0)::bigint AS fees`

export interface LinesRow extends SoldRow {
  fees: number
}

export async function sumsOfLines(db: Db, lines: RawBuilder<unknown>): Promise<LinesRow> {
  const found = await sql<LinesRow>`SELECT ${movedSums} FROM ${movedBy(lines)}`.execute(db)
  return onlyRow(found)
}

export async function sumsBySource(
  db: Db,
  lines: RawBuilder<unknown>,
): Promise<(LinesRow & { source: string })[]> {
  const found = await sql<LinesRow & { source: string }>`
    SELECT named.source, ${movedSums} FROM ${movedBy(lines)} GROUP BY named.source`.execute(db)
  return found.rows
}
