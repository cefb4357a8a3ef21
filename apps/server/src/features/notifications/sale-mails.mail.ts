/** Mails to sellers. They name their own courses, go to verified addresses only, and never name a buyer. */
import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money.ts'
import { greetingOf, mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

interface Sold {
  totalCents: number
  courseTitles: readonly string[]
}

const longestTitle = 80

interface Reader {
  name: string | null
  isProven: boolean
}

const titlesOf = ({ courseTitles }: Sold, { isProven }: Reader) =>
  isProven ? courseTitles.map((title) => `- ${quotedText(title, longestTitle)}`).join('\n') : ''

export function saleMail(
  language: Language,
  sale: Sold & Reader & { link: string; settingsLink: string },
): MailText {
  const amount = formatRinggit(sale.totalCents)
  const { link, settingsLink } = sale
  const hello = greetingOf(language, sale)
  const titles = titlesOf(sale, sale)
  const sold = titles === '' ? '.' : `:\n\n${titles}`
  return mailIn(language, {
    en: () => ({
      subject: `New sale: ${amount}`,
      body: `${hello}\n\nYou have made a sale of ${amount}${sold}\n\nSee the order:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
    }),
    ms: () => ({
      subject: `Jualan baharu: ${amount}`,
      body: `${hello}\n\nAnda telah membuat jualan sebanyak ${amount}${sold}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
    }),
  })
}

/** One mail about all sales since the last one. */
export function salesDigestMail(
  language: Language,
  digest: Reader & { sales: readonly Sold[]; link: string; settingsLink: string },
): MailText {
  const { sales, link, settingsLink } = digest
  const amount = formatRinggit(sales.reduce((sum, { totalCents }) => sum + totalCents, 0))
  const lines = sales
    .map((sale) => `${formatRinggit(sale.totalCents)}\n${titlesOf(sale, digest)}`)
    .join('\n\n')
  const hello = greetingOf(language, digest)
  return mailIn(language, {
    en: () => ({
      subject: `Your sales: ${sales.length}, ${amount} in total`,
      body: `${hello}\n\nYour sales since the last email come to ${amount}.\n\n${lines}\n\nSee the orders:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
    }),
    ms: () => ({
      subject: `Jualan anda: ${sales.length}, berjumlah ${amount}`,
      body: `${hello}\n\nJualan anda sejak e-mel yang terakhir berjumlah ${amount}.\n\n${lines}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
    }),
  })
}
