import type { Translation } from '#web/platform/language/messages.ts'
import type { certificateWithdrawalMessages } from './certificate-withdrawal.en.ts'

export const certificateWithdrawal = {
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
  unnamed: 'Pelajar tanpa nama',
} satisfies Translation<typeof certificateWithdrawalMessages>
