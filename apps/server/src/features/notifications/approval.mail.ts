/** Mail to a seller's admins after a superadmin has approved their selling. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

const longest = 120

export function approvalMail(
  language: Language,
  facts: { name: string | null; isProven: boolean; businessName: string | null; link: string },
): MailText {
  const { link } = facts
  const hello = greetingOf(language, facts)
  const seller = facts.isProven && facts.businessName ? quotedText(facts.businessName, longest) : null
  return mailIn(language, {
    en: () => ({
      subject: 'You can now sell on Apogee',
      body: [
        hello,
        `Apogee has approved ${seller ?? 'you'} as a seller. Published paid courses can now be bought, as long as the seller’s email address is confirmed.`,
        `Your courses:\n${link}/admin`,
        `Check whether anything is left to do, and add the bank account for your payouts:\n${link}/settings`,
      ].join('\n\n'),
    }),
    ms: () => ({
      subject: 'Anda kini boleh menjual di Apogee',
      body: [
        hello,
        `Apogee telah meluluskan ${seller ?? 'anda'} sebagai penjual. Kursus berbayar yang telah diterbitkan kini boleh dibeli, asalkan alamat e-mel penjual telah disahkan.`,
        `Kursus anda:\n${link}/admin`,
        `Semak di sini sama ada masih ada yang perlu dibuat, dan masukkan akaun bank untuk menerima bayaran:\n${link}/settings`,
      ].join('\n\n'),
    }),
  })
}
