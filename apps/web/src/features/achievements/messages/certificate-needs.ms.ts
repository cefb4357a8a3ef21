import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { certificateNeedsMessages } from './certificate-needs.en.ts'

export const certificateNeeds = {
  title: 'Syarat sijil anda',
  lessons: 'Tamatkan semua pelajaran',
  videos: (percent) => `Tonton sekurang-kurangnya ${percent}% setiap video`,
  quizzes: (percent) => `Capai sekurang-kurangnya ${percent}% dalam setiap kuiz`,
  of: (done, total) => `${done} daripada ${total}`,
  done: '(selesai)',
  missing: (count) => `${figure(count)} belum dipenuhi`,
  percent: (percent) => `${percent}% setakat ini`,
  claim: 'Dapatkan sijil',
  claiming: 'Sijil anda sedang dikeluarkan…',
  claimFailed: 'Sijil anda tidak dapat dikeluarkan. Sila cuba lagi.',
} satisfies Translation<typeof certificateNeedsMessages>
