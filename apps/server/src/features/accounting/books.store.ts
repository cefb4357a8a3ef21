/** Reads what tax returns and accounting programs need from the entries of a book. */
import { sql } from 'kysely'
import { ledgerAccounts, type LedgerAccount } from '@apogee/contracts/accounting/books.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Period } from './ledger-sums.store.ts'
import { within } from './statements.store.ts'

export interface TaxRow {
  taxBasisPoints: number
  kind: 'sale' | 'refund' | 'chargeback'
  /** Amounts are negative for refunds and chargebacks. */
  paid: number
  tax: number
}

/**
 * Sums the lines of a seller by rate and kind of posting. A posting counts by its sales or its tax, because rounding may leave one of
 * the two out of a small refund.
 */
export async function taxByRate(db: Db, sellerId: number, period: Period): Promise<TaxRow[]> {
  const found = await sql<TaxRow>`
    SELECT l.tax_basis_points AS "taxBasisPoints",
           CASE WHEN p.kind LIKE 'chargeback%' THEN 'chargeback' ELSE p.kind END AS kind,
           sum(l.paid_cents)::bigint AS paid, sum(l.tax_cents)::bigint AS tax
      FROM (SELECT DISTINCT e.posting_id FROM ledger_entries e
             WHERE e.seller_id = ${sellerId} AND e.account IN ('sales', 'tax') AND ${within(period)}) sold
      JOIN ledger_postings p ON p.id = sold.posting_id
      JOIN posting_lines l ON l.posting_id = p.id AND l.seller_id = ${sellerId}
     GROUP BY 1, 2 ORDER BY 1 DESC, 2`.execute(db)
  return found.rows
}

export type JournalKind = 'sale' | 'refund' | 'chargeback' | 'held' | 'transfer'

export interface JournalRow {
  /** The day in Kuala Lumpur has the form '2026-11-24'. */
  day: string
  kind: JournalKind
  account: LedgerAccount
  /** A positive amount is a debit. */
  cents: number
}

/** Sums the entries of a book by day, kind and account. The sums of a day and kind add up to zero, as the entries do. */
export async function journalsOf(db: Db, sellerId: number, period: Period): Promise<JournalRow[]> {
  const found = await sql<JournalRow>`
    SELECT to_char(day_in_kuala_lumpur(e.at), 'YYYY-MM-DD') AS day,
           CASE WHEN p.kind LIKE 'chargeback%' THEN 'chargeback' WHEN p.kind LIKE 'held%' THEN 'held'
                WHEN p.kind LIKE 'pay%' THEN 'transfer' ELSE p.kind END AS kind,
           e.account, sum(e.cents)::bigint AS cents
      FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
     WHERE e.seller_id = ${sellerId} AND e.account = ANY(${[...ledgerAccounts]}::text[]) AND ${within(period)}
     GROUP BY 1, 2, 3 HAVING sum(e.cents) <> 0 ORDER BY 1, 2, 3`.execute(db)
  return found.rows
}

/** Returns the instant of the first posting of a book. Null means that the book is empty. */
export async function firstPostingOf(db: Db, sellerId: number): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`
    SELECT min(e.at) AS at FROM unnest(${[...ledgerAccounts]}::text[]) AS kind (account)
     CROSS JOIN LATERAL (SELECT e.at FROM ledger_entries e
       WHERE e.seller_id = ${sellerId} AND e.account = kind.account ORDER BY e.at LIMIT 1) e`.execute(db)
  return found.rows[0]?.at ?? null
}
