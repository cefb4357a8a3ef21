/** Stores payments, their snapshots, and the provider's callbacks as they arrived. */
import type { OrderId, PaymentId } from '@apogee/domain/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Attention, ExtraMoneyRow, Outcome, PaymentState, HoldReason } from './orders.rules.ts'

export interface PaymentRow {
  id: PaymentId
  orderId: OrderId
  paymentAccountId: number
  providerId: string | null
  checkoutUrl: string | null
  state: PaymentState
  outcome: Outcome | null
  reviewReason: HoldReason | null
  attention: Attention[]
  version: number
  isTest: boolean | null
  askingUntil: Date | null
  dueAt: Date
  createdAt: Date
  paidAt: Date | null
  receivedCents: number | null
  refundableCents: number | null
  /** The money of this payment that the books hold, in sen. A value below 0 is a refund whose lines are unknown. */
  heldCents: number
  /** The faults of this payment that a person has accepted. */
  acceptedReasons: HoldReason[]
}

const paymentColumns = sql`
  p.id, p.order_id AS "orderId", p.payment_account_id AS "paymentAccountId", p.provider_id AS "providerId",
  p.checkout_url AS "checkoutUrl", p.state, p.outcome, p.review_reason AS "reviewReason", p.attention,
  p.reading_version AS version, p.is_test AS "isTest", p.asking_until AS "askingUntil", p.due_at AS "dueAt",
  p.created_at AS "createdAt", p.paid_at AS "paidAt", p.received_cents AS "receivedCents",
  p.refundable_cents AS "refundableCents", p.held_cents AS "heldCents", p.accepted_reasons AS "acceptedReasons"`

/** Locks and returns all payments of an order, oldest first. Requires that the order is locked. */
export async function lockPaymentsOf(tx: Tx, orderId: OrderId): Promise<PaymentRow[]> {
  const found = await sql<PaymentRow>`
    SELECT ${paymentColumns} FROM payments p WHERE p.order_id = ${orderId} ORDER BY p.id FOR UPDATE`.execute(
    tx,
  )
  return found.rows
}

