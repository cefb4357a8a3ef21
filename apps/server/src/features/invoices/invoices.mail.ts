/** Mails about an invoice to the company's contact and to people with seats. They contain no free text. */

import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { quotedAddress, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestName = 120
const longestTitle = 200

/** The seller chose the addresses and names, so mails quote them and make no links of them. */
const shown = (name: string): string => quotedText(name, longestName)

function helloTo(language: Language, name: string): string {
  const { hello } = serverTexts(language).mails
  const quoted = shown(name)
  return quoted === '' ? hello : `${hello} ${quoted}`
}

interface MailedInvoice {
  number: string
  sellerName: string
  companyName: string
  contactName: string
  totalCents: number
  dueOn: string
  link: string
}

const invoiceFacts = (language: Language, invoice: MailedInvoice) => ({
  hello: helloTo(language, invoice.contactName),
  number: invoice.number,
  sellerName: shown(invoice.sellerName),
  companyName: shown(invoice.companyName),
  total: formatRinggit(invoice.totalCents),
  dueOn: invoice.dueOn,
  link: invoice.link,
})

export function invoiceMail(language: Language, invoice: MailedInvoice): MailText {
  return serverTexts(language).invoices.invoice(invoiceFacts(language, invoice))
}

/** Reminds the company's contact once, some days after the due day. */
export function reminderMail(language: Language, invoice: MailedInvoice): MailText {
  return serverTexts(language).invoices.reminder(invoiceFacts(language, invoice))
}

interface MailedPayment {
  invoiceNumber: string
  sellerName: string
  contactName: string
  totalCents: number
  link: string
}

const paymentFacts = (language: Language, paid: MailedPayment) => ({
  hello: helloTo(language, paid.contactName),
  invoiceNumber: paid.invoiceNumber,
  sellerName: shown(paid.sellerName),
  total: formatRinggit(paid.totalCents),
  link: paid.link,
})

export function paymentMail(language: Language, paid: MailedPayment): MailText {
  return serverTexts(language).invoices.payment(paymentFacts(language, paid))
}

/**
 * `wasPaid` means that the seller owes the company a refund. The mail names no date, because the date of the bank transfer is
 * unknown.
 */
export function creditNoteMail(
  language: Language,
  note: MailedPayment & { number: string; wasPaid: boolean },
): MailText {
  const { number, wasPaid } = note
  return serverTexts(language).invoices.creditNote({ ...paymentFacts(language, note), number, wasPaid })
}

interface MailedSeat {
  name: string
  companyName: string
  sellerName: string
  courses: readonly { title: string; first: readonly string[] }[]
  email: string
  link: string
}

const seatFacts = (language: Language, seat: MailedSeat) => ({
  hello: helloTo(language, seat.name),
  companyName: shown(seat.companyName),
  sellerName: shown(seat.sellerName),
  courses: seat.courses
    .map(({ title, first }) => {
      const course = quotedText(title, longestTitle)
      if (first.length === 0) return `- ${course}`
      const names = first.map((one) => quotedText(one, longestTitle)).join(', ')
      return `- ${serverTexts(language).invoices.courseWaits(course, names)}`
    })
    .join('\n'),
  email: quotedAddress(seat.email),
  link: seat.link,
})

/** Notifies a person who has no account or has not verified the address. */
export function seatMail(language: Language, seat: MailedSeat): MailText {
  return serverTexts(language).invoices.seat(seatFacts(language, seat))
}

/** The recipient has a verified address and is enrolled already. */
export function openSeatMail(language: Language, seat: MailedSeat): MailText {
  return serverTexts(language).invoices.openSeat(seatFacts(language, seat))
}
