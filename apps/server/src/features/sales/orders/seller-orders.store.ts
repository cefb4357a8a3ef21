/** Reads orders as a seller sees them. Only lines of the scope leave the database. Writes nothing. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import { sortForm } from '#server/platform/search-pattern.ts'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { PageRequest } from '#server/platform/pages.ts'
import type { OrderState, PaymentFact } from '../model/orders.rules.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'
import { chargedBackOfLine } from '../refunds/charged-back.ts'
import {
  isNarrowed,
  narrowedTo,
  soldBy,
  usualLimits,
  wantedOrders,
  type OrderFilter,
  type OrderLimits,
} from './wanted-orders.store.ts'

export interface SellerOrderRow {
  id: OrderId
  publicId: string
  state: OrderState
  createdAt: Date
  settledAt: Date | null
  /** The sum of the shown lines in sen. */
  amount: number
  buyerId: number
  buyerName: string | null
  /** Null means that the account is erased. */
  buyerEmail: string | null
  /** The coupon code of the order. Null for a code of another seller. */
  code: string | null
  /** Null means that the order is no gift, or a gift that is not paid or was refunded before anybody took it. */
  gift: 'waiting' | 'taken' | null
  lines: {
    courseId: number
    title: string
    bundle: string | null
    listPrice: number
    discount: number
    tax: number
    price: number
    refunded: number
    chargedBack: number
    status: 'open' | 'granted' | 'refunded'
    seller: string | null
  }[]
  payments: PaymentFact[]
}

/** The public name of seller `s`: the business, the lone instructor, or the platform. */
const sellerName = sql`coalesce(
  s.shown_name, (SELECT u.email::text FROM user_cards u WHERE u.id = s.user_id AND u.erased_at IS NULL), 'Seller ' || s.id)`

/**
 * Selects what the list shows of the rows `o` in `orders`. Each OFFSET 0 prevents PostgreSQL from merging a subquery into the join.
 * The planner does not know how few orders a page has, and could otherwise read all accounts.
 */
const columns = (
  scope: SellerScope,
  orders: RawBuilder<unknown>,
  filter: Pick<OrderFilter, 'courseId' | 'sellerId'> = {},
) => sql`
  o.id, o.public_id AS "publicId", o.state, o.created_at AS "createdAt", o.settled_at AS "settledAt",
  o.buyer_id AS "buyerId", buyer.name AS "buyerName", buyer.email AS "buyerEmail", own.amount, own.lines,
  CASE WHEN o.is_gift AND o.learner_id IS NOT NULL THEN 'taken'
       WHEN o.is_gift AND own.is_granted THEN 'waiting' END AS gift,
  (SELECT u.code::text FROM coupons u WHERE u.id = o.coupon_id AND ${sellerIn(scope, sql`u.seller_id`)}) AS code,
  (SELECT coalesce(json_agg(json_build_object('state', p.state, 'outcome', p.outcome) ORDER BY p.id), '[]')
     FROM payments p WHERE p.order_id = o.id) AS payments
  FROM ${orders}
  LEFT JOIN LATERAL (
    SELECT u.name, u.email::text AS email FROM user_cards u WHERE u.id = o.buyer_id AND u.erased_at IS NULL OFFSET 0) buyer ON true
  CROSS JOIN LATERAL (
    SELECT sum(l.price_cents)::int8 AS amount, bool_or(l.status = 'granted') AS is_granted,
           json_agg(json_build_object(
             'courseId', l.course_id, 'title', l.title, 'bundle', l.bundle_title, 'listPrice', l.list_price_cents,
             'discount', l.discount_cents,
             'tax', l.tax_cents, 'price', l.price_cents, 'refunded', l.refunded_cents, 'chargedBack', ${chargedBackOfLine}, 'status', l.status,
             'seller', ${'all' in scope ? sql`(SELECT ${sellerName} FROM seller_cards s WHERE s.id = l.seller_id)` : sql`NULL`}
           ) ORDER BY l.id) AS lines
      FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)} AND ${narrowedTo(filter)}) own`

/**
 * Returns whether the filter needs the orders themselves. Without such a condition the lines suffice, because the lines of an order
 * are open until it is settled.
 */
const asksOfOrders = ({ status, search, from, to }: OrderFilter): boolean =>
  Boolean(status ?? search ?? from ?? to)

export interface OrderTotals {
  total: number
  totalIsCapped?: true
  /** Selects the paid lines of these orders by their sources and ids in the ledger. Null means that the total is capped. */
  lines: RawBuilder<unknown> | null
}

/** Selects the lines of the scope by their sources and ids in the ledger. */
const postedLines = (from: RawBuilder<unknown>, scope: SellerScope, filter: OrderFilter) => sql`
  SELECT 'order:' || l.order_id, l.id FROM ${from}
   WHERE l.status <> 'open' AND l.price_cents > 0 AND ${soldBy(scope)} AND ${narrowedTo(filter)}`

