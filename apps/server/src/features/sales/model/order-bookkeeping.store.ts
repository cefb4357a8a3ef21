/** Reads orders for bookkeeping and writes nothing. */
import type { OrderId, RefundId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Sale } from '#server/features/accounting/accounting.service.ts'
import type { Customer } from './orders.store.ts'

/** The bookkeeping facts of an order with a price above zero, before or after its settlement. */
export interface PricedOrderRow {
  publicId: string
  settledAt: Date | null
  language: Language
  customer: Customer
  payeeSellerId: number
  /** True means that the payment was marked as paid by hand at the provider, and accepted: the money came by another method. */
  isPaidByHand: boolean
  buyerId: number
  buyerName: string | null
  /** The address is empty after the account was erased. */
  buyerEmail: string
  lines: (Sale['lines'][number] & {
    courseId: number
    accessDays: number | null
    accessMonths: number | null
    cohortId: number | null
    first: number[]
  })[]
}

/** Returns undefined for a free order. */
export async function pricedOrder(db: Db, orderId: OrderId): Promise<PricedOrderRow | undefined> {
  const found = await sql<PricedOrderRow>`
    SELECT o.public_id AS "publicId", o.settled_at AS "settledAt", o.language, o.customer,
           a.seller_id AS "payeeSellerId", o.buyer_id AS "buyerId",
           CASE WHEN u.erased_at IS NULL THEN u.name END AS "buyerName",
           CASE WHEN u.erased_at IS NULL THEN u.email::text ELSE '' END AS "buyerEmail",
           EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.outcome = 'settled'
                      AND p.evidence @> '{"marked_as_paid": true}') AS "isPaidByHand",
           (SELECT json_agg(json_build_object(
                     'lineId', l.id, 'courseId', l.course_id, 'sellerId', l.seller_id, 'title', l.title, 'listCents', l.list_price_cents,
                     'discountCents', l.discount_cents, 'taxBasisPoints', l.tax_basis_points,
                     'taxCents', l.tax_cents, 'feeBasisPoints', l.fee_basis_points, 'paidCents', l.price_cents,
                     'accessDays', l.access_days, 'accessMonths', l.access_months, 'cohortId', l.cohort_id,
                     'first', coalesce(l.first_course_ids, '{}'))
                     ORDER BY l.id)
              FROM order_lines l WHERE l.order_id = o.id) AS lines
      FROM orders o JOIN user_cards u ON u.id = o.buyer_id JOIN payment_accounts a ON a.id = o.payment_account_id
     WHERE o.id = ${orderId} AND o.total_cents > 0`.execute(db)
  return found.rows[0]
}

export interface RefundToBook {
  id: RefundId
  kind: 'lines' | 'chargeback'
  /** Null while the refund is not reversed. */
  reversedAt: Date | null
  at: Date
  lines: { lineId: number; cents: number }[]
}

/** Matches a refund of known lines that is done, or was reversed since. */
const isBookable = sql`r.kind <> 'held' AND r.is_named AND r.state IN ('done', 'reversed')
  AND EXISTS (SELECT FROM refund_lines l WHERE l.refund_id = r.id AND l.cents > 0)`

/** The orders to scan: those created since a time, or those of a window of ids. */
export type OrderWindow = { createdAfter: Date } | { after: number; to: number }

/** Returns settled orders whose sale, or one of whose refunds, is not in the ledger, in the order of ids. */
export async function unbookedOrders(db: Db, window: OrderWindow, limit: number): Promise<OrderId[]> {
  const among =
    'createdAfter' in window
      ? sql`o.created_at > ${window.createdAfter}`
      : sql`o.id > ${window.after} AND o.id <= ${window.to}`
  const isPosted = (source: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM ledger_postings p WHERE p.source = ${source})`
  const found = await sql<{ id: OrderId }>`
    SELECT o.id FROM orders o
     WHERE ${among} AND o.settled_at IS NOT NULL AND o.total_cents > 0
       AND (NOT ${isPosted(sql`'order:' || o.id`)}
         OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND ${isBookable}
                       AND (NOT ${isPosted(sql`'refund:' || r.id`)}
                         OR r.state = 'reversed' AND NOT ${isPosted(sql`'refund:' || r.id || ':reversed'`)})))
     ORDER BY o.id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Returns refunds of known lines, done or reversed since. `only` selects a single refund. */
export async function refundsToBook(
  db: Db,
  orderId: OrderId,
  only: RefundId | null = null,
): Promise<RefundToBook[]> {
  const found = await sql<RefundToBook>`
    SELECT r.id, r.kind, CASE r.state WHEN 'reversed' THEN r.resolved_at END AS "reversedAt",
           CASE r.state WHEN 'reversed' THEN coalesce(r.asked_at, r.created_at) ELSE r.resolved_at END AS at,
           (SELECT json_agg(json_build_object('lineId', l.line_id, 'cents', l.cents) ORDER BY l.line_id)
              FROM refund_lines l WHERE l.refund_id = r.id AND l.cents > 0) AS lines
      FROM refunds r
     WHERE r.order_id = ${orderId} AND ${isBookable} AND (${only}::bigint IS NULL OR r.id = ${only})
     ORDER BY r.id`.execute(db)
  return found.rows
}

/** Returns the owner of the account, and the order's public name. */
export async function tillOf(
  db: Db,
  payment: { orderId: OrderId; paymentAccountId: number },
): Promise<{ sellerId: number; reference: string }> {
  const found = await sql<{ sellerId: number; reference: string }>`
    SELECT a.seller_id AS "sellerId", o.public_id AS reference
      FROM payment_accounts a, orders o
     WHERE a.id = ${payment.paymentAccountId} AND o.id = ${payment.orderId}`.execute(db)
  const [till] = found.rows
  if (!till) throw new Error(`payment account ${payment.paymentAccountId} does not exist`)
  return till
}
