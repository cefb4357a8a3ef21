/** Stores refunds, their lines, and refund requests. Every writer must hold the order's lock. */
import type { OrderId, PaymentId, RefundId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { MoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage } from '#server/platform/pages.ts'
import type { LineShare, RefundKind, RefundState } from './refunds.rules.ts'

export interface RefundRow {
  id: RefundId
  publicId: string
  orderId: OrderId
  paymentId: PaymentId
  kind: RefundKind
  origin: 'asked' | 'provider'
  state: RefundState
  amountCents: number
  isNamed: boolean
  /** True while the refund waits for a superadmin. The provider is asked only after the approval. */
  needsApproval: boolean
  reason: string
  askedBy: number | null
  failure: string | null
  createdAt: Date
  askedAt: Date | null
  resolvedAt: Date | null
  lines: LineShare[]
}

const columns = sql`
  r.id, r.public_id AS "publicId", r.order_id AS "orderId", r.payment_id AS "paymentId", r.kind, r.origin, r.state,
  r.amount_cents AS "amountCents", r.is_named AS "isNamed", r.needs_approval AS "needsApproval", r.reason, r.asked_by AS "askedBy", r.failure,
  r.created_at AS "createdAt", r.asked_at AS "askedAt", r.resolved_at AS "resolvedAt",
  (SELECT coalesce(json_agg(json_build_object('lineId', l.line_id, 'cents', l.cents) ORDER BY l.line_id), '[]')
     FROM refund_lines l WHERE l.refund_id = r.id) AS lines`

/** Returns the oldest refund first. */
export async function refundsOf(db: Db, orderId: OrderId): Promise<RefundRow[]> {
  const found = await sql<RefundRow>`
    SELECT ${columns} FROM refunds r WHERE r.order_id = ${orderId} ORDER BY r.id`.execute(db)
  return found.rows
}

export async function refundById(db: Db, id: RefundId): Promise<RefundRow | undefined> {
  const found = await sql<RefundRow>`SELECT ${columns} FROM refunds r WHERE r.id = ${id}`.execute(db)
  return found.rows[0]
}

export interface NewRefund {
  publicId: string
  orderId: OrderId
  paymentId: PaymentId
  kind: RefundKind
  origin: 'asked' | 'provider'
  state: 'planned' | 'done'
  amountCents: number
  refundableBeforeCents: number | null
  isNamed: boolean
  needsApproval?: boolean
  reason: string
  askedBy: number | null
  at: Date
  nextCheckAt: Date | null
}

export async function insertRefund(
  tx: Tx,
  refund: NewRefund,
  lines: readonly LineShare[],
): Promise<RefundId> {
  const inserted = await sql<{ id: RefundId }>`
    INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents, refundable_before_cents,
                         is_named, needs_approval, reason, asked_by, created_at, resolved_at, next_look_at)
    VALUES (${refund.publicId}, ${refund.orderId}, ${refund.paymentId}, ${refund.kind}, ${refund.origin},
            ${refund.state}, ${refund.amountCents}, ${refund.refundableBeforeCents}, ${refund.isNamed},
            ${refund.needsApproval ?? false}, ${refund.reason}, ${refund.askedBy}, ${refund.at},
            ${refund.state === 'done' ? refund.at : null}, ${refund.nextCheckAt})
    RETURNING id`.execute(tx)
  const id = inserted.rows[0]?.id
  if (id === undefined) throw new Error('a refund was not stored')
  await nameLines(tx, id, lines)
  return id
}

async function nameLines(tx: Tx, refundId: RefundId, lines: readonly LineShare[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    INSERT INTO refund_lines (refund_id, line_id, cents)
    SELECT ${refundId}, * FROM unnest(${lines.map(({ lineId }) => lineId)}::bigint[],
                                      ${lines.map(({ cents }) => cents)}::int[])`.execute(tx)
}

export async function setRefundLines(tx: Tx, refundId: RefundId, lines: readonly LineShare[]): Promise<void> {
  await sql`UPDATE refunds SET is_named = true WHERE id = ${refundId}`.execute(tx)
  await nameLines(tx, refundId, lines)
}

/**
 * Turns refunds of held money into refunds of unknown lines, because the money now belongs to the order's lines. A refund that is
 * only planned is not changed, and fails when it is due.
 */
export async function clearRefundLines(tx: Tx, paymentId: PaymentId): Promise<void> {
  await sql`
    UPDATE refunds SET kind = 'lines', is_named = false
     WHERE payment_id = ${paymentId} AND kind = 'held' AND state IN ('asking', 'pending', 'done')`.execute(tx)
}

export async function setRequested(tx: Tx, id: RefundId, at: Date, nextCheckAt: Date): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'asking', asked_at = ${at}, next_look_at = ${nextCheckAt}
     WHERE id = ${id} AND state = 'planned'`.execute(tx)
}

/** Marks a refund as planned again, so that it is requested once more. The provider has certainly not made it. */
export async function setPlanned(tx: Tx, id: RefundId, nextCheckAt: Date): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'planned', next_look_at = ${nextCheckAt}
     WHERE id = ${id} AND state = 'asking'`.execute(tx)
}

export async function setPending(tx: Tx, id: RefundId, providerRefundId: string | null): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'pending', provider_refund_id = coalesce(${providerRefundId}, provider_refund_id)
     WHERE id = ${id} AND state IN ('asking', 'pending')`.execute(tx)
}

/** Returns false when another superadmin has decided already. */
export async function approveRefund(tx: Tx, id: RefundId, nextCheckAt: Date): Promise<boolean> {
  const approved = await sql`
    UPDATE refunds SET needs_approval = false, next_look_at = ${nextCheckAt}
     WHERE id = ${id} AND state = 'planned' AND needs_approval RETURNING id`.execute(tx)
  return approved.rows.length > 0
}

/**
 * Returns whether these shares, together with all refunds in progress, exceed what the platform owes one of the sellers. Payments
 * to a seller's own account do not count. Locks these sellers until the transaction ends, so that two concurrent refunds cannot
 * both take the last of the balance.
 */
export async function exceedsBalance(
  tx: Tx,
  paymentId: PaymentId,
  lines: readonly LineShare[],
): Promise<boolean> {
  const onPlatform = await sql`
    SELECT 1 FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id
      JOIN seller_cards s ON s.id = a.seller_id AND s.is_platform WHERE p.id = ${paymentId}`.execute(tx)
  if (onPlatform.rows.length === 0 || lines.length === 0) return false
  const lineIds = lines.map(({ lineId }) => lineId)
  const locked = await sql<{ id: number }>`
    SELECT s.id FROM sellers s
     WHERE NOT s.is_platform AND s.id IN (SELECT seller_id FROM order_lines WHERE id = ANY(${lineIds}::bigint[]))
     ORDER BY s.id FOR NO KEY UPDATE`.execute(tx)
  const sellerIds = locked.rows.map(({ id }) => id)
  const found = await sql`
    WITH going AS (
      SELECT "lineId" AS line_id, cents
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS asked ("lineId" bigint, cents bigint)
      UNION ALL
      SELECT l.line_id, l.cents FROM refund_lines l JOIN refunds r ON r.id = l.refund_id
        JOIN payments p ON p.id = r.payment_id JOIN payment_accounts a ON a.id = p.payment_account_id
        JOIN seller_cards s ON s.id = a.seller_id AND s.is_platform
        JOIN order_lines ol ON ol.id = l.line_id AND ol.seller_id = ANY(${sellerIds}::bigint[])
       WHERE r.state IN ('planned', 'asking', 'pending') AND r.kind = 'lines' AND NOT r.needs_approval),
    taken AS (
      SELECT ol.seller_id,
             sum(g.cents - round(g.cents::numeric * coalesce(sold.fee_cents, 0) / nullif(sold.paid_cents, 0))) AS cents
        FROM going g JOIN order_lines ol ON ol.id = g.line_id
        JOIN ledger_postings sale ON sale.source = 'order:' || ol.order_id
        JOIN posting_lines sold ON sold.posting_id = sale.id AND sold.line_id = g.line_id
       WHERE ol.seller_id = ANY(${sellerIds}::bigint[]) GROUP BY ol.seller_id)
    SELECT 1 FROM taken
     WHERE taken.cents > (SELECT coalesce(sum(e.cents), 0) FROM ledger_entries e
                           WHERE e.seller_id = taken.seller_id AND e.account = 'platform') LIMIT 1`.execute(
    tx,
  )
  return found.rows.length > 0
}

/** Returns the share of a refund that each seller pays, with the titles of the courses. */
export async function sharesOfSellers(
  tx: Tx,
  refundId: RefundId,
): Promise<{ sellerId: number; cents: number; courses: string }[]> {
  const found = await sql<{ sellerId: number; cents: number; courses: string }>`
    SELECT ol.seller_id AS "sellerId", sum(l.cents)::int AS cents, string_agg(ol.title, ', ' ORDER BY ol.id) AS courses
      FROM refund_lines l JOIN order_lines ol ON ol.id = l.line_id WHERE l.refund_id = ${refundId}
     GROUP BY ol.seller_id ORDER BY ol.seller_id`.execute(tx)
  return found.rows
}

export async function setDone(tx: Tx, id: RefundId, at: Date): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'done', failure = NULL, resolved_at = ${at}, next_look_at = NULL WHERE id = ${id}`.execute(
    tx,
  )
}

export async function setFailed(tx: Tx, id: RefundId, failure: string, at: Date): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'failed', failure = ${failure}, resolved_at = ${at}, next_look_at = NULL
     WHERE id = ${id} AND state IN ('planned', 'asking', 'pending')`.execute(tx)
}

