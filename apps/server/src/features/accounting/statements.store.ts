/** Reads balances, months and statements of the books. */
import { ledgerAccounts } from '@apogee/contracts/accounting/books.ts'
import type { LedgerFigure } from '@apogee/contracts/accounting/ledger-figures.ts'
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, mostCounted, newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { ReceiptKind } from './accounting.rules.ts'
import { bookByMonth, monthsWithin, type Period } from './ledger-sums.store.ts'
import type { MoneyScope } from './money.store.ts'
import type { PostingKind } from './ledger.store.ts'
import { namedSellers, sellerName } from './seller-names.ts'

export interface Book {
  sellerId: number
  name: string
  isPlatform: boolean
}

export type BookOwner = Exclude<MoneyScope, { all: true }> | { platform: true }

function ownedBy(owner: BookOwner): RawBuilder<unknown> {
  if ('sellerId' in owner) return sql`s.id = ${owner.sellerId}`
  if ('businessId' in owner) return sql`s.business_id = ${owner.businessId}`
  if ('userId' in owner) return sql`s.user_id = ${owner.userId}`
  return sql`s.is_platform`
}

export async function bookOf(db: Db, owner: BookOwner): Promise<Book | undefined> {
  const found = await sql<Book>`
    SELECT s.id AS "sellerId", ${sellerName} AS name, s.is_platform AS "isPlatform"
      FROM ${namedSellers} WHERE ${ownedBy(owner)}`.execute(db)
  return found.rows[0]
}

const bookOfSeller = (id: RawBuilder<unknown>) => bookByMonth((seller) => sql`${seller} = ${id}`)

/**
 * The seller's book records what the platform owes to the seller in the account `platform`. The platform's own book records it in
 * `payable`, with the opposite sign.
 */
const owing = ({ isPlatform }: Book) => (isPlatform ? 'payable' : 'platform')
const sign = ({ isPlatform }: Book) => (isPlatform ? -1 : 1)

/** Returns the sum with the sign for display: a positive value is owed to the seller. */
const readAs = (book: Book, found: { rows: { cents: number }[] }): number =>
  sign(book) * (found.rows[0]?.cents ?? 0) || 0

/**
 * Returns the balance before an instant, from the sums of earlier months and the entries of its month. Null means the present
 * balance.
 */
export async function balanceOf(db: Db, book: Book, before: Date | null): Promise<number> {
  const month = before && monthRange(dayInMalaysia(before).slice(0, 7)).from
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (
      SELECT cents FROM (${bookOfSeller(sql`${book.sellerId}`)}) part
       WHERE account = ${owing(book)} AND ${monthsWithin({ from: null, to: month })}
      UNION ALL
      SELECT cents FROM ledger_entries
       WHERE seller_id = ${book.sellerId} AND account = ${owing(book)} AND at >= ${month} AND at < ${before}) part`.execute(
    db,
  )
  return readAs(book, found)
}

/** Computes the present balance from the entries instead of the sums, for decisions that move money. */
export async function balanceOfEntries(db: Db, book: Book): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entries
     WHERE seller_id = ${book.sellerId} AND account = ${owing(book)}`.execute(db)
  return readAs(book, found)
}

/** Sellers choose a money-back promise of at most this many days. Lines with a longer promise have an index of their own. */
const longestChosenDays = 30

/**
 * Returns the seller's share of sales through the platform's account that may still be refunded. A line counts until its money-back
 * days are over, and longer while its refund is requested or in progress.
 */
