/** Read queries on the books: balances, months, statements. Writes nothing. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { ReceiptKind } from './accounting.rules.ts'
import type { PostingKind } from './ledger.store.ts'
import { namedSellers, sellerName } from './seller-names.ts'

export interface Book {
  sellerId: number
  name: string
  isPlatform: boolean
}

export type BookOwner = { seller: number } | { business: number } | { person: number } | { platform: true }

function ownedBy(owner: BookOwner): RawBuilder<unknown> {
  if ('seller' in owner) return sql`s.id = ${owner.seller}`
  if ('business' in owner) return sql`s.business_id = ${owner.business}`
  if ('person' in owner) return sql`s.user_id = ${owner.person}`
  return sql`s.is_platform`
}

export async function bookOf(db: Db, owner: BookOwner): Promise<Book | undefined> {
  const found = await sql<Book>`
    SELECT s.id AS "sellerId", ${sellerName} AS name, s.is_platform AS "isPlatform"
      FROM ${namedSellers} WHERE ${ownedBy(owner)}`.execute(db)
  return found.rows[0]
}

/** From–to; null is unbounded. */
export interface Period {
  from: Date | null
  to: Date | null
}

/** Debts between platform and sellers: account `platform`; in the platform's own book `payable`, negated. */
const owing = ({ isPlatform }: Book) => (isPlatform ? 'payable' : 'platform')
const sign = ({ isPlatform }: Book) => (isPlatform ? -1 : 1)

/** The balance before an instant; null: over all time. */
export async function balanceOf(db: Db, book: Book, before: Date | null): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entries
     WHERE seller_id = ${book.sellerId} AND account = ${owing(book)}
       AND (${before}::timestamptz IS NULL OR at < ${before})`.execute(db)
  return sign(book) * (found.rows[0]?.cents ?? 0) || 0
}

/**
 * The seller's share of sales through the platform's account that may still be refunded: the rest of each line
 * until its promised days are over, and afterwards while a refund of it is requested or running.
 */
export async function reservedOf(db: Db, { sellerId, isPlatform }: Book, now: Date): Promise<number> {
  if (isPlatform) return 0
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(moved.paid_cents - moved.fee_cents), 0)::bigint AS cents
      FROM ledger_postings sale JOIN seller_cards payee ON payee.id = sale.payee_seller_id AND payee.is_platform
      JOIN posting_lines sold ON sold.posting_id = sale.id AND sold.seller_id = ${sellerId}
      JOIN order_lines ordered ON ordered.id = sold.line_id AND sale.source = 'order:' || ordered.order_id
      JOIN posting_lines moved ON moved.sale_id = sale.id AND moved.line_id = sold.line_id
     WHERE sale.kind = 'sale'
       AND (sale.at > ${now}::timestamptz - make_interval(days => ordered.money_back_days)
            OR EXISTS (SELECT 1 FROM refund_request_lines asked WHERE asked.line_id = ordered.id AND asked.is_open)
            OR EXISTS (SELECT 1 FROM refund_lines going JOIN refunds r ON r.id = going.refund_id
                        WHERE going.line_id = ordered.id AND r.state IN ('planned', 'asking', 'pending')))`.execute(
    db,
  )
  return Math.max(0, found.rows[0]?.cents ?? 0)
}

