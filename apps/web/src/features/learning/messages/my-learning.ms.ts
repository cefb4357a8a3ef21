import type { Translation } from '#web/platform/language/messages.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'
import type { myLearningMessages } from './my-learning.en.ts'

export const myLearning = {
  title: 'Pembelajaran saya',
  parts: 'Kursus anda',
  'in-progress': 'Sedang berjalan',
  completed: 'Selesai',
  archived: 'Diarkibkan',
  wishlist: 'Senarai hajat',
  search: 'Cari kursus anda',
  searchPlaceholder: 'Tajuk atau pengajar',
  failed: 'Kursus anda tidak dapat dimuatkan',
  showMore: 'Tunjukkan lagi',
  shownOf: (shown: number, total: Count) => `${figure(shown)} daripada ${figure(total)} kursus`,

  archive: (title: string) => `Arkibkan ${title}`,
  takeBack: (title: string) => `Keluarkan daripada arkib: ${title}`,
  archiveShort: 'Arkibkan',
  takeBackShort: 'Keluarkan daripada arkib',
  archivedNow: (title: string) => `${title} telah diarkibkan. Akses dan kemajuan anda kekal.`,
  takenBack: (title: string) => `${title} kembali dalam kursus anda.`,
  undo: 'Buat asal',
  archiveFailed: 'Kursus itu tidak dapat dialihkan',

  'noneIn-in-progress': 'Tiada kursus yang sedang berjalan',
  'noneHint-in-progress': 'Kursus yang belum anda selesaikan ada di sini.',
  'noneIn-completed': 'Belum ada kursus yang selesai',
  'noneHint-completed': 'Kursus ada di sini selepas anda menyelesaikan setiap pelajaran yang dikira.',
  'noneIn-archived': 'Tiada kursus yang diarkibkan',
  'noneHint-archived':
    'Arkibkan kursus untuk mengeluarkannya daripada senarai anda. Akses dan kemajuan anda kekal.',
  noMatch: (search: string) => `Tiada kursus dengan “${search}”`,
  noMatchHint: 'Cari tajuk atau pengajar yang lain.',
  showAll: 'Tunjukkan semua',
  browse: 'Lihat kursus',

  startFree: 'Mulakan dengan kursus percuma',
  startFreeHint: 'Tekan sekali untuk mendaftar dan membuka pelajaran pertama.',
  startNow: 'Mula sekarang',
  starting: 'Memulakan...',
  startFailed: 'Kursus itu tidak dapat dimulakan',
  lessons: (count: number) => `${figure(count)} pelajaran`,
} satisfies Translation<typeof myLearningMessages>
