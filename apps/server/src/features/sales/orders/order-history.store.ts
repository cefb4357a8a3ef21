/** Reads the history of one order: payments, snapshots, refunds, requests, decisions and views. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { nameOrMaskedEmail } from '#server/policy/masked-email.ts'
import type { SnapshotSource } from '../model/payments.store.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'
import type { PaymentFacts } from './seller-orders.rules.ts'
import { soldBy } from './wanted-orders.store.ts'

export interface PaymentInFull extends PaymentFacts {
  receivedCents: number | null
  /** Null means that the payment was made at the account of another seller. */
  purchaseId: string | null
  readings: { at: string; status: string; broughtBy: SnapshotSource; refundable: number | null }[]
  callbacks: { at: string; event: string | null; deliveries: number; handledAt: string | null }[]
}

/** Formats the time in a column as ISO 8601. */
const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export async function paymentsInFull(db: Db, scope: SellerScope, orderId: OrderId): Promise<PaymentInFull[]> {
  const found = await sql<PaymentInFull>`
    SELECT p.state, p.outcome, p.created_at AS "createdAt", p.due_at AS "dueAt", p.paid_at AS "paidAt",
           p.last_read_at AS "lastReadAt", p.received_cents AS "receivedCents",
           CASE WHEN ${sellerIn(scope, sql`a.seller_id`)} THEN p.provider_id END AS "purchaseId",
           (SELECT coalesce(json_agg(json_build_object(
                     'at', ${iso('r.at')}, 'status', r.provider_status, 'broughtBy', r.brought_by,
                     'refundable', r.refundable_cents) ORDER BY r.id), '[]')
              FROM payment_readings r WHERE r.payment_id = p.id) AS readings,
           (SELECT coalesce(json_agg(json_build_object(
                     'at', ${iso('e.received_at')}, 'event', e.event_type, 'deliveries', e.deliveries,
                     'handledAt', ${iso('e.handled_at')}) ORDER BY e.id), '[]')
              FROM payment_events e
             WHERE e.payment_account_id = p.payment_account_id AND e.provider_id = p.provider_id) AS callbacks
      FROM payments p JOIN payment_accounts a ON a.id = p.payment_account_id
     WHERE p.order_id = ${orderId} ORDER BY p.id`.execute(db)
  return found.rows
}

export interface RefundRow {
  state: 'waiting' | 'planned' | 'asking' | 'pending' | 'done' | 'failed' | 'reversed'
  kind: 'lines' | 'held' | 'chargeback'
  isAsked: boolean
  amount: number
  reason: string
  at: Date
  resolvedAt: Date | null
  askedBy: string | null
}

/** Selects the name of the acting person. Sellers do not see names of the platform's staff. */
const nameOf = (scope: SellerScope) =>
  'all' in scope
    ? sql`CASE WHEN u.erased_at IS NULL THEN ${nameOrMaskedEmail('u')} END`
    : sql`CASE WHEN u.erased_at IS NULL AND u.role <> 'superadmin' THEN ${nameOrMaskedEmail('u')} END`

/**
 * Returns refunds of lines in the scope, with the share of these lines. Refunds without lines are returned only if the order has no
 * other sellers.
 */
export async function refundsOf(
  db: Db,
  scope: SellerScope,
  orderId: OrderId,
  hasOtherSellers: boolean,
): Promise<RefundRow[]> {
  const found = await sql<RefundRow>`
    SELECT CASE WHEN r.needs_approval AND r.state = 'planned' THEN 'waiting' ELSE r.state END AS state, r.kind, r.origin = 'asked' AS "isAsked", coalesce(own.cents, r.amount_cents) AS amount, r.reason,
           r.created_at AS at, r.resolved_at AS "resolvedAt", ${nameOf(scope)} AS "askedBy"
      FROM refunds r LEFT JOIN user_cards u ON u.id = r.asked_by
     CROSS JOIN LATERAL (
       SELECT sum(rl.cents)::int8 AS cents FROM refund_lines rl JOIN order_lines l ON l.id = rl.line_id
        WHERE rl.refund_id = r.id AND ${soldBy(scope)}) own
     WHERE r.order_id = ${orderId} AND (own.cents IS NOT NULL OR NOT ${hasOtherSellers}::boolean)
     ORDER BY r.id`.execute(db)
  return found.rows
}