export async function totalsOfSeller(
  db: Db,
  scope: SellerScope,
  filter: OrderFilter,
  limits: OrderLimits = usualLimits,
): Promise<OrderTotals> {
  if (isNarrowed(scope, filter) && !asksOfOrders(filter)) {
    const counted = await sql<{ total: number }>`
      SELECT count(DISTINCT l.order_id) AS total FROM order_lines l WHERE ${soldBy(scope)} AND ${narrowedTo(filter)}`.execute(
      db,
    )
    return { ...onlyRow(counted), lines: postedLines(sql`order_lines l`, scope, filter) }
  }
  const most = filter.search ? limits.countedOfSearch : limits.counted
  const { tables, found } = wantedOrders(scope, filter, { before: null, count: most + 1 }, limits)
  const wanted = sql`WITH ${sql.join([...tables, sql`wanted AS MATERIALIZED (${found} LIMIT ${sql.lit(most + 1)})`])}`
  const counted = await sql<{ total: number }>`${wanted} SELECT count(*) AS total FROM wanted`.execute(db)
  const { total } = onlyRow(counted)
  if (total > most) return { total: most, totalIsCapped: true, lines: null }
  const ofWanted = sql`wanted w CROSS JOIN LATERAL (SELECT * FROM order_lines l WHERE l.order_id = w.id OFFSET 0) l`
  return { total, lines: sql`${wanted} ${postedLines(ofWanted, scope, filter)}` }
}

/** Returns the newest order first. One extra row shows that another page exists. */
export async function ordersOfSeller(
  db: Db,
  scope: SellerScope,
  filter: OrderFilter,
  { before, offset, limit }: PageRequest,
  limits: OrderLimits = usualLimits,
): Promise<SellerOrderRow[]> {
  const { tables, found } = wantedOrders(scope, filter, { before, count: offset + limit + 1 }, limits)
  const page = sql`page AS MATERIALIZED (${found} ORDER BY id DESC LIMIT (${limit + 1}::int8) OFFSET (${offset}::int8))`
  const orders = sql`page CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = page.id OFFSET 0) o`
  const rows = await sql<SellerOrderRow>`
    WITH ${sql.join([...tables, page])} SELECT ${columns(scope, orders, filter)} ORDER BY o.id DESC`.execute(
    db,
  )
  return rows.rows
}

export interface OrderChoices {
  courses: { id: number; title: string }[]
  sellers: { id: number; name: string }[]
}

/** The limit on the entries of a selection list. */
const mostChoices = 500

/**
 * Selects the distinct values of this column of `order_lines`. Each value costs one look-up in an index, whatever the number of
 * lines.
 */
const differentIds = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  RECURSIVE different AS (
    (SELECT ${column} AS id FROM order_lines l ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${column} FROM order_lines l WHERE ${column} > d.id ORDER BY ${column} LIMIT 1)
      FROM different d WHERE d.id IS NOT NULL),
  chosen AS MATERIALIZED (SELECT id FROM different WHERE id IS NOT NULL LIMIT ${sql.lit(mostChoices)})`

/**
 * Returns the courses that were ordered at least once, by title. Beyond the limit of a selection list, a seller's list contains the
 * first courses by title, and the platform's list the oldest.
 */
export async function choicesOfSeller(db: Db, scope: SellerScope): Promise<OrderChoices> {
  if ('all' in scope) return choicesOfAll(db)
  const courses = await sql<{ id: number; title: string }>`
    SELECT c.id, c.title FROM course_cards c
     WHERE EXISTS (SELECT FROM order_lines l WHERE l.course_id = c.id AND ${soldBy(scope)})
     ORDER BY ${sortForm(sql`c.title`)}, c.id LIMIT ${sql.lit(mostChoices)}`.execute(db)
  return { courses: courses.rows, sellers: [] }
}

async function choicesOfAll(db: Db): Promise<OrderChoices> {
  const courses = await sql<{ id: number; title: string }>`
    WITH ${differentIds(sql`l.course_id`)}
    SELECT c.id, c.title FROM course_cards c JOIN chosen ON chosen.id = c.id ORDER BY ${sortForm(sql`c.title`)}, c.id`.execute(
    db,
  )
  const sellers = await sql<{ id: number; name: string }>`
    WITH ${differentIds(sql`l.seller_id`)}
    SELECT s.id, ${sellerName} AS name FROM seller_cards s JOIN chosen ON chosen.id = s.id ORDER BY 2, 1`.execute(
    db,
  )
  return { courses: courses.rows, sellers: sellers.rows }
}

export interface SellerOrderDetailRow extends SellerOrderRow {
  hasOtherSellers: boolean
}

/** Returns undefined when the order does not exist or has no line of this seller. */
export async function orderOfSeller(
  db: Db,
  scope: SellerScope,
  publicId: string,
): Promise<SellerOrderDetailRow | undefined> {
  const found = await sql<SellerOrderRow>`
    SELECT ${columns(scope, sql`orders o`)} WHERE o.public_id = ${publicId} AND own.lines IS NOT NULL`.execute(
    db,
  )
  const [order] = found.rows
  if (!order) return undefined
  const others = await sql`
    SELECT FROM order_lines l WHERE l.order_id = ${order.id} AND NOT ${soldBy(scope)} LIMIT 1`.execute(db)
  return { ...order, hasOtherSellers: others.rows.length > 0 }
}
