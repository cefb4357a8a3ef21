import type { Translation } from '#web/platform/language/messages.ts'
import type { courseExportMessages } from './course-export.en.ts'

export const courseExport = {
  export: 'Eksport kursus',
  exporting: (megabytes: string) => `Kursus sedang dimuat turun (${megabytes} MB).`,
  exportFailed: 'Kursus tidak dapat dieksport. Sila cuba lagi.',
  importLink: 'Import kursus',
} satisfies Translation<typeof courseExportMessages>
