import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { outlineMessages } from './outline.en.ts'

export const outline = {
  more: (title: string) => `Tindakan lain untuk ${title}`,
  move: 'Alih…',
  moveUp: 'Alih ke atas',
  moveDown: 'Alih ke bawah',
  renameIt: 'Namakan semula',
  endFreePreview: 'Tamatkan pratonton percuma',
  captions: 'Kapsyen…',
  duplicate: 'Buat salinan',
  duplicated: (title: string) => `“${title}” ditambah sebagai draf`,
  duplicateFailed: 'Salinan tidak dapat dibuat. Sila cuba lagi.',
  saveFailed: 'Perubahan tidak dapat disimpan. Sila cuba lagi.',

  handle: (title: string) => `Seret ${title}`,
  handleHint:
    'Tekan Enter untuk mengambilnya, kekunci anak panah untuk mengalihnya, Enter untuk meletakkannya, Escape untuk membatalkan.',
  grabbed: (title: string, place: number, count: number) =>
    `${title} diambil. Kedudukan ${place} daripada ${figure(count)}.`,
  position: (place: number, count: number) => `Kedudukan ${place} daripada ${figure(count)}`,
  dropped: (title: string, place: number, count: number) =>
    `${title} kini ${place} daripada ${figure(count)}`,
  movedTo: (title: string, module: string) => `${title} dialih ke ${module}`,
  cancelled: (title: string) => `${title} kekal di tempatnya`,

  moveTitle: (title: string) => `Alih “${title}”`,
  moveSeveral: (count: number) => `Alih ${figure(count)} item`,
  toModule: 'Modul',
  toPlace: 'Kedudukan',
  first: 'Di permulaan',
  after: (place: number, title: string) => `Selepas ${place}. ${title}`,
  moveIt: 'Alih',
  moving: 'Sedang mengalih...',

  select: 'Pilih',
  stopSelecting: 'Selesai',
  selectOne: (title: string) => `Pilih ${title}`,
  selectAll: 'Pilih semua',
  selection: 'Item yang dipilih',
  selected: (count: number) => `${figure(count)} dipilih`,
  publish: 'Terbitkan',
  unpublish: 'Nyahterbit',
  delete: 'Padam',

  addRecall: 'Tambah soalan',
  addRecallTo: (title: string) => `Tambah soalan selepas ${title}`,
  recall: 'Soalan',
  recallOf: (title: string) => `Soalan selepas ${title}`,

  removed: (title: string) => `“${title}” telah dipadam.`,
  removedSeveral: (count: number) => `${figure(count)} item telah dipadam.`,
  undo: 'Batalkan pemadaman',
  restored: 'Telah dipulihkan',
  removeFailed: 'Item itu tidak dapat dipadam. Sila cuba lagi.',
  restoreFailed: 'Item itu tidak dapat dipulihkan. Sila cuba lagi.',
  quickLesson: (module) => `Pelajaran baharu dalam ${module}, sebagai draf`,
  quickModule: 'Modul baharu, sebagai draf',
  quickLessonHint: 'Taip nama dan tekan Enter, atau tampal senarai',
  quickModuleHint: 'Taip nama, tekan Enter',
  quickTooMany: (most) => `Senarai paling banyak ${most} baris boleh ditampal. Tiada apa-apa ditambah.`,
  quickAdded: (title) => `Ditambah: ${title}`,
  quickSaving: 'Menyimpan…',
  quickFailed: 'Tidak dapat disimpan.',
  quickRetry: 'Cuba lagi',
  quickEdit: 'Ubah',
} satisfies Translation<typeof outlineMessages>
