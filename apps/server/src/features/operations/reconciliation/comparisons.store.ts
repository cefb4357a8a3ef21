/** The comparisons as SQL. They read the tables of every feature that handles money and write none. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { DifferenceKind } from '@apogee/contracts/operations/reconciliation.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { row, type Comparisons } from './comparisons.row.ts'
import { ofInvoices } from './invoice-comparisons.store.ts'
import type { FoundDifference } from './reconciliation.store.ts'
import type { StoredPayment } from './reconciliation.rules.ts'

export interface PaymentToCompare extends StoredPayment {
  id: number
  orderId: OrderId
  sellerId: number
  paymentAccountId: number
  providerId: string
}

const paymentColumns = sql`
  p.id, p.order_id AS "orderId", a.seller_id AS "sellerId", p.payment_account_id AS "paymentAccountId",
  p.provider_id AS "providerId", p.state IN ('paid', 'refunded') AS "isPaid", p.received_cents AS "receivedCents",
  (SELECT coalesce(sum(r.amount_cents), 0)::int8 FROM refunds r
    WHERE r.payment_id = p.id AND r.state = 'done') AS "refundedCents",
  EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state IN ('planned', 'asking', 'pending')) AS "isRefunding"
  FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id`

/**
 * Returns payments since `since` that may have changed at the provider. Imported past payments are omitted, because the provider
 * does not know them.
 */
