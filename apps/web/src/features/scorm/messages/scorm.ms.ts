import type { Translation } from '#web/platform/language/messages.ts'
import type { scormMessages } from './scorm.en.ts'

export const scorm = {
  loadFailed: 'Pelajaran ini tidak dapat dibuka',
  opening: 'Pelajaran sedang dibuka…',
  slow: 'Ini mengambil masa lebih lama daripada biasa.',
  openAgain: 'Buka semula',
  outOfDate: 'Halaman ini sudah lama dan tidak dapat memaparkan pelajaran ini.',
  reload: 'Muat semula halaman',
  parts: 'Bahagian pelajaran ini',
  part: (number, title) => `${number}. ${title}`,
  partDone: '(selesai)',
  fullScreen: 'Skrin penuh',
  score: (percent) => `Markah: ${percent}%`,
  passed: 'Lulus',
  failed: 'Belum lulus',
  done: 'Selesai',
  begun: 'Sedang berjalan',
  notRecorded: 'Anda melihat pelajaran ini sebagai pengarangnya: tiada apa-apa direkodkan.',
  overtaken: 'Pelajaran ini dibuka di tab atau peranti lain. Tempat anda di sini tidak lagi disimpan.',
  silentHere:
    'Pakej ini belum melaporkan apa-apa: apa yang pelajar lakukan di dalamnya tidak akan disimpan. Sila pastikan pakej ini eksport SCORM.',
  errorHere: 'Satu skrip pakej ini gagal. Pelajar mungkin melihat sebahagian sahaja.',
  silentFor: (title, learners) => `“${title}”: pakej ini belum melaporkan apa-apa bagi ${learners} pelajar.`,
  errorFor: (title, learners) => `“${title}”: ${learners} pelajar melihat ralat dalam pakej ini.`,
  troubleHint: 'Buka pelajaran itu untuk melihatnya sendiri, kemudian eksport semula pakej dan gantikannya.',
} satisfies Translation<typeof scormMessages>