export interface ReceiptRow {
  id: string
  kind: 'receipt' | 'refund_note'
  year: number
  number: number
  amount: number
  issuedAt: Date
}

export async function receiptsOf(db: Db, scope: SellerScope, orderId: OrderId): Promise<ReceiptRow[]> {
  const found = await sql<ReceiptRow>`
    SELECT r.public_id AS id, r.kind, r.year, r.number, r.total_cents AS amount, r.issued_at AS "issuedAt"
      FROM receipts r JOIN ledger_postings sale ON sale.id = r.sale_id
     WHERE sale.source = ${`order:${orderId}`} AND ${sellerIn(scope, sql`r.seller_id`)}
     ORDER BY r.id`.execute(db)
  return found.rows
}

export interface ChangeRow {
  at: Date
  what: 'refund_requested' | 'refund_declined' | 'review_decided'
  who: string | null
}

/** Returns refund requests and the decisions of people. */
export async function changesOf(db: Db, scope: SellerScope, orderId: OrderId): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`
    SELECT q.created_at AS at, 'refund_requested' AS what, ${nameOf(scope)} AS who
      FROM refund_requests q JOIN orders o ON o.id = q.order_id JOIN user_cards u ON u.id = o.buyer_id
     WHERE q.order_id = ${orderId} AND ${sellerIn(scope, sql`q.seller_id`)}
    UNION ALL
    SELECT q.answered_at, 'refund_declined', ${nameOf(scope)}
      FROM refund_requests q LEFT JOIN user_cards u ON u.id = q.answered_by
     WHERE q.order_id = ${orderId} AND q.state = 'declined' AND ${sellerIn(scope, sql`q.seller_id`)}
    UNION ALL
    SELECT i.decided_at, 'review_decided', ${nameOf(scope)}
      FROM review_items i LEFT JOIN user_cards u ON u.id = i.decided_by
     WHERE i.order_id = ${orderId} AND i.decided_by IS NOT NULL AND ${sellerIn(scope, sql`i.seller_id`)}
    ORDER BY 1`.execute(db)
  return found.rows
}

/** Records that a person has viewed the order, at most once in a quarter of an hour. */
export async function noteView(
  db: Db,
  { orderId, actorId, at }: { orderId: OrderId; actorId: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO order_audit (order_id, actor_id, action, at)
    SELECT ${orderId}, ${actorId}, 'looked', ${at}::timestamptz
     WHERE NOT EXISTS (
       SELECT FROM order_audit
        WHERE order_id = ${orderId} AND actor_id = ${actorId} AND action = 'looked'
          AND at > ${at}::timestamptz - interval '15 minutes')`.execute(db)
}

/**
 * Selects the viewers whom the scope may see: its own people and the platform's staff. Sellers of one order do not see each other.
 */
const isVisibleTo = (scope: SellerScope) => {
  if ('all' in scope) return sql`true`
  return 'businessId' in scope
    ? sql`(u.role = 'superadmin' OR u.business_id = ${scope.businessId})`
    : sql`(u.role = 'superadmin' OR u.id = ${scope.userId})`
}

export async function viewsOf(
  db: Db,
  scope: SellerScope,
  orderId: OrderId,
): Promise<{ at: Date; name: string | null }[]> {
  const found = await sql<{ at: Date; name: string | null }>`
    SELECT v.at, ${nameOf(scope)} AS name FROM order_audit v JOIN user_cards u ON u.id = v.actor_id
     WHERE v.order_id = ${orderId} AND v.action = 'looked' AND ${isVisibleTo(scope)} ORDER BY v.id DESC LIMIT 20`.execute(
    db,
  )
  return found.rows
}
