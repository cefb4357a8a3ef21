import type { ExportFormat } from '@apogee/contracts/archives/archives.ts'
import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

const formats: Record<ExportFormat, string> = {
  course: 'Apogee archive',
  cartridge: 'Common Cartridge 1.3 (Moodle, Canvas, Blackboard)',
}

const hints: Record<ExportFormat, string> = {
  course: 'Everything that you and your team have made, also drafts. Apogee can import it again.',
  cartridge: 'What learners can open. You see a list of what the format cannot hold.',
}

export const courseExportMessages = defineMessages('courseExport', {
  export: 'Export course',
  lead: 'The file has no learners, and nothing of what they did.',
  format: 'Format',
  formatName: (format: ExportFormat) => formats[format],
  formatHint: (format: ExportFormat) => hints[format],
  start: 'Download file',
  starting: 'Preparing file…',
  exporting: (megabytes: string) => `The course is being downloaded (${megabytes} MB).`,
  exportFailed: 'The course could not be exported. Please try again.',
  leftOutTitle: (count: number) => `${counted(count, 'part is', 'parts are')} left out or changed`,
  leftOutLead: 'The file left-out.txt in the Common Cartridge has the same list.',
  importLink: 'Import course',
})
