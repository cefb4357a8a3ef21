/** Mails to sellers. They name the seller's own courses, go to verified addresses only, and never name a buyer. */
import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

interface Sold {
  totalCents: number
  courseTitles: readonly string[]
}

const longestTitle = 80
/** The limit on sales that one mail lists, because mail programs truncate longer mails. */
const listedSales = 50

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
  return serverTexts(language).notifications.sale({ hello, amount, sold, link, settingsLink })
}

/** Reports that the buyer's bank charged back the price of these courses. */
export function chargebackMail(
  language: Language,
  taken: Sold & Reader & { link: string; mayDecide: boolean },
): MailText {
  const amount = formatRinggit(taken.totalCents)
  const titles = titlesOf(taken, taken)
  const sold = titles === '' ? '.' : `:\n\n${titles}`
  const hello = greetingOf(language, taken)
  const { link, mayDecide } = taken
  return serverTexts(language).notifications.chargeback({ hello, amount, sold, link, mayDecide })
}

/** Reports all sales since the last mail. */
export function salesDigestMail(
  language: Language,
  digest: Reader & { sales: readonly Sold[]; link: string; settingsLink: string },
): MailText {
  const { sales, link, settingsLink } = digest
  const amount = formatRinggit(sales.reduce((sum, { totalCents }) => sum + totalCents, 0))
  const listed = sales
    .slice(0, listedSales)
    .map((sale) => `${formatRinggit(sale.totalCents)}\n${titlesOf(sale, digest)}`)
  const more = Math.max(0, sales.length - listedSales)
  const hello = greetingOf(language, digest)
  return serverTexts(language).notifications.salesDigest({
    hello,
    count: sales.length,
    amount,
    lines: listed.join('\n\n'),
    more,
    link,
    settingsLink,
  })
}
