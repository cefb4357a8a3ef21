import type { notes as english } from '../en/notes.ts'

export const notes: typeof english = {
  heading: (courseTitle) => `Nota tentang ${courseTitle}`,
  fileName: (courseTitle) => `Nota ${courseTitle}`,
  page: (page) => `Halaman ${page}`,
  bookmark: 'Penanda',
  removedLesson: (title) => `${title} (pelajaran telah dibuang)`,
  none: 'Belum ada nota.',
}
