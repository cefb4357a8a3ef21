import type { Translation } from '#web/platform/language/messages.ts'
import type { chaptersEditorMessages } from './chapters.en.ts'

export const chaptersEditor = {
  open: 'Bab',
  openFor: (title) => `Bab bagi ${title}`,
  title: (lesson) => `Bab bagi “${lesson}”`,
  lead: 'Pelajar melihatnya dalam pemain dan transkrip, dan boleh terus ke bab itu.',
  field: 'Bab',
  hint: 'Satu bab pada setiap baris: masanya, kemudian tajuknya. Kosong: tiada bab.',
  example: '0:00 Apa itu orbit\n1:35 Mengapa ia tidak jatuh',
  noTime: (line) => `Baris ${line}: mulakan dengan masa, contohnya 1:35`,
  noTitle: (line) => `Baris ${line}: tulis tajuk selepas masa`,
  notLater: (line) => `Baris ${line}: masa ini mesti lebih lewat daripada masa di atasnya`,
  titleTooLong: (line, most) => `Baris ${line}: gunakan paling banyak ${most} aksara`,
  afterEnd: (line, length) => `Baris ${line}: video tamat pada ${length}`,
  tooMany: (most) => `Paling banyak ${most} bab`,
  save: 'Simpan bab',
  saving: 'Menyimpan...',
  saved: 'Bab telah disimpan',
  saveFailed: 'Bab tidak dapat disimpan',
} satisfies Translation<typeof chaptersEditorMessages>
