import type { Translation } from '#web/platform/language/messages.ts'
import type { courseAboutMessages } from './course-about.en.ts'

export const courseAbout = {
  aboutCourse: 'Tentang kursus ini',
  lessons: 'Pelajaran',
  duration: 'Tempoh',
  ofVideo: (length) => `${length} video`,
  ofReading: (length) => `${length} bacaan`,
  lastVisit: 'Terakhir dibuka',
  cohort: 'Kohort',
  accessEnds: 'Akses tamat',
  preview:
    'Inilah yang dilihat oleh pelajar, termasuk draf anda. Apa-apa yang anda lakukan dalam pelajaran tidak disimpan sebagai kemajuan.',
  previewEnrolled:
    'Inilah yang dilihat oleh pelajar, termasuk draf anda. Anda sendiri telah mendaftar, jadi pelajaran menyimpan kemajuan anda.',
  endPreview: 'Kembali menyunting',
} satisfies Translation<typeof courseAboutMessages>
