import type { Translation } from '#web/platform/language/messages.ts'
import type { courseInvitationMessages } from './course-invitations.en.ts'

export const courseInvitations = {
  invitation: 'Jemputan kursus',
  invitesYou: (seller) => `${seller} menjemput anda ke sebuah kursus`,
  whatHappens: 'Terima jemputan ini dan anda terus didaftarkan. Tiada bayaran dikenakan.',
  comeBack: 'Cipta akaun atau log masuk dengan alamat ini. Anda akan kembali ke halaman ini.',
  accepted: (course) => `Anda telah didaftarkan dalam ${course}`,
  decline: 'Tolak',
  declineQuestion: (course) => `Tolak jemputan ke ${course}?`,
  declineText: 'Pautan dalam e-mel tidak lagi akan berfungsi.',
  declineIt: 'Tolak Jemputan',
  declined: 'Anda telah menolak jemputan itu',
  declineFailed: 'Jemputan tidak dapat ditolak. Sila cuba lagi.',
  enrolledAlready: 'Anda sudah berdaftar dalam kursus ini.',
  openCourse: 'Buka kursus',
  invalidHint: 'Jemputan ini telah dijawab atau ditarik balik, atau kursusnya tidak lagi ditawarkan.',
  readFailed: 'Jemputan tidak dapat dimuatkan',
  yourInvitations: 'Jemputan kursus',
  from: (seller) => `Daripada ${seller}`,
  more: 'Tunjukkan lagi jemputan',
  shown: (shown, total) => `${shown} daripada ${total} jemputan`,
} satisfies Translation<typeof courseInvitationMessages>
