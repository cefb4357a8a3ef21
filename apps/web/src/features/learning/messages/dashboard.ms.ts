import type { Translation } from '#web/platform/language/messages.ts'
import type { Count } from '#web/platform/language/numbers.ts'
import type { dashboardMessages } from './dashboard.en.ts'

export const dashboard = {
  dashboard: 'Papan pemuka',
  cadet: 'Kadet',
  welcome: (name: string) => `Selamat datang kembali, ${name}`,
  firstVisit:
    'Gembira anda di sini. Apa yang anda pelajari dikira di halaman ini bermula dengan pelajaran pertama anda.',
  enrolledCourses: 'Kursus Didaftar',
  lessonsCompleted: 'Pelajaran selesai',
  yourCourses: 'Kursus anda',
  noEnrolled: 'Tiada Kursus Didaftar',
  noEnrolledHint: 'Pilih satu kursus, dan kemajuan anda muncul di sini.',
  browseMore: 'Lihat Kursus Lain',
  loadFailed: 'Kursus anda tidak dapat dimuatkan',
  showMore: 'Tunjukkan lagi',
  shownOf: (shown: number, total: Count) => `${shown} daripada ${total} kursus`,
} satisfies Translation<typeof dashboardMessages>
