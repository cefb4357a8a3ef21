import type { Translation } from '#web/platform/language/messages.ts'
import type { notificationsMessages } from './notifications.en.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'

export const notifications = {
  dashboard: 'Papan pemuka',
  notifications: 'Pemberitahuan',
  withUnread: (unread: number) => `Pemberitahuan, ${unread} belum dibaca`,
  unread: (unread: number) => `${unread} belum dibaca`,
  allRead: 'Anda telah membaca semuanya.',
  markAllRead: 'Tandakan semua sebagai dibaca',
  marking: 'Menandakan...',
  markFailed: 'Pemberitahuan tidak dapat ditandakan sebagai dibaca. Sila cuba lagi.',
  isNew: 'Baharu',
  isGone: 'Telah dipadam',
  none: 'Belum ada pemberitahuan',
  noneHint: 'Apabila anda mendaftar kursus, menamatkannya atau menerima balasan, ia muncul di sini.',
  browseCourses: 'Lihat kursus',
  failed: 'Pemberitahuan anda tidak dapat dimuatkan',
  showMore: 'Tunjukkan lagi',
  shownOf: (shown: number, total: Count) => `${shown} daripada ${figure(total)} pemberitahuan`,

  enrolled: (course: string) => `Anda telah didaftarkan dalam ${course}`,
  paid: (courses: string, amount: string) =>
    `Bayaran anda sebanyak ${amount} untuk ${courses} telah diterima`,
  refundRequested: (who: string, courses: string) => `${who} meminta bayaran balik untuk ${courses}`,
  refundUnexplained: (amount: string) =>
    `${amount} telah dibayar balik di penyedia pembayaran: sila nyatakan untuk kursus yang mana`,
  paidTwice: (amount: string) =>
    `${amount} dibayar sekali lagi untuk pesanan yang telah dibayar: sila putuskan sama ada membayarnya balik`,
  moneyWaiting: (amount: string) => `Satu isu bayaran sebanyak ${amount} memerlukan keputusan anda`,
  refundDeclined: (courses: string) => `Permintaan bayaran balik anda untuk ${courses} ditolak`,
  chargedBack: (courses: string, amount: string) =>
    `Bank pembeli mengambil kembali ${amount} yang dibayar untuk ${courses}`,
  sold: (courses: string, amount: string) => `Anda menjual ${courses} dengan harga ${amount}`,
  refunded: (courses: string) => `Bayaran anda untuk ${courses} telah dipulangkan`,
  giftTaken: (courses: string) => `Hadiah anda telah diterima: ${courses}`,
  giftRefunded: (courses: string) =>
    `Bayaran untuk hadiah ${courses} telah dipulangkan kepada pembelinya, jadi hadiah itu tidak lagi memberi akses`,
  certified: (course: string) => `Anda menamatkan ${course}: sijil anda sudah sedia`,
  removed: (course: string, reason: string) => `Akses anda kepada ${course} telah ditamatkan: ${reason}`,
  accessEnding: (course, day) => `Akses anda kepada ${course} tamat pada ${day}`,
  accessUntil: (course, day) => `Anda mempunyai akses kepada ${course} sehingga ${day}`,
  courseOpened: (course) => `Anda boleh mulakan ${course} sekarang`,
  cohortStarting: (course, cohort, day) => `${course} bermula pada ${day} (${cohort})`,
  cohortStarted: (course, cohort) => `${course} telah bermula (${cohort})`,
  accessForGood: (course) => `Anda mempunyai akses kepada ${course} tanpa tarikh tamat`,
  withdrawn: (course: string, reason: string) => `Sijil anda untuk ${course} telah ditarik balik: ${reason}`,
  reissued: (course: string) =>
    `Sijil anda untuk ${course} telah dikeluarkan semula dengan nama anda sekarang`,
  restored: (course: string) => `Sijil anda untuk ${course} sah semula`,
  badge: (badge: string) => `Anda memperoleh lencana ${badge}`,
  workPassed: (assignment) => `Kerja anda untuk ${assignment} lulus`,
  workReturned: (assignment) => `Kerja anda untuk ${assignment} dikembalikan: baca apa yang kurang`,
  graded: (assessment: string, percent: number) => `${assessment} telah dinilai: ${percent}%`,
  handedIn: (course: string) => `Jawapan dalam ${course} menunggu markah anda`,
  moduleOpened: (course: string, module: string) => `“${module}” kini dibuka dalam ${course}`,
  announced: (course: string, title: string) => `${course}: ${title}`,
  messaged: (person, course) => `${person} menghantar mesej kepada anda tentang ${course}`,
  asked: (person: string, course: string, discussion: string) =>
    `${person} bertanya dalam “${course}”: ${discussion}`,
  mentioned: (person: string, discussion: string) => `${person} menyebut anda dalam “${discussion}”`,
  answered: (person: string, discussion: string) => `${person} menjawab perbincangan anda “${discussion}”`,
  reported: (discussion: string) => `Teks dalam “${discussion}” telah dilaporkan: sila semak`,
  reviewed: (person: string, course: string, stars: number) =>
    `${person} memberi “${course}” ${stars} bintang`,
  reviewAnswered: (course: string) => `Ulasan anda tentang “${course}” telah dibalas`,
  somebody: 'Seseorang',
} satisfies Translation<typeof notificationsMessages>
