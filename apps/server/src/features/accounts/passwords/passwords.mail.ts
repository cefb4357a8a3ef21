import type { Language } from '@apogee/domain/languages.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

export function resetMail(language: Language, facts: { hello: string; link: string }): MailText {
  return serverTexts(language).accounts.reset(facts)
}

/** @param facts.passkeys the number of passkeys that still sign in */
export function passwordChangedMail(
  language: Language,
  facts: { hello: string; passkeys: number; link: string },
): MailText {
  return serverTexts(language).accounts.passwordChanged(facts)
}