export async function reservedOf(db: Db, { sellerId, isPlatform }: Book, now: Date): Promise<number> {
  if (isPlatform) return 0
  const found = await sql<{ cents: number }>`
    WITH recent AS (
      SELECT DISTINCT e.posting_id FROM ledger_entries e
       WHERE e.seller_id = ${sellerId} AND e.account = 'platform'
         AND e.at > ${now}::timestamptz - make_interval(days => ${longestChosenDays}::int)),
    -- Open requests and running refunds are few on the whole platform.
    asked AS (
      SELECT asked.line_id FROM refund_request_lines asked WHERE asked.is_open
      UNION
      SELECT going.line_id FROM refunds r JOIN refund_lines going ON going.refund_id = r.id
       WHERE r.state IN ('planned', 'asking', 'pending')),
    reserved AS (
      SELECT sold.posting_id AS sale_id, sold.line_id
        FROM recent JOIN ledger_postings sale ON sale.id = recent.posting_id AND sale.kind = 'sale'
        JOIN posting_lines sold ON sold.posting_id = sale.id AND sold.seller_id = ${sellerId}
        JOIN order_lines ordered ON ordered.id = sold.line_id AND sale.source = 'order:' || ordered.order_id
       WHERE sale.at > ${now}::timestamptz - make_interval(days => ordered.money_back_days)
      UNION
      SELECT sale.id, ordered.id
        FROM (SELECT l.id, l.order_id, 0 AS days FROM asked JOIN order_lines l ON l.id = asked.line_id AND l.seller_id = ${sellerId}
              UNION ALL
              SELECT l.id, l.order_id, l.money_back_days FROM order_lines l
               WHERE l.seller_id = ${sellerId} AND l.money_back_days > ${sql.lit(longestChosenDays)}) ordered
        JOIN ledger_postings sale ON sale.source = 'order:' || ordered.order_id AND sale.kind = 'sale'
        JOIN posting_lines sold ON sold.posting_id = sale.id AND sold.line_id = ordered.id
       WHERE ordered.days = 0 OR sale.at > ${now}::timestamptz - make_interval(days => ordered.days))
    SELECT coalesce(sum(moved.paid_cents - moved.fee_cents), 0)::bigint AS cents
      FROM reserved JOIN ledger_postings sale ON sale.id = reserved.sale_id
      JOIN seller_cards payee ON payee.id = sale.payee_seller_id AND payee.is_platform
      JOIN posting_lines moved ON moved.sale_id = reserved.sale_id AND moved.line_id = reserved.line_id`.execute(
    db,
  )
  return Math.max(0, found.rows[0]?.cents ?? 0)
}

