import { defineMessages } from '#web/platform/language/messages.ts'

export const courseExportMessages = defineMessages('courseExport', {
  export: 'Export course',
  exporting: (megabytes: string) => `The course is being downloaded (${megabytes} MB).`,
  exportFailed: 'The course could not be exported. Please try again.',
  importLink: 'Import course',
})
