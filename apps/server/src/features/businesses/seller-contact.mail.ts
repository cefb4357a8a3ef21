import type { Language } from '@apogee/domain/languages.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

/** Contains no user input: the address may belong to somebody who never heard of Apogee. `code`: our own digits. */
export function contactCodeMail(language: Language, code: string, minutes: number): MailText {
  return serverTexts(language).businesses.contactCode(code, minutes)
}
