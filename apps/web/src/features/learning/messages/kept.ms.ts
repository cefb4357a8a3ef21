import type { Translation } from '#web/platform/language/messages.ts'
import type { keptMessages } from './kept.en.ts'

export const kept = {
  keep: 'Muat turun untuk luar talian',
  keepOf: (size) => `Muat turun untuk luar talian, ${size}`,
  keepHint: 'Dokumen dan kapsyen, untuk dibaca tanpa sambungan',
  keepHintOfVideos: 'Dokumen dan kapsyen sahaja, atau dengan semua video, untuk belajar tanpa sambungan',
  withVideos: (size) => `Muat turun dengan video, ${size}`,
  videosToo: (size) => `Muat turun video juga, ${size}`,
  keeping: 'Menyimpan…',
  keptOf: (done, all) => `${done} daripada ${all}`,
  stop: 'Berhenti',
  isKept: (size) => `Disimpan pada peranti ini, ${size}`,
  isPartlyKept: 'Sebahagian fail belum ada pada peranti ini.',
  goOn: 'Teruskan',
  remove: 'Buang',
  removeOf: (title) => `Buang ${title} daripada peranti ini`,
  removed: (title) => `${title} tiada lagi pada peranti ini`,
  noRoom: 'Peranti ini tiada ruang untuk kursus ini. Kosongkan sedikit ruang dan cuba lagi.',
  failed: 'Sebahagian fail tidak dapat disimpan. Semak sambungan anda dan cuba lagi.',
  title: 'Pada peranti ini',
  lead: 'Anda boleh membaca kursus ini tanpa sambungan. Log keluar akan membuangnya.',
  untimedUnderWay: (title) => `Kuiz sedang berjalan: ${title}.`,
  quizUnderWay: (title, minutes) => `Kuiz sedang berjalan: ${title}. ${minutes} minit lagi.`,
  goOnWithQuiz: 'Teruskan kuiz',
  opened: 'Terakhir dibuka',
  asOf: (date) => `seperti pada ${date}`,
} satisfies Translation<typeof keptMessages>
