/** Orders from the seller's view: only lines of the scope leave the database. Writes nothing. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { PaperNumber } from '#server/features/accounting/accounting.service.ts'
import type { OrderState, PaymentFact } from '../model/orders.rules.ts'
import type { SellerScope } from './seller-orders.rules.ts'

export interface SellerOrderRow {
  id: OrderId
  publicId: string
  state: OrderState
  createdAt: Date
  settledAt: Date | null
  /** Sum of the shown lines in sen. */
  amount: number
  buyerName: string | null
  /** Null: the account is erased. */
  buyerEmail: string | null
  /** Another seller's code is not shown. */
  code: string | null
  lines: {
    courseId: number
    title: string
    listPrice: number
    discount: number
    tax: number
    price: number
    refunded: number
    status: 'open' | 'granted' | 'refunded'
    seller: string | null
  }[]
  payments: PaymentFact[]
}

/** Whether the scope includes the seller in this column. */
export function sellerIn(scope: SellerScope, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  return 'businessId' in scope
    ? sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.business_id = ${scope.businessId})`
    : sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.user_id = ${scope.userId})`
}

export const soldBy = (scope: SellerScope): RawBuilder<unknown> => sellerIn(scope, sql`l.seller_id`)

/** The public name of seller `s`: the business, the lone instructor, the platform. */
const sellerName = sql`coalesce(
  s.shown_name, (SELECT u.email::text FROM user_cards u WHERE u.id = s.user_id AND u.erased_at IS NULL), 'Seller ' || s.id)`

/** With a filter by course or seller only those lines are shown and summed. */
const narrowedTo = ({ courseId, sellerId }: Pick<OrderFilter, 'courseId' | 'sellerId'>) => sql`
  (${courseId ?? null}::bigint IS NULL OR l.course_id = ${courseId ?? null})
  AND (${sellerId ?? null}::bigint IS NULL OR l.seller_id = ${sellerId ?? null})`

const columns = (scope: SellerScope, filter: Pick<OrderFilter, 'courseId' | 'sellerId'> = {}) => sql`
  o.id, o.public_id AS "publicId", o.state, o.created_at AS "createdAt", o.settled_at AS "settledAt",
  buyer.name AS "buyerName", buyer.email::text AS "buyerEmail", own.amount, own.lines,
  (SELECT u.code::text FROM coupons u WHERE u.id = o.coupon_id AND ${sellerIn(scope, sql`u.seller_id`)}) AS code,
  (SELECT coalesce(json_agg(json_build_object('state', p.state, 'outcome', p.outcome) ORDER BY p.id), '[]')
     FROM payments p WHERE p.order_id = o.id) AS payments
  FROM orders o
  LEFT JOIN user_cards buyer ON buyer.id = o.buyer_id AND buyer.erased_at IS NULL
  CROSS JOIN LATERAL (
    SELECT sum(l.price_cents)::int8 AS amount,
           json_agg(json_build_object(
             'courseId', l.course_id, 'title', l.title, 'listPrice', l.list_price_cents, 'discount', l.discount_cents,
             'tax', l.tax_cents, 'price', l.price_cents, 'refunded', l.refunded_cents, 'status', l.status,
             'seller', ${'all' in scope ? sql`(SELECT ${sellerName} FROM seller_cards s WHERE s.id = l.seller_id)` : sql`NULL`}
           ) ORDER BY l.id) AS lines
      FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)} AND ${narrowedTo(filter)}) own`

const isHeld = sql`(o.settled_at IS NULL AND EXISTS (
  SELECT FROM payments p WHERE p.order_id = o.id AND p.outcome = 'needs_review' AND p.state = 'paid'))`

/** The SQL form of `statusShown`. */
function hasStatus(status: PaymentStatus | undefined): RawBuilder<unknown> {
  if (status === undefined) return sql`true`
  return status === 'needs_review' ? isHeld : sql`o.state = ${status} AND NOT ${isHeld}`
}

/** Titles of the seller's own lines only: a search must not reveal other lines of the order. */
function matches(scope: SellerScope, pattern: string | null): RawBuilder<unknown> {
  if (pattern === null) return sql`true`
  return sql`(
    o.id IN (SELECT l.order_id FROM order_lines l WHERE ${soldBy(scope)} AND l.title ILIKE ${pattern})
    OR EXISTS (SELECT FROM user_cards u WHERE u.id = o.buyer_id AND u.erased_at IS NULL AND u.email::text ILIKE ${pattern}))`
}

/** Numbers run per seller: of the seller's own documents only. */
function hasPaper(scope: SellerScope, paper: PaperNumber | null): RawBuilder<unknown> {
  if (paper === null) return sql`false`
  return sql`EXISTS (
    SELECT FROM receipts r JOIN ledger_postings sale ON sale.id = r.sale_id
     WHERE sale.source = 'order:' || o.id AND ${sellerIn(scope, sql`r.seller_id`)}
       AND r.kind = ${paper.kind} AND r.year = ${paper.year} AND r.number = ${paper.number})`
}

export interface OrderFilter {
  status?: PaymentStatus | undefined
  /** For ILIKE, already escaped. */
  pattern: string | null
  /** Start of an order's number. */
  number: string | null
  /** A receipt or refund note that the seller issued for it. */
  paper: PaperNumber | null
  /** Days in Kuala Lumpur, both included. */
  from?: string | undefined
  to?: string | undefined
  courseId?: number | undefined
  sellerId?: number | undefined
}

