/** Stores orders, their lines and open purchases. Payments and callbacks are in payments.store.ts. */
import type { Terms } from '@apogee/contracts/sales/offers.ts'
import { accessIn } from '#server/policy/access-columns.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { StartOfCourse } from '@apogee/contracts/enrolments/starts.ts'
import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { chargedBackOfLine } from '../refunds/charged-back.ts'
import type { LinePrice, OrderState, PaymentFact } from './orders.rules.ts'

/** The buyer's input at the checkout. The e-mail address is not part of it, because it belongs to the account. */
export interface BuyerDetails {
  address: string
  city: string
  state: string
  postalCode: string
  country: string
  /** The company name on receipts. An empty string means that the buyer named no company. */
  companyName: string
  taxNumber: string
}

/** An order's copy of the buyer's details. It is empty for Buy Now without stored details, and after the buyer was erased. */
export type Customer = Partial<BuyerDetails>

export interface OrderRow {
  id: OrderId
  publicId: string
  buyerId: number
  isGift: boolean
  /** The person who studies: the buyer, or whoever has taken the gift. Null means that nobody has taken it. */
  learnerId: number | null
  state: OrderState
  currency: string
  totalCents: number
  couponId: number | null
  paymentAccountId: number | null
  customer: Customer
  language: Language
  origin: string
}

const learnerId = sql`CASE WHEN o.is_gift THEN o.learner_id ELSE o.buyer_id END AS "learnerId"`
const orderColumns = sql`
  o.id, o.public_id AS "publicId", o.buyer_id AS "buyerId", o.is_gift AS "isGift", ${learnerId},
  o.state, o.currency, o.total_cents AS "totalCents",
  o.coupon_id AS "couponId", o.payment_account_id AS "paymentAccountId", o.customer, o.language, o.origin`

/**
 * Locks the buyer until the transaction ends, so that a person's purchases are placed one after the other. Returns undefined if the
 * account is erased.
 */
export async function lockBuyer(tx: Tx, userId: number): Promise<{ language: Language } | undefined> {
  const found = await sql<{ language: Language }>`
    SELECT language FROM user_cards WHERE id = ${userId} AND erased_at IS NULL AND may_sell(${release})
       FOR NO KEY UPDATE`.execute(tx)
  return found.rows[0]
}

/**
 * Returns the sales of these sellers through the platform's account since `since`, in sen by seller. Orders count if they are paid,
 * were refunded, or may still be paid. A failed order can be paid again on its page, and a cancelled order until its page is closed
 * at the provider.
 */
export async function soldByPlatform(
  tx: Tx,
  sellerIds: readonly number[],
  { since, now, except }: { since: Date; now: Date; except: readonly OrderId[] },
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ sellerId: number; cents: number }>`
    SELECT l.seller_id AS "sellerId", sum(l.price_cents)::bigint AS cents
      FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.created_at > ${since}
       AND (o.state NOT IN ('failed', 'cancelled', 'expired')
         OR EXISTS (SELECT FROM payments p
                     WHERE p.order_id = o.id AND p.provider_id IS NOT NULL
                       AND (p.state = 'pending' OR (p.state IN ('created', 'failed') AND p.due_at > ${now}))))
       AND o.payment_account_id IN (
         SELECT a.id FROM payment_accounts a JOIN seller_cards s ON s.id = a.seller_id WHERE s.is_platform)
       AND l.seller_id = ANY(${[...sellerIds]}::bigint[]) AND o.id <> ALL(${[...except]}::bigint[])
     GROUP BY l.seller_id`.execute(tx)
  return new Map(found.rows.map(({ sellerId, cents }) => [sellerId, cents]))
}

/**
 * Locks and returns the buyer's open orders with any of these courses, or with a reservation of this coupon, in the order of ids.
 */
export async function lockOpenOrders(
  tx: Tx,
  buyerId: number,
  courseIds: readonly number[],
  couponId: number | null,
): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    SELECT ${orderColumns} FROM orders o
     WHERE o.id IN (SELECT order_id FROM open_purchases
                     WHERE user_id = ${buyerId} AND course_id = ANY(${[...courseIds]}::bigint[])
                     UNION SELECT order_id FROM coupon_uses
                     WHERE buyer_id = ${buyerId} AND coupon_id = ${couponId} AND reserved_until IS NOT NULL)
     ORDER BY o.id FOR UPDATE`.execute(tx)
  return found.rows
}

/** Locks and returns all of the buyer's orders that can still be paid, in the order of ids. */
export async function lockAllOpenOrders(tx: Tx, buyerId: number): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    SELECT ${orderColumns} FROM orders o
     WHERE o.id IN (SELECT order_id FROM open_purchases WHERE user_id = ${buyerId})
     ORDER BY o.id FOR UPDATE`.execute(tx)
  return found.rows
}