/** Returns the balance after this posting, from the sums of earlier months and the entries of the posting's month. */
async function balanceAfter(db: Db, book: Book, { at, id }: { at: Date; id: number }): Promise<number> {
  const { from } = monthRange(dayInMalaysia(at).slice(0, 7))
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (
      SELECT cents FROM (${bookOfSeller(sql`${book.sellerId}`)}) part
       WHERE account = ${owing(book)} AND ${monthsWithin({ from: null, to: from })}
      UNION ALL
      SELECT cents FROM ledger_entries
       WHERE seller_id = ${book.sellerId} AND account = ${owing(book)} AND at >= ${from} AND (at, posting_id) <= (${at}, ${id})) part`.execute(
    db,
  )
  return readAs(book, found)
}

/** Selects entries `e` of a period. */
export const within = ({ from, to }: Period) => sql`
  (${from}::timestamptz IS NULL OR e.at >= ${from}) AND (${to}::timestamptz IS NULL OR e.at < ${to})`

export interface StatementRow {
  id: number
  at: Date
  kind: PostingKind
  reference: string
  note: string
  title: string
  gross: number
  tax: number
  fee: number
  received: number
  held: number
  change: number
  /** Null means that the statement shows the postings of one figure only. */
  balance: number | null
  receipt: { publicId: string; kind: ReceiptKind; year: number; number: number } | null
  isReversed: boolean
}

/**
 * Returns `at` and `posting_id` of the newest `most` postings of a book, unordered. The query reads the newest of each account from
 * its part of the index, because PostgreSQL would otherwise sort all entries of the book.
 */
const newestPostings = (conditions: RawBuilder<unknown>, most: number) => sql`
  SELECT DISTINCT newest.at, newest.posting_id FROM unnest(${[...ledgerAccounts]}::text[]) AS kind (account)
   CROSS JOIN LATERAL (
     SELECT e.at, e.posting_id FROM ledger_entries e WHERE e.account = kind.account AND ${conditions}
      ORDER BY e.at DESC, e.posting_id DESC LIMIT ${most}) newest`

const ofKind = (kinds: RawBuilder<unknown>) => sql`
  EXISTS (SELECT FROM ledger_postings k WHERE k.id = e.posting_id AND ${kinds})`

/**
 * Selects the entries of a figure, so that the chosen postings are those that the figure sums. Chargebacks are few and have an
 * index; the sign of an entry, which is in the index of statements, sorts out most of the sales before refunds are looked up.
 */
const entriesOf: Record<LedgerFigure, RawBuilder<unknown>> = {
  sales: sql`e.account IN ('sales', 'tax') AND e.cents < 0 AND ${ofKind(sql`k.kind = 'sale'`)}`,
  refunds: sql`e.account IN ('sales', 'tax') AND e.cents > 0 AND ${ofKind(sql`k.kind = 'refund'`)}`,
  chargebacks: sql`e.account IN ('sales', 'tax')
    AND e.posting_id IN (SELECT k.id FROM ledger_postings k WHERE k.kind IN ('chargeback', 'chargeback_won'))`,
  fees: sql`e.account IN ('fee', 'fee_income')`,
  net: sql`e.account IN ('sales', 'tax', 'fee', 'fee_income')`,
  transfers: sql`e.account = 'bank' AND ${ofKind(sql`k.kind LIKE 'pay%'`)}`,
}

/** Returns the newest postings first. One row more than the page means that further rows exist. */
export async function statementOf(
  db: Db,
  book: Book,
  { period, show }: { period: Period; show?: LedgerFigure | undefined },
  page: PageRequest,
): Promise<{ rows: StatementRow[]; total: number }> {
  const { sellerId } = book
  const shown = show ? entriesOf[show] : sql`true`
  const mine = sql`e.seller_id = ${sellerId} AND ${within(period)} AND ${shown}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM (${newestPostings(mine, mostCounted + 1)}) newest ${countLimit}) counted`.execute(db)
  const earlier = sql`(${page.before}::bigint IS NULL OR (e.at, e.posting_id) <
    (SELECT p.at, p.posting_id FROM ledger_entries p
      WHERE p.posting_id = ${page.before} AND p.seller_id = ${sellerId} LIMIT 1))`
  const found = await sql<Omit<StatementRow, 'balance'>>`
    WITH chosen AS (
      SELECT at, posting_id FROM (${newestPostings(sql`${mine} AND ${earlier}`, page.offset + page.limit + 1)}) newest
       ORDER BY at DESC, posting_id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}),
    page AS (
      SELECT e.posting_id AS id, e.at,
             -coalesce(sum(e.cents) FILTER (WHERE e.account IN ('sales', 'tax')), 0)::bigint AS gross,
             -coalesce(sum(e.cents) FILTER (WHERE e.account = 'tax'), 0)::bigint AS tax,
             -coalesce(sum(e.cents) FILTER (WHERE e.account IN ('fee', 'fee_income')), 0)::bigint AS fee,
             coalesce(sum(e.cents) FILTER (WHERE e.account IN ('provider', 'bank')), 0)::bigint AS received,
             -coalesce(sum(e.cents) FILTER (WHERE e.account = 'held'), 0)::bigint AS held,
             ${sign(book)}::int * coalesce(sum(e.cents) FILTER (WHERE e.account = ${owing(book)}), 0)::bigint AS change
        FROM chosen JOIN ledger_entries e ON e.posting_id = chosen.posting_id AND e.seller_id = ${sellerId}
       GROUP BY e.posting_id, e.at)
    SELECT page.*, p.kind, p.reference, p.note,
           coalesce((SELECT string_agg(l.title, ', ' ORDER BY l.line_id) FROM posting_lines l
                      WHERE l.posting_id = page.id AND (l.seller_id = ${sellerId} OR ${book.isPlatform})), '') AS title,
           (SELECT json_build_object('publicId', r.public_id, 'kind', r.kind, 'year', r.year, 'number', r.number)
              FROM receipts r WHERE r.posting_id = page.id AND r.seller_id = ${sellerId}) AS receipt,
           EXISTS (SELECT FROM ledger_postings later WHERE later.about_id = page.id AND later.kind LIKE '%\\_reversed')
             AS "isReversed"
      FROM page JOIN ledger_postings p ON p.id = page.id
     ORDER BY page.at DESC, page.id DESC`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  // Between the rows of one figure are other postings, so their balances are not those of the rows.
  if (show) return { rows: found.rows.map((row) => ({ ...row, balance: null })), total }
  const [newest] = found.rows
  let balance = newest ? await balanceAfter(db, book, newest) : 0
  const rows = found.rows.map((row) => {
    const after = balance
    balance -= row.change
    return { ...row, balance: after }
  })
  return { rows, total }
}

export interface BalanceRow extends Book {
  id: number
  balance: number
}

export async function balances(
  db: Db,
  pattern: string | null,
  page: PageRequest,
): Promise<{ rows: BalanceRow[]; total: number }> {
  const wanted = sql`(${pattern}::text IS NULL OR ${matchesPattern(sellerName, pattern)})`
  const counted = await sql<{
    total: number
  }>`SELECT count(*) AS total FROM (SELECT FROM ${namedSellers} WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<BalanceRow>`
    SELECT s.id, s.id AS "sellerId", ${sellerName} AS name, s.is_platform AS "isPlatform",
           coalesce((SELECT CASE WHEN s.is_platform THEN -sum(part.cents) ELSE sum(part.cents) END
                       FROM (${bookOfSeller(sql`s.id`)}) part
                      WHERE part.account = CASE WHEN s.is_platform THEN 'payable' ELSE 'platform' END), 0)::bigint AS balance
      FROM ${namedSellers}
     WHERE ${wanted} AND ${newestPage('s.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