export async function paymentById(db: Db, id: PaymentId): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`SELECT ${paymentColumns} FROM payments p WHERE p.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function settlingPayment(db: Db, orderId: OrderId): Promise<PaymentRow | undefined> {
  const found = await sql<PaymentRow>`
    SELECT ${paymentColumns} FROM payments p WHERE p.order_id = ${orderId} AND p.outcome = 'settled'`.execute(
    db,
  )
  return found.rows[0]
}

/**
 * Returns payments for these courses that may still bring money. They are pending at the bank, or their order is cancelled and its
 * page is not closed at the provider. Payments that the sweeper does not read any more are omitted.
 */
export async function unresolvedPayments(
  db: Db,
  buyerId: number,
  courseIds: readonly number[],
): Promise<{ id: PaymentId; paymentAccountId: number; providerId: string; isCancelled: boolean }[]> {
  const found = await sql<{
    id: PaymentId
    paymentAccountId: number
    providerId: string
    isCancelled: boolean
  }>`
    SELECT p.id, p.payment_account_id AS "paymentAccountId", p.provider_id AS "providerId",
           o.state = 'cancelled' AS "isCancelled"
      FROM orders o JOIN payments p ON p.order_id = o.id
     WHERE o.buyer_id = ${buyerId} AND p.provider_id IS NOT NULL AND p.next_read_at IS NOT NULL
       AND ((o.state = 'pending' AND p.state = 'pending')
         OR (o.state = 'cancelled' AND p.state IN ('created', 'failed', 'pending')))
       AND EXISTS (SELECT FROM order_lines l
                    WHERE l.order_id = o.id AND l.course_id = ANY(${[...courseIds]}::bigint[]))
     ORDER BY p.id`.execute(db)
  return found.rows
}

/**
 * Returns payments of this order that did not pay it, oldest first. Payments in other currencies are omitted, because their amount
 * is not in ringgit.
 */
export async function extraMoneyOf(db: Db, orderId: OrderId): Promise<ExtraMoneyRow[]> {
  const found = await sql<ExtraMoneyRow>`
    SELECT p.outcome, p.received_cents AS "receivedCents", coalesce(p.paid_at, p.created_at) AS "arrivedAt",
           back.cents AS "givenBackCents", back.at AS "givenBackAt", back."isRefunding",
           (SELECT i.decided_at FROM review_items i
             WHERE i.payment_id = p.id AND i.topic IN ('held', 'surplus') AND i.state = 'kept'
             ORDER BY i.id DESC LIMIT 1) AS "keptAt"
      FROM payments p
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.state = 'done'), 0)::int8 AS cents,
               max(coalesce(r.resolved_at, r.created_at)) FILTER (WHERE r.state = 'done') AS at,
               coalesce(bool_or(r.state IN ('planned', 'asking', 'pending')), false) AS "isRefunding"
          FROM refunds r WHERE r.payment_id = p.id) back
     WHERE p.order_id = ${orderId} AND p.outcome IN ('surplus', 'needs_review') AND p.received_cents > 0
       AND p.review_reason IS DISTINCT FROM 'other_currency'
     ORDER BY p.id`.execute(db)
  return found.rows
}

export interface NewPayment {
  orderId: OrderId
  paymentAccountId: number
  providerId: string | null
  isTest: boolean | null
  dueAt: Date
  createdAt: Date
  askingUntil: Date | null
  nextReadAt: Date | null
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<PaymentRow> {
  const inserted = await sql<PaymentRow>`
    INSERT INTO payments AS p (order_id, payment_account_id, provider_id, is_test, due_at, created_at, asking_until,
                               next_read_at)
    VALUES (${payment.orderId}, ${payment.paymentAccountId}, ${payment.providerId}, ${payment.isTest},
            ${payment.dueAt}, ${payment.createdAt}, ${payment.askingUntil}, ${payment.nextReadAt})
    RETURNING ${paymentColumns}`.execute(tx)
  return onlyRow(inserted)
}

/** Takes the lease for creating the purchase at the provider. */
export async function startCreating(
  tx: Tx,
  id: PaymentId,
  asking: { askingUntil: Date; dueAt: Date; nextReadAt: Date },
): Promise<void> {
  await sql`
    UPDATE payments SET asking_until = ${asking.askingUntil}, due_at = ${asking.dueAt},
                        next_read_at = ${asking.nextReadAt} WHERE id = ${id}`.execute(tx)
}

export async function stopCreating(db: Db, id: PaymentId): Promise<void> {
  await sql`UPDATE payments SET asking_until = NULL WHERE id = ${id}`.execute(db)
}

export async function bindPurchase(
  tx: Tx,
  id: PaymentId,
  purchase: { providerId: string; checkoutUrl: string | null; isTest: boolean; nextReadAt: Date | null },
): Promise<void> {
  await sql`
    UPDATE payments
       SET provider_id = ${purchase.providerId}, is_test = ${purchase.isTest}, asking_until = NULL,
           checkout_url = coalesce(${purchase.checkoutUrl}, checkout_url), next_read_at = ${purchase.nextReadAt}
     WHERE id = ${id}`.execute(tx)
}

/** The cause of a read at the provider. */
export type SnapshotSource = 'callback' | 'check' | 'sweeper' | 'refund' | 'reconciliation' | 'order'

export interface NewSnapshot {
  broughtBy: SnapshotSource
  /** The requested amount in sen, whether or not it has arrived. */
  amountCents: number
  paidCents: number | null
  state: PaymentState
  version: number
  providerStatus: string
  outcome: Outcome | null
  reviewReason: HoldReason | null
  attention: readonly Attention[]
  receivedCents: number | null
  refundableCents: number | null
  paidAt: Date | null
  /** The provider's response as evidence of the payment. Null leaves the stored evidence unchanged. */
  evidence: Readonly<Record<string, unknown>> | null
  readAt: Date
  nextReadAt: Date | null
}

/** Updates the payment, and stores the snapshot if it differs from the previous one. */
export async function saveSnapshot(tx: Tx, id: PaymentId, snapshot: NewSnapshot): Promise<void> {
  await sql`
    WITH told (state, provider_status, amount_cents, paid_cents, refundable_cents) AS (
      VALUES (${snapshot.state}, ${snapshot.providerStatus}, ${snapshot.amountCents}::bigint,
              ${snapshot.paidCents}::bigint, ${snapshot.refundableCents}::bigint)),
    kept AS (
      INSERT INTO payment_readings (payment_id, at, brought_by, state, provider_status, amount_cents, paid_cents, refundable_cents)
      SELECT ${id}, ${snapshot.readAt}, ${snapshot.broughtBy}, told.* FROM told
       WHERE told IS DISTINCT FROM (
         SELECT ROW(r.state, r.provider_status, r.amount_cents, r.paid_cents, r.refundable_cents)
           FROM payment_readings r WHERE r.payment_id = ${id} ORDER BY r.id DESC LIMIT 1))
    UPDATE payments
       SET state = ${snapshot.state}, reading_version = ${snapshot.version}, provider_status = ${snapshot.providerStatus},
           outcome = ${snapshot.outcome}, review_reason = ${snapshot.reviewReason},
           attention = ${[...snapshot.attention]}::text[], received_cents = ${snapshot.receivedCents},
           refundable_cents = ${snapshot.refundableCents}, paid_at = ${snapshot.paidAt},
           evidence = coalesce(${snapshot.evidence === null ? null : JSON.stringify(snapshot.evidence)}::jsonb, evidence),
           last_read_at = ${snapshot.readAt}, next_read_at = ${snapshot.nextReadAt}, reads = reads + 1
     WHERE id = ${id}`.execute(tx)
}

/** Records that the provider was read and reported nothing new. */
export async function recordReadTime(
  tx: Tx,
  id: PaymentId,
  readAt: Date,
  nextReadAt: Date | null,
): Promise<void> {
  await sql`
    UPDATE payments SET last_read_at = ${readAt}, next_read_at = ${nextReadAt}, reads = reads + 1
     WHERE id = ${id}`.execute(tx)
}

export async function setOutcome(tx: Tx, id: PaymentId, outcome: Outcome): Promise<void> {
  await sql`UPDATE payments SET outcome = ${outcome}, review_reason = NULL WHERE id = ${id}`.execute(tx)
}

/** Changes the held money of a payment. Returns the number of its changes so far, which identifies the posting. */
export async function setHeld(tx: Tx, id: PaymentId, heldCents: number): Promise<number> {
  const changed = await sql<{ posting: number }>`
    UPDATE payments SET held_cents = ${heldCents}, held_postings = held_postings + 1
     WHERE id = ${id} RETURNING held_postings AS posting`.execute(tx)
  const posting = changed.rows[0]?.posting
  if (posting === undefined) throw new Error(`payment ${id} is gone`)
  return posting
}

export async function setAttention(tx: Tx, id: PaymentId, attention: readonly Attention[]): Promise<void> {
  await sql`
    UPDATE payments SET attention = ${[...attention]}::text[]
     WHERE id = ${id} AND attention <> ${[...attention]}::text[]`.execute(tx)
}

/** Records that a person accepts this fault. */
export async function acceptReason(tx: Tx, id: PaymentId, reason: HoldReason): Promise<void> {
  await sql`
    UPDATE payments SET accepted_reasons = array_append(array_remove(accepted_reasons, ${reason}), ${reason})
     WHERE id = ${id}`.execute(tx)
}

/** Marks a payment as expired whose page was never created. */
export async function expireUncreated(tx: Tx, id: PaymentId): Promise<void> {
  await sql`
    UPDATE payments SET state = 'expired', next_read_at = NULL, asking_until = NULL
     WHERE id = ${id} AND provider_id IS NULL`.execute(tx)
}

export interface DueRead {
  id: PaymentId
  orderId: OrderId
  paymentAccountId: number
  providerId: string | null
}

/**
 * Leases due payments until `leaseUntil` and returns them. If a reader stops, another one reads them after the lease. Uses
 * payments_due_idx.
 */
export async function claimDueReads(
  db: Db,
  { now, leaseUntil, limit, only }: { now: Date; leaseUntil: Date; limit: number; only: PaymentId | null },
): Promise<DueRead[]> {
  const claimed = await sql<DueRead>`
    UPDATE payments SET next_read_at = ${leaseUntil}
     WHERE id IN (SELECT id FROM payments
                   WHERE next_read_at <= ${now} AND (${only}::bigint IS NULL OR id = ${only})
                   ORDER BY next_read_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, order_id AS "orderId", payment_account_id AS "paymentAccountId", provider_id AS "providerId"`.execute(
    db,
  )
  return claimed.rows
}

export async function postponeRead(db: Db, id: PaymentId, nextReadAt: Date | null): Promise<void> {
  await sql`UPDATE payments SET next_read_at = ${nextReadAt}, reads = reads + 1 WHERE id = ${id}`.execute(db)
}

/**
 * Leases the order's newest payments that have not been read since `since`, and returns them. The more often a payment has been
 * read, the longer its stored state is used, so that callers cannot flood the provider.
 */
export async function claimStaleReads(
  db: Db,
  orderId: OrderId,
  { now, since }: { now: Date; since: Date },
): Promise<{ paymentAccountId: number; providerId: string }[]> {
  const claimed = await sql<{ paymentAccountId: number; providerId: string }>`
    UPDATE payments SET last_read_at = ${now}
     WHERE id IN (SELECT id FROM payments WHERE order_id = ${orderId} AND provider_id IS NOT NULL
                   ORDER BY id DESC LIMIT 3)
       AND (last_read_at IS NULL OR last_read_at <= least(
             ${since}::timestamptz, ${now}::timestamptz - make_interval(secs => least(reads, 500) * 0.01)))
    RETURNING payment_account_id AS "paymentAccountId", provider_id AS "providerId"`.execute(db)
  return claimed.rows
}

export interface CallbackToStore {
  paymentAccountId: number
  bodySha256: Buffer
  body: Buffer
  eventType: string | null
  providerId: string | null
  receivedAt: Date
}

/** Stores a callback. A repeated callback with the same bytes only increases a counter. */
export async function storeCallback(
  tx: Tx,
  callback: CallbackToStore,
): Promise<{ id: number; isFirst: boolean }> {
  const stored = await sql<{ id: number; isFirst: boolean }>`
    INSERT INTO payment_events AS e
      (payment_account_id, body_sha256, body, event_type, provider_id, received_at, handled_at)
    VALUES (${callback.paymentAccountId}, ${callback.bodySha256}, ${callback.body}, ${callback.eventType},
            ${callback.providerId}, ${callback.receivedAt},
            ${callback.providerId === null ? callback.receivedAt : null})
    ON CONFLICT (payment_account_id, body_sha256) DO UPDATE SET deliveries = e.deliveries + 1
    RETURNING id, deliveries = 1 AS "isFirst"`.execute(tx)
  return onlyRow(stored)
}

/** Selects the orders that a callback `e` concerns. */
const ordersOfEvent = sql`
  SELECT FROM payments p JOIN orders o ON o.id = p.order_id
         AND p.payment_account_id = e.payment_account_id AND p.provider_id = e.provider_id`

interface CallbackRow {
  paymentAccountId: number
  providerId: string | null
  eventType: string | null
  isHandled: boolean
}

export async function callbackById(db: Db, id: number): Promise<CallbackRow | undefined> {
  const found = await sql<CallbackRow>`
    SELECT payment_account_id AS "paymentAccountId", provider_id AS "providerId", event_type AS "eventType",
           handled_at IS NOT NULL AS "isHandled"
      FROM payment_events WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

/** Marks the callback as handled, and empties its body if the payer was erased. */
export async function markCallbackHandled(db: Db, id: number, at: Date): Promise<void> {
  await sql`
    UPDATE payment_events e SET handled_at = ${at},
           body = CASE WHEN EXISTS (${ordersOfEvent} JOIN user_cards u ON u.id = o.buyer_id AND u.erased_at IS NOT NULL)
                       THEN ''::bytea ELSE e.body END
     WHERE e.id = ${id}`.execute(db)
}

/** Empties the bodies of the buyer's callbacks, which contain the payer's name and address. The rest of the callbacks stays. */
export async function erasePayer(tx: Tx, buyerId: number): Promise<void> {
  await sql`
    UPDATE payment_events e SET body = ''::bytea
      FROM orders o JOIN payments p ON p.order_id = o.id
     WHERE o.buyer_id = ${buyerId} AND e.payment_account_id = p.payment_account_id
       AND e.provider_id = p.provider_id`.execute(tx)
}

/** Empties the bodies of handled callbacks. The digest stays, so that a repeated callback is recognised. */
export async function emptyCallbacks(db: Db, handledBefore: Date): Promise<void> {
  await sql`
    UPDATE payment_events SET body = ''::bytea
     WHERE handled_at < ${handledBefore} AND octet_length(body) > 0`.execute(db)
}

export async function nextReadOf(db: Db, id: PaymentId): Promise<Date | null> {
  const found = await sql<{
    at: Date | null
  }>`SELECT next_read_at AS at FROM payments WHERE id = ${id}`.execute(db)
  return found.rows[0]?.at ?? null
}

export interface PastPayment {
  orderId: OrderId
  paymentAccountId: number
  providerId: string
  state: PaymentState
  /** The received amount in sen. Null means that no money arrived. */
  receivedCents: number | null
  createdAt: Date
  dueAt: Date
  paidAt: Date | null
  /** The time at which the provider's last state was read. */
  readAt: Date
}

/** Inserts one payment for each past order. No job reads these payments at the provider. */
export async function insertPastPayments(tx: Tx, past: readonly PastPayment[]): Promise<void> {
  await sql`
    INSERT INTO payments (order_id, payment_account_id, provider_id, state, provider_status, outcome, received_cents,
                          refundable_cents, created_at, due_at, paid_at, last_read_at, reads)
    SELECT "orderId", "paymentAccountId", "providerId", state, state,
           CASE WHEN "receivedCents" IS NOT NULL THEN 'settled' END, "receivedCents",
           CASE state WHEN 'paid' THEN "receivedCents" WHEN 'refunded' THEN 0 END, "createdAt", "dueAt", "paidAt",
           "readAt", 1
      FROM jsonb_to_recordset(${JSON.stringify(past)}::jsonb)
        AS given ("orderId" bigint, "paymentAccountId" bigint, "providerId" text, state text, "receivedCents" bigint,
                  "createdAt" timestamptz, "dueAt" timestamptz, "paidAt" timestamptz, "readAt" timestamptz)
     ORDER BY "orderId"`.execute(tx)
}

/** Inserts a snapshot for each paid payment of these past orders, as if a callback had brought it. */
export async function insertPastSnapshots(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await sql`
    INSERT INTO payment_readings (payment_id, at, brought_by, state, provider_status, amount_cents, paid_cents, refundable_cents)
    SELECT id, last_read_at, 'callback', state, provider_status, received_cents, received_cents, refundable_cents
      FROM payments WHERE order_id = ANY(${[...orderIds]}::bigint[]) AND state = 'paid' ORDER BY id`.execute(
    tx,
  )
}
