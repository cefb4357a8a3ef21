/** Mails about an invoice: to the company's contact, and to people with waiting seats. No free text. */

import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money.ts'
import { mailIn, quotedAddress, quotedText, type MailText } from '#server/platform/mail-text.ts'

const longestName = 120
const longestTitle = 200

/** The seller chose address and names, so they are quoted without links. */
const shown = (name: string): string => quotedText(name, longestName)

const addressed = (greeting: string, name: string): string => (name === '' ? greeting : `${greeting} ${name}`)

export function invoiceMail(
  language: Language,
  invoice: {
    number: string
    sellerName: string
    companyName: string
    contactName: string
    totalCents: number
    dueOn: string
    link: string
  },
): MailText {
  const { number, totalCents, dueOn, link } = invoice
  const [sellerName, companyName] = [shown(invoice.sellerName), shown(invoice.companyName)]
  const contactName = shown(invoice.contactName)
  const total = formatRinggit(totalCents)
  return mailIn(language, {
    en: () => ({
      subject: `Invoice ${number} from ${sellerName}`,
      body: `${addressed('Hello', contactName)}\n\n${sellerName} has issued invoice ${number} to ${companyName}: ${total}, due on ${dueOn} by bank transfer.\n\nSee the invoice and the bank details:\n${link}\n\nAnyone with this link can see the invoice. Check the bank details with the seller before you pay. If you did not expect this invoice, ignore this email.`,
    }),
    ms: () => ({
      subject: `Invois ${number} daripada ${sellerName}`,
      body: `${addressed('Helo', contactName)}\n\n${sellerName} telah mengeluarkan invois ${number} untuk ${companyName}: ${total}, perlu dibayar selewat-lewatnya ${dueOn} melalui pindahan bank.\n\nLihat invois dan butiran bank:\n${link}\n\nSesiapa yang mempunyai pautan ini boleh melihat invois itu. Semak butiran bank dengan penjual sebelum membayar. Jika anda tidak menjangkakan invois ini, abaikan e-mel ini.`,
    }),
  })
}

/** Sent once, some days after the due day. */
export function reminderMail(language: Language, invoice: Parameters<typeof invoiceMail>[1]): MailText {
  const { number, totalCents, dueOn, link } = invoice
  const [sellerName, companyName] = [shown(invoice.sellerName), shown(invoice.companyName)]
  const contactName = shown(invoice.contactName)
  const total = formatRinggit(totalCents)
  return mailIn(language, {
    en: () => ({
      subject: `Reminder: invoice ${number} from ${sellerName} is overdue`,
      body: `${addressed('Hello', contactName)}\n\nInvoice ${number} from ${sellerName} to ${companyName} (${total}) was due on ${dueOn}, and ${sellerName} has not recorded its payment yet.\n\nSee the invoice and the bank details:\n${link}\n\nIf you have already paid, send the seller your bank reference. Check the bank details with the seller before you pay. This is the only reminder; if you did not expect this invoice, ignore this email.`,
    }),
    ms: () => ({
      subject: `Peringatan: invois ${number} daripada ${sellerName} lewat dibayar`,
      body: `${addressed('Helo', contactName)}\n\nInvois ${number} daripada ${sellerName} untuk ${companyName} (${total}) perlu dibayar selewat-lewatnya ${dueOn}, dan ${sellerName} belum mencatat bayarannya.\n\nLihat invois dan butiran bank:\n${link}\n\nJika anda sudah membayar, beritahu penjual nombor rujukan bank anda. Semak butiran bank dengan penjual sebelum membayar. Ini satu-satunya peringatan; jika anda tidak menjangkakan invois ini, abaikan e-mel ini.`,
    }),
  })
}

export function paymentMail(
  language: Language,
  paid: { invoiceNumber: string; sellerName: string; contactName: string; totalCents: number; link: string },
): MailText {
  const { invoiceNumber, totalCents, link } = paid
  const [sellerName, contactName] = [shown(paid.sellerName), shown(paid.contactName)]
  const total = formatRinggit(totalCents)
  return mailIn(language, {
    en: () => ({
      subject: `Receipt for invoice ${invoiceNumber} from ${sellerName}`,
      body: `${addressed('Hello', contactName)}\n\n${sellerName} has received ${total} for invoice ${invoiceNumber}. Thank you.\n\nDownload your receipt:\n${link}`,
    }),
    ms: () => ({
      subject: `Resit untuk invois ${invoiceNumber} daripada ${sellerName}`,
      body: `${addressed('Helo', contactName)}\n\n${sellerName} telah menerima ${total} untuk invois ${invoiceNumber}. Terima kasih.\n\nMuat turun resit anda:\n${link}`,
    }),
  })
}