export async function paymentsToCompare(
  db: Db,
  { after, since, limit }: { after: number; since: Date; limit: number },
): Promise<PaymentToCompare[]> {
  const found = await sql<PaymentToCompare>`
    SELECT ${paymentColumns}
     WHERE p.id > ${after} AND p.provider_id IS NOT NULL AND p.is_test IS NOT NULL
       AND greatest(p.created_at, p.paid_at) >= ${since}
     ORDER BY p.id LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function paymentToCompare(db: Db, id: number): Promise<PaymentToCompare | undefined> {
  const found = await sql<PaymentToCompare>`SELECT ${paymentColumns} WHERE p.id = ${id}`.execute(db)
  return found.rows[0]
}

export type Table = 'orders' | 'enrolments'

/**
 * Returns the last id of the next `size` rows after `after`, and the number of these rows. Undefined means that no rows are left.
 */
export async function windowOf(
  db: Db,
  table: Table,
  after: number,
  size: number,
): Promise<{ to: number; rows: number } | undefined> {
  const found = await sql<{ to: number | null; rows: number }>`
    SELECT max(id) AS to, count(*) AS rows
      FROM (SELECT id FROM ${sql.table(table)} WHERE id > ${after} ORDER BY id LIMIT ${size}) w`.execute(db)
  const [row] = found.rows
  return row && row.to !== null ? { to: row.to, rows: row.rows } : undefined
}

const ofOrder = { subject: sql`'order ' || o.id`, order: sql`o.id` }

function ofOrders(after: number, to: number): Comparisons {
  const inWindow = sql`o.id > ${after} AND o.id <= ${to}`
  /** Joins the sum of each seller's lines of an order with the sum of their postings. */
  const bySeller = sql`
    FROM orders o
    JOIN LATERAL (
      SELECT l.seller_id, sum(l.price_cents)::int8 AS paid, sum(l.refunded_cents)::int8 AS refunded
        FROM order_lines l WHERE l.order_id = o.id GROUP BY l.seller_id) own ON true
    LEFT JOIN ledger_postings sale ON sale.source = 'order:' || o.id
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(pl.paid_cents) FILTER (WHERE pl.posting_id = sale.id), 0)::int8 AS paid,
             coalesce(-sum(pl.paid_cents) FILTER (WHERE pl.posting_id <> sale.id), 0)::int8 AS refunded
        FROM posting_lines pl WHERE pl.sale_id = sale.id AND pl.seller_id = own.seller_id) book ON true
   WHERE ${inWindow} AND o.settled_at IS NOT NULL`
  return {
    order_unpaid: sql`
      SELECT ${row({ ...ofOrder, expected: sql`o.total_cents`, found: sql`paid.cents` })} FROM orders o
        LEFT JOIN LATERAL (
          SELECT sum(p.received_cents)::int8 AS cents, count(*) AS payments FROM payments p
           WHERE p.order_id = o.id AND p.outcome = 'settled') paid ON true
       WHERE ${inWindow} AND o.settled_at IS NOT NULL AND o.total_cents > 0
         AND (paid.payments <> 1 OR paid.cents <> o.total_cents)`,
    payment_unused: sql`
      SELECT ${row({ ...ofOrder, subject: sql`'payment ' || p.id`, found: sql`p.received_cents`, expected: sql`0` })}
        FROM orders o JOIN payments p ON p.order_id = o.id AND p.outcome = 'settled'
       WHERE ${inWindow} AND o.settled_at IS NULL`,
    money_forgotten: sql`
      SELECT ${row({ ...ofOrder, subject: sql`'payment ' || p.id`, seller: sql`a.seller_id`, found: sql`p.received_cents` })}
        FROM orders o JOIN payments p ON p.order_id = o.id JOIN payment_accounts a ON a.id = p.payment_account_id
       WHERE ${inWindow} AND (
         (p.state IN ('paid', 'refunded') AND p.outcome IS NULL)
         OR (((p.state = 'paid' AND p.outcome IN ('surplus', 'needs_review')) OR p.held_cents <> 0)
             AND NOT EXISTS (SELECT FROM review_items i WHERE i.payment_id = p.id AND i.state <> 'closed')))`,
    access_missing: sql`
      SELECT ${row({ ...ofOrder, subject: sql`'line ' || l.id`, seller: sql`l.seller_id` })}
        FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN user_cards u ON u.id = coalesce(o.learner_id, o.buyer_id)
       WHERE ${inWindow} AND o.settled_at IS NOT NULL AND u.erased_at IS NULL AND (
         l.status = 'open' OR (l.status = 'granted' AND (NOT o.is_gift OR o.learner_id IS NOT NULL) AND NOT EXISTS (
           SELECT FROM enrolments e
            WHERE e.user_id = u.id AND e.course_id = l.course_id
              -- A place that cost nothing may be removed by the course's people.
              AND (e.revoked_at IS NULL OR (l.price_cents = 0 AND e.removed_at = e.revoked_at)))))`,
    ledger_sale: sql`
      SELECT ${row({ subject: sql`'order ' || o.id || ', seller ' || own.seller_id`, order: sql`o.id`, seller: sql`own.seller_id`, expected: sql`own.paid`, found: sql`coalesce(book.paid, 0)` })}
        ${bySeller} AND own.paid <> coalesce(book.paid, 0)`,
    ledger_refund: sql`
      SELECT ${row({ subject: sql`'order ' || o.id || ', seller ' || own.seller_id`, order: sql`o.id`, seller: sql`own.seller_id`, expected: sql`own.refunded`, found: sql`coalesce(book.refunded, 0)` })}
        ${bySeller} AND own.refunded <> coalesce(book.refunded, 0)`,
    ledger_stray: sql`
      SELECT ${row(ofOrder)} FROM orders o JOIN ledger_postings sale ON sale.source = 'order:' || o.id
       WHERE ${inWindow} AND o.settled_at IS NULL`,
    receipt_amount: sql`
      SELECT ${row({ subject: sql`'posting ' || p.id || ', seller ' || sold.seller_id`, order: sql`o.id`, seller: sql`sold.seller_id`, expected: sql`sold.cents`, found: sql`coalesce(r.total_cents, 0)` })}
        FROM orders o
        JOIN ledger_postings sale ON sale.source = 'order:' || o.id
        JOIN LATERAL (
          SELECT pl.posting_id, pl.seller_id, sum(abs(pl.paid_cents))::int8 AS cents, sum(abs(pl.tax_cents))::int8 AS tax
            FROM posting_lines pl WHERE pl.sale_id = sale.id GROUP BY 1, 2) sold ON true
        JOIN ledger_postings p ON p.id = sold.posting_id
        LEFT JOIN receipts r ON r.posting_id = sold.posting_id AND r.seller_id = sold.seller_id
       WHERE ${inWindow} AND (r.total_cents IS DISTINCT FROM sold.cents OR r.tax_cents IS DISTINCT FROM sold.tax)`,
  }
}

function ofEnrolments(after: number, to: number): Comparisons {
  return {
    access_unpaid: sql`
      SELECT ${row({ subject: sql`'enrolment ' || e.id` })} FROM enrolments e
       WHERE e.id > ${after} AND e.id <= ${to} AND e.source = 'purchase' AND e.revoked_at IS NULL AND NOT EXISTS (
         SELECT FROM settled_lines l
          WHERE l.learner_id = e.user_id AND l.course_id = e.course_id AND l.status = 'granted')`,
    access_unexplained: sql`
      SELECT ${row({ subject: sql`'enrolment ' || e.id` })} FROM enrolments e
       WHERE e.id > ${after} AND e.id <= ${to} AND (e.revoked_at IS NULL) <> EXISTS (
         SELECT FROM open_grants g
          WHERE g.user_id = e.user_id AND g.course_id = e.course_id AND (g.access_from IS NOT NULL OR e.revoked_at IS NOT NULL))
       UNION ALL
      SELECT ${row({ subject: sql`'grant ' || g.id` })}
        FROM enrolments e JOIN open_grants g ON g.user_id = e.user_id AND g.course_id = e.course_id
       WHERE e.id > ${after} AND e.id <= ${to} AND (
         (g.kind = 'order_line' AND NOT EXISTS (
           SELECT FROM settled_lines l
            WHERE l.id = g.source_id AND l.status = 'granted' AND l.learner_id = g.user_id AND l.course_id = g.course_id))
         OR (g.kind = 'seat' AND NOT EXISTS (
           SELECT FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
            WHERE p.id = g.source_id AND p.state = 'enrolled' AND p.user_id = g.user_id AND l.course_id = g.course_id)))
       UNION ALL
      SELECT ${row({ subject: sql`'line ' || l.id`, order: sql`l.order_id`, seller: sql`l.seller_id` })}
        FROM enrolments e JOIN settled_lines l ON l.learner_id = e.user_id AND l.course_id = e.course_id
             AND l.status = 'granted' AND l.price_cents > 0
       WHERE e.id > ${after} AND e.id <= ${to} AND e.revoked_at IS NULL AND NOT EXISTS (
         SELECT FROM open_grants g WHERE g.kind = 'order_line' AND g.source_id = l.id)`,
  }
}

/** Comparisons of the ledger and the receipts. Each is one query over all rows. */
const ofBooks: Comparisons = {
  ledger_balance: sql`
    SELECT ${row({ subject: sql`'platform'`, expected: sql`0`, found: sql`books.cents` })}
      FROM (SELECT coalesce(sum(cents), 0)::int8 AS cents FROM ledger_entries
             WHERE account IN ('platform', 'payable')) books
     WHERE books.cents <> 0`,
  ledger_held: sql`
    SELECT ${row({ subject: sql`'seller ' || coalesce(paid.seller_id, book.seller_id)`, seller: sql`coalesce(paid.seller_id, book.seller_id)`, expected: sql`coalesce(paid.cents, 0)`, found: sql`coalesce(book.cents, 0)` })}
      FROM (SELECT a.seller_id, sum(p.held_cents)::int8 AS cents
              FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id
             WHERE p.held_cents <> 0 GROUP BY 1) paid
      FULL JOIN (SELECT seller_id, -sum(cents)::int8 AS cents FROM ledger_entries WHERE account = 'held' GROUP BY 1) book
        ON book.seller_id = paid.seller_id
     WHERE coalesce(paid.cents, 0) <> coalesce(book.cents, 0)`,
  receipt_gap: sql`
    SELECT ${row({ subject: sql`n.kind || ' ' || n.year || ', seller ' || n.seller_id`, seller: sql`n.seller_id`, expected: sql`n.last_number - n.skipped`, found: sql`(SELECT count(*) FROM receipts r WHERE r.seller_id = n.seller_id AND r.kind = n.kind AND r.year = n.year AND r.number BETWEEN 1 AND n.last_number)` })}
      FROM receipt_series n
     WHERE n.last_number - n.skipped <> (SELECT count(*) FROM receipts r
                              WHERE r.seller_id = n.seller_id AND r.kind = n.kind AND r.year = n.year)`,
}

async function run(tx: Tx, comparisons: Comparisons): Promise<FoundDifference[]> {
  const found: FoundDifference[] = []
  for (const [kind, comparison] of Object.entries(comparisons)) {
    const { rows } = await comparison.execute(tx)
    for (const difference of rows) found.push({ kind: kind as DifferenceKind, ...difference })
  }
  return found
}

export const compareOrders = (tx: Tx, after: number, to: number) => run(tx, ofOrders(after, to))
export const compareEnrolments = (tx: Tx, after: number, to: number) => run(tx, ofEnrolments(after, to))

/** Comparisons that need no windows, because their queries read sums, numbers and invoices, which are few. */
const ofEverything = [ofBooks, ofInvoices] as const

export async function compareBooks(tx: Tx): Promise<FoundDifference[]> {
  const found: FoundDifference[] = []
  for (const comparisons of ofEverything)
    for (const difference of await run(tx, comparisons)) found.push(difference)
  return found
}
export const booksCompared = ofEverything.flatMap((comparisons) => Object.keys(comparisons)).length