export async function setReversed(tx: Tx, id: RefundId, at: Date): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'reversed', resolved_at = ${at}, next_look_at = NULL WHERE id = ${id}`.execute(
    tx,
  )
}

/** Leases due refunds until `leaseUntil` and returns them. Uses refunds_due_idx. */
export async function claimDueRefunds(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<RefundId[]> {
  const claimed = await sql<{ id: RefundId }>`
    UPDATE refunds SET next_look_at = ${leaseUntil}
     WHERE id IN (SELECT id FROM refunds WHERE next_look_at <= ${now}
                   ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db)
  return claimed.rows.map(({ id }) => id)
}

export async function postponeCheck(db: Db, id: RefundId, nextCheckAt: Date): Promise<void> {
  await sql`
    UPDATE refunds SET next_look_at = ${nextCheckAt}
     WHERE id = ${id} AND state IN ('planned', 'asking', 'pending')`.execute(db)
}

export interface RequestRow {
  id: number
  publicId: string
  orderId: OrderId
  orderPublicId: string
  sellerId: number
  state: 'open' | 'refunded' | 'declined' | 'withdrawn'
  reason: string
  answer: string
  createdAt: Date
  answeredAt: Date | null
  buyerId: number
  buyerName: string | null
  /** Null means that the account is erased. */
  buyerEmail: string | null
  isBuyerProven: boolean
  language: Language
  lines: { lineId: number; courseId: number; title: string; leftCents: number; priceCents: number }[]
}

