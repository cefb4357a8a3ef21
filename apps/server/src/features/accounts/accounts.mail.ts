/** Mails about accounts, in the owner's language. */
import type { Language } from '@apogee/domain/languages.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { greetingOf } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

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

/** To the owner: somebody knows the password, and not the second factor. */
export function wrongCodesMail(language: Language, facts: { hello: string; link: string }): MailText {
  return serverTexts(language).accounts.wrongCodes(facts)
}
