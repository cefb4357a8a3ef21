import type { Translation } from '#web/platform/language/messages.ts'
import type { schoolEditorMessages } from './school-editor.en.ts'

export const schoolEditor = {
  title: 'Halaman sekolah',
  lead: 'Halaman awam anda sendiri dengan kursus, tenaga pengajar dan ulasan anda. “Dijual oleh” pada halaman jualan anda membawa ke halaman ini.',
  loadFailed: 'Halaman sekolah anda tidak dapat dimuatkan',
  isPublic: 'Halaman ini awam.',
  isNotPublic: 'Halaman ini menjadi awam dengan kursus awam pertama yang anda terbitkan.',
  open: 'Buka halaman',
  share: 'Kongsi halaman',
  name: 'Alamat',
  nameHint: (origin) =>
    `${origin}/school/… Huruf kecil a hingga z, digit dan tanda sempang. Alamat terdahulu membawa ke alamat baharu.`,
  propose: (name) => `Guna “${name}”`,
  intro: 'Pengenalan',
  introHint: 'Dua baris di bawah nama sekolah anda. Paling banyak 200 aksara.',
  save: 'Simpan halaman',
  saving: 'Menyimpan…',
  saved: 'Halaman sekolah telah disimpan.',
  saveFailed: 'Halaman sekolah tidak dapat disimpan',
  order: 'Susunan kursus',
  orderHint:
    'Seret kursus, atau tekan kekunci anak panah pada pemegangnya. Setiap pergerakan disimpan serta-merta.',
  noCourses: 'Anda belum ada kursus. Kursus muncul di sini sebaik sahaja anda membuatnya.',
  handle: (course) => `Alihkan ${course}`,
  notShown: 'Tiada pada halaman',
  draft: 'Draf',
  moved: (course, place, count) => `${course} kini di tempat ${place} daripada ${count}.`,
  orderSaved: 'Susunan telah disimpan.',
  orderFailed: 'Susunan tidak dapat disimpan',
  undo: 'Buat asal',
  undone: 'Susunan terdahulu telah dikembalikan.',
} satisfies Translation<typeof schoolEditorMessages>
