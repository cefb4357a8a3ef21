/** The mail that tells a person that a copy of their data was requested. Only verified addresses receive it. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, timeInWords } from '#server/platform/mail/mail-text.ts'
import { shownNetwork } from '#server/policy/client-info.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

export const dataExportedMail = (
  language: Language,
  { name, at, address, link }: { name: string | null; at: Date; address: string; link: string },
): MailText =>
  serverTexts(language).accounts.dataExported({
    hello: greetingOf(language, { name, isProven: true }),
    when: timeInWords(at, language),
    address: shownNetwork(address),
    link,
  })
