/** Notifies a seller's admins of a recorded payout. The mail to an unverified address contains no user input. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longest = 120

export const isPayout = ({ change, details }: { change: SecurityKind; details: SecurityDetails }): boolean =>
  change === 'transfer.recorded' && details['kind'] === 'payout'

export function remittanceMail(
  language: Language,
  facts: {
    name: string | null
    isProven: boolean
    businessName: string | null
    details: SecurityDetails
    link: string
  },
): MailText {
  const { details, isProven, link } = facts
  const amount = formatRinggit(Number(details['cents']))
  const reference = isProven ? quotedText(String(details['reference']), longest) : null
  const day = dayInWords(String(details['paidOn']), language)
  const to = accountOf(details, isProven)
  const hello = greetingOf(language, facts)
  const receiver = isProven && facts.businessName ? quotedText(facts.businessName, longest) : null
  return serverTexts(language).notifications.remittance({ hello, amount, receiver, day, reference, to, link })
}

function accountOf({ bankName, accountEndsWith }: SecurityDetails, isProven: boolean): string | undefined {
  if (typeof bankName !== 'string' || typeof accountEndsWith !== 'string') return undefined
  const end = `••••${quotedText(accountEndsWith, 4)}`
  return isProven ? `${quotedText(bankName, longest)} ${end}` : end
}

/** A calendar day, 'yyyy-MM-dd', has no time zone. */
const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: 'UTC',
    dateStyle: 'long',
  }).format(new Date(`${day}T00:00:00Z`))
