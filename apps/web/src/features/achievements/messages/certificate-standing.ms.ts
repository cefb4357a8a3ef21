import type { Translation } from '#web/platform/language/messages.ts'
import type { certificateStandingMessages } from './certificate-standing.en.ts'

export const certificateStanding = {
  withdraw: 'Tarik balik sijil',
  withdrawTitle: 'Tarik balik sijil ini?',
  withdrawText: (learner, course) =>
    `${learner} telah menamatkan “${course}”. Sijil ini tidak akan sah lagi, dan alamat serta kod QR sijil akan menyatakannya. Pelajar akan diberitahu sebab anda. Anda boleh memulihkan sijil ini kemudian.`,
  reason: 'Sebab',
  reasonHint: 'Hanya pelajar dan pihak kursus ini dapat melihatnya.',
  withdrawing: 'Sedang menarik balik…',
  withdrawn: 'Sijil telah ditarik balik',
  withdrawFailed: 'Sijil tidak dapat ditarik balik',
  withdrawnOn: (learner, course, date) =>
    `Sijil ${learner} untuk “${course}” telah ditarik balik pada ${date}.`,
  restore: 'Pulihkan sijil',
  restoring: 'Sedang memulihkan…',
  restored: 'Sijil ini sah semula',
  restoreFailed: 'Sijil tidak dapat dipulihkan',
  reissue: 'Keluarkan semula sijil',
  reissueTitle: 'Keluarkan semula sijil ini?',
  reissueText: (former, name) =>
    `Sijil ini atas nama ${former}. Nama pelajar kini ialah ${name}. Sijil baharu mempunyai nama itu dan alamat baharu; alamat lama serta kod QRnya akan menyatakan bahawa sijil itu telah diganti. Pelajar akan diberitahu. Tindakan ini tidak boleh dibuat asal.`,
  reissuing: 'Sedang mengeluarkan semula…',
  reissued: 'Sijil telah dikeluarkan semula',
  reissueFailed: 'Sijil tidak dapat dikeluarkan semula',
  reissuedOn: (date) => `Dikeluarkan semula dengan nama lain pada ${date}.`,
  unnamed: 'Pelajar tanpa nama',
} satisfies Translation<typeof certificateStandingMessages>
