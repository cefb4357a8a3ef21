/** Prints an invoice or its credit note as PDF, in the company's language. */
import type { Language } from '@apogee/domain/languages.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { SharedInvoice } from '@apogee/contracts/invoices/invoices.ts'
import { dayInWords, labelled, lines } from '#server/platform/pdf/paper-text.ts'
import type { Paper, PrintedLook } from '#server/platform/pdf/pdf.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import { serverTexts, type ServerTexts } from '#server/texts/index.ts'

export type InvoiceDocumentKind = 'invoice' | 'credit-note'

type Words = ServerTexts['invoices']['paper']

export interface PrintedInvoice {
  invoice: SharedInvoice
  language: Language
  voidedAt: Date | null
  voidReason: string | null
  /** Absent means the platform's look. */
  look?: PrintedLook
}

export const invoicePdf = (printed: PrintedInvoice, which: InvoiceDocumentKind): Promise<Buffer> =>
  renderPaper(invoicePaper(printed, which))

export function invoicePaper(printed: PrintedInvoice, which: InvoiceDocumentKind): Paper {
  const { invoice, language, voidedAt, voidReason, look } = printed
  const say = serverTexts(language).invoices.paper
  const isCredit = which === 'credit-note'
  const ownNumber = isCredit ? (invoice.creditNoteNumber ?? '') : invoice.number
  const at = isCredit && voidedAt ? voidedAt : new Date(invoice.issuedAt)
  return {
    title: `${say[which]} ${ownNumber}`,
    language,
    author: invoice.seller.name,
    ...(look && { look }),
    at,
    foot: `${ownNumber} · ${say.page} {page} ${say.of} {pages}`,
    parts: [
      { kind: 'masthead', name: say[which], number: ownNumber },
      partiesOf(printed, isCredit, at),
      linesTable(invoice, say),
      ...conditionsOf(printed),
      sumsOf(invoice, say, isCredit),
      ...(isCredit
        ? [{ kind: 'paragraph' as const, text: labelled(say.reason, voidReason ?? '') }]
        : [transferDetails(invoice, say), ...standing(invoice, say, language)]),
      { kind: 'smallPrint', text: say.noSignature },
    ],
  }
}

type Part = Paper['parts'][number]

/** Prints seller, buyer, and the dates and numbers of the document. */
function partiesOf({ invoice, language }: PrintedInvoice, isCredit: boolean, at: Date): Part {
  const { seller, number } = invoice
  const say = serverTexts(language).invoices.paper
  const from = lines(
    seller.name,
    seller.address,
    labelled(say.registration, seller.registrationNumber),
    labelled(say.sst, seller.taxNumber),
  )
  const to = lines(
    invoice.companyName,
    invoice.address,
    labelled(say.registration, invoice.registrationNumber),
    labelled(say.taxNumber, invoice.taxNumber),
    labelled(say.attention, invoice.contactName),
  )
  const facts = lines(
    labelled(say.date, dayInWords(at, language)),
    isCredit
      ? labelled(say.about, number)
      : labelled(say.due, dayInWords(startOfDay(invoice.dueOn), language)),
    labelled(say.order, invoice.purchaseOrder),
  )
  return {
    kind: 'columns',
    blocks: [
      { title: say.seller, text: from },
      { title: say.buyer, text: to },
      { title: say.details, text: facts },
    ],
  }
}

function linesTable(invoice: SharedInvoice, say: Words): Part {
  return {
    kind: 'table',
    heads: [
      { title: say.item, share: 5 },
      { title: say.seats, share: 1.2, align: 'right' },
      { title: say.each, share: 2, align: 'right' },
      { title: say.amount, share: 2.2, align: 'right' },
    ],
    rows: invoice.lines.map(({ title, seats, unitPrice, total, access }) => [
      { text: title, below: accessInWords(access, say) },
      String(seats),
      formatRinggit(unitPrice),
      formatRinggit(total),
    ]),
  }
}

function accessInWords(access: AccessLength | undefined, say: Words): string {
  if (!access) return ''
  return 'days' in access ? say.accessForDays(access.days) : say.accessForMonths(access.months)
}

/** Prints which courses the learners must complete before the invoice's courses. */
function conditionsOf({ invoice, language }: PrintedInvoice): Part[] {
  const { courseWaits } = serverTexts(language).invoices
  const text = lines(
    ...invoice.lines.flatMap(({ title, first }) =>
      first ? [courseWaits(isolated(title), first.map(isolated).join(', '))] : [],
    ),
  )
  return text === '' ? [] : [{ kind: 'paragraph', text }]
}

function sumsOf(invoice: SharedInvoice, say: Words, isCredit: boolean): Part {
  const tax = {
    label: `${say.taxWithin} (${invoice.taxBasisPoints / 100}%)`,
    value: formatRinggit(invoice.tax),
  }
  const total = { label: isCredit ? say.credited : say.total, value: formatRinggit(invoice.total) }
  return { kind: 'sums', sums: [...(invoice.tax === 0 ? [] : [tax]), { ...total, strong: true }] }
}

function transferDetails({ bank, number }: SharedInvoice, say: Words): Part {
  const text = lines(
    bank.bankName,
    labelled(say.holder, `${bank.accountName}, ${bank.accountNumber}`),
    labelled(say.quote, number),
  )
  return { kind: 'columns', blocks: [{ title: say.transfer, text }] }
}

/** Prints the invoice's current state, so that an old print is not mistaken for an open claim. */
function standing(invoice: SharedInvoice, say: Words, language: Language) {
  const text = lines(
    invoice.paidOn === null ? '' : `${say.paid} ${dayInWords(startOfDay(invoice.paidOn), language)}.`,
    invoice.creditNoteNumber === null ? '' : `${say.cancelled} ${invoice.creditNoteNumber}.`,
  )
  return text === '' ? [] : [{ kind: 'paragraph' as const, text }]
}
