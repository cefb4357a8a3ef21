/** What Apogee writes to those who sell. It names their own courses, and nobody who bought. */
import { quotedText } from '../../platform/mail-text.ts'
import { ringgit } from './sale-mails.rules.ts'

type Language = 'en' | 'ms'

interface MailText {
  subject: string
  body: string
}

interface Sold {
  totalCents: number
  courseTitles: readonly string[]
}

const longestTitle = 80
const titlesOf = ({ courseTitles }: Sold) =>
  courseTitles.map((title) => `- ${quotedText(title, longestTitle)}`).join('\n')
const greeted = (name: string | null) => (name ? ` ${quotedText(name, longestTitle)}` : '')

export function saleMail(
  language: Language,
  sale: Sold & { name: string | null; link: string; settingsLink: string },
): MailText {
  const amount = ringgit(sale.totalCents)
  const { link, settingsLink } = sale
  if (language === 'ms') {
    return {
      subject: `Jualan baharu: ${amount}`,
      body: `Helo${greeted(sale.name)}\n\nAnda telah membuat jualan sebanyak ${amount}:\n\n${titlesOf(sale)}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
    }
  }
  return {
    subject: `New sale: ${amount}`,
    body: `Hello${greeted(sale.name)}\n\nYou have made a sale of ${amount}:\n\n${titlesOf(sale)}\n\nSee the order:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
  }
}

/** One mail about all sales since the last one. */
export function salesDigestMail(
  language: Language,
  digest: { name: string | null; sales: readonly Sold[]; link: string; settingsLink: string },
): MailText {
  const { sales, link, settingsLink } = digest
  const amount = ringgit(sales.reduce((sum, { totalCents }) => sum + totalCents, 0))
  const lines = sales.map((sale) => `${ringgit(sale.totalCents)}\n${titlesOf(sale)}`).join('\n\n')
  if (language === 'ms') {
    return {
      subject: `Jualan anda: ${sales.length}, berjumlah ${amount}`,
      body: `Helo${greeted(digest.name)}\n\nJualan anda sejak e-mel yang terakhir berjumlah ${amount}.\n\n${lines}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
    }
  }
  return {
    subject: `Your sales: ${sales.length}, ${amount} in total`,
    body: `Hello${greeted(digest.name)}\n\nYour sales since the last email come to ${amount}.\n\n${lines}\n\nSee the orders:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
  }
}
