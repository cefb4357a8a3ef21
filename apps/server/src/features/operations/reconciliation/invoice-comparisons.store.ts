/** Compares invoices with the ledger, documents, seats and enrolments. Reads only. */
import { sql } from 'kysely'
import { row, type Comparisons } from './comparisons.row.ts'

const ofInvoice = { subject: sql`'invoice ' || i.id`, seller: sql`i.seller_id` }
const taxOfInvoice = { ...ofInvoice, subject: sql`'invoice ' || i.id || ', SST'` }

/** Joins each paid invoice with the postings of its sale and its refund. */
const paidInvoices = sql`
  FROM invoices i
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(pl.paid_cents) FILTER (WHERE pl.posting_id = sale.id), 0)::int8 AS paid,
           coalesce(sum(pl.tax_cents) FILTER (WHERE pl.posting_id = sale.id), 0)::int8 AS tax,
           coalesce(-sum(pl.paid_cents) FILTER (WHERE pl.posting_id <> sale.id), 0)::int8 AS refunded,
           coalesce(-sum(pl.tax_cents) FILTER (WHERE pl.posting_id <> sale.id), 0)::int8 AS refunded_tax
      FROM ledger_postings sale JOIN posting_lines pl ON pl.sale_id = sale.id
     WHERE sale.source = 'invoice:' || i.id) book ON true
 WHERE i.paid_at IS NOT NULL`
/** Selects the full amount of an invoice that was voided, and zero for any other invoice. */
const back = (column: ReturnType<typeof sql>) => sql`CASE WHEN i.state = 'void' THEN ${column} ELSE 0 END`

/** The form of the sources that the ledger's postings of invoices have. */
const sourceForm = '^invoice(-void)?:[0-9]{1,18}$'

/** Compares the sellers' counters of invoices or credit notes with the numbers that invoices have. */
const numbered = (kind: 'invoice' | 'credit_note') => {
  const [year, number] =
    kind === 'invoice' ? [sql`i.year`, sql`i.number`] : [sql`i.credit_year`, sql`i.credit_number`]
  return sql`
    SELECT ${kind}::text AS kind, coalesce(n.seller_id, given.seller_id) AS seller_id, coalesce(n.year, given.year) AS year,
           coalesce(n.last_number, 0) AS last_number, coalesce(n.skipped, 0) AS skipped, coalesce(given.numbers, 0) AS numbers, coalesce(given.highest, 0) AS highest
      FROM (SELECT * FROM invoice_series WHERE kind = ${kind}) n
      FULL JOIN (SELECT i.seller_id, ${year} AS year, count(*) AS numbers, max(${number}) AS highest
                   FROM invoices i WHERE ${number} IS NOT NULL GROUP BY 1, 2) given
        ON given.seller_id = n.seller_id AND given.year = n.year`
}

export const ofInvoices: Comparisons = {
  invoice_total: sql`
    SELECT ${row({ ...ofInvoice, expected: sql`coalesce(sold.cents, 0)`, found: sql`i.total_cents` })}
      FROM invoices i LEFT JOIN LATERAL (
        SELECT sum(l.total_cents)::int8 AS cents, sum(l.tax_cents)::int8 AS tax
          FROM invoice_lines l WHERE l.invoice_id = i.id) sold ON true
     WHERE i.state <> 'draft'
       AND (i.total_cents <> coalesce(sold.cents, 0) OR i.tax_cents <> coalesce(sold.tax, 0))`,
  invoice_sale: sql`
    SELECT ${row({ ...ofInvoice, expected: sql`i.total_cents`, found: sql`book.paid` })}
      ${paidInvoices} AND book.paid <> i.total_cents
     UNION ALL
    SELECT ${row({ ...taxOfInvoice, expected: sql`i.tax_cents`, found: sql`book.tax` })}
      ${paidInvoices} AND book.tax <> i.tax_cents`,
  invoice_refund: sql`
    SELECT ${row({ ...ofInvoice, expected: back(sql`i.total_cents`), found: sql`book.refunded` })}
      ${paidInvoices} AND book.refunded <> ${back(sql`i.total_cents`)}
     UNION ALL
    SELECT ${row({ ...taxOfInvoice, expected: back(sql`i.tax_cents`), found: sql`book.refunded_tax` })}
      ${paidInvoices} AND book.refunded_tax <> ${back(sql`i.tax_cents`)}`,
  invoice_stray: sql`
    SELECT ${row({ subject: sql`'posting ' || p.id`, seller: sql`p.payee_seller_id` })}
      FROM ledger_postings p
      LEFT JOIN invoices i
        ON i.id = CASE WHEN p.source ~ ${sourceForm} THEN split_part(p.source, ':', 2)::bigint END
     WHERE p.through = 'bank' AND p.source ~ ${sourceForm} AND i.paid_at IS NULL`,
  receipt_amount: sql`
    SELECT ${row({ subject: sql`'posting ' || sold.posting_id || ', seller ' || sold.seller_id`, seller: sql`sold.seller_id`, expected: sql`sold.cents`, found: sql`coalesce(r.total_cents, 0)` })}
      FROM invoices i
      JOIN ledger_postings sale ON sale.source = 'invoice:' || i.id
      JOIN LATERAL (
        SELECT pl.posting_id, pl.seller_id, sum(abs(pl.paid_cents))::int8 AS cents, sum(abs(pl.tax_cents))::int8 AS tax
          FROM posting_lines pl WHERE pl.sale_id = sale.id GROUP BY 1, 2) sold ON true
      LEFT JOIN receipts r ON r.posting_id = sold.posting_id AND r.seller_id = sold.seller_id
     WHERE r.total_cents IS DISTINCT FROM sold.cents OR r.tax_cents IS DISTINCT FROM sold.tax`,
  invoice_gap: sql`
    SELECT ${row({ subject: sql`series.kind || ' ' || series.year || ', seller ' || series.seller_id`, seller: sql`series.seller_id` })}
      FROM (${numbered('invoice')} UNION ALL ${numbered('credit_note')}) series
     WHERE series.numbers <> series.last_number - series.skipped
        OR (series.highest <> series.last_number AND series.skipped = 0) OR series.highest > series.last_number`,
  seat_missing: sql`
    SELECT ${row({ subject: sql`'seat ' || p.id`, seller: sql`i.seller_id` })}
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id JOIN invoice_seats p ON p.line_id = l.id
     WHERE i.state = 'paid' AND (p.state = 'named' OR (p.state = 'enrolled'
       AND EXISTS (SELECT FROM user_cards u WHERE u.id = p.user_id AND u.erased_at IS NULL)
       AND NOT EXISTS (SELECT FROM enrolments e
                        WHERE e.user_id = p.user_id AND e.course_id = l.course_id AND e.revoked_at IS NULL)))`,
  seat_unpaid: sql`
    SELECT ${row({ subject: sql`'seat ' || p.id`, seller: sql`i.seller_id` })}
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id JOIN invoice_seats p ON p.line_id = l.id
     WHERE (i.state <> 'paid' AND p.state IN ('waiting', 'enrolled'))
        OR (i.state = 'void' AND p.state = 'named') OR (p.state = 'revoked'
            AND EXISTS (SELECT FROM open_grants g WHERE g.kind = 'seat' AND g.source_id = p.id))
     UNION ALL
    SELECT ${row({ subject: sql`'invoice ' || l.invoice_id || ', line ' || l.id`, seller: sql`i.seller_id` })}
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
     WHERE l.seats < (SELECT count(*) FROM invoice_seats p WHERE p.line_id = l.id AND p.state <> 'revoked')`,
}