export function creditNoteMail(
  language: Language,
  note: {
    number: string
    invoiceNumber: string
    sellerName: string
    contactName: string
    totalCents: number
    /** Then the seller owes a refund, and when their bank pays it is unknown. */
    wasPaid: boolean
    link: string
  },
): MailText {
  const { number, invoiceNumber, totalCents, wasPaid, link } = note
  const [sellerName, contactName] = [shown(note.sellerName), shown(note.contactName)]
  const total = formatRinggit(totalCents)
  return mailIn(language, {
    en: () => {
      const owed = wasPaid
        ? `${sellerName} refunds ${total} by bank transfer.`
        : 'You no longer owe anything for it.'
      return {
        subject: `Credit note ${number} for invoice ${invoiceNumber}`,
        body: `${addressed('Hello', contactName)}\n\n${sellerName} has cancelled invoice ${invoiceNumber} with credit note ${number}. ${owed}\n\nSee the credit note:\n${link}`,
      }
    },
    ms: () => {
      const owed = wasPaid
        ? `${sellerName} membayar balik ${total} melalui pindahan bank.`
        : 'Anda tidak lagi berhutang apa-apa untuknya.'
      return {
        subject: `Nota kredit ${number} untuk invois ${invoiceNumber}`,
        body: `${addressed('Helo', contactName)}\n\n${sellerName} telah membatalkan invois ${invoiceNumber} dengan nota kredit ${number}. ${owed}\n\nLihat nota kredit:\n${link}`,
      }
    },
  })
}

/** To somebody without an account or with an unverified address. */
export function seatMail(
  language: Language,
  seat: {
    name: string
    companyName: string
    sellerName: string
    titles: readonly string[]
    email: string
    link: string
  },
): MailText {
  const { link } = seat
  const email = quotedAddress(seat.email)
  const [name, companyName, sellerName] = [shown(seat.name), shown(seat.companyName), shown(seat.sellerName)]
  const courses = seat.titles.map((title) => `- ${quotedText(title, longestTitle)}`).join('\n')
  return mailIn(language, {
    en: () => ({
      subject: `${companyName} has a course seat for you on Apogee`,
      body: `${addressed('Hello', name)}\n\n${companyName} has bought you a seat from ${sellerName}:\n\n${courses}\n\nRegister or sign in with the address ${email} and confirm it. You then get access to your courses:\n${link}\n\nIf you did not expect this, ignore this email: nothing happens.`,
    }),
    ms: () => ({
      subject: `${companyName} mempunyai tempat kursus untuk anda di Apogee`,
      body: `${addressed('Helo', name)}\n\n${companyName} telah membeli tempat untuk anda daripada ${sellerName}:\n\n${courses}\n\nDaftar atau log masuk dengan alamat ${email} dan sahkan alamat itu. Anda kemudian mendapat akses kepada kursus anda:\n${link}\n\nJika anda tidak menjangkakannya, abaikan e-mel ini: tiada apa-apa berlaku.`,
    }),
  })
}

/** To somebody with a verified address, who is enrolled already. */
export function openSeatMail(language: Language, seat: Parameters<typeof seatMail>[1]): MailText {
  const [name, companyName, sellerName] = [shown(seat.name), shown(seat.companyName), shown(seat.sellerName)]
  const courses = seat.titles.map((title) => `- ${quotedText(title, longestTitle)}`).join('\n')
  return mailIn(language, {
    en: () => ({
      subject: `${companyName} has opened a course for you on Apogee`,
      body: `${addressed('Hello', name)}\n\n${companyName} has bought you a seat from ${sellerName}. You are already enrolled:\n\n${courses}\n\nStart learning:\n${seat.link}`,
    }),
    ms: () => ({
      subject: `${companyName} telah membuka kursus untuk anda di Apogee`,
      body: `${addressed('Helo', name)}\n\n${companyName} telah membeli tempat untuk anda daripada ${sellerName}. Anda sudah didaftarkan:\n\n${courses}\n\nMula belajar:\n${seat.link}`,
    }),
  })
}
