import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { courseSearchMessages } from './course-search.en.ts'

export const courseSearch = {
  search: 'Cari dalam kursus ini',
  results: 'Ditemui dalam kursus ini',
  titles: 'Tajuk pelajaran',
  failed: 'Kursus ini tidak dapat dicari',
  none: 'Tiada pelajaran kursus ini yang mengandungi kata-kata ini.',
  searchedFor: (typed: string, near: string) =>
    `Tiada pelajaran yang mengandungi “${typed}”. Ini ialah hasil carian untuk “${near}”.`,
  more: 'Terdapat lebih banyak baris yang sepadan. Taip lebih banyak perkataan untuk mengecilkan carian.',
  notSearched: (lessons: number) => `${figure(lessons)} pelajaran tidak dapat dicari.`,
  found: (lines: number) => (lines === 0 ? 'Tiada padanan' : `${figure(lines)} padanan`),
} satisfies Translation<typeof courseSearchMessages>
