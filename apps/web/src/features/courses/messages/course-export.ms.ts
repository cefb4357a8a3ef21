import type { ExportFormat } from '@apogee/contracts/archives/archives.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { courseExportMessages } from './course-export.en.ts'

const formats: Record<ExportFormat, string> = {
  course: 'Arkib Apogee',
  cartridge: 'Common Cartridge 1.3 (Moodle, Canvas, Blackboard)',
}

const hints: Record<ExportFormat, string> = {
  course: 'Semua yang anda dan pasukan anda hasilkan, termasuk draf. Apogee boleh mengimportnya semula.',
  cartridge:
    'Apa yang boleh dibuka oleh pelajar. Anda melihat senarai apa yang tidak boleh disimpan oleh format ini.',
}

export const courseExport = {
  export: 'Eksport kursus',
  lead: 'Fail ini tiada pelajar, dan tiada apa-apa yang mereka lakukan.',
  format: 'Format',
  formatName: (format) => formats[format],
  formatHint: (format) => hints[format],
  start: 'Muat turun fail',
  starting: 'Menyediakan fail…',
  exporting: (megabytes: string) => `Kursus sedang dimuat turun (${megabytes} MB).`,
  exportFailed: 'Kursus tidak dapat dieksport. Sila cuba lagi.',
  leftOutTitle: (count) => `${figure(count)} bahagian ditinggalkan atau diubah`,
  leftOutLead: 'Fail left-out.txt dalam Common Cartridge mempunyai senarai yang sama.',
  importLink: 'Import kursus',
} satisfies Translation<typeof courseExportMessages>