/** Returns the times of the buyer's newest orders since `since`, newest first. Uses orders_buyer_idx. */
export async function orderTimes(db: Db, buyerId: number, since: Date, limit: number): Promise<Date[]> {
  const found = await sql<{ at: Date }>`
    SELECT at FROM (SELECT created_at AS at FROM orders WHERE buyer_id = ${buyerId} ORDER BY id DESC LIMIT ${limit}) newest
     WHERE at > ${since}`.execute(db)
  return found.rows.map(({ at }) => at)
}

/** Returns orders from before `before` that could be paid but have no payment that is still read. */
export async function abandonedOrders(
  db: Db,
  { before, limit, only = null }: { before: Date; limit: number; only?: OrderId | null },
): Promise<OrderId[]> {
  const found = await sql<{ id: OrderId }>`
    SELECT o.id FROM orders o
     WHERE o.id IN (SELECT order_id FROM open_purchases) AND o.created_at <= ${before}
       AND (${only}::bigint IS NULL OR o.id = ${only})
       AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.next_read_at IS NOT NULL)
     ORDER BY o.id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/**
 * Locks and returns the order of a provider's purchase. The order is found by the purchase's id, or else by its reference at the
 * same payment account.
 */
export async function lockOrderOfPurchase(
  tx: Tx,
  { accountId, providerId, reference }: { accountId: number; providerId: string; reference: string },
): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`
    SELECT ${orderColumns} FROM orders o
     WHERE o.id = coalesce(
       (SELECT order_id FROM payments WHERE payment_account_id = ${accountId} AND provider_id = ${providerId}),
       (SELECT id FROM orders WHERE public_id = ${reference} AND payment_account_id = ${accountId}))
     FOR UPDATE OF o`.execute(tx)
  return found.rows[0]
}

export async function lockOrder(tx: Tx, id: OrderId): Promise<OrderRow> {
  const found =
    await sql<OrderRow>`SELECT ${orderColumns} FROM orders o WHERE o.id = ${id} FOR UPDATE`.execute(tx)
  const order = found.rows[0]
  if (!order) throw new Error(`order ${id} does not exist`)
  return order
}

export interface NewOrder {
  publicId: string
  buyerId: number
  isGift: boolean
  totalCents: number
  couponId: number | null
  paymentAccountId: number | null
  customer: Customer
  language: Language
  origin: string
  createdAt: Date
}

/** A course with its price in this order. */
export interface NewLine extends LinePrice {
  /** The id of the course. */
  key: number
  sellerId: number
  title: string
  listCents: number
  discountCents: number
  taxBasisPoints: number
  feeBasisPoints: number
  moneyBackDays: number
  moneyBackPercent: number
  /** The visit source of the buyer. Null means unknown. */
  visitSource: string | null
  /** The course's access length, which the line promises. Null means that access has no end. */
  access: AccessLength | null
  /** The cohort that the line promises. An open order holds a place in it. Null means no cohort. */
  cohortId: number | null
  /** The bundle in which the course is bought, with its present title. Both are null for a course by itself. */
  bundleId: number | null
  bundleTitle: string | null
}

/**
 * Inserts the order with one line for each course. The lines store the current titles, sellers, prices, rates and prerequisites.
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly NewLine[],
  { isOpen }: { isOpen: boolean },
): Promise<OrderRow> {
  // One statement replaces several, because each is a round trip to the database and a purchase already needs a dozen.
  const inserted = await sql<OrderRow>`
    WITH o AS (
      INSERT INTO orders (public_id, buyer_id, is_gift, total_cents, coupon_id, payment_account_id, customer, language, origin,
                          created_at)
      VALUES (${order.publicId}, ${order.buyerId}, ${order.isGift}, ${order.totalCents}, ${order.couponId}, ${order.paymentAccountId},
              ${JSON.stringify(order.customer)}::jsonb, ${order.language}, ${order.origin}, ${order.createdAt})
      RETURNING *),
    given AS (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               AS (key bigint, "sellerId" bigint, title text, "listCents" integer, "saleDiscountCents" integer,
                   "couponDiscountCents" integer, "discountCents" integer, "priceCents" integer,
                   "taxBasisPoints" integer, "taxCents" integer, "feeBasisPoints" integer,
                   "moneyBackDays" integer, "moneyBackPercent" integer, "access" jsonb,
                   "visitSource" text, "cohortId" bigint, "bundleId" bigint, "bundleTitle" text))
             WITH ORDINALITY),
    lines AS (
      INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, sale_discount_cents,
                               coupon_discount_cents, discount_cents, price_cents, tax_basis_points, tax_cents,
                               fee_basis_points, money_back_days, money_back_percent, access_days, access_months,
                               visit_source, cohort_id, bundle_id, bundle_title, first_course_ids)
      SELECT o.id, given.key, given."sellerId", given.title, given."listCents", given."saleDiscountCents",
             given."couponDiscountCents", given."discountCents", given."priceCents", given."taxBasisPoints",
             given."taxCents", given."feeBasisPoints", given."moneyBackDays", given."moneyBackPercent",
             (given.access->>'days')::integer, (given.access->>'months')::integer, given."visitSource", given."cohortId",
             given."bundleId", given."bundleTitle",
             ARRAY(SELECT p.prerequisite_id FROM personal_prerequisites p
                    WHERE p.user_id = ${order.buyerId} AND p.course_id = given.key AND NOT p.is_completed)
        FROM o, given ORDER BY given.ordinality),
    -- The primary key refuses a second open purchase of one course by one person.
    open AS (
      INSERT INTO open_purchases (user_id, course_id, order_id, cohort_id)
      SELECT o.buyer_id, given.key, o.id, given."cohortId" FROM o, given WHERE ${isOpen}::boolean)
    SELECT ${orderColumns} FROM o`.execute(tx)
  return onlyRow(inserted)
}

/** Names the person who has taken a gift. Requires that the order is locked and nobody has taken it. */
export async function setLearner(tx: Tx, id: OrderId, learnerId: number): Promise<void> {
  await sql`UPDATE orders SET learner_id = ${learnerId} WHERE id = ${id} AND is_gift`.execute(tx)
}

export async function deleteOpenPurchases(tx: Tx, orderId: OrderId): Promise<void> {
  await sql`DELETE FROM open_purchases WHERE order_id = ${orderId}`.execute(tx)
}

/** Requires that the order is locked and allows the transition. */
export async function setOrderState(tx: Tx, id: OrderId, state: OrderState): Promise<void> {
  await sql`UPDATE orders SET state = ${state} WHERE id = ${id}`.execute(tx)
}

/**
 * Returns the parts of a statement that marks an order as paid and deletes its open purchases. Every line becomes granted. The part
 * `paid` has the order's event.
 */
export function settleOrder(
  { id, buyerId }: Pick<OrderRow, 'id' | 'buyerId'>,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    lines AS (
      UPDATE order_lines SET status = 'granted' WHERE order_id = ${id}),
    closed AS (DELETE FROM open_purchases WHERE order_id = ${id}),
    paid AS (
      UPDATE orders SET state = 'paid', settled_at = coalesce(settled_at, ${at}::timestamptz) WHERE id = ${id}
      RETURNING 'order.settled' AS kind, ${JSON.stringify({ orderId: id, buyerId })}::jsonb AS payload)`
}

