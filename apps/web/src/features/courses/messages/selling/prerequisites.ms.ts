import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { coursePrerequisitesMessages } from './prerequisites.en.ts'

export const coursePrerequisites = {
  title: 'Kursus yang didahulukan',
  lead: 'Satu syarat menutup pelajaran sehingga pelajar menyelesaikan kursus itu. Syarat ini untuk semua yang mendaftar atau memesan mulai sekarang; sesiapa yang sudah mempunyai kursus ini terus membukanya. Orang ramai sentiasa boleh membeli, dan membaca syarat ini sebelum membayar.',
  chosen: 'Kursus yang dipilih, mengikut susunan',
  none: 'Tiada kursus yang didahulukan. Cari di bawah untuk menambah sehingga lima.',
  condition: 'Mesti diselesaikan',
  ruleOf: (course) => `Peranan ${course}`,
  recommendation: 'Disyorkan sahaja',
  remove: (course) => `Buang ${course}`,
  add: (course) => `Tambah ${course}`,
  addShort: 'Tambah',
  search: 'Cari kursus anda',
  found: 'Kursus untuk ditambah',
  nothingFound: 'Tiada kursus lain dengan tajuk ini.',
  noOthers: 'Anda tiada kursus lain yang boleh didahulukan.',
  searching: 'Mencari...',
  searchFailed: 'Kursus tidak dapat dimuatkan.',
  full: 'Lima kursus telah dipilih. Buang satu untuk menambah yang lain.',
  draft: 'Draf: berkuat kuasa selepas diterbitkan',
  archived: 'Diarkibkan: tidak menghalang sesiapa',
  private: 'Peribadi: untuk pelajarnya sahaja',
  waiting: (learners) => `${figure(learners)} pelajar sedang menunggu kursus ini.`,
  cycle: (chain) => `Kursus-kursus ini akan saling menunggu: ${chain}. Buang salah satu.`,
  save: 'Simpan',
  saving: 'Menyimpan...',
  saved: 'Prasyarat disimpan',
  saveFailed: 'Perubahan tidak dapat disimpan. Sila cuba lagi.',
  loadFailed: 'Prasyarat tidak dapat dimuatkan.',
} satisfies Translation<typeof coursePrerequisitesMessages>
