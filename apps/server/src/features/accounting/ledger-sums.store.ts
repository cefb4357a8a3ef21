/**
 * The table `ledger_months` holds sums of the ledger by month, and `unsummed_postings` lists the postings that the sums lack
 * (docs/decisions/figures.md). A trigger fills this list. Each reader uses one statement for both, so it sees them at the same
 * moment.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

const sumsLock = 4_702_005

/** Groups the kinds of postings as the sums do. */
export const kindOf = (posting: RawBuilder<unknown>) => sql`
  CASE WHEN ${posting} = 'sale' THEN 'sale' WHEN ${posting} LIKE 'pay%' THEN 'transfer' ELSE 'other' END`

/** A period is whole months in Kuala Lumpur, from their first instant to that of the month after. Null is unbounded. */
export interface Period {
  from: Date | null
  to: Date | null
}

/** Selects rows of the period by their column `month`. */
export const monthsWithin = ({ from, to }: Period) => sql`(
  (${from}::timestamptz IS NULL OR month >= month_in_kuala_lumpur(${from}))
  AND (${to}::timestamptz IS NULL OR month < month_in_kuala_lumpur(${to})))`

/**
 * Selects the books of these sellers as rows `month, account, kind, cents`. Their sums equal the sums of the entries. OFFSET 0
 * makes PostgreSQL look up each unsummed posting by its id. It would otherwise read all entries, because it cannot know that these
 * postings are few.
 */
export const bookByMonth = (whose: (seller: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  SELECT m.month, m.account, m.kind, m.cents FROM ledger_months m WHERE ${whose(sql`m.seller_id`)}
  UNION ALL
  SELECT month_in_kuala_lumpur(n.at), n.account, n.kind, n.cents
    FROM unsummed_postings u CROSS JOIN LATERAL (
      SELECT e.at, e.account, ${kindOf(sql`p.kind`)} AS kind, e.cents
        FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
       WHERE e.posting_id = u.posting_id AND ${whose(sql`e.seller_id`)} OFFSET 0) n`

/** Serialises the jobs that write the sums. */
export async function lockSums(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sumsLock})`.execute(tx)
}

/**
 * Adds the oldest unsummed postings to the sums, at most `most`. Call `lockSums` in an earlier statement of the transaction.
 * Returns how many postings were added.
 */
export async function addToSums(tx: Tx, most: number): Promise<number> {
  const found = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM unsummed_postings
       WHERE posting_id IN (SELECT posting_id FROM unsummed_postings ORDER BY posting_id LIMIT ${most})
      RETURNING posting_id),
    kept AS (
      INSERT INTO ledger_months AS m (seller_id, month, account, kind, cents)
      SELECT e.seller_id, month_in_kuala_lumpur(e.at), e.account, ${kindOf(sql`p.kind`)}, sum(e.cents)
        FROM taken JOIN ledger_entries e USING (posting_id) JOIN ledger_postings p ON p.id = e.posting_id
       GROUP BY 1, 2, 3, 4
      ON CONFLICT (seller_id, month, account, kind) DO UPDATE SET cents = m.cents + excluded.cents)
    SELECT count(*) AS taken FROM taken`.execute(tx)
  return onlyRow(found).taken
}

/**
 * Recounts the sums of at most `most` sellers with ids above `after` and corrects them. Call `lockSums` in an earlier statement of
 * the transaction. `last` is the highest id, or null when no seller is left. `differing` is the number of wrong sums.
 */
export async function recountSums(
  tx: Tx,
  after: number,
  most: number,
): Promise<{ last: number | null; differing: number }> {
  const found = await sql<{ last: number | null; differing: number }>`
    WITH seller AS MATERIALIZED (
      SELECT id FROM seller_cards WHERE id > ${after} ORDER BY id LIMIT ${most}),
    entered AS (
      SELECT e.seller_id, month_in_kuala_lumpur(e.at) AS month, e.account, ${kindOf(sql`p.kind`)} AS kind, sum(e.cents) AS cents
        FROM seller JOIN ledger_entries e ON e.seller_id = seller.id JOIN ledger_postings p ON p.id = e.posting_id
       WHERE NOT EXISTS (SELECT FROM unsummed_postings u WHERE u.posting_id = e.posting_id)
       GROUP BY 1, 2, 3, 4),
    right_sum AS MATERIALIZED (
      SELECT seller_id, month, account, kind, coalesce(entered.cents, 0) AS cents
        FROM entered FULL JOIN (SELECT m.* FROM ledger_months m JOIN seller ON seller.id = m.seller_id) m
             USING (seller_id, month, account, kind)
       WHERE coalesce(entered.cents, 0) <> coalesce(m.cents, 0)),
    corrected AS (
      INSERT INTO ledger_months AS m (seller_id, month, account, kind, cents)
      SELECT seller_id, month, account, kind, cents FROM right_sum
      ON CONFLICT (seller_id, month, account, kind) DO UPDATE SET cents = excluded.cents)
    SELECT (SELECT max(id) FROM seller) AS last, (SELECT count(*) FROM right_sum) AS differing`.execute(tx)
  return onlyRow(found)
}
