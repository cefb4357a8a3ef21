/** Adds up the money of payments, to compare the sums before and after the provider was read. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface MoneyOfPayments {
  settled: number
  settledCents: number
  refunded: number
  refundedCents: number
}

export async function moneyOfPayments(db: Db): Promise<MoneyOfPayments> {
  const found = await sql<MoneyOfPayments>`
    SELECT count(*) FILTER (WHERE p.outcome = 'settled') AS settled,
           coalesce(sum(p.received_cents) FILTER (WHERE p.outcome = 'settled'), 0)::int8 AS "settledCents",
           count(*) FILTER (WHERE p.state = 'refunded') AS refunded,
           (SELECT coalesce(sum(r.amount_cents), 0)::int8 FROM refunds r WHERE r.state = 'done') AS "refundedCents"
      FROM payments p`.execute(db)
  return onlyRow(found)
}

export async function paymentAccountIds(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`SELECT id FROM payment_accounts ORDER BY id`.execute(db)
  return found.rows.map(({ id }) => id)
}
