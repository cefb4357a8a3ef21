import type { Translation } from '#web/platform/language/messages.ts'
import type { transcriptMessages } from './transcript.en.ts'

export const transcript = {
  title: 'Transkrip',
  language: 'Bahasa transkrip',
  search: 'Cari dalam transkrip',
  previous: 'Padanan sebelumnya',
  next: 'Padanan seterusnya',
  matchOf: (at: number, total: number) => `${at} daripada ${total}`,
  noMatch: 'Tiada padanan',
  follow: 'Ikut video',
  loadFailed: 'Transkrip tidak dapat dimuatkan',
  empty: 'Kapsyen ini tidak mengandungi teks.',
  searchCourse: 'Cari seluruh kursus',
  backToLesson: 'Kembali ke pelajaran ini',
} satisfies Translation<typeof transcriptMessages>
