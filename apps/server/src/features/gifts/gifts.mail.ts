/** The mail that brings a gift. Strangers wrote its names and message, so they are quoted, short and without links. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longest = { name: 60, title: 80, message: 500, titles: 5 }

/**
 * Names and the message are in the mail only if the giver has proven their own address. The page of the gift has them in any case.
 */
export function giftMail(
  language: Language,
  gift: {
    recipientName: string
    giverName: string | null
    message: string
    isGiverProven: boolean
    titles: readonly string[]
    link: string
    code: string
  },
): MailText {
  const texts = serverTexts(language).gifts
  const { isGiverProven: isProven } = gift
  const titles = gift.titles.slice(0, longest.titles).map((title) => `“${quotedText(title, longest.title)}”`)
  const more = gift.titles.length - titles.length
  return texts.mail({
    hello: greetingOf(language, { name: gift.recipientName, isProven }),
    from: isProven && gift.giverName ? quotedText(gift.giverName, longest.name) : texts.somebody,
    courses: [...titles, ...(more > 0 ? [texts.more(more)] : [])].join('\n'),
    message: isProven ? quotedText(gift.message, longest.message) : '',
    count: gift.titles.length,
    link: gift.link,
    code: gift.code,
    page: new URL('/gift', gift.link).href,
  })
}
