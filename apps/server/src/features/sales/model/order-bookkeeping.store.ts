/** Reads orders for bookkeeping and writes nothing. */
import type { Terms } from '@apogee/contracts/sales/offers.ts'
import { accessIn } from '#server/policy/access-columns.ts'
import type { OrderId, RefundId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Sale } from '#server/features/accounting/accounting.service.ts'
import type { Customer } from './orders.store.ts'

/** The facts about an order that the books need. The price is above zero, and the order may be settled or not. */
export interface PricedOrderRow {
  publicId: string
  settledAt: Date | null
  language: Language
  customer: Customer
  payeeSellerId: number
  /**
   * True if the payment was marked as paid by hand at the provider and a person accepted it. The money came by another way then.
   */
  isPaidByHand: boolean
  buyerId: number
  buyerName: string | null
  /** Empty if the account was erased. */
  buyerEmail: string
  lines: (Sale['lines'][number] & Terms & { courseId: number })[]
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
                     'lineId', l.id, 'courseId', l.course_id, 'sellerId', l.seller_id,
                     -- Receipts and the ledger name the bundle behind the course.
                     'title', concat(l.title, ' (' || l.bundle_title || ')'), 'listCents', l.list_price_cents,
                     'discountCents', l.discount_cents, 'taxBasisPoints', l.tax_basis_points,
                     'taxCents', l.tax_cents, 'feeBasisPoints', l.fee_basis_points, 'paidCents', l.price_cents,
                     'access', ${accessIn('l')}, 'cohortId', l.cohort_id,
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
  /** Null means that the refund was not reversed. */
  reversedAt: Date | null
  at: Date
  lines: { lineId: number; cents: number }[]
}

/** Matches refunds that belong in the books: their lines are known, and they are done or were reversed afterwards. */
const isBookable = sql`r.kind <> 'held' AND r.is_named AND r.state IN ('done', 'reversed')
  AND EXISTS (SELECT FROM refund_lines l WHERE l.refund_id = r.id AND l.cents > 0)`

/** Selects orders to scan: those created after a time, or those with ids in a range. */
export type OrderWindow = { createdAfter: Date } | { after: number; to: number }

/** Returns the ids of settled orders, in ascending order, whose sale or one of whose refunds is missing in the ledger. */
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

/** Returns refunds of an order that belong in the books. `only` selects a single refund. */
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

/** Returns the seller who owns the payment account, and the order's public id. */
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
