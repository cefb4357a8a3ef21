/** Mails to invited and leaving people, in their language. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestName = 80

const shown = (name: string | null): string | null => (name === null ? null : quotedText(name, longestName))

/**
 * The mail is in the inviter's language, because the invited person's language is unknown. Other people chose the names, so they
 * are quoted without links.
 */
export function invitationMail(
  language: Language,
  {
    role,
    link,
    ...names
  }: { role: Role; businessName: string | null; invitedBy: string | null; link: string },
): MailText {
  const text = serverTexts(language).people
  const [businessName, invitedBy] = [shown(names.businessName), shown(names.invitedBy)]
  const place = businessName ?? 'Apogee'
  const where = businessName === null ? place : `${place} ${text.on} Apogee`
  const asRole = text.roles[role]
  return text.invitation({ inviter: invitedBy ?? place, place, where, asRole, link })
}

/** `at` is the time of the erasure. */
export function leavingMail(
  language: Language,
  { at, ...facts }: { hello: string; at: Date; link: string },
): MailText {
  const inWords = new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
  })
  return serverTexts(language).people.leaving({ ...facts, day: inWords.format(at) })
}

/** Tells a person that a sign-in has cancelled the deletion of the account. `link` leads to a new password. */
export function stayingMail(language: Language, facts: { hello: string; link: string }): MailText {
  return serverTexts(language).people.staying(facts)
}

/** Notifies a person whom an admin removed from the team. */
export function leftTeamMail(
  language: Language,
  {
    hello,
    isProven,
    business,
    link,
  }: { hello: string; isProven: boolean; business: string | null; link: string },
): MailText {
  const place = (isProven ? shown(business) : null) ?? 'Apogee'
  return serverTexts(language).people.leftTeam({ hello, place, link })
}
