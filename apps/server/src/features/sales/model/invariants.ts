/** Invariants of money and enrolments as SQL. Each query returns the rows that break the invariant. */
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const invariants: Readonly<Record<string, RawBuilder<{ id: number }>>> = {
  'a paid order has granted every line': sql`
    SELECT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.state = 'paid' AND l.status = 'open'`,
  // An erased person has no enrolment any more, but the purchases stay in the books. Free access may have been removed by the
  // course's staff.
  'a granted line is an enrolment': sql`
    SELECT l.id FROM settled_lines l JOIN user_cards u ON u.id = l.learner_id
     WHERE l.status = 'granted' AND u.erased_at IS NULL AND NOT EXISTS (
       SELECT FROM enrolments e
        WHERE e.user_id = l.learner_id AND e.course_id = l.course_id
          AND (e.revoked_at IS NULL OR (l.price_cents = 0 AND e.removed_at = e.revoked_at)))`,
  'an enrolment by purchase has a granted line in a settled order': sql`
    SELECT e.id FROM enrolments e
     WHERE e.source = 'purchase' AND e.revoked_at IS NULL AND NOT EXISTS (
       SELECT FROM settled_lines l
        WHERE l.learner_id = e.user_id AND l.course_id = e.course_id AND l.status = 'granted')`,
  'a granted line has one open grant; a refunded line, or that of a gift which nobody has taken, has none': sql`
    SELECT l.id FROM order_lines l JOIN orders o ON o.id = l.order_id
      LEFT JOIN user_cards u ON u.id = CASE WHEN o.is_gift THEN o.learner_id ELSE o.buyer_id END
     WHERE (l.status <> 'granted' OR u.id IS NULL OR (u.erased_at IS NULL AND l.price_cents > 0))
       AND (l.status = 'granted' AND u.id IS NOT NULL)::int <> (
         SELECT count(*) FROM open_grants g WHERE g.kind = 'order_line' AND g.source_id = l.id)`,
  'an enrolment is open while one of its grants is open': sql`
    SELECT e.id FROM enrolments e
     WHERE (e.revoked_at IS NULL) <> EXISTS (
       SELECT FROM open_grants g
        WHERE g.user_id = e.user_id AND g.course_id = e.course_id AND (g.access_from IS NOT NULL OR e.revoked_at IS NOT NULL))`,
  'only a settled order has lines that are not open': sql`
    SELECT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.settled_at IS NULL AND l.status <> 'open'`,
  'one payment settles an order that costs something, at its very total': sql`
    SELECT o.id FROM orders o
     WHERE o.total_cents > 0 AND (o.settled_at IS NOT NULL)::int <> (
       SELECT count(*) FROM payments p
        WHERE p.order_id = o.id AND p.outcome = 'settled' AND p.received_cents = o.total_cents)`,
  'money that arrived has an outcome': sql`
    SELECT id FROM payments WHERE state IN ('paid', 'refunded') AND outcome IS NULL`,
  'an open purchase belongs to an order that can be paid': sql`
    SELECT o.id FROM open_purchases p JOIN orders o ON o.id = p.order_id
     WHERE o.state NOT IN ('created', 'pending', 'failed')`,
  'a settled order has used its code, and no ended one keeps a place': sql`
    SELECT o.id FROM orders o LEFT JOIN coupon_uses u ON u.order_id = o.id
     WHERE (o.coupon_id IS NOT NULL AND o.settled_at IS NOT NULL
            AND (u.order_id IS NULL OR u.reserved_until IS NOT NULL))
        OR (o.settled_at IS NULL AND u.order_id IS NOT NULL
            AND (u.reserved_until IS NULL OR o.state IN ('cancelled', 'expired')))
        OR u.coupon_id <> o.coupon_id OR u.buyer_id <> o.buyer_id`,
  'a line that a code made cheaper is in an order with that code': sql`
    SELECT l.id FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE l.coupon_discount_cents > 0 AND o.coupon_id IS NULL`,
  'what is back of a line is what its refunds gave': sql`
    SELECT l.id FROM order_lines l
     WHERE l.refunded_cents <> (
       SELECT coalesce(sum(rl.cents), 0) FROM refund_lines rl JOIN refunds r ON r.id = rl.refund_id
        WHERE rl.line_id = l.id AND r.state = 'done')`,
  'a refund whose lines are known is their sum': sql`
    SELECT r.id FROM refunds r
     WHERE r.kind <> 'held' AND r.is_named AND r.amount_cents <> (
       SELECT coalesce(sum(rl.cents), 0) FROM refund_lines rl WHERE rl.refund_id = r.id)`,
  'money that is not explained waits for a person': sql`
    SELECT p.id FROM payments p
     WHERE ((p.outcome IN ('surplus', 'needs_review') AND p.state = 'paid')
            OR EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'done' AND NOT r.is_named))
       AND NOT EXISTS (SELECT FROM review_items i WHERE i.payment_id = p.id AND i.state <> 'closed')`,
  // The columns with these ids have no foreign key (docs/decisions/payments.md).
  'orders and payments name an account that exists': sql`
    SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id
     WHERE NOT EXISTS (SELECT FROM payment_accounts a WHERE a.id = o.payment_account_id) AND o.payment_account_id IS NOT NULL
        OR NOT EXISTS (SELECT FROM payment_accounts a WHERE a.id = p.payment_account_id) AND p.id IS NOT NULL`,
  'order lines, the ledger and receipts name a seller who exists': sql`
    SELECT named.id FROM (
      SELECT order_id AS id, seller_id FROM order_lines UNION ALL SELECT posting_id, seller_id FROM ledger_entries
      UNION ALL SELECT posting_id, seller_id FROM posting_lines UNION ALL SELECT id, seller_id FROM receipts) named
     WHERE NOT EXISTS (SELECT FROM seller_cards s WHERE s.id = named.seller_id)`,
  'an order’s total is the sum of its lines': sql`
    SELECT o.id FROM orders o
     WHERE o.total_cents <> (SELECT sum(l.price_cents) FROM order_lines l WHERE l.order_id = o.id)`,
}

/** Returns the broken invariants with the ids of the rows that break them. An empty list means that all hold. */
export async function brokenInvariants({ kysely }: Database): Promise<{ broken: string; ids: number[] }[]> {
  const found = []
  for (const [broken, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(kysely)
    if (rows.length > 0) found.push({ broken, ids: rows.map(({ id }) => id) })
  }
  return found
}
