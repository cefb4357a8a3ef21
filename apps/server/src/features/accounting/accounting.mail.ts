/** Mails to a buyer about an issued receipt or refund note, in the language of the purchase. */
import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money.ts'
import { mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'
import type { ReceiptKind } from './accounting.rules.ts'

/** Longer titles are not used as a button's label. */
const longestTitle = 58
const longestName = 120

interface ReceiptDetails {
  kind: ReceiptKind
  /** A chargeback or its reversal: nobody has refunded or bought anything. */
  isDispute: boolean
  number: string
  sellerName: string
  totalCents: number
  /** The purchased courses. */
  courses: readonly { title: string; link: string }[]
  /** Null for a buyer without an account, who cannot open the document. */
  link: string | null
}

export function receiptMail(
  language: Language,
  { kind, isDispute, number, totalCents, courses, link, ...names }: ReceiptDetails,
): MailText {
  const amount = formatRinggit(totalCents)
  const sellerName = quotedText(names.sellerName, longestName)
  const opened = courses
    .map((course) => `\n\n${quotedText(course.title, longestTitle)}:\n${course.link}`)
    .join('')
  return mailIn(language, {
    en: () => {
      const open = link === null ? '' : `\n\nOpen or download it here:\n${link}`
      return kind === 'receipt'
        ? {
            subject: `Receipt ${number} from ${sellerName}`,
            body: isDispute
              ? `Hello\n\nThe dispute has ended: ${sellerName} has received the ${amount} that your bank had taken back. Your new receipt number is ${number}.${open}`
              : `Hello\n\nThank you for your purchase. ${sellerName} has received ${amount}. Your receipt number is ${number}.${opened}${open}`,
          }
        : {
            subject: `Refund note ${number} from ${sellerName}`,
            body: isDispute
              ? `Hello\n\nYour bank has taken ${amount} back from ${sellerName}. The refund note number is ${number}.${open}`
              : `Hello\n\n${sellerName} has refunded ${amount} to you. The refund note number is ${number}. The money goes back to your original payment method; your bank may take a few days.${open}`,
          }
    },
    ms: () => {
      const open = link === null ? '' : `\n\nBuka atau muat turunnya di sini:\n${link}`
      return kind === 'receipt'
        ? {
            subject: `Resit ${number} daripada ${sellerName}`,
            body: isDispute
              ? `Helo\n\nPertikaian sudah selesai: ${sellerName} telah menerima ${amount} yang diambil kembali oleh bank anda. Nombor resit baharu anda ialah ${number}.${open}`
              : `Helo\n\nTerima kasih atas pembelian anda. ${sellerName} telah menerima ${amount}. Nombor resit anda ialah ${number}.${opened}${open}`,
          }
        : {
            subject: `Nota bayaran balik ${number} daripada ${sellerName}`,
            body: isDispute
              ? `Helo\n\nBank anda telah mengambil kembali ${amount} daripada ${sellerName}. Nombor nota bayaran balik ialah ${number}.${open}`
              : `Helo\n\n${sellerName} telah membayar balik ${amount} kepada anda. Nombor nota bayaran balik ialah ${number}. Wang itu kembali melalui kaedah pembayaran asal anda; bank mungkin mengambil masa beberapa hari.${open}`,
          }
    },
  })
}
