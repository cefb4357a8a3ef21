import type { Language } from '@apogee/domain/languages.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

/**
 * The mail contains no user input, because the address may belong to a stranger. `code` consists of digits that the server
 * generates.
 */
export function contactCodeMail(language: Language, code: string, minutes: number): MailText {
  return serverTexts(language).businesses.contactCode(code, minutes)
}
