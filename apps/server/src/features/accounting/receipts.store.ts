/** Receipts and refund notes are numbered without gaps and immutable once issued. */
import type { Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { insertJobs } from '#server/platform/jobs/jobs.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'
import type { PartOfPaperNumber, ReceiptKind, Through } from './accounting.rules.ts'
import { namedSellers, sellerEmail, sellerName } from './seller-names.ts'

export interface Buyer {
  /** Null means that the buyer has no account, such as a company with an invoice. */
  userId: number | null
  name: string
  email: string
  address: string
  taxNumber: string
  company?: string | undefined
  registrationNumber?: string | undefined
}

export interface NewReceipts {
  kind: ReceiptKind
  postingId: number
  saleId: number
  issuedAt: Date
  language: Language
  reference: string
  through: Through
  receipts: readonly { publicId: string; sellerId: number; totalCents: number; taxCents: number }[]
}

export interface IssuedReceipt {
  id: number
  publicId: string
  sellerId: number
  kind: ReceiptKind
  year: number
  number: number
  totalCents: number
}

const issuedColumns = sql`
  id, public_id AS "publicId", seller_id AS "sellerId", kind, year, number, total_cents AS "totalCents"`

const issuedNames = sql`id, "publicId", "sellerId", kind, year, number, "totalCents"`

/** A receipt shows the seller's saved details, or else those of the business or person. */
const sellerOnPaper = sql`
  SELECT s.id, jsonb_build_object(
           'name', ${sellerName},
           'registrationNumber', coalesce(d.registration_number, ''),
           'sstNumber', coalesce(d.sst_number, ''),
           'address', coalesce(d.address, s.document_address),
           'email', ${sellerEmail}) AS paper
    FROM ${namedSellers}`

/**
 * Assigns each document the next number of its seller, kind and year (in Kuala Lumpur). Adds a job `mailTask` for each document
 * unless `mailTask` is null. The statement locks the counters in the order of sellers until the transaction ends, so it must be the
 * last statement of a sale's transaction (docs/decisions/payments.md).
 */
export async function insertReceipts(
  tx: Tx,
  { kind, postingId, saleId, issuedAt, language, reference, through, receipts }: NewReceipts,
  buyer: Buyer,
  mailTask: string | null,
): Promise<IssuedReceipt[]> {
  if (receipts.length === 0) return []
  const { userId, ...onPaper } = buyer
  const parts = sql`
    given AS (
      SELECT "publicId", "sellerId", "totalCents", "taxCents",
             extract(year FROM ${issuedAt}::timestamptz AT TIME ZONE ${sql.lit(malaysiaTimeZone)})::smallint AS year
        FROM jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
             AS given ("publicId" text, "sellerId" bigint, "totalCents" bigint, "taxCents" bigint)
    ), numbered AS (
      INSERT INTO receipt_series AS series (seller_id, kind, year, last_number)
      SELECT "sellerId", ${kind}, year, 1 FROM given ORDER BY "sellerId"
      ON CONFLICT (seller_id, kind, year) DO UPDATE SET last_number = series.last_number + 1
      RETURNING seller_id, year, last_number
    ), waiting AS (
    INSERT INTO receipts (public_id, posting_id, sale_id, seller_id, kind, year, number, issued_at, buyer_id, buyer, seller,
                          language, reference, through, total_cents, tax_cents, look_id)
    SELECT "publicId", ${postingId}, ${saleId}, "sellerId", ${kind}, n.year, n.last_number, ${issuedAt},
           ${userId}::bigint, ${JSON.stringify(onPaper)}::jsonb, p.paper, ${language}, ${reference}, ${through},
           "totalCents", "taxCents", (SELECT k.id FROM current_looks k WHERE k.seller_id = "sellerId")
      FROM given JOIN numbered n ON n.seller_id = "sellerId" JOIN (${sellerOnPaper}) p ON p.id = "sellerId"
     ORDER BY "sellerId"
    RETURNING ${issuedColumns}, json_build_object('receiptId', id) AS job)`
  if (mailTask !== null) return insertJobs<IssuedReceipt>(tx, mailTask, parts)
  const inserted = await sql<IssuedReceipt>`WITH ${parts} SELECT ${issuedNames} FROM waiting`.execute(tx)
  return inserted.rows
}

/**
 * Skips `count` numbers in every series of these years, even in series without documents. A database restored from a backup may
 * have lost documents that had these numbers.
 */
export async function skipNumbers(tx: Tx, years: readonly number[], count: number): Promise<number> {
  const skipped = await sql<{ sellerId: number }>`
    INSERT INTO receipt_series AS series (seller_id, kind, year, last_number, skipped)
    SELECT s.id, kind, year, ${count}, ${count}
      FROM seller_cards s, unnest(ARRAY['receipt', 'refund_note']) kind, unnest(${[...years]}::smallint[]) year
     ORDER BY s.id, kind, year
    ON CONFLICT (seller_id, kind, year)
      DO UPDATE SET last_number = series.last_number + ${count}, skipped = series.skipped + ${count}
    RETURNING seller_id AS "sellerId"`.execute(tx)
  return skipped.rows.length
}

export async function receiptsOfPosting(db: Db, postingId: number): Promise<IssuedReceipt[]> {
  const found = await sql<IssuedReceipt>`
    SELECT ${issuedColumns} FROM receipts WHERE posting_id = ${postingId} ORDER BY seller_id`.execute(db)
  return found.rows
}

/** Returns the buyer named on the first receipt of the sale. The fields are empty strings after the person was erased. */
export async function buyerOfSale(
  db: Db,
  saleId: number,
): Promise<{ buyer: Buyer; language: Language } | undefined> {
  const found = await sql<{ userId: number | null; buyer: Partial<Buyer>; language: Language }>`
    SELECT buyer_id AS "userId", buyer, language FROM receipts WHERE sale_id = ${saleId} ORDER BY id LIMIT 1`.execute(
    db,
  )
  const [row] = found.rows
  if (!row) return undefined
  const nobody = { name: '', email: '', address: '', taxNumber: '' }
  return { buyer: { ...nobody, ...row.buyer, userId: row.userId }, language: row.language }
}

export interface ReceiptRow extends IssuedReceipt {
  postingId: number
  saleId: number
  issuedAt: Date
  buyerId: number | null
  /** The fields are empty after the person was erased. */
  buyer: Partial<Omit<Buyer, 'userId'>>
  seller: { name: string; registrationNumber: string; sstNumber: string; address: string; email: string }
  language: Language
  reference: string
  through: Through
  taxCents: number
  /** Null means that the seller had neither a colour nor a logo at the issue. */
  lookId: number | null
}

const receiptColumns = sql`
  ${issuedColumns}, posting_id AS "postingId", sale_id AS "saleId", issued_at AS "issuedAt", buyer_id AS "buyerId",
  buyer, seller, language, reference, through, tax_cents AS "taxCents", look_id AS "lookId"`

export async function receiptByPublicId(db: Db, publicId: string): Promise<ReceiptRow | undefined> {
  const found =
    await sql<ReceiptRow>`SELECT ${receiptColumns} FROM receipts WHERE public_id = ${publicId}`.execute(db)
  return found.rows[0]
}

export interface FoundReceipt extends IssuedReceipt {
  issuedAt: Date
  reference: string
}

/** Returns the newest first. Each seller numbers its own documents, so the series of the scope are looked up one by one. */
export async function receiptsNumbered(
  db: Db,
  scope: SellerScope,
  { kind, year, number }: PartOfPaperNumber,
  limit: number,
): Promise<FoundReceipt[]> {
  const found = await sql<FoundReceipt>`
    SELECT ${issuedColumns}, issued_at AS "issuedAt", reference
      FROM (SELECT r.* FROM receipt_series s
             CROSS JOIN LATERAL (
               SELECT * FROM receipts o
                WHERE o.seller_id = s.seller_id AND o.kind = s.kind AND o.year = s.year AND o.number = ${number} OFFSET 0) r
             WHERE ${sellerIn(scope, sql`s.seller_id`)} AND s.last_number >= ${number}
               AND (${kind}::text IS NULL OR s.kind = ${kind}) AND (${year}::int IS NULL OR s.year = ${year})) numbered
     ORDER BY id DESC LIMIT (${limit}::int8)`.execute(db)
  return found.rows
}

/** Returns the documents oldest first. */
export async function receiptsOfSale(db: Db, saleSource: string): Promise<ReceiptRow[]> {
  const found = await sql<ReceiptRow>`
    SELECT ${receiptColumns} FROM receipts
     WHERE sale_id = (SELECT p.id FROM ledger_postings p WHERE p.source = ${saleSource}) ORDER BY id LIMIT 100`.execute(
    db,
  )
  return found.rows
}

export async function receiptsOfBuyer(db: Db, buyerId: number, reference: string): Promise<ReceiptRow[]> {
  const found = await sql<ReceiptRow>`
    SELECT ${receiptColumns} FROM receipts WHERE buyer_id = ${buyerId} AND reference = ${reference}
     ORDER BY id LIMIT 100`.execute(db)
  return found.rows
}

/** Tells whether `reference` is an order of this buyer. The order may have no receipt. */
export async function isPurchaseOf(db: Db, buyerId: number, reference: string): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM orders WHERE public_id = ${reference} AND buyer_id = ${buyerId}`.execute(db)
  return found.rows.length > 0
}

export interface ReceiptLine {
  title: string
  list: number
  discount: number
  taxBasisPoints: number
  tax: number
  amount: number
}

/** All amounts are positive, even on a refund note, whose title says that it is a refund. */
export async function linesOfReceipt(
  db: Db,
  { postingId, sellerId }: Pick<ReceiptRow, 'postingId' | 'sellerId'>,
): Promise<ReceiptLine[]> {
  const found = await sql<ReceiptLine>`
    SELECT title, abs(list_cents) AS list, discount_cents AS discount, tax_basis_points AS "taxBasisPoints",
           abs(tax_cents) AS tax, abs(paid_cents) AS amount
      FROM posting_lines WHERE posting_id = ${postingId} AND seller_id = ${sellerId} ORDER BY line_id`.execute(
    db,
  )
  return found.rows
}

export interface BoughtCourse {
  courseId: number
  title: string
  accessEndsAt: Date | null
  /** The buyer chose this cohort. `startsOn` is a day. */
  start: { name: string; startsOn: string } | null
  /** The buyer must complete the courses with these titles before this course opens. */
  first: string[]
}

/** Returns the courses of a receipt that its buyer can open. An invoice and a gift have none. */
export async function coursesOfReceipt(
  db: Db,
  { postingId, sellerId, reference }: Pick<ReceiptRow, 'postingId' | 'sellerId' | 'reference'>,
): Promise<BoughtCourse[]> {
  const found = await sql<BoughtCourse>`
    SELECT l.course_id AS "courseId", p.title, e.access_ends_at AS "accessEndsAt",
           (SELECT json_build_object('name', k.name, 'startsOn', k.starts_on) FROM course_cohorts k WHERE k.id = l.cohort_id) AS start,
           ARRAY(SELECT c.title FROM awaited_prerequisites w JOIN course_cards c ON c.id = w.prerequisite_id
                  WHERE w.user_id = o.buyer_id AND w.course_id = l.course_id ORDER BY c.id) AS first
      FROM posting_lines p JOIN orders o ON o.public_id = ${reference}
      JOIN order_lines l ON l.order_id = o.id AND l.id = p.line_id
      LEFT JOIN active_enrolments e ON e.user_id = o.buyer_id AND e.course_id = l.course_id
     WHERE p.posting_id = ${postingId} AND p.seller_id = ${sellerId} AND NOT o.is_gift ORDER BY p.line_id`.execute(
    db,
  )
  return found.rows
}

export async function firstReceipt(
  db: Db,
  { saleId, sellerId }: Pick<ReceiptRow, 'saleId' | 'sellerId'>,
): Promise<IssuedReceipt | undefined> {
  const found = await sql<IssuedReceipt>`
    SELECT ${issuedColumns} FROM receipts
     WHERE posting_id = ${saleId} AND seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

/** Marks the receipt as mailed. The transaction that gets the row must send the mail; all later ones get undefined. */
export async function markMailed(tx: Tx, id: number, now: Date): Promise<ReceiptRow | undefined> {
  const marked = await sql<ReceiptRow>`
    UPDATE receipts SET mailed_at = ${now} WHERE id = ${id} AND mailed_at IS NULL RETURNING ${receiptColumns}`.execute(
    tx,
  )
  return marked.rows[0]
}

/** Tells whether the document is about a chargeback or about its reversal. */
export async function isOfDispute(db: Db, id: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM receipts r JOIN ledger_postings p ON p.id = r.posting_id
     WHERE r.id = ${id} AND p.kind IN ('chargeback', 'chargeback_won')`.execute(db)
  return found.rows.length > 0
}

/** Erases the buyer's name, addresses and numbers. Document numbers and amounts stay, because the books need them. */
export async function forgetBuyer(tx: Tx, buyerId: number): Promise<void> {
  await sql`UPDATE receipts SET buyer = '{}' WHERE buyer_id = ${buyerId} AND buyer <> '{}'`.execute(tx)
}

export async function firstReceiptsOfBuyer(
  db: Db,
  buyerId: number,
  references: readonly string[],
): Promise<{ reference: string; publicId: string }[]> {
  const found = await sql<{ reference: string; publicId: string }>`
    SELECT DISTINCT ON (reference) reference, public_id AS "publicId" FROM receipts
     WHERE buyer_id = ${buyerId} AND kind = 'receipt' AND reference = ANY(${[...references]}::text[])
     ORDER BY reference, id`.execute(db)
  return found.rows
}
