/** Mails to sellers and buyers about a request. Refunds themselves have their refund note. */
import type { Language } from '@apogee/domain/languages.ts'
import { mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

interface Asked {
  /** False: other people's text (titles, the reason) is left out; the link shows it. */
  isProven: boolean
  titles: readonly string[]
  reason: string
  link: string
}

const longestTitle = 80
const longestReason = 1000

const quoted = ({ isProven, titles, reason }: Asked) =>
  isProven
    ? {
        courses: titles.map((title) => quotedText(title, longestTitle)).join(', '),
        why: quotedText(reason, longestReason),
      }
    : null

export function requestMail(language: Language, asked: Asked): MailText {
  const { link } = asked
  const typed = quoted(asked)
  return mailIn(language, {
    en: () => {
      const wish = 'A buyer requests a refund'
      const about = typed ? `${wish} for ${typed.courses}.\n\nTheir reason:\n${typed.why}` : `${wish}.`
      return {
        subject: 'A buyer requests a refund',
        body: `Hello\n\n${about}\n\nRefund or decline it here:\n${link}`,
      }
    },
    ms: () => {
      const wish = 'Seorang pembeli meminta bayaran balik'
      const about = typed ? `${wish} untuk ${typed.courses}.\n\nSebab mereka:\n${typed.why}` : `${wish}.`
      return {
        subject: 'Pembeli meminta bayaran balik',
        body: `Helo\n\n${about}\n\nBayar balik atau tolak di sini:\n${link}`,
      }
    },
  })
}

export function declinedMail(language: Language, asked: Asked): MailText {
  const { link } = asked
  const typed = quoted(asked)
  return mailIn(language, {
    en: () => {
      const about = typed
        ? `The seller declined to refund ${typed.courses}.\n\nTheir reason:\n${typed.why}`
        : 'The seller declined to refund your purchase. Their reason is on the purchase page.'
      return {
        subject: 'Your refund request was declined',
        body: `Hello\n\n${about}\n\nYou keep the course. If you disagree, write to us and mention this purchase:\n${link}`,
      }
    },
    ms: () => {
      const about = typed
        ? `Penjual tidak membayar balik ${typed.courses}.\n\nSebab mereka:\n${typed.why}`
        : 'Penjual tidak membayar balik pembelian anda. Sebab mereka ada pada halaman pembelian itu.'
      return {
        subject: 'Permintaan bayaran balik anda ditolak',
        body: `Helo\n\n${about}\n\nKursus itu masih milik anda. Jika anda tidak bersetuju, hubungi kami dengan menyebut pembelian ini:\n${link}`,
      }
    },
  })
}
