import type { Translation } from '../../platform/language/messages.ts'
import type { prerequisiteListMessages } from './prerequisite-list.en.ts'

export const prerequisiteList = {
  before: 'Sebelum kursus ini',
  recommended: 'Disyorkan dahulu',
  required: 'Wajib dahulu',
  notStarted: 'Belum bermula',
  percentDone: (percent) => `${percent}% selesai`,
  completed: 'Selesai',
} satisfies Translation<typeof prerequisiteListMessages>
