import type { Translation } from '#web/platform/language/messages.ts'
import type { packageEditorMessages } from './package.en.ts'

export const packageEditor = {
  add: 'Tambah SCORM',
  type: 'Pakej SCORM',
  view: 'Lihat pelajaran',
  title: 'Tambah pakej SCORM',
  file: 'Pakej',
  hint: 'Fail .zip dengan SCORM 1.2 atau SCORM 2004, paling besar 500 MB',
  waiting: 'Menunggu rangkaian…',
  needZip: 'Pilih fail .zip',
  uploading: 'Memuat naik…',
  examining: 'Memeriksa…',
  action: 'Tambah pakej',
  added: 'Pakej telah ditambah. Lihat dahulu, kemudian terbitkan.',
  failed: 'Pakej tidak dapat ditambah',
  replace: 'Ganti pakej',
  replaceTitle: 'Ganti pakej ini',
  replaceText: (title) => `Keputusan “${title}” kekal. Pelajar memulakan pakej baharu dari awal.`,
  replaceAction: 'Ganti pakej',
  replaced: 'Pakej telah diganti',
  mayMiss: 'Mungkin tidak berfungsi sepenuhnya di sini',
  missing: 'Apa yang mungkin tidak berfungsi',
  missingOf: (title) => `Apa yang mungkin tidak berfungsi dalam ${title}`,
} satisfies Translation<typeof packageEditorMessages>
