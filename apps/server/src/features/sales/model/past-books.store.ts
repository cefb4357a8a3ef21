/** Orders that are not in the books yet. Writes nothing. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#server/platform/database/schema.d.ts'

type Db = Kysely<DB> | Transaction<DB>

export interface SettledOrder {
  id: OrderId
  settledAt: Date
}

export interface UnbookedOrder {
  since: Date | null
  except: readonly OrderId[]
  limit: number
}

export async function settledOrdersWithoutSale(
  db: Db,
  { since, except, limit }: UnbookedOrder,
): Promise<SettledOrder[]> {
  const found = await sql<SettledOrder>`
    SELECT o.id, o.settled_at AS "settledAt" FROM orders o
     WHERE o.settled_at IS NOT NULL AND o.total_cents > 0
       AND (${since}::timestamptz IS NULL OR o.settled_at >= ${since}) AND o.id <> ALL(${[...except]}::bigint[])
       AND NOT EXISTS (SELECT FROM ledger_postings p WHERE p.source = 'order:' || o.id)
     ORDER BY o.settled_at, o.id LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Serialises with concurrent refunds. */
export async function lockSettledOrder(tx: Transaction<DB>, id: OrderId): Promise<void> {
  await sql`SELECT FROM orders WHERE id = ${id} FOR UPDATE`.execute(tx)
}

/**
 * Those without a refund row of their own. Undefined: none. The provider reported the refunds when the payment was last
 * read.
 */
export async function refundedLines(
  db: Db,
  orderId: OrderId,
): Promise<{ at: Date; lineIds: number[] } | undefined> {
  const found = await sql<{ at: Date; lineIds: number[] | null }>`
    SELECT array_agg(l.id ORDER BY l.id) AS "lineIds",
           greatest(o.settled_at, coalesce((SELECT max(p.last_read_at) FROM payments p
             WHERE p.order_id = o.id AND p.state = 'refunded'), o.settled_at)) AS at
      FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.status = 'refunded'
        AND l.refunded_cents = 0
     WHERE o.id = ${orderId} GROUP BY o.id`.execute(db)
  const [row] = found.rows
  return row?.lineIds ? { at: row.at, lineIds: row.lineIds } : undefined
}
