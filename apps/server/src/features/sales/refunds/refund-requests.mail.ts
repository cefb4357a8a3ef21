/** Mails to sellers and buyers about a refund request. A refund itself is mailed with its refund note. */
import type { Language } from '@apogee/domain/languages.ts'
import { quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

interface Asked {
  /** False omits texts of other people (titles and the reason), which the reader finds behind the link. */
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
  return serverTexts(language).sales.refundRequest({ typed: quoted(asked), link: asked.link })
}

export function declinedMail(language: Language, asked: Asked): MailText {
  return serverTexts(language).sales.refundDeclined({ typed: quoted(asked), link: asked.link })
}
