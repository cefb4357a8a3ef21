import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface SellerMoneyRow {
  sales: number
  salesCents: number
  /** Of these sales. */
  refunds: number
  refundsCents: number
}

/**
 * Settled lines of orders that were placed since then, and what of them was refunded. Ids follow the time of placing within
 * minutes, so the index of the seller's lines ends a day before.
 */
export async function moneyOfSeller(db: Db, sellerId: number, since: Date): Promise<SellerMoneyRow> {
  const found = await sql<SellerMoneyRow>`
    SELECT count(*) AS sales, coalesce(sum(l.price_cents), 0)::bigint AS "salesCents",
           count(*) FILTER (WHERE l.refunded_cents > 0) AS refunds,
           coalesce(sum(l.refunded_cents), 0)::bigint AS "refundsCents"
      FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE l.seller_id = ${sellerId} AND l.price_cents > 0 AND o.created_at > ${since} AND o.settled_at IS NOT NULL
       AND l.order_id > coalesce((SELECT b.id FROM orders b WHERE b.created_at < ${since}::timestamptz - interval '1 day'
                                   ORDER BY b.created_at DESC LIMIT 1), 0)`.execute(db)
  return onlyRow(found)
}
