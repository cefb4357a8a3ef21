import type { Translation } from '#web/platform/messages.ts'
import type { sellingMessages } from './selling.en.ts'

export const selling = {
  notYet: 'Kursus berbayar anda belum boleh dibeli.',
  ownAccountOnly: 'Kursus anda dijual melalui akaun CHIP anda sendiri sahaja.',
  ownAccountHint: 'Sebelum pembeli boleh menggabungkannya dengan kursus penjual lain dalam satu troli:',
  missing: 'Kursus percuma sudah tersedia. Sebelum kursus berbayar anda boleh dijual melalui akaun Apogee:',
  confirm: 'Sahkan alamat e-mel anda melalui pautan dalam e-mel yang kami hantar.',
  sendAgain: 'Hantar e-mel sekali lagi',
  sending: 'Menghantar…',
  sent: 'E-mel baharu sedang dihantar.',
  sendFailed: 'E-mel tidak dapat dihantar. Sila cuba lagi.',
  approval:
    'Apogee meluluskan anda sebagai penjual. Anda tidak perlu berbuat apa-apa: kami menyemak penjual baharu dan memaklumkan keputusannya melalui e-mel.',
  approvalQuestion: 'Tanya tentang kelulusan anda',
  approvedSince: (day: string) => `Anda telah diluluskan untuk menjual melalui akaun Apogee sejak ${day}.`,
  failed: 'Status jualan kursus anda tidak dapat dimuatkan',
} satisfies Translation<typeof sellingMessages>
