/** Orders read from the seller's side: only the lines of the scope leave the database. Writes nothing. */
import type { PaymentStatus } from '@apogee/contracts/checkout.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/database/schema.d.ts'
import type { PageRequest } from '../../platform/pages.ts'
import type { OrderState, PaymentFact } from './checkout.rules.ts'
import type { PaymentPast, SellerScope } from './seller-orders.rules.ts'

export interface SellerOrderRow {
  id: number
  publicId: string
  state: OrderState
  createdAt: Date
  settledAt: Date | null
  /** Sen of the lines shown. */
  amount: number
  buyerName: string | null
  /** Null: the account is gone. */
  buyerEmail: string | null
  lines: { courseId: number; title: string; price: number; status: 'open' | 'granted' | 'refunded' }[]
  payments: PaymentFact[]
}

/** Sold by whom the scope names. */
function soldBy(scope: SellerScope): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  return 'businessId' in scope
    ? sql`l.seller_id = (SELECT s.id FROM sellers s WHERE s.business_id = ${scope.businessId})`
    : sql`l.seller_id = (SELECT s.id FROM sellers s WHERE s.user_id = ${scope.userId})`
}

const columns = (scope: SellerScope) => sql`
  o.id, o.public_id AS "publicId", o.state, o.created_at AS "createdAt", o.settled_at AS "settledAt",
  buyer.name AS "buyerName", buyer.email::text AS "buyerEmail", own.amount, own.lines,
  (SELECT coalesce(json_agg(json_build_object('state', p.state, 'outcome', p.outcome) ORDER BY p.id), '[]')
     FROM payments p WHERE p.order_id = o.id) AS payments
  FROM orders o
  LEFT JOIN users buyer ON buyer.id = o.buyer_id AND buyer.erased_at IS NULL
  CROSS JOIN LATERAL (
    SELECT sum(l.price_cents)::int8 AS amount,
           json_agg(json_build_object('courseId', l.course_id, 'title', l.title, 'price', l.price_cents,
                                      'status', l.status) ORDER BY l.id) AS lines
      FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)}) own`

const isHeld = sql`(o.settled_at IS NULL AND EXISTS (
  SELECT FROM payments p WHERE p.order_id = o.id AND p.outcome = 'needs_review' AND p.state = 'paid'))`

/** As `statusShown` has it. */
function hasStatus(status: PaymentStatus | undefined): RawBuilder<unknown> {
  if (status === undefined) return sql`true`
  return status === 'needs_review' ? isHeld : sql`o.state = ${status} AND NOT ${isHeld}`
}

/** Titles of the seller's own lines only: a search must not tell what else was in the basket. */
function matches(scope: SellerScope, pattern: string | null): RawBuilder<unknown> {
  if (pattern === null) return sql`true`
  return sql`(
    EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)} AND l.title ILIKE ${pattern})
    OR EXISTS (SELECT FROM users u WHERE u.id = o.buyer_id AND u.erased_at IS NULL AND u.email::text ILIKE ${pattern}))`
}

export interface OrderFilter {
  status?: PaymentStatus | undefined
  /** For ILIKE, already escaped. */
  pattern: string | null
}

/** Newest first, by order_lines_seller_idx; one row more than the page where there are more. */
export async function ordersOfSeller(
  db: Kysely<DB>,
  scope: SellerScope,
  { status, pattern }: OrderFilter,
  page: PageRequest,
): Promise<{ rows: SellerOrderRow[]; total: number }> {
  const sold = sql`EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)})`
  const wanted = sql`${sold} AND ${hasStatus(status)} AND ${matches(scope, pattern)}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM orders o WHERE ${wanted}`.execute(db)
  const found = await sql<SellerOrderRow>`
    SELECT ${columns(scope)}
     WHERE ${wanted} AND (${page.before}::bigint IS NULL OR o.id < ${page.before})
     ORDER BY o.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface SellerPaymentRow extends PaymentPast {
  receivedCents: number | null
}

export interface SellerOrderDetailRow extends SellerOrderRow {
  hasOtherSellers: boolean
  paymentsInFull: SellerPaymentRow[]
}

/** Undefined when there is no such order, or none with a line of this seller. */
export async function orderOfSeller(
  db: Kysely<DB>,
  scope: SellerScope,
  publicId: string,
): Promise<SellerOrderDetailRow | undefined> {
  const found = await sql<SellerOrderRow>`
    SELECT ${columns(scope)} WHERE o.public_id = ${publicId} AND own.lines IS NOT NULL`.execute(db)
  const [order] = found.rows
  if (!order) return undefined
  const others = await sql`
    SELECT FROM order_lines l WHERE l.order_id = ${order.id} AND NOT ${soldBy(scope)} LIMIT 1`.execute(db)
  const payments = await sql<SellerPaymentRow>`
    SELECT p.state, p.outcome, p.created_at AS "createdAt", p.due_at AS "dueAt", p.paid_at AS "paidAt",
           p.last_read_at AS "lastReadAt", p.received_cents AS "receivedCents"
      FROM payments p WHERE p.order_id = ${order.id} ORDER BY p.id`.execute(db)
  return { ...order, hasOtherSellers: others.rows.length > 0, paymentsInFull: payments.rows }
}
