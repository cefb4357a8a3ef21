import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { workspaceMessages } from './workspace.en.ts'

export const workspace = {
  overview: 'Ringkasan',
  content: 'Kandungan',
  learners: 'Pelajar',
  salesPage: 'Halaman jualan',
  pricing: 'Harga',
  questions: 'Soalan',
  grades: 'Markah',
  settings: 'Tetapan',

  unanswered: (count) => `${figure(count)} soalan belum dijawab`,
  toGrade: (count) => `${figure(count)} jawapan untuk diberi markah`,

  figures: 'Statistik kursus',
  figuresHint: 'Sejauh mana pelajar sampai',

  priceSaved: 'Harga telah disimpan',
  detailsFirst: 'Ada butiran kursus yang perlu dibetulkan sebelum harga boleh disimpan.',
  accessLength: 'Tempoh akses',
  accessForEver: 'Pelajar menyimpan kursus ini selama-lamanya.',
  accessLasts: (length: string) => `Pelajar mempunyai kursus ini selama ${length}.`,
  change: 'Ubah',
  changeOf: (what: string) => `Ubah: ${what}`,

  details: 'Butiran',
  detailsHint: 'Tajuk, penerangan, kategori, imej',
  certificate: 'Sijil',
  certificateHint: 'Syarat untuk mendapatnya',
  prerequisites: 'Prasyarat',
  prerequisitesHint: 'Kursus yang disiapkan dahulu',
  cohortsHint: 'Kumpulan yang bermula pada hari yang sama.',
  open: 'Buka',
  openOf: (what: string) => `Buka: ${what}`,
} satisfies Translation<typeof workspaceMessages>
