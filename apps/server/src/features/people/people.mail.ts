/** Mails to invited and leaving people, in their language. */
import type { Language } from '@apogee/domain/languages.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

const roleNames: Record<Language, Record<Role, string>> = {
  en: { student: 'a student', instructor: 'an instructor', admin: 'an admin', superadmin: 'a superadmin' },
  ms: { student: 'pelajar', instructor: 'pengajar', admin: 'pentadbir', superadmin: 'pentadbir utama' },
}

/** Precedes the name of the platform. */
const on: Record<Language, string> = { en: 'on', ms: 'di' }

const longestName = 80

const shown = (name: string | null): string | null => (name === null ? null : quotedText(name, longestName))

/**
 * In the inviter's language, because the invited person's is unknown. Names were chosen by others, so they are quoted
 * without links.
 */
export function invitationMail(
  language: Language,
  {
    role,
    link,
    ...names
  }: { role: Role; businessName: string | null; invitedBy: string | null; link: string },
): MailText {
  const [businessName, invitedBy] = [shown(names.businessName), shown(names.invitedBy)]
  const place = businessName ?? 'Apogee'
  const where = businessName === null ? place : `${place} ${on[language]} Apogee`
  const asRole = roleNames[language][role]
  return mailIn(language, {
    en: () => ({
      subject: `Invitation to join ${place}`,
      body: `Hello\n\n${invitedBy ?? place} invites you to join ${where} as ${asRole}.\n\nOpen your invitation:\n${link}\n\nThe link works for 14 days, for this email address only. If you did not expect it, ignore this email.`,
    }),
    ms: () => ({
      subject: `Jemputan untuk menyertai ${place}`,
      body: `Helo\n\n${invitedBy ?? place} menjemput anda menyertai ${where} sebagai ${asRole}.\n\nBuka jemputan anda:\n${link}\n\nPautan ini sah selama 14 hari, untuk alamat e-mel ini sahaja. Jika anda tidak menjangkakannya, abaikan e-mel ini.`,
    }),
  })
}

/** `day`: when the account is erased, as yyyy-MM-dd in Kuala Lumpur. */
export function leavingMail(
  language: Language,
  { hello, day, link }: { hello: string; day: string; link: string },
): MailText {
  return mailIn(language, {
    en: () => ({
      subject: 'Your account will be deleted',
      body: `${hello}\n\nYour Apogee account will be deleted on ${day}. You have been signed out on every device.\n\nIf you change your mind, or did not ask for this, sign in before that day to keep everything:\n${link}`,
    }),
    ms: () => ({
      subject: 'Akaun anda akan dipadam',
      body: `${hello}\n\nAkaun Apogee anda akan dipadam pada ${day}. Anda telah dilog keluar di semua peranti.\n\nJika anda berubah fikiran, atau bukan anda yang memintanya, log masuk sebelum hari itu untuk mengekalkan semuanya:\n${link}`,
    }),
  })
}

/** To a person whom an admin removed from the team. */
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
  return mailIn(language, {
    en: () => ({
      subject: `You are no longer on the team of ${place}`,
      body: `${hello}\n\nAn admin has removed you from the team of ${place}. You have been signed out on every device.\n\nYou keep your account, the courses you are enrolled in and your certificates. Courses you made for ${place} stay there. Sign in to continue learning:\n${link}`,
    }),
    ms: () => ({
      subject: `Anda tidak lagi dalam pasukan ${place}`,
      body: `${hello}\n\nSeorang pentadbir telah mengeluarkan anda daripada pasukan ${place}. Anda telah dilog keluar di semua peranti.\n\nAkaun anda, kursus yang anda sertai dan sijil anda kekal. Kursus yang anda buat untuk ${place} kekal di sana. Log masuk untuk terus belajar:\n${link}`,
    }),
  })
}
