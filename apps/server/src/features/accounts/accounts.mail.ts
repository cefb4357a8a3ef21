import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { greetingOf } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)

export const greeting = (
  language: Language,
  { name, emailVerifiedAt }: { name: string | null; emailVerifiedAt: Date | null },
): string => greetingOf(language, { name, isProven: emailVerifiedAt !== null })

/** The mail contains no user input, because the address may belong to a person who never used Apogee. */
export function verificationMail(language: Language, link: string): MailText {
  return serverTexts(language).accounts.verification(link)
}

export const providerNames: Record<SignInProviderName, string> = { google: 'Google', github: 'GitHub' }

/** Informs the owner of an account about its first sign-in through a provider. */
export function linkedMail(
  language: Language,
  {
    provider,
    keepsPassword,
    link,
  }: {
    provider: SignInProviderName
    /** False when the account has no password, or when it was removed because the address was not verified. */
    keepsPassword: boolean
    link: string
  },
): MailText {
  const name = providerNames[provider]
  return serverTexts(language).accounts.linked({ name, keepsPassword, link })
}

/** Reminds a person to set up a second factor, when their grace period begins and on the day before it ends. */
export function secondFactorDueMail(
  language: Language,
  { dueAt, ...facts }: { stage: 'begins' | 'ends'; hello: string; dueAt: Date; link: string },
): MailText {
  return serverTexts(language).accounts.secondFactorDue({ ...facts, dueAt: timeInWords(dueAt, language) })
}

/** Informs the owner that two superadmins agreed to remove their second factors. The mail contains no typed text. */
export function factorRemovalMail(
  language: Language,
  { takesEffectAt, ...facts }: { hello: string; takesEffectAt: Date; link: string },
): MailText {
  return serverTexts(language).accounts.factorRemoval({
    ...facts,
    takesEffectAt: timeInWords(takesEffectAt, language),
  })
}

/** Warns the owner that another person knows the password but not the second factor. */
export function wrongCodesMail(language: Language, facts: { hello: string; link: string }): MailText {
  return serverTexts(language).accounts.wrongCodes(facts)
}
