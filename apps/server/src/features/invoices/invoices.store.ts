import { accessIn } from '#server/policy/access-columns.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { InvoiceMoment, InvoiceStatus } from '@apogee/contracts/invoices/invoices.ts'
import { sql } from 'kysely'
import { matchesPattern, matchesWords } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { nameOrMaskedEmail } from '#server/policy/masked-email.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { InvoiceState, NumberedKind } from './invoices.rules.ts'

export interface SellerPaper {
  name: string
  registrationNumber: string
  taxNumber: string
  address: string
}

export interface BankDetails {
  bankName: string
  accountName: string
  accountNumber: string
}

export interface InvoiceBuyer {
  language: Language
  companyName: string
  registrationNumber: string
  taxNumber: string
  address: string
  contactName: string
  contactEmail: string
  purchaseOrder: string
  /** The due day as yyyy-MM-dd. */
  dueOn: string
}

export interface InvoiceRow extends InvoiceBuyer {
  id: number
  publicId: string
  sellerId: number
  state: InvoiceState
  totalCents: number
  taxCents: number
  taxBasisPoints: number
  feeBasisPoints: number
  year: number | null
  number: number | null
  issuedAt: Date | null
  sellerDetails: SellerPaper | null
  bankDetails: BankDetails | null
  linkVersion: number
  paidAt: Date | null
  paidOn: string | null
  bankReference: string | null
  voidedAt: Date | null
  voidReason: string | null
  creditYear: number | null
  creditNumber: number | null
  createdAt: Date
  /** Null means that the seller had neither a colour nor a logo at the issue. */
  lookId: number | null
  version: number
}

const columns = sql`
  i.id, i.public_id AS "publicId", i.seller_id AS "sellerId", i.state, i.language, i.company_name AS "companyName",
  i.registration_number AS "registrationNumber", i.tax_number AS "taxNumber", i.company_address AS address,
  i.contact_name AS "contactName", i.contact_email::text AS "contactEmail", i.purchase_order AS "purchaseOrder",
  i.due_on AS "dueOn", i.total_cents AS "totalCents", i.tax_cents AS "taxCents", i.tax_basis_points AS "taxBasisPoints",
  i.fee_basis_points AS "feeBasisPoints", i.year, i.number, i.issued_at AS "issuedAt", i.seller_details AS "sellerDetails",
  i.bank_details AS "bankDetails", i.link_version AS "linkVersion", i.paid_at AS "paidAt", i.paid_on AS "paidOn",
  i.bank_reference AS "bankReference", i.voided_at AS "voidedAt", i.void_reason AS "voidReason",
  i.credit_year AS "creditYear", i.credit_number AS "creditNumber", i.created_at AS "createdAt",
  i.look_id AS "lookId",
  ${versionOf('invoice', 'i.id')} AS version`

/** A seller without saved details is printed with the name of the business or person. */
const sellerName = sql`coalesce(d.legal_name, s.document_name)`
const sellerJoins = sql`
  JOIN seller_cards s ON s.id = i.seller_id LEFT JOIN seller_details d ON d.seller_id = s.id`

export interface ListedInvoice extends InvoiceRow {
  sellerName: string
  seats: number
  taken: number
}

export interface InvoiceFilter {
  status?: InvoiceStatus | undefined
  pattern: string | null
  /** The present day in Kuala Lumpur, as yyyy-MM-dd. */
  today: string
}

/** Matches the invoices of a person with a seat, whose full address the page of the invoice shows. */
const hasSeatOf = (pattern: string | null) => sql`EXISTS (
  SELECT FROM invoice_lines l JOIN invoice_seats p ON p.line_id = l.id
   WHERE l.invoice_id = i.id AND p.state <> 'revoked' AND (p.email::text ILIKE ${pattern} OR ${matchesPattern(sql`p.name`, pattern)}))`

