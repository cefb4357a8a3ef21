import { sql } from 'kysely'

/**
 * Computes the sum in sen of order line `l` that the buyer's bank has charged back, without chargebacks that the seller has won.
 */
export const chargedBackOfLine = sql`
  CASE WHEN l.refunded_cents > 0 THEN (
    SELECT coalesce(sum(b.cents), 0)::int8 FROM refund_lines b JOIN refunds r ON r.id = b.refund_id
     WHERE b.line_id = l.id AND r.kind = 'chargeback' AND r.state = 'done') ELSE 0 END`
