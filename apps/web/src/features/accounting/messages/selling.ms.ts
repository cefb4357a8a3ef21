import type { Translation } from '#web/platform/messages.ts'
import type { sellingMessages } from './selling.en.ts'

export const sellingMalay = {
  notYet: 'Kursus berbayar anda belum boleh dibeli.',
  ownAccountOnly: 'Kursus anda dijual melalui akaun CHIP anda sendiri sahaja.',
  ownAccountHint: 'Kursus itu boleh dibeli bersama kursus penjual lain setelah perkara ini selesai:',
  missing: 'Kursus percuma tetap terbuka. Sebelum kursus berbayar anda dijual melalui akaun Apogee:',
  confirm: 'Sahkan alamat e-mel anda melalui pautan dalam e-mel yang kami hantar.',
  sendAgain: 'Hantar e-mel sekali lagi',
  sending: 'Menghantar…',
  sent: 'E-mel baharu sedang dihantar.',
  sendFailed: 'E-mel tidak dapat dihantar. Sila cuba lagi.',
  approval:
    'Apogee meluluskan anda sebagai penjual. Anda tidak perlu berbuat apa-apa: kami menyemak penjual baharu dan memaklumkan keputusannya melalui e-mel.',
  approvalQuestion: 'Tanya tentangnya',
  approvedSince: (day: string) => `Anda diluluskan untuk menjual melalui akaun Apogee sejak ${day}.`,
  failed: 'Status jualan kursus anda tidak dapat dimuatkan',
} satisfies Translation<typeof sellingMessages>
