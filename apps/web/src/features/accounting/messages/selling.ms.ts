import type { Translation } from '#web/platform/language/messages.ts'
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
  suspended: 'Akaun penjual anda digantung.',
  suspendedMeans:
    'Kursus anda tidak ditawarkan, dan bayaran keluar ditahan. Pelajar mengekalkan kursus mereka. Anda boleh membaca semuanya dan membuat bayaran balik kepada pembeli, tetapi tidak boleh menerbitkan kursus, menukar harga atau butiran bank, menjemput orang atau menghantar pengumuman.',
  limited: 'Jualan anda dihadkan.',
  limitedMeans: (amount: string) =>
    `Paling banyak ${amount} boleh dijual melalui Apogee dalam masa 24 jam, dan bayaran keluar ditahan. Kursus anda terus ditawarkan.`,
  because: (reason: string) => `Sebab: ${reason}`,
  sinceDay: (day: string) => `Sejak ${day}.`,
  answer: 'Hubungi kami tentang perkara ini',
  payoutsWait: 'Bayaran keluar anda menunggu sehingga Apogee mengesahkan siapa anda.',
  toVerification: 'Pergi ke Pengesahan',
  failed: 'Status jualan kursus anda tidak dapat dimuatkan',
} satisfies Translation<typeof sellingMessages>