/** The balance after this posting. */
async function balanceAfter(db: Db, book: Book, { at, id }: { at: Date; id: number }): Promise<number> {
  const found = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entries
     WHERE seller_id = ${book.sellerId} AND account = ${owing(book)} AND (at, posting_id) <= (${at}, ${id})`.execute(
    db,
  )
  return sign(book) * (found.rows[0]?.cents ?? 0) || 0
}

export interface PeriodSums {
  sales: number
  refunds: number
  tax: number
  fees: number
  transfers: number
}

const within = ({ from, to }: Period) => sql`
  (${from}::timestamptz IS NULL OR e.at >= ${from}) AND (${to}::timestamptz IS NULL OR e.at < ${to})`

export async function sumsOf(db: Db, { sellerId }: Book, period: Period): Promise<PeriodSums> {
  const found = await sql<PeriodSums>`
    SELECT coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale' AND e.account IN ('sales', 'tax')), 0)::bigint AS sales,
           coalesce(-sum(e.cents) FILTER (WHERE p.kind <> 'sale' AND e.account IN ('sales', 'tax')), 0)::bigint AS refunds,
           coalesce(-sum(e.cents) FILTER (WHERE e.account = 'tax'), 0)::bigint AS tax,
           coalesce(-sum(e.cents) FILTER (WHERE e.account IN ('fee', 'fee_income')), 0)::bigint AS fees,
           coalesce(sum(e.cents) FILTER (WHERE e.account = 'bank' AND p.kind LIKE 'pay%'), 0)::bigint AS transfers
      FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
     WHERE e.seller_id = ${sellerId} AND ${within(period)}`.execute(db)
  return found.rows[0] ?? { sales: 0, refunds: 0, tax: 0, fees: 0, transfers: 0 }
}

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
  balance: number
  receipt: { publicId: string; kind: ReceiptKind; year: number; number: number } | null
  isReversed: boolean
}

/** Newest first, by time and then by id; one row more than the page when there are more. */
export async function statementOf(
  db: Db,
  book: Book,
  period: Period,
  page: PageRequest,
): Promise<{ rows: StatementRow[]; total: number }> {
  const { sellerId } = book
  const mine = sql`e.seller_id = ${sellerId} AND ${within(period)}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM ledger_entries e WHERE ${mine} GROUP BY e.at, e.posting_id
       ORDER BY e.at DESC, e.posting_id DESC ${countLimit}) counted`.execute(db)
  const found = await sql<Omit<StatementRow, 'balance'>>`
    WITH page AS (
      SELECT e.posting_id AS id, e.at,
             -coalesce(sum(e.cents) FILTER (WHERE e.account IN ('sales', 'tax')), 0)::bigint AS gross,
             -coalesce(sum(e.cents) FILTER (WHERE e.account = 'tax'), 0)::bigint AS tax,
             -coalesce(sum(e.cents) FILTER (WHERE e.account IN ('fee', 'fee_income')), 0)::bigint AS fee,
             coalesce(sum(e.cents) FILTER (WHERE e.account IN ('provider', 'bank')), 0)::bigint AS received,
             -coalesce(sum(e.cents) FILTER (WHERE e.account = 'held'), 0)::bigint AS held,
             ${sign(book)}::int * coalesce(sum(e.cents) FILTER (WHERE e.account = ${owing(book)}), 0)::bigint AS change
        FROM ledger_entries e
       WHERE ${mine} AND (${page.before}::bigint IS NULL OR (e.at, e.posting_id) <
               (SELECT p.at, p.posting_id FROM ledger_entries p
                 WHERE p.posting_id = ${page.before} AND p.seller_id = ${sellerId} LIMIT 1))
       GROUP BY e.posting_id, e.at
       ORDER BY e.at DESC, e.posting_id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset})
    SELECT page.*, p.kind, p.reference, p.note,
           coalesce((SELECT string_agg(l.title, ', ' ORDER BY l.line_id) FROM posting_lines l
                      WHERE l.posting_id = page.id AND (l.seller_id = ${sellerId} OR ${book.isPlatform})), '') AS title,
           (SELECT json_build_object('publicId', r.public_id, 'kind', r.kind, 'year', r.year, 'number', r.number)
              FROM receipts r WHERE r.posting_id = page.id AND r.seller_id = ${sellerId}) AS receipt,
           EXISTS (SELECT FROM ledger_postings later WHERE later.about_id = page.id AND later.kind LIKE '%\\_reversed')
             AS "isReversed"
      FROM page JOIN ledger_postings p ON p.id = page.id
     ORDER BY page.at DESC, page.id DESC`.execute(db)
  const [newest] = found.rows
  let balance = newest ? await balanceAfter(db, book, newest) : 0
  const rows = found.rows.map((row) => {
    const after = balance
    balance -= row.change
    return { ...row, balance: after }
  })
  return { rows, total: counted.rows[0]?.total ?? 0 }
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
  const wanted = sql`(${pattern}::text IS NULL OR ${sellerName} ILIKE ${pattern})`
  const counted = await sql<{
    total: number
  }>`SELECT count(*) AS total FROM (SELECT FROM ${namedSellers} WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<BalanceRow>`
    SELECT s.id, s.id AS "sellerId", ${sellerName} AS name, s.is_platform AS "isPlatform",
           coalesce((SELECT CASE WHEN s.is_platform THEN -sum(e.cents) ELSE sum(e.cents) END FROM ledger_entries e
              WHERE e.seller_id = s.id AND e.account = CASE WHEN s.is_platform THEN 'payable' ELSE 'platform' END), 0)::bigint AS balance
      FROM ${namedSellers}
     WHERE ${wanted} AND ${newestPage('s.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
