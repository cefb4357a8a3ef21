/** Notifies a seller's admins that a superadmin has approved their selling. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longest = 120

export function approvalMail(
  language: Language,
  facts: { name: string | null; isProven: boolean; businessName: string | null; link: string },
): MailText {
  const { link } = facts
  const hello = greetingOf(language, facts)
  const seller = facts.isProven && facts.businessName ? quotedText(facts.businessName, longest) : null
  return serverTexts(language).notifications.approval({ hello, seller, link })
}
