/** Says what the card of a gift contains. */
import type { Language } from '@apogee/domain/languages.ts'
import type { CardSheet } from '#server/platform/pdf/card-sheet.ts'
import { serverTexts } from '#server/texts/index.ts'

const mostTitles = 4

export function giftSheet(
  language: Language,
  gift: {
    recipientName: string
    buyerName: string | null
    message: string
    titles: readonly string[]
    code: string
    link: string
    at: Date
  },
): CardSheet {
  const texts = serverTexts(language).gifts
  const titles = gift.titles.slice(0, mostTitles)
  const more = gift.titles.length - titles.length
  return {
    kind: 'card',
    title: texts.cardTitle,
    language,
    at: gift.at,
    heading: texts.cardHeading(gift.recipientName),
    courses: [...titles, ...(more > 0 ? [texts.more(more)] : [])],
    message: gift.message,
    from: gift.buyerName === null ? '' : texts.cardFrom(gift.buyerName),
    code: { label: texts.cardCode, value: gift.code },
    way: {
      label: texts.cardWay,
      address: gift.link,
      page: new URL('/gift', gift.link).href,
      alt: texts.cardQr,
    },
  }
}
