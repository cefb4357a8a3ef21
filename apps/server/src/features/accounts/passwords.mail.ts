/** Mails about passwords, in the owner's language. */
import type { Language } from '@apogee/domain/languages.ts'
import { mailIn, type MailText } from '#server/platform/mail-text.ts'

export function resetMail(language: Language, { hello, link }: { hello: string; link: string }): MailText {
  return mailIn(language, {
    en: () => ({
      subject: 'Reset your password',
      body: `${hello}\n\nChoose a new password for Apogee here:\n${link}\n\nThe link works once, for 1 hour. If you did not ask for it, ignore this email: your password stays as it is.`,
    }),
    ms: () => ({
      subject: 'Tetapkan semula kata laluan anda',
      body: `${hello}\n\nPilih kata laluan baharu untuk Apogee di sini:\n${link}\n\nPautan ini sah sekali sahaja, selama 1 jam. Jika anda tidak memintanya, abaikan e-mel ini: kata laluan anda kekal seperti sedia ada.`,
    }),
  })
}

export function passwordChangedMail(
  language: Language,
  { hello, link }: { hello: string; link: string },
): MailText {
  return mailIn(language, {
    en: () => ({
      subject: 'Your password was changed',
      body: `${hello}\n\nThe password of your Apogee account has just been changed, and other devices were signed out.\n\nIf it was not you, reset your password now:\n${link}`,
    }),
    ms: () => ({
      subject: 'Kata laluan anda telah ditukar',
      body: `${hello}\n\nKata laluan akaun Apogee anda baru sahaja ditukar, dan peranti lain telah dilog keluar.\n\nJika bukan anda yang menukarnya, tetapkan semula kata laluan anda sekarang:\n${link}`,
    }),
  })
}
