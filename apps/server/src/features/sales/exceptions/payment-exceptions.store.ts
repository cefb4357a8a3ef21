/** Stores payment exceptions. An exception opens when money cannot be explained and closes when it can. */
import type { OrderId, PaymentId, RefundId } from '@apogee/domain/ids.ts'
import type { ExceptionChoice, ExceptionTopic } from '@apogee/contracts/sales/refunds.ts'
import { sql } from 'kysely'
import { isOwnedOtherwise } from '../model/orders.store.ts'
import { emit } from '#server/events.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage } from '#server/platform/pages.ts'
import { nameOrMaskedEmail } from '#server/policy/masked-email.ts'
import type { LineShare, RefundState } from '../refunds/refunds.rules.ts'
import type { OrderState, Outcome, PaymentState, HoldReason } from '../model/orders.rules.ts'

export interface ItemSubject {
  topic: ExceptionTopic
  paymentId: PaymentId
  /** Null means that the exception concerns the payment as a whole. */
  refundId: RefundId | null
}

/**
 * Opens an exception, unless the same one is open. It belongs to the seller who owns the payment account, who is notified. A
 * chargeback of an order with a single seller belongs to that seller, because the money is gone and only the access remains to be
 * decided.
 */
export async function openPaymentException(tx: Tx, subject: ItemSubject, at: Date): Promise<void> {
  const opened = await sql<{ id: number }>`
    INSERT INTO review_items (public_id, topic, order_id, payment_id, refund_id, seller_id, opened_at)
    SELECT ${newPublicId()}, ${subject.topic}, p.order_id, p.id, ${subject.refundId},
           coalesce((SELECT min(l.seller_id) FROM order_lines l
                      WHERE ${subject.topic}::text = 'chargeback' AND l.order_id = p.order_id
                     HAVING min(l.seller_id) = max(l.seller_id)), a.seller_id), ${at}
      FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id WHERE p.id = ${subject.paymentId}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  for (const { id } of opened.rows) await emit(tx, 'money.waiting', { itemId: id })
}

/**
 * Closes an exception when new facts explain the money. If a person has refunded held money, the refund is recorded as the choice,
 * whatever was chosen before. Otherwise an earlier choice stays recorded.
 */
export async function settleItem(tx: Tx, subject: ItemSubject, at: Date): Promise<void> {
  await sql`
    WITH given AS (
      SELECT reason, asked_by, created_at FROM refunds
       WHERE payment_id = ${subject.paymentId} AND kind = 'held' AND state = 'done' AND asked_by IS NOT NULL
         AND ${subject.topic} IN ('held', 'surplus')
       ORDER BY id DESC LIMIT 1)
    UPDATE review_items i
       SET state = 'closed',
           choice = CASE WHEN given.asked_by IS NOT NULL THEN 'give_back' ELSE coalesce(i.choice, 'settled_itself') END,
           reason = coalesce(given.reason, i.reason),
           decided_by = coalesce(given.asked_by, i.decided_by),
           decided_at = coalesce(given.created_at, i.decided_at, ${at})
      FROM (SELECT) one LEFT JOIN given ON true
     WHERE i.payment_id = ${subject.paymentId} AND i.topic = ${subject.topic}
       AND i.refund_id IS NOT DISTINCT FROM ${subject.refundId}::bigint AND i.state <> 'closed'`.execute(tx)
}

export async function decideItem(
  tx: Tx,
  id: number,
  decision: { state: 'kept' | 'closed'; choice: ExceptionChoice; reason: string; by: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE review_items
       SET state = ${decision.state}, choice = ${decision.choice}, reason = ${decision.reason},
           decided_by = ${decision.by}, decided_at = ${decision.at}
     WHERE id = ${id} AND state <> 'closed'`.execute(tx)
}

