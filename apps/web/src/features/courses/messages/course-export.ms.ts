import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { courseExportMessages } from './course-export.en.ts'

export const courseExport = {
  export: 'Eksport kursus',
  lead: 'Fail ini tiada pelajar, dan tiada apa-apa yang mereka lakukan.',
  format: 'Format',
  formats: {
    course: 'Arkib Apogee',
    cartridge: 'Common Cartridge 1.3 (Moodle, Canvas, Blackboard)',
  },
  hints: {
    course: 'Semua yang anda dan pasukan anda hasilkan, termasuk draf. Apogee boleh mengimportnya semula.',
    cartridge:
      'Apa yang boleh dibuka oleh pelajar. Anda melihat senarai apa yang tidak boleh disimpan oleh format ini.',
  },
  start: 'Muat turun fail',
  starting: 'Menyediakan fail…',
  exporting: (megabytes: string) => `Kursus sedang dimuat turun (${megabytes} MB).`,
  exportFailed: 'Kursus tidak dapat dieksport. Sila cuba lagi.',
  leftOutTitle: (count) => `${figure(count)} bahagian ditinggalkan atau diubah`,
  leftOutLead: 'Fail left-out.txt dalam Common Cartridge mempunyai senarai yang sama.',
  importLink: 'Import kursus',
} satisfies Translation<typeof courseExportMessages>
