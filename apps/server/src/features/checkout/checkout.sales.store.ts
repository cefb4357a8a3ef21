/** Orders read for the books. Writes nothing. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../platform/database/schema.d.ts'
import type { Customer } from './checkout.store.ts'

type Db = Kysely<DB> | Transaction<DB>

export interface SoldOrderRow {
  publicId: string
  settledAt: Date
  language: 'en' | 'ms'
  customer: Customer
  payeeSellerId: number
  /** Set to paid by hand at the provider, and accepted: the money came by another way. */
  isPaidByHand: boolean
  buyerId: number
  buyerName: string | null
  /** Empty once the account is gone. */
  buyerEmail: string
  lines: {
    lineId: number
    sellerId: number
    title: string
    listCents: number
    discountCents: number
    taxBasisPoints: number
    taxCents: number
    feeBasisPoints: number
    paidCents: number
  }[]
}

/** Undefined: not settled, or it cost nothing. */
export async function soldOrder(db: Db, orderId: number): Promise<SoldOrderRow | undefined> {
  const found = await sql<SoldOrderRow>`
    SELECT o.public_id AS "publicId", o.settled_at AS "settledAt", o.language, o.customer,
           a.seller_id AS "payeeSellerId", o.buyer_id AS "buyerId",
           CASE WHEN u.erased_at IS NULL THEN u.name END AS "buyerName",
           CASE WHEN u.erased_at IS NULL THEN u.email::text ELSE '' END AS "buyerEmail",
           EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.outcome = 'settled'
                      AND 'marked_as_paid' = ANY (p.accepted_reasons)) AS "isPaidByHand",
           (SELECT json_agg(json_build_object(
                     'lineId', l.id, 'sellerId', l.seller_id, 'title', l.title, 'listCents', l.list_price_cents,
                     'discountCents', l.discount_cents, 'taxBasisPoints', l.tax_basis_points,
                     'taxCents', l.tax_cents, 'feeBasisPoints', l.fee_basis_points, 'paidCents', l.price_cents)
                     ORDER BY l.id)
              FROM order_lines l WHERE l.order_id = o.id) AS lines
      FROM orders o JOIN users u ON u.id = o.buyer_id JOIN payment_accounts a ON a.id = o.payment_account_id
     WHERE o.id = ${orderId} AND o.settled_at IS NOT NULL AND o.total_cents > 0`.execute(db)
  return found.rows[0]
}

/** The next settled orders that cost something, for whoever walks through all of them. */
export async function soldOrdersAfter(db: Db, afterId: number, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT id FROM orders
     WHERE id > ${afterId} AND settled_at IS NOT NULL AND total_cents > 0 ORDER BY id LIMIT ${limit}`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}
