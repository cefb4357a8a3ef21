/** Notifies a seller's admins that checks of the verification were returned, or that all checks are verified. */
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestReason = 500

interface VerificationMailFacts {
  name: string | null
  isProven: boolean
  details: SecurityDetails
  link: string
}

export function checkReturnedMail(language: Language, facts: VerificationMailFacts): MailText {
  const text = serverTexts(language).businesses
  const names: Record<string, string> = text.checkNames
  const { isProven, details, link } = facts
  return text.checkReturned({
    hello: greetingOf(language, facts),
    check: names[String(details['check'])] ?? text.checkNames.documents,
    reason: isProven ? quotedText(String(details['reason'] ?? ''), longestReason) : null,
    link,
  })
}

export function sellerVerifiedMail(language: Language, facts: VerificationMailFacts): MailText {
  return serverTexts(language).businesses.verified({ hello: greetingOf(language, facts), link: facts.link })
}
