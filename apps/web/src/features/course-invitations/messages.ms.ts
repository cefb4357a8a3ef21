import type { Translation } from '#web/platform/messages.ts'
import type { courseInvitationMessages } from './messages.en.ts'

export const courseInvitationMalay = {
  invitation: 'Jemputan kursus',
  invitesYou: (seller) => `${seller} menjemput anda ke sebuah kursus`,
  invitedAddress: (email) => `Jemputan ini untuk ${email}.`,
  whatHappens: 'Terima jemputan ini dan anda terus didaftarkan. Tiada bayaran dikenakan.',
  comeBack: 'Buka akaun atau log masuk dengan alamat ini. Anda akan kembali ke halaman ini.',
  createAccount: 'Buka Akaun',
  signIn: 'Log Masuk',
  otherAccount: (email) =>
    `Anda log masuk sebagai ${email}. Log keluar dahulu, kemudian log masuk dengan alamat yang dijemput.`,
  logout: 'Log Keluar',
  accept: 'Terima Jemputan',
  accepting: 'Menerima...',
  accepted: (course) => `Anda telah didaftarkan dalam ${course}`,
  acceptFailed: 'Jemputan tidak dapat diterima. Sila cuba lagi.',
  decline: 'Tolak',
  declining: 'Menolak...',
  declined: 'Anda telah menolak jemputan itu',
  declineFailed: 'Jemputan tidak dapat ditolak. Sila cuba lagi.',
  enrolledAlready: 'Anda sudah berdaftar dalam kursus ini.',
  openCourse: 'Buka Kursus',
  invalidTitle: 'Pautan jemputan ini tidak lagi sah',
  invalidHint: 'Jemputan ini telah dijawab atau ditarik balik, atau kursusnya tidak lagi ditawarkan.',
  readFailed: 'Jemputan tidak dapat dimuatkan',
  goToMarketplace: 'Lihat pasaran kursus',
  yourInvitations: 'Jemputan Kursus',
  from: (seller) => `Daripada ${seller}`,
  more: 'Tunjukkan lagi jemputan',
  shown: (shown, total) => `${shown} daripada ${total} jemputan`,
} satisfies Translation<typeof courseInvitationMessages>