/** Lists the newest invoice first. A null `sellerId` selects all sellers. */
export async function listInvoices(
  db: Db,
  sellerId: number | null,
  { status, pattern, today }: InvoiceFilter,
  page: PageRequest,
): Promise<{ rows: ListedInvoice[]; total: number }> {
  const state = status === 'overdue' ? 'issued' : status
  const due =
    status === 'overdue'
      ? sql`i.due_on < ${today}`
      : status === 'issued'
        ? sql`i.due_on >= ${today}`
        : sql`true`
  const within = sql`
    (${sellerId}::bigint IS NULL OR i.seller_id = ${sellerId}) AND (${state ?? null}::text IS NULL OR i.state = ${state ?? null})
    AND ${due} AND (${pattern}::text IS NULL OR ${pattern === null ? sql`false` : matchesWords(sql`i.company_name`, pattern)} OR i.contact_email::text ILIKE ${pattern}
         OR 'INV-' || i.year || '-' || lpad(i.number::text, 4, '0') ILIKE ${pattern} OR ${hasSeatOf(pattern)})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM invoices i WHERE ${within} ${countLimit}) counted`.execute(db)
  const found = await sql<ListedInvoice>`
    SELECT ${columns}, ${sellerName} AS "sellerName", coalesce(places.seats, 0)::int AS seats,
           coalesce(places.taken, 0)::int AS taken
      FROM (SELECT * FROM invoices i WHERE ${within} AND ${newestPage('i.id', page)}) i ${sellerJoins}
           LEFT JOIN LATERAL (
             SELECT sum(l.seats) AS seats,
                    sum((SELECT count(*) FROM invoice_seats p WHERE p.line_id = l.id AND p.state <> 'revoked')) AS taken
               FROM invoice_lines l WHERE l.invoice_id = i.id) places ON true
     ORDER BY i.id DESC`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function invoiceById(
  db: Db,
  publicId: string,
  { lock = false } = {},
): Promise<InvoiceRow | undefined> {
  const found = await sql<InvoiceRow>`
    SELECT ${columns} FROM invoices i WHERE i.public_id = ${publicId} ${lock ? sql`FOR UPDATE` : sql``}`.execute(
    db,
  )
  return found.rows[0]
}

export interface LineRow {
  id: number
  courseId: number
  title: string
  seats: number
  unitPriceCents: number
  listPriceCents: number
  totalCents: number
  taxCents: number
  taken: number
  /** The promised length of access when the line was written. Null means that access has no end. */
  access: AccessLength | null
  /** The titles of the course's prerequisites. */
  first: string[]
}

export async function linesOf(db: Db, invoiceId: number): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    SELECT l.id, l.course_id AS "courseId", l.title, l.seats, l.unit_price_cents AS "unitPriceCents",
           l.list_price_cents AS "listPriceCents", l.total_cents AS "totalCents", l.tax_cents AS "taxCents",
           (SELECT count(*)::int FROM invoice_seats p WHERE p.line_id = l.id AND p.state <> 'revoked') AS taken,
           ${accessIn('l')} AS access,
           ARRAY(SELECT c.title FROM unnest(l.first_course_ids) WITH ORDINALITY AS f (id, place) JOIN course_cards c ON c.id = f.id
                  ORDER BY f.place) AS first
      FROM invoice_lines l WHERE l.invoice_id = ${invoiceId} ORDER BY l.id`.execute(db)
  return found.rows
}

export interface SellableCourse {
  courseId: number
  title: string
  priceCents: number
}

/** Returns the courses that this seller sells, private ones included, locked until the transaction ends. */
export async function sellableCourses(
  tx: Tx,
  sellerId: number,
  courseIds: readonly number[],
): Promise<SellableCourse[]> {
  const found = await sql<SellableCourse>`
    SELECT id AS "courseId", title, price_cents AS "priceCents" FROM course_cards
     WHERE id = ANY(${[...courseIds]}::bigint[]) AND seller_id = ${sellerId} AND is_published
     ORDER BY id FOR SHARE`.execute(tx)
  return found.rows
}

interface SellerCourse {
  id: number
  title: string
  price: number
  isPrivate: boolean
  /** The titles of the course's prerequisites. Null means none. */
  first: string[] | null
}

/** Returns courses that this seller has on sale or keeps private, newest first. */
export async function coursesOf(db: Db, sellerId: number): Promise<SellerCourse[]> {
  const found = await sql<SellerCourse>`
    SELECT id, title, price_cents AS price, is_private AS "isPrivate",
           nullif(ARRAY(SELECT p.title FROM shown_prerequisites p
                         WHERE p.course_id = c.id AND p.required_since IS NOT NULL AND p.is_open ORDER BY p.place), '{}') AS first
      FROM course_cards c WHERE seller_id = ${sellerId} AND is_published ORDER BY id DESC LIMIT 1000`.execute(
    db,
  )
  return found.rows
}

export async function ratesOf(
  db: Db,
  sellerId: number,
): Promise<{ taxBasisPoints: number; feeBasisPoints: number }> {
  const found = await sql<{ taxBasisPoints: number; feeBasisPoints: number }>`
    SELECT tax_basis_points AS "taxBasisPoints", fee_basis_points AS "feeBasisPoints"
      FROM seller_cards WHERE id = ${sellerId}`.execute(db)
  return found.rows[0] ?? { taxBasisPoints: 0, feeBasisPoints: 0 }
}

export async function sellerPaper(db: Db, sellerId: number): Promise<SellerPaper> {
  const found = await sql<SellerPaper>`
    SELECT ${sellerName} AS name, coalesce(d.registration_number, '') AS "registrationNumber",
           coalesce(d.sst_number, '') AS "taxNumber", coalesce(nullif(d.address, ''), s.document_address) AS address
      FROM (SELECT ${sellerId}::bigint AS seller_id) i ${sellerJoins}`.execute(db)
  const [paper] = found.rows
  if (!paper) throw new Error(`there is no seller ${sellerId}`)
  return paper
}

export async function bankOf(db: Db, sellerId: number): Promise<BankDetails | undefined> {
  const found = await sql<BankDetails>`
    SELECT bank_name AS "bankName", account_name AS "accountName", account_number AS "accountNumber"
      FROM seller_bank_details WHERE seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

/** The version must be read before the bank details. Otherwise the version could be newer than the details. */
export async function bankVersion(db: Db, sellerId: number): Promise<number> {
  const found = await sql<{ version: number }>`
    SELECT ${versionOf('invoice-bank', 's.id')} AS version FROM seller_cards s WHERE s.id = ${sellerId}`.execute(
    db,
  )
  return found.rows[0]?.version ?? 0
}

export async function saveBank(
  tx: Tx,
  { sellerId, userId, at, bank }: { sellerId: number; userId: number; at: Date; bank: BankDetails },
): Promise<void> {
  await sql`
    INSERT INTO seller_bank_details (seller_id, bank_name, account_name, account_number, updated_by, updated_at)
    VALUES (${sellerId}, ${bank.bankName}, ${bank.accountName}, ${bank.accountNumber}, ${userId}, ${at})
    ON CONFLICT (seller_id) DO UPDATE SET bank_name = excluded.bank_name, account_name = excluded.account_name,
      account_number = excluded.account_number, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

export async function countDrafts(db: Db, sellerId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invoices WHERE seller_id = ${sellerId} AND state = 'draft'`.execute(db)
  return found.rows[0]?.count ?? 0
}

export async function insertDraft(
  tx: Tx,
  draft: { publicId: string; sellerId: number; createdBy: number; at: Date; buyer: InvoiceBuyer },
): Promise<number> {
  const { publicId, sellerId, createdBy, at, buyer } = draft
  const inserted = await sql<{ id: number }>`
    INSERT INTO invoices (public_id, seller_id, created_by, created_at, language, company_name, registration_number, tax_number,
                          company_address, contact_name, contact_email, purchase_order, due_on)
    VALUES (${publicId}, ${sellerId}, ${createdBy}, ${at}, ${buyer.language}, ${buyer.companyName},
            ${buyer.registrationNumber}, ${buyer.taxNumber}, ${buyer.address}, ${buyer.contactName}, ${buyer.contactEmail},
            ${buyer.purchaseOrder}, ${buyer.dueOn})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function changeDraft(tx: Tx, invoiceId: number, buyer: InvoiceBuyer): Promise<void> {
  await sql`
    UPDATE invoices SET language = ${buyer.language}, company_name = ${buyer.companyName},
           registration_number = ${buyer.registrationNumber}, tax_number = ${buyer.taxNumber},
           company_address = ${buyer.address}, contact_name = ${buyer.contactName}, contact_email = ${buyer.contactEmail},
           purchase_order = ${buyer.purchaseOrder}, due_on = ${buyer.dueOn}
     WHERE id = ${invoiceId}`.execute(tx)
}

export type NewLine = Omit<LineRow, 'id' | 'taken' | 'access' | 'first'>

/** Replaces the lines and sums. People named for a remaining line retain their seats. */
export async function replaceLines(
  tx: Tx,
  invoiceId: number,
  lines: readonly NewLine[],
  rates: { taxBasisPoints: number; feeBasisPoints: number },
): Promise<void> {
  const given = JSON.stringify(lines)
  await sql`
    DELETE FROM invoice_lines WHERE invoice_id = ${invoiceId}
       AND course_id NOT IN (SELECT (line ->> 'courseId')::bigint FROM jsonb_array_elements(${given}::jsonb) AS line)`.execute(
    tx,
  )
  await sql`
    INSERT INTO invoice_lines (invoice_id, course_id, title, seats, unit_price_cents, list_price_cents, total_cents, tax_cents,
                               access_days, access_months, first_course_ids)
    SELECT ${invoiceId}, "courseId", given.title, seats, "unitPriceCents", "listPriceCents", "totalCents", "taxCents", c.access_days,
           c.access_months, ARRAY(SELECT p.prerequisite_id FROM shown_prerequisites p
                                   WHERE p.course_id = "courseId" AND p.required_since IS NOT NULL AND p.is_open ORDER BY p.place)
      FROM jsonb_to_recordset(${given}::jsonb) AS given ("courseId" bigint, title text, seats int, "unitPriceCents" int,
             "listPriceCents" int, "totalCents" bigint, "taxCents" bigint)
      LEFT JOIN course_cards c ON c.id = given."courseId"
    ON CONFLICT (invoice_id, course_id) DO UPDATE SET title = excluded.title, seats = excluded.seats,
      unit_price_cents = excluded.unit_price_cents, list_price_cents = excluded.list_price_cents,
      total_cents = excluded.total_cents, tax_cents = excluded.tax_cents, access_days = excluded.access_days,
      access_months = excluded.access_months, first_course_ids = excluded.first_course_ids`.execute(tx)
  await sql`
    UPDATE invoices i SET total_cents = sums.total, tax_cents = sums.tax, tax_basis_points = ${rates.taxBasisPoints},
           fee_basis_points = ${rates.feeBasisPoints}
      FROM (SELECT sum(total_cents) AS total, sum(tax_cents) AS tax FROM invoice_lines WHERE invoice_id = ${invoiceId}) sums
     WHERE i.id = ${invoiceId}`.execute(tx)
}

export async function deleteDraft(tx: Tx, invoiceId: number): Promise<void> {
  await sql`DELETE FROM invoices WHERE id = ${invoiceId} AND state = 'draft'`.execute(tx)
}

/** Returns the next number. The counter stays locked until the transaction ends, so that numbers have no gap. */
export async function nextNumber(
  tx: Tx,
  series: { sellerId: number; kind: NumberedKind; year: number },
): Promise<number> {
  const counted = await sql<{ number: number }>`
    INSERT INTO invoice_series AS series (seller_id, kind, year, last_number)
    VALUES (${series.sellerId}, ${series.kind}, ${series.year}, 1)
    ON CONFLICT (seller_id, kind, year) DO UPDATE SET last_number = series.last_number + 1
    RETURNING last_number AS number`.execute(tx)
  const number = counted.rows[0]?.number
  if (number === undefined) throw new Error('no number was given')
  return number
}

/** Skips `count` numbers in every series of these years, including series that have not begun. */
export async function skipNumbers(tx: Tx, years: readonly number[], count: number): Promise<number> {
  const skipped = await sql<{ sellerId: number }>`
    INSERT INTO invoice_series AS series (seller_id, kind, year, last_number, skipped)
    SELECT s.id, kind, year, ${count}, ${count}
      FROM seller_cards s, unnest(ARRAY['invoice', 'credit_note']) kind, unnest(${[...years]}::integer[]) year
     ORDER BY s.id, kind, year
    ON CONFLICT (seller_id, kind, year)
      DO UPDATE SET last_number = series.last_number + ${count}, skipped = series.skipped + ${count}
    RETURNING seller_id AS "sellerId"`.execute(tx)
  return skipped.rows.length
}

export async function markIssued(
  tx: Tx,
  invoiceId: number,
  issue: { year: number; number: number; at: Date; seller: SellerPaper; bank: BankDetails },
): Promise<void> {
  await sql`
    UPDATE invoices SET state = 'issued', year = ${issue.year}, number = ${issue.number}, issued_at = ${issue.at},
           seller_details = ${JSON.stringify(issue.seller)}::jsonb, bank_details = ${JSON.stringify(issue.bank)}::jsonb,
           look_id = (SELECT k.id FROM current_looks k WHERE k.seller_id = invoices.seller_id)
     WHERE id = ${invoiceId} AND state = 'draft'`.execute(tx)
}

export async function renewLink(tx: Tx, invoiceId: number): Promise<void> {
  await sql`UPDATE invoices SET link_version = link_version + 1 WHERE id = ${invoiceId}`.execute(tx)
}

export async function markPaid(
  tx: Tx,
  invoiceId: number,
  payment: { at: Date; paidOn: string; bankReference: string },
): Promise<void> {
  await sql`
    UPDATE invoices SET state = 'paid', paid_at = ${payment.at}, paid_on = ${payment.paidOn},
           bank_reference = ${payment.bankReference}
     WHERE id = ${invoiceId} AND state = 'issued'`.execute(tx)
}

export async function markVoid(
  tx: Tx,
  invoiceId: number,
  credit: { at: Date; reason: string; year: number; number: number },
): Promise<void> {
  await sql`
    UPDATE invoices SET state = 'void', voided_at = ${credit.at}, void_reason = ${credit.reason},
           credit_year = ${credit.year}, credit_number = ${credit.number}
     WHERE id = ${invoiceId} AND state IN ('issued', 'paid')`.execute(tx)
}

/**
 * Returns issued invoices that were due on one of these days, have no reminder, and belong to sellers with a verified address.
 * Returns at most `ofEachSeller` invoices of each seller, the earliest due day first.
 */
export async function unremindedInvoices(
  db: Db,
  due: { from: string; to: string; ofEachSeller: number },
): Promise<string[]> {
  const found = await sql<{ publicId: string }>`
    SELECT "publicId" FROM (
    SELECT i.public_id AS "publicId", i.due_on, i.id,
           row_number() OVER (PARTITION BY i.seller_id ORDER BY i.due_on, i.id) AS place
      FROM invoices i
     WHERE i.state = 'issued' AND i.reminded_at IS NULL AND i.due_on BETWEEN ${due.from} AND ${due.to}
       AND EXISTS (SELECT FROM seller_people p
                    WHERE p.seller_id = i.seller_id AND p.email_verified_at IS NOT NULL)) due
     WHERE place <= ${due.ofEachSeller} ORDER BY due_on, id`.execute(db)
  return found.rows.map(({ publicId }) => publicId)
}

/** Marks the invoice as reminded. Returns false if another run has sent the reminder or no amount is owed. */
export async function markReminded(tx: Tx, invoiceId: number, at: Date): Promise<boolean> {
  const marked = await sql`
    UPDATE invoices SET reminded_at = ${at} WHERE id = ${invoiceId} AND state = 'issued' AND reminded_at IS NULL
    RETURNING id`.execute(tx)
  return marked.rows.length > 0
}

/**
 * Adds an event to the invoice's history. Details must contain no addresses, because an invoice outlives the accounts of its
 * people.
 */
export async function note(
  tx: Tx,
  event: {
    invoiceId: number
    at: Date
    by: number | null
    what: InvoiceMoment
    details?: Record<string, string | number>
  },
): Promise<void> {
  await sql`
    INSERT INTO invoice_events (invoice_id, at, by_user_id, what, details)
    VALUES (${event.invoiceId}, ${event.at}, ${event.by}, ${event.what}, ${JSON.stringify(event.details ?? {})}::jsonb)`.execute(
    tx,
  )
}

export interface EventRow {
  at: Date
  what: InvoiceMoment
  by: string | null
  details: Record<string, string | number>
}

/** Returns the newest 200 events, oldest first. */
export async function historyOf(db: Db, invoiceId: number): Promise<EventRow[]> {
  const found = await sql<EventRow & { id: number }>`
    SELECT * FROM (
      SELECT e.id, e.at, e.what, ${nameOrMaskedEmail('u')} AS by, e.details
        FROM invoice_events e LEFT JOIN user_cards u ON u.id = e.by_user_id AND u.erased_at IS NULL
       WHERE e.invoice_id = ${invoiceId} ORDER BY e.id DESC LIMIT 200) newest ORDER BY id`.execute(db)
  return found.rows
}

/** Locks the seller's mail counter until the transaction ends, so that concurrent calls cannot exceed the limit. */
export async function holdMails(tx: Tx, sellerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('invoices.mail', ${sellerId}))`.execute(tx)
}

/** Counts the mails that this seller has sent since `since`, and locks the mail counter until the transaction ends. */
export async function countMails(
  tx: Tx,
  { sellerId, kind, since }: { sellerId: number; kind: 'invoice' | 'seat'; since: Date },
): Promise<number> {
  await holdMails(tx, sellerId)
  const kinds = kind === 'seat' ? ['seat'] : ['invoice', 'credit_note', 'reminder']
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invoice_mails
     WHERE seller_id = ${sellerId} AND kind = ANY(${kinds}::text[]) AND at > ${since}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

type MailKind = 'invoice' | 'credit_note' | 'reminder' | 'seat'

export async function noteMail(
  tx: Tx,
  mail: { sellerId: number; invoiceId: number; kind: MailKind; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO invoice_mails (seller_id, invoice_id, kind, at)
    VALUES (${mail.sellerId}, ${mail.invoiceId}, ${mail.kind}, ${mail.at})`.execute(tx)
}
