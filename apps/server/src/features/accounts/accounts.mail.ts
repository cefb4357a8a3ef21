/** Mails about accounts, in the owner's language. */
import type { Language } from '@apogee/domain/languages.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { greetingOf, mailIn, type MailText } from '#server/platform/mail-text.ts'

/** The greeting of an account's mail. */
export const greeting = (
  language: Language,
  { name, emailVerifiedAt }: { name: string | null; emailVerifiedAt: Date | null },
): string => greetingOf(language, { name, isProven: emailVerifiedAt !== null })

/** Contains no user input: the address may belong to somebody who never heard of Apogee. */
export function verificationMail(language: Language, link: string): MailText {
  return mailIn(language, {
    en: () => ({
      subject: 'Confirm your email address',
      body: `Hello\n\nThis email address was used to register at Apogee. If it was you, open this link and confirm the address:\n${link}\n\nThe link works for 3 days. If you did not register at Apogee, ignore this email: nothing is confirmed.`,
    }),
    ms: () => ({
      subject: 'Sahkan alamat e-mel anda',
      body: `Helo\n\nAlamat e-mel ini telah digunakan untuk mendaftar di Apogee. Jika anda yang mendaftar, buka pautan ini dan sahkan alamat itu:\n${link}\n\nPautan ini sah selama 3 hari. Jika anda tidak mendaftar di Apogee, abaikan e-mel ini: tiada apa-apa disahkan.`,
    }),
  })
}

const providerNames: Record<SignInProviderName, string> = { google: 'Google', github: 'GitHub' }

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
  return mailIn(language, {
    en: () => {
      const password = keepsPassword
        ? 'Your password stays as it is.'
        : 'The account has no password now; you can set one at any time.'
      return {
        subject: `${name} was added to your Apogee account`,
        body: `Hello\n\nSomeone has just signed in to your Apogee account with ${name} for the first time. From now on, ${name} can be used to sign in to this account. All other devices were signed out. ${password}\n\nIf it was not you, secure your ${name} account first, then set a new password here:\n${link}`,
      }
    },
    ms: () => {
      const password = keepsPassword
        ? 'Kata laluan anda kekal seperti sedia ada.'
        : 'Akaun ini kini tidak mempunyai kata laluan; anda boleh menetapkannya bila-bila masa.'
      return {
        subject: `${name} telah ditambah pada akaun Apogee anda`,
        body: `Helo\n\nSeseorang baru sahaja log masuk ke akaun Apogee anda melalui ${name} buat kali pertama. Mulai sekarang, ${name} boleh digunakan untuk log masuk ke akaun ini. Semua peranti lain telah dilog keluar. ${password}\n\nJika bukan anda, lindungi akaun ${name} anda dahulu, kemudian tetapkan kata laluan baharu di sini:\n${link}`,
      }
    },
  })
}
