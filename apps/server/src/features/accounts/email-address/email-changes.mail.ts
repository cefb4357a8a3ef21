import type { Language } from '@apogee/domain/languages.ts'
import { quotedAddress } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'
import { emailChangeLife } from '../accounts.rules.ts'

const daysOf = (ms: number) => ms / (24 * 3_600_000)

/** The mail contains no user input, because the address may belong to a person who never used Apogee. */
export function newAddressMail(language: Language, link: string): MailText {
  return serverTexts(language).emailChanges.newAddress(link, daysOf(emailChangeLife.openMs))
}

/** The wanted address already belongs to another account, whose owner gets this mail. The mail contains no user input. */
export function addressTakenMail(language: Language, hello: string): MailText {
  return serverTexts(language).emailChanges.taken(hello)
}

/** The mail goes only to a verified address. */
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

/** The mail goes only to a former address that was verified. */
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
