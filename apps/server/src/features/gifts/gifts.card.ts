/** Says what the card of a gift contains. */
import type { Language } from '@apogee/domain/languages.ts'
import type { CardSheet } from '#server/platform/pdf/card-sheet.ts'
import { withoutLinks } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'

const mostTitles = 4

export function giftSheet(
  language: Language,
  gift: {
    recipientName: string
    giverName: string | null
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
    heading: texts.cardHeading(withoutLinks(gift.recipientName)),
    courses: [...titles, ...(more > 0 ? [texts.more(more)] : [])],
    message: withoutLinks(gift.message),
    from: gift.giverName === null ? '' : texts.cardFrom(withoutLinks(gift.giverName)),
    code: { label: texts.cardCode, value: gift.code },
    way: {
      label: texts.cardWay,
      address: gift.link,
      page: new URL('/gift', gift.link).href,
      alt: texts.cardQr,
    },
  }
}
