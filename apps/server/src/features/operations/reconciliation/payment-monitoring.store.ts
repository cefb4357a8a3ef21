/** Counts problems with money. Waiting rows are read by indexes; only the ledger is read as a whole. Writes nothing. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface MoneyFigures {
  /** The number of callbacks that were received and not handled in time. */
  lateCallbacks: number
  /** The number of payments whose state should have been read from the provider long ago. */
  stuckSettlements: number
  stuckRefunds: number
  /** The number of settled sales that have no posting in the ledger. */
  unbookedSales: number
  reviewItems: number
  oldestReviewSeconds: number
  refundRequests: number
  /** The number of open signals of sellers: docs/decisions/sellers.md. */
  openSignals: number
  oldestSignalSeconds: number
}

export interface AlarmLimits {
  callbackBefore: Date
  readBefore: Date
  refundAskedBefore: Date
  refundPendingBefore: Date
  bookedBefore: Date
  now: Date
}

export async function readMoneyFigures(db: Db, since: AlarmLimits): Promise<MoneyFigures> {
  const found = await sql<MoneyFigures>`
    SELECT (SELECT count(*) FROM payment_events
             WHERE handled_at IS NULL AND received_at < ${since.callbackBefore}) AS "lateCallbacks",
           (SELECT count(*) FROM payments WHERE next_read_at < ${since.readBefore}) AS "stuckSettlements",
           (SELECT count(*) FROM refunds
             WHERE state IN ('planned', 'asking', 'pending')
               AND created_at < CASE WHEN state = 'pending' THEN ${since.refundPendingBefore}::timestamptz
                                     ELSE ${since.refundAskedBefore}::timestamptz END) AS "stuckRefunds",
           (SELECT count(*) FROM orders o
             WHERE o.settled_at IS NOT NULL AND o.total_cents > 0 AND o.settled_at < ${since.bookedBefore}
               AND o.created_at > ${since.bookedBefore}::timestamptz - interval '7 days'
               AND NOT EXISTS (SELECT FROM ledger_postings p WHERE p.source = 'order:' || o.id)) AS "unbookedSales",
           waiting.items AS "reviewItems", waiting.seconds AS "oldestReviewSeconds",
           (SELECT count(*) FROM refund_requests WHERE state = 'open') AS "refundRequests",
           signals.items AS "openSignals", signals.seconds AS "oldestSignalSeconds"
      FROM (SELECT count(*) AS items,
                   coalesce(extract(epoch FROM ${since.now}::timestamptz - min(opened_at)), 0)::float8 AS seconds
              FROM seller_signals WHERE closed_at IS NULL) signals,
            (SELECT count(*) AS items,
                   coalesce(extract(epoch FROM ${since.now}::timestamptz - min(opened_at)), 0)::float8 AS seconds
              FROM review_items WHERE state = 'open') waiting`.execute(db)
  return onlyRow(found)
}

/**
 * Adds up what the platform owes its sellers and what the sellers have to receive, which are entries of opposite sign. Any result
 * but zero is an error.
 */
export async function ledgerImbalance(db: Db): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::int8 AS cents FROM ledger_entries
     WHERE account IN ('platform', 'payable')`.execute(db)
  return found.rows[0]?.cents ?? 0
}