const midnight = (day: string, after: number) =>
  sql`(${day}::date + ${after}::int)::timestamp AT TIME ZONE ${sql.lit(malaysiaTimeZone)}`

/** Orders `o` that are wanted if they have a line of the scope. */
function wantedOrders(scope: SellerScope, filter: OrderFilter): RawBuilder<unknown> {
  const { status, pattern, number, from, to } = filter
  return sql`${hasStatus(status)}
    AND (${matches(scope, pattern)} OR starts_with(o.public_id, ${number}) OR ${hasPaper(scope, filter.paper)})
    AND ${from === undefined ? sql`true` : sql`o.created_at >= ${midnight(from, 0)}`}
    AND ${to === undefined ? sql`true` : sql`o.created_at < ${midnight(to, 1)}`}`
}

export interface OrderTotals {
  total: number
  /** Sen paid for the matching lines, and the refunded part. */
  paid: number
  refunded: number
}

/** Without such a condition the totals need lines only: a line is open until its order is settled. */
const asksOfOrders = ({ status, pattern, number, paper, from, to }: OrderFilter): boolean =>
  [status, pattern, number, paper, from, to].some((asked) => asked !== undefined && asked !== null)

export async function totalsOfSeller(db: Db, scope: SellerScope, filter: OrderFilter): Promise<OrderTotals> {
  if (!asksOfOrders(filter)) return totalsOfLines(db, scope, filter)
  const counted = await sql<OrderTotals>`
    SELECT count(DISTINCT o.id) AS total,
           coalesce(sum(l.price_cents) FILTER (WHERE o.settled_at IS NOT NULL), 0)::int8 AS paid,
           coalesce(sum(l.refunded_cents), 0)::int8 AS refunded
      FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE ${soldBy(scope)} AND ${narrowedTo(filter)} AND ${wantedOrders(scope, filter)}`.execute(db)
  return onlyRow(counted)
}

async function totalsOfLines(db: Db, scope: SellerScope, filter: OrderFilter): Promise<OrderTotals> {
  const counted = await sql<OrderTotals>`
    SELECT count(DISTINCT l.order_id) AS total,
           coalesce(sum(l.price_cents) FILTER (WHERE l.status <> 'open'), 0)::int8 AS paid,
           coalesce(sum(l.refunded_cents), 0)::int8 AS refunded
      FROM order_lines l WHERE ${soldBy(scope)} AND ${narrowedTo(filter)}`.execute(db)
  return onlyRow(counted)
}

/**
 * Newest first; one row more than the page when there are more. Orders come in the order of the page, by order_lines_seller_idx, so that
 * no more than those of the page are read: PostgreSQL would read and sum up all of the seller's before it sorts them.
 */
export async function ordersOfSeller(
  db: Db,
  scope: SellerScope,
  filter: OrderFilter,
  page: PageRequest,
): Promise<SellerOrderRow[]> {
  const found = await sql<SellerOrderRow>`
    WITH page AS MATERIALIZED (
      SELECT o.id
        FROM (SELECT DISTINCT l.order_id FROM order_lines l
               WHERE ${soldBy(scope)} AND ${narrowedTo(filter)} AND (${page.before}::bigint IS NULL OR l.order_id < ${page.before})
               ORDER BY l.order_id DESC OFFSET 0) sold
        JOIN orders o ON o.id = sold.order_id
       WHERE ${wantedOrders(scope, filter)} AND ${newestPage('o.id', page)})
    SELECT ${columns(scope, filter)} WHERE o.id IN (SELECT id FROM page) ORDER BY o.id DESC`.execute(db)
  return found.rows
}

export interface OrderChoices {
  courses: { id: number; title: string }[]
  sellers: { id: number; name: string }[]
}

/** Courses ordered at least once, by name; as many as a selection can show. */
export async function choicesOfSeller(db: Db, scope: SellerScope): Promise<OrderChoices> {
  const courses = await sql<{ id: number; title: string }>`
    SELECT c.id, c.title FROM course_cards c
     WHERE EXISTS (SELECT FROM order_lines l WHERE l.course_id = c.id AND ${soldBy(scope)})
     ORDER BY lower(c.title), c.id LIMIT 500`.execute(db)
  if (!('all' in scope)) return { courses: courses.rows, sellers: [] }
  const sellers = await sql<{ id: number; name: string }>`
    SELECT s.id, ${sellerName} AS name FROM seller_cards s
     WHERE EXISTS (SELECT FROM order_lines l WHERE l.seller_id = s.id)
     ORDER BY 2, 1 LIMIT 500`.execute(db)
  return { courses: courses.rows, sellers: sellers.rows }
}

export interface SellerOrderDetailRow extends SellerOrderRow {
  hasOtherSellers: boolean
}

/** Undefined when there is no such order, or none with a line of this seller. */
export async function orderOfSeller(
  db: Db,
  scope: SellerScope,
  publicId: string,
): Promise<SellerOrderDetailRow | undefined> {
  const found = await sql<SellerOrderRow>`
    SELECT ${columns(scope)} WHERE o.public_id = ${publicId} AND own.lines IS NOT NULL`.execute(db)
  const [order] = found.rows
  if (!order) return undefined
  const others = await sql`
    SELECT FROM order_lines l WHERE l.order_id = ${order.id} AND NOT ${soldBy(scope)} LIMIT 1`.execute(db)
  return { ...order, hasOtherSellers: others.rows.length > 0 }
}
