/** Writes the mails to a buyer about an issued receipt or refund note, in the language of the purchase. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { quotedText } from '#server/platform/mail/mail-text.ts'
import type { BoughtCourse } from './receipts.store.ts'
import type { ReceiptKind } from './accounting.rules.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

/** The line above a link becomes the label of a button if it has at most 60 characters, so titles in it are cut to this length. */
const longestTitle = 58
const longestName = 120

interface ReceiptDetails {
  kind: ReceiptKind
  /** True for a chargeback or its reversal, where the buyer has bought or refunded nothing. */
  isDispute: boolean
  number: string
  sellerName: string
  totalCents: number
  courses: readonly (Omit<BoughtCourse, 'courseId'> & { link: string })[]
  /** Null for a buyer without an account, who cannot open the document. */
  link: string | null
}

const dayInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], { timeZone: malaysiaTimeZone, dateStyle: 'long' }).format(
    at,
  )

export function receiptMail(
  language: Language,
  { kind, isDispute, number, totalCents, courses, link, ...names }: ReceiptDetails,
): MailText {
  const texts = serverTexts(language).accounting
  const amount = formatRinggit(totalCents)
  const sellerName = quotedText(names.sellerName, longestName)
  const opened = courses
    .map(({ title, link: courseLink, accessEndsAt, start, first }) => {
      const until = accessEndsAt ? texts.accessUntil(dayInWords(accessEndsAt, language)) : ''
      const begins = start
        ? texts.starts(quotedText(start.name, longestTitle), dayInWords(startOfDay(start.startsOn), language))
        : ''
      const waits = first.map((one) => `\n${texts.completeFirst(quotedText(one, longestTitle))}`).join('')
      return `\n\n${quotedText(title, longestTitle)}${begins}${until}:\n${courseLink}${waits}`
    })
    .join('')
  return texts.receipt({
    kind,
    isDispute,
    number,
    sellerName,
    amount,
    opened,
    link,
  })
}
