import type { Translation } from '#web/platform/language/messages.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'
import type { sellerMessages } from './seller.en.ts'

export const waitingSellers = {
  sellers: 'Penjual baharu',
  verification: 'Pengesahan',
  verificationWaiting: (count: Count) => `Pengesahan (${count})`,
  lead: 'Mereka menjual melalui akaun Apogee setelah anda meluluskan mereka dan alamat e-mel mereka disahkan.',
  seller: 'Penjual',
  people: 'Orang',
  paidCourses: 'Kursus berbayar',
  since: 'Sejak',
  business: 'Perniagaan',
  lone: 'Pengajar bebas',
  nameless: 'Penjual tanpa nama',
  proven: 'Alamat disahkan',
  unproven: 'Alamat belum disahkan',
  approve: 'Luluskan',
  approveSeller: (name: string) => `Luluskan ${name}`,
  approving: 'Meluluskan…',
  question: (name: string) => `Luluskan ${name} sebagai penjual?`,
  consequence:
    'Kursus berbayar mereka yang diterbitkan boleh dibeli melalui akaun Apogee. Mereka dimaklumkan melalui e-mel.',
  stillUnproven: 'Kursus mereka tidak boleh dibeli sehingga mereka mengesahkan alamat e-mel.',
  approved: (name: string) => `${name} telah diluluskan dan akan menerima e-mel.`,
  approveFailed: 'Penjual tidak dapat diluluskan. Sila cuba lagi.',
  failed: 'Senarai penjual tidak dapat dimuatkan',
  none: 'Tiada yang menunggu',
  noneHint: 'Semua penjual telah diluluskan. Penjual baharu muncul di sini apabila mereka mendaftar.',
  shownOf: (shown: number, total: Count) => `${shown} daripada ${total}`,
  count: (count: Count) => `${figure(count)} penjual`,
  more: 'Tunjukkan lagi',
} satisfies Translation<typeof sellerMessages>