/** Updates the buyer's details of an open order that is bought again. Requires that the order is locked. */
export async function setCustomer(tx: Tx, id: OrderId, customer: Customer): Promise<void> {
  await sql`UPDATE orders SET customer = ${JSON.stringify(customer)}::jsonb WHERE id = ${id}`.execute(tx)
}

/** Erases the buyer's address and visit source from all orders. The orders themselves stay for the accounts. */
export async function forgetCustomer(tx: Tx, buyerId: number): Promise<void> {
  await sql`UPDATE orders SET customer = '{}' WHERE buyer_id = ${buyerId}`.execute(tx)
  await sql`
    UPDATE order_lines SET visit_source = NULL
     WHERE visit_source IS NOT NULL AND order_id IN (SELECT id FROM orders WHERE buyer_id = ${buyerId})`.execute(
    tx,
  )
}

/** The terms are those that the line promised at the sale. */
export interface LineRow extends LinePrice, Terms {
  id: number
  courseId: number
  bundleId: number | null
  title: string
  status: 'open' | 'granted' | 'refunded'
  /** The refunded part of the price in sen. */
  refundedCents: number
}

/** Returns lines in the order of course ids, which is the lock order of their enrolments. */
export async function linesOf(db: Db, orderId: OrderId): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    SELECT id, course_id AS "courseId", bundle_id AS "bundleId", title, price_cents AS "priceCents",
           sale_discount_cents AS "saleDiscountCents", coupon_discount_cents AS "couponDiscountCents", tax_cents AS "taxCents", status,
           refunded_cents AS "refundedCents", ${accessIn('l')} AS access, cohort_id AS "cohortId",
           coalesce(first_course_ids, '{}') AS first
      FROM order_lines l WHERE order_id = ${orderId} ORDER BY course_id`.execute(db)
  return found.rows
}

export async function setLineStatus(tx: Tx, id: number, status: LineRow['status']): Promise<void> {
  await sql`UPDATE order_lines SET status = ${status} WHERE id = ${id}`.execute(tx)
}

/** Is true of a granted line `l` whose buyer had the course by other access, so that the line has given nothing. */
export const isOwnedOtherwise = sql`
  (l.status = 'granted' AND EXISTS (SELECT FROM line_grants g WHERE g.line_id = l.id AND NOT g.has_given))`

/** Returns whether the order has a line that has given nothing, because its buyer had the course by other access. */
export async function hasOwnedLine(db: Db, orderId: OrderId): Promise<boolean> {
  const found =
    await sql`SELECT FROM order_lines l WHERE l.order_id = ${orderId} AND ${isOwnedOtherwise} LIMIT 1`.execute(
      db,
    )
  return found.rows.length > 0
}

export async function setRefunded(tx: Tx, lineId: number, refundedCents: number): Promise<void> {
  await sql`UPDATE order_lines SET refunded_cents = ${refundedCents} WHERE id = ${lineId}`.execute(tx)
}

/** Returns the name and the address of the payer for the provider. */
export async function payerOf(db: Db, userId: number): Promise<{ email: string; name: string | null }> {
  const found = await sql<{ email: string; name: string | null }>`
    SELECT email::text AS email, name FROM user_cards WHERE id = ${userId}`.execute(db)
  const payer = found.rows[0]
  if (!payer) throw new Error(`user ${userId} does not exist`)
  return payer
}

export interface PurchaseRow {
  id: OrderId
  publicId: string
  state: OrderState
  totalCents: number
  createdAt: Date
  settledAt: Date | null
  isGift: boolean
  lines: (Omit<Payment['lines'][number], 'owned' | 'start' | 'bundle' | 'access'> & {
    start: StartOfCourse | null
    access: AccessLength | null
    bundle: { id: number; title: string } | null
  })[]
  payments: PaymentFact[]
}

const purchaseColumns = sql`
  o.id, o.public_id AS "publicId", o.state, o.total_cents AS "totalCents", o.created_at AS "createdAt",
  o.settled_at AS "settledAt", o.is_gift AS "isGift",
  (SELECT coalesce(json_agg(json_build_object('courseId', l.course_id, 'title', l.title, 'price', l.price_cents,
                                              'listPrice', l.list_price_cents, 'discount', l.discount_cents,
                                              'tax', l.tax_cents, 'status', l.status, 'access', ${accessIn('l')},
                                              'refunded', l.refunded_cents, 'chargedBack', ${chargedBackOfLine},
                                              'bundle', CASE WHEN l.bundle_id IS NOT NULL THEN
                                                json_build_object('id', l.bundle_id, 'title', l.bundle_title) END,
                                              'start', (SELECT json_build_object('id', k.id, 'name', k.name, 'startsOn', k.starts_on,
                                                                                 'endsOn', k.ends_on)
                                                          FROM course_cohorts k WHERE k.id = l.cohort_id)) ORDER BY l.id), '[]')
     FROM order_lines l WHERE l.order_id = o.id) AS lines,
  (SELECT coalesce(json_agg(json_build_object('state', p.state, 'outcome', p.outcome) ORDER BY p.id), '[]')
     FROM payments p WHERE p.order_id = o.id) AS payments`

/** Returns an order for its status. The caller must not show more, because anyone who has the public id may read the status. */
export async function purchaseByPublicId(db: Db, publicId: string): Promise<PurchaseRow | undefined> {
  const found =
    await sql<PurchaseRow>`SELECT ${purchaseColumns} FROM orders o WHERE o.public_id = ${publicId}`.execute(
      db,
    )
  return found.rows[0]
}

/** Returns an order of this buyer. Another user's order is not found. */
export async function purchaseOfBuyer(
  db: Db,
  buyerId: number,
  publicId: string,
): Promise<PurchaseRow | undefined> {
  const found = await sql<PurchaseRow>`
    SELECT ${purchaseColumns} FROM orders o
     WHERE o.public_id = ${publicId} AND o.buyer_id = ${buyerId}`.execute(db)
  return found.rows[0]
}

/**
 * Returns the buyer's purchases, newest first, by orders_buyer_idx. One extra row shows whether another page exists.
 * `includesRefunded` also selects every order with a refunded line.
 */
export async function purchasesOfBuyer(
  db: Db,
  buyerId: number,
  { states, includesRefunded }: { states: readonly OrderState[]; includesRefunded: boolean },
  page: PageRequest,
): Promise<{ rows: PurchaseRow[]; total: number }> {
  const theirs = sql`
    o.buyer_id = ${buyerId} AND (o.state = ANY(${[...states]}::text[]) OR ${includesRefunded}::boolean AND EXISTS (
      SELECT FROM order_lines l WHERE l.order_id = o.id AND l.refunded_cents > 0))`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM orders o WHERE ${theirs}`.execute(db)
  const found = await sql<PurchaseRow>`
    SELECT ${purchaseColumns} FROM orders o
     WHERE ${theirs} AND ${newestPage('o.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface PastOrder {
  publicId: string
  buyerId: number
  courseId: number
  paymentAccountId: number
  origin: string
  state: 'paid' | 'refunded' | 'expired' | 'cancelled' | 'failed'
  createdAt: Date
  settledAt: Date | null
}

/** Inserts orders of the past, each with one line. */
export async function insertPastOrders(
  tx: Tx,
  orders: readonly PastOrder[],
): Promise<{ id: OrderId; publicId: string; totalCents: number }[]> {
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      AS given ("publicId" text, "buyerId" bigint, "courseId" bigint, "paymentAccountId" bigint, origin text,
                state text, "createdAt" timestamptz, "settledAt" timestamptz)`
  const inserted = await sql<{ id: OrderId; publicId: string; totalCents: number }>`
    INSERT INTO orders (public_id, buyer_id, state, total_cents, payment_account_id, origin, created_at, settled_at)
    SELECT "publicId", "buyerId", state, c.price_cents, "paymentAccountId", origin, "createdAt", "settledAt"
      FROM ${given} JOIN course_cards c ON c.id = given."courseId"
     ORDER BY given."createdAt"
    RETURNING id, public_id AS "publicId", total_cents AS "totalCents"`.execute(tx)
  await sql`
    INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents, refunded_cents, status,
                             money_back_days, money_back_percent)
    SELECT o.id, c.id, c.seller_id, c.title, c.price_cents, c.price_cents,
           CASE given.state WHEN 'refunded' THEN c.price_cents ELSE 0 END,
           CASE given.state WHEN 'paid' THEN 'granted' WHEN 'refunded' THEN 'refunded' ELSE 'open' END,
           s.money_back_days, s.money_back_percent
      FROM ${given} JOIN orders o ON o.public_id = given."publicId" JOIN course_cards c ON c.id = given."courseId"
      JOIN seller_cards s ON s.id = c.seller_id
     ORDER BY o.id`.execute(tx)
  return inserted.rows
}

/**
 * Returns the sum in sen of this seller's granted lines. The demo school needs it before its past orders are posted in the ledger.
 */
export async function pastRevenueOf(tx: Tx, sellerId: number): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(l.price_cents), 0)::bigint AS cents FROM order_lines l
     WHERE l.seller_id = ${sellerId} AND l.status = 'granted'`.execute(tx)
  return onlyRow(found).cents
}

/** Returns settled orders with a price, in the order of their settlement. The demo school posts them in the ledger. */
export async function settledOrders(db: Db): Promise<OrderId[]> {
  const found = await sql<{ id: OrderId }>`
    SELECT id FROM orders WHERE settled_at IS NOT NULL AND total_cents > 0 ORDER BY settled_at, id`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}