const requestColumns = sql`
  q.id, q.public_id AS "publicId", q.order_id AS "orderId", o.public_id AS "orderPublicId",
  q.seller_id AS "sellerId", q.state, q.reason, q.answer, q.created_at AS "createdAt", q.answered_at AS "answeredAt",
  o.buyer_id AS "buyerId", u.name AS "buyerName", u.email::text AS "buyerEmail",
  u.email_verified_at IS NOT NULL AS "isBuyerProven", o.language,
  (SELECT json_agg(json_build_object('lineId', l.id, 'courseId', l.course_id, 'title', l.title,
                                     'leftCents', l.price_cents - l.refunded_cents, 'priceCents', l.price_cents)
                   ORDER BY l.id)
     FROM refund_request_lines ql JOIN order_lines l ON l.id = ql.line_id WHERE ql.request_id = q.id) AS lines`

const requestJoins = sql`
  JOIN orders o ON o.id = q.order_id
  LEFT JOIN user_cards u ON u.id = o.buyer_id AND u.erased_at IS NULL`

/** Returns the newest request first, by refund_requests_seller_idx. A null seller selects all sellers. */
export async function requestsOf(
  db: Db,
  sellerId: number | null,
  state: RequestRow['state'] | undefined,
  page: { limit: number; before: number | null; offset: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const wanted = sql`
    (${sellerId}::bigint IS NULL OR q.seller_id = ${sellerId})
    AND (${state ?? null}::text IS NULL OR q.state = ${state ?? null})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM refund_requests q WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<RequestRow>`
    SELECT ${requestColumns} FROM refund_requests q ${requestJoins}
     WHERE ${wanted} AND ${newestPage('q.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function requestsOfOrder(db: Db, orderId: OrderId): Promise<RequestRow[]> {
  const found = await sql<RequestRow>`
    SELECT ${requestColumns} FROM refund_requests q ${requestJoins}
     WHERE q.order_id = ${orderId} ORDER BY q.id`.execute(db)
  return found.rows
}

export async function requestByPublicId(db: Db, publicId: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`
    SELECT ${requestColumns} FROM refund_requests q ${requestJoins} WHERE q.public_id = ${publicId}`.execute(
    db,
  )
  return found.rows[0]
}

/** Inserts a request. A unique index refuses a second open request for the same line. */
export async function insertRequest(
  tx: Tx,
  request: { publicId: string; orderId: OrderId; sellerId: number; reason: string; at: Date },
  lineIds: readonly number[],
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO refund_requests (public_id, order_id, seller_id, reason, created_at)
    VALUES (${request.publicId}, ${request.orderId}, ${request.sellerId}, ${request.reason}, ${request.at})
    RETURNING id`.execute(tx)
  const id = inserted.rows[0]?.id
  if (id === undefined) throw new Error('a request was not stored')
  await sql`
    INSERT INTO refund_request_lines (request_id, line_id)
    SELECT ${id}, unnest(${[...lineIds]}::bigint[])`.execute(tx)
  return id
}

/** Ends an open request. Returns false if it was ended before. */
export async function endRequest(
  tx: Tx,
  id: number,
  end: { state: 'declined' | 'withdrawn' | 'refunded'; answer: string; by: number | null; at: Date },
): Promise<boolean> {
  const ended = await sql`
    UPDATE refund_requests
       SET state = ${end.state}, answer = ${end.answer}, answered_by = ${end.by}, answered_at = ${end.at}
     WHERE id = ${id} AND state = 'open' RETURNING id`.execute(tx)
  if (ended.rows.length === 0) return false
  await sql`UPDATE refund_request_lines SET is_open = false WHERE request_id = ${id}`.execute(tx)
  return true
}

/** Returns the open requests of an order whose lines have nothing left to refund. */
export async function fulfilledRequests(tx: Tx, orderId: OrderId): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT q.id FROM refund_requests q
     WHERE q.order_id = ${orderId} AND q.state = 'open' AND NOT EXISTS (
       SELECT FROM refund_request_lines ql JOIN order_lines l ON l.id = ql.line_id
        WHERE ql.request_id = q.id AND l.status <> 'refunded' AND l.refunded_cents < l.price_cents)`.execute(
    tx,
  )
  return found.rows.map(({ id }) => id)
}

/** Erases the texts of an erased buyer's requests and withdraws open ones. The requests stay. */
export async function forgetRequests(tx: Tx, buyerId: number, at: Date): Promise<void> {
  await sql`
    UPDATE refund_request_lines SET is_open = false
     WHERE request_id IN (SELECT q.id FROM refund_requests q JOIN orders o ON o.id = q.order_id
                           WHERE o.buyer_id = ${buyerId})`.execute(tx)
  await sql`
    UPDATE refund_requests SET reason = '', answer = '',
           state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END, answered_at = coalesce(answered_at, ${at})
     WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = ${buyerId})`.execute(tx)
}

export interface RefundableOrder {
  id: OrderId
  publicId: string
  buyerId: number
  isGift: boolean
  /** True means that somebody has taken the gift. */
  isTaken: boolean
  buyerName: string | null
  /** Null means that the account is erased. */
  buyerEmail: string | null
  settledAt: Date | null
  language: Language
  lines: {
    lineId: number
    courseId: number
    sellerId: number
    title: string
    priceCents: number
    leftCents: number
    status: 'open' | 'granted' | 'refunded'
    moneyBack: MoneyBack
  }[]
}

export async function refundableOrder(db: Db, publicId: string): Promise<RefundableOrder | undefined> {
  const found = await sql<RefundableOrder>`
    SELECT o.id, o.public_id AS "publicId", o.buyer_id AS "buyerId", o.settled_at AS "settledAt", o.language,
           o.is_gift AS "isGift", o.learner_id IS NOT NULL AS "isTaken", u.name AS "buyerName", u.email::text AS "buyerEmail",
           (SELECT json_agg(json_build_object('lineId', l.id, 'courseId', l.course_id, 'sellerId', l.seller_id,
                                              'title', l.title, 'priceCents', l.price_cents,
                                              'leftCents', l.price_cents - l.refunded_cents, 'status', l.status,
                                              'moneyBack', json_build_object('days', l.money_back_days,
                                                                             'percent', l.money_back_percent))
                            ORDER BY l.id)
              FROM order_lines l WHERE l.order_id = o.id) AS lines
      FROM orders o LEFT JOIN user_cards u ON u.id = o.buyer_id AND u.erased_at IS NULL
     WHERE o.public_id = ${publicId}`.execute(db)
  return found.rows[0]
}

export interface SellerPerson {
  userId: number
  email: string
  isProven: boolean
  language: Language
}

/** Returns the people who receive a request: the business's admins, the lone instructor, or the platform's superadmins. */
export async function peopleOfSeller(db: Db, sellerId: number): Promise<SellerPerson[]> {
  const found = await sql<SellerPerson>`
    SELECT user_id AS "userId", email::text AS email, email_verified_at IS NOT NULL AS "isProven", language
      FROM seller_people WHERE seller_id = ${sellerId} ORDER BY user_id LIMIT 20`.execute(db)
  return found.rows
}

/** Inserts a full refund for each refunded past order, at the time of the payment's last read. */
export async function insertPastRefunds(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await sql`
    INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents, refundable_before_cents,
                         created_at, resolved_at)
    SELECT translate(encode(sha256(convert_to('refund of ' || o.public_id, 'UTF8')), 'base64'), '+/=', '-_'), o.id, p.id,
           'lines', 'provider', 'done', o.total_cents, o.total_cents, p.last_read_at, p.last_read_at
      FROM orders o JOIN payments p ON p.order_id = o.id AND p.outcome = 'settled'
     WHERE o.id = ANY(${[...orderIds]}::bigint[]) AND o.state = 'refunded'`.execute(tx)
  await sql`
    INSERT INTO refund_lines (refund_id, line_id, cents)
    SELECT r.id, l.id, l.refunded_cents FROM refunds r JOIN order_lines l ON l.order_id = r.order_id
     WHERE r.order_id = ANY(${[...orderIds]}::bigint[])`.execute(tx)
}
