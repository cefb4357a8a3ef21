/** Mails about accounts, in the owner's language. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { greetingOf } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

/** An instant in Malaysia. */
const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)

/** The greeting of an account's mail. */
export const greeting = (
  language: Language,
  { name, emailVerifiedAt }: { name: string | null; emailVerifiedAt: Date | null },
): string => greetingOf(language, { name, isProven: emailVerifiedAt !== null })

/** Contains no user input: the address may belong to somebody who never heard of Apogee. */
export function verificationMail(language: Language, link: string): MailText {
  return serverTexts(language).accounts.verification(link)
}

export const providerNames: Record<SignInProviderName, string> = { google: 'Google', github: 'GitHub' }

/** To the owner of an account at its first sign-in through a provider. */
export function linkedMail(
  language: Language,
  {
    provider,
    keepsPassword,
    link,
  }: {
    provider: SignInProviderName
    /** False when there is none, or when it was removed because the address was not verified. */
    keepsPassword: boolean
    link: string
  },
): MailText {
  const name = providerNames[provider]
  return serverTexts(language).accounts.linked({ name, keepsPassword, link })
}

/** To a person who has to set up a second factor, when their grace begins and on the day before it ends. */
export function secondFactorDueMail(
  language: Language,
  { dueAt, ...facts }: { stage: 'begins' | 'ends'; hello: string; dueAt: Date; link: string },
): MailText {
  return serverTexts(language).accounts.secondFactorDue({ ...facts, dueAt: timeInWords(dueAt, language) })
}

/** To the owner, when two superadmins have agreed to remove their second factors. Contains no text that somebody typed. */
export function factorRemovalMail(
  language: Language,
  { takesEffectAt, ...facts }: { hello: string; takesEffectAt: Date; link: string },
): MailText {
  return serverTexts(language).accounts.factorRemoval({
    ...facts,
    takesEffectAt: timeInWords(takesEffectAt, language),
  })
}

/** To the owner: somebody knows the password, and not the second factor. */
export function wrongCodesMail(language: Language, facts: { hello: string; link: string }): MailText {
  return serverTexts(language).accounts.wrongCodes(facts)
}