/** Records a person's choice, even if new facts have closed the exception meanwhile. */
export async function noteDecision(
  tx: Tx,
  id: number,
  decision: { choice: ExceptionChoice; reason: string; by: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE review_items
       SET state = 'closed', choice = ${decision.choice}, reason = ${decision.reason}, decided_by = ${decision.by},
           decided_at = ${decision.at}
     WHERE id = ${id}`.execute(tx)
}

/** Returns whether a person declared that this refund was made. */
export async function wasDeclaredMade(tx: Tx, refundId: RefundId): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM review_items WHERE refund_id = ${refundId} AND choice = 'was_made' LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export async function openTopics(tx: Tx, paymentId: PaymentId): Promise<ExceptionTopic[]> {
  const found = await sql<{ topic: ExceptionTopic }>`
    SELECT DISTINCT topic FROM review_items WHERE payment_id = ${paymentId} AND state = 'open'`.execute(tx)
  return found.rows.map(({ topic }) => topic)
}

export interface PaymentExceptionRow {
  id: number
  publicId: string
  topic: ExceptionTopic
  state: 'open' | 'kept' | 'closed'
  choice: ExceptionChoice | 'settled_itself' | null
  reason: string
  openedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  sellerId: number
  orderId: OrderId
  orderPublicId: string
  orderState: OrderState
  totalCents: number
  settledAt: Date | null
  buyerName: string | null
  buyerEmail: string | null
  paymentId: PaymentId
  paymentState: PaymentState
  outcome: Outcome | null
  reviewReason: HoldReason | null
  receivedCents: number | null
  /** The amount of this payment that was refunded. */
  givenBackCents: number
  refundId: RefundId | null
  refundState: RefundState | null
  refundCents: number | null
  refundFailure: string | null
  refundLines: LineShare[]
  /** True while a refund of this payment is in progress. */
  isRefunding: boolean
  lines: {
    lineId: number
    sellerId: number
    courseId: number
    title: string
    priceCents: number
    leftCents: number
    status: 'open' | 'granted' | 'refunded'
    /** True if the buyer had the course by other access, so that the line has given nothing. */
    isOwnedOtherwise: boolean
  }[]
}

const columns = sql`
  i.id, i.public_id AS "publicId", i.topic, i.state, i.choice, i.reason, i.opened_at AS "openedAt",
  i.decided_at AS "decidedAt", ${nameOrMaskedEmail('who')} AS "decidedBy", i.seller_id AS "sellerId",
  o.id AS "orderId", o.public_id AS "orderPublicId", o.state AS "orderState", o.total_cents AS "totalCents",
  o.settled_at AS "settledAt", buyer.name AS "buyerName", buyer.email::text AS "buyerEmail",
  p.id AS "paymentId", p.state AS "paymentState", p.outcome, p.review_reason AS "reviewReason",
  p.received_cents AS "receivedCents",
  (SELECT coalesce(sum(d.amount_cents), 0)::int8 FROM refunds d WHERE d.payment_id = p.id AND d.state = 'done')
    AS "givenBackCents",
  r.id AS "refundId", r.state AS "refundState", r.amount_cents AS "refundCents", r.failure AS "refundFailure",
  (SELECT coalesce(json_agg(json_build_object('lineId', rl.line_id, 'cents', rl.cents) ORDER BY rl.line_id), '[]')
     FROM refund_lines rl WHERE rl.refund_id = r.id) AS "refundLines",
  EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.state IN ('planned', 'asking', 'pending'))
    AS "isRefunding",
  (SELECT json_agg(json_build_object('lineId', l.id, 'sellerId', l.seller_id, 'courseId', l.course_id, 'title', l.title,
                                     'priceCents', l.price_cents, 'leftCents', l.price_cents - l.refunded_cents,
                                     'status', l.status, 'isOwnedOtherwise', ${isOwnedOtherwise}) ORDER BY l.id)
     FROM order_lines l WHERE l.order_id = o.id) AS lines`

const joins = sql`
  JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = i.payment_id
  LEFT JOIN refunds r ON r.id = i.refund_id
  LEFT JOIN user_cards buyer ON buyer.id = o.buyer_id AND buyer.erased_at IS NULL
  LEFT JOIN user_cards who ON who.id = i.decided_by AND who.erased_at IS NULL`

/**
 * Returns the newest exception first. A null seller selects all sellers. A seller also sees the chargebacks of own lines that the
 * platform decides, because the order has other sellers.
 */
export async function itemsOf(
  db: Db,
  sellerId: number | null,
  { state, orderId }: { state: PaymentExceptionRow['state'] | null; orderId: string | null },
  page: { limit: number; before: number | null; offset: number },
): Promise<{ rows: PaymentExceptionRow[]; total: number }> {
  const wanted = sql`
    (${state}::text IS NULL OR i.state = ${state})
    AND (${orderId}::text IS NULL OR i.order_id = (SELECT one.id FROM orders one WHERE one.public_id = ${orderId}))
    AND (${sellerId}::bigint IS NULL OR i.seller_id = ${sellerId}
         OR (i.topic = 'chargeback'
             AND EXISTS (SELECT FROM order_lines own WHERE own.order_id = i.order_id AND own.seller_id = ${sellerId})))`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM review_items i WHERE ${wanted}`.execute(db)
  const found = await sql<PaymentExceptionRow>`
    SELECT ${columns} FROM review_items i ${joins}
     WHERE ${wanted} AND ${newestPage('i.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function itemByPublicId(db: Db, publicId: string): Promise<PaymentExceptionRow | undefined> {
  const found = await sql<PaymentExceptionRow>`
    SELECT ${columns} FROM review_items i ${joins} WHERE i.public_id = ${publicId}`.execute(db)
  return found.rows[0]
}

/** Returns the seller of a business or a lone instructor. Undefined means that this owner sells nothing yet. */
export async function sellerOf(
  db: Db,
  owner: { businessId: number } | { userId: number },
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM seller_cards
     WHERE ${'businessId' in owner ? sql`business_id = ${owner.businessId}` : sql`user_id = ${owner.userId}`}`.execute(
    db,
  )
  return found.rows[0]?.id
}
