/** Texts of the mails about a change of e-mail address. */
import type { Language } from '@apogee/domain/languages.ts'
import { quotedAddress } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'
import { emailChangeLife } from './accounts.rules.ts'

const daysOf = (ms: number) => ms / (24 * 3_600_000)

/** Contains no user input: the address may belong to somebody who never heard of Apogee. */
export function newAddressMail(language: Language, link: string): MailText {
  return serverTexts(language).emailChanges.newAddress(link, daysOf(emailChangeLife.openMs))
}

/** To an address that has an account of its own. Contains no user input. */
export function addressTakenMail(language: Language, hello: string): MailText {
  return serverTexts(language).emailChanges.taken(hello)
}

/** Only to a verified address. */
export function oldAddressMail(
  language: Language,
  { hello, email, link }: { hello: string; email: string; link: string },
): MailText {
  return serverTexts(language).emailChanges.oldAddress({
    hello,
    email: quotedAddress(email),
    link,
    days: daysOf(emailChangeLife.objectionMs),
  })
}

/** Only to a former address that was verified. */
export function addressChangedMail(
  language: Language,
  { hello, email, link }: { hello: string; email: string; link: string },
): MailText {
  return serverTexts(language).emailChanges.changed({
    hello,
    email: quotedAddress(email),
    link,
    days: daysOf(emailChangeLife.undoMs),
  })
}

export function addressRestoredMail(language: Language, hello: string): MailText {
  return serverTexts(language).emailChanges.restored(hello)
}
