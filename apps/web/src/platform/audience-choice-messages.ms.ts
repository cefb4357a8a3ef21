import type { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import type { Translation } from './messages.ts'

export const audienceChoice = {
  for: 'Untuk',
  everybody: 'Semua',
  withoutCohort: 'Pelajar tanpa kohort',
  loadFailed: 'Kohort tidak dapat dimuatkan',
} satisfies Translation<typeof audienceChoiceMessages>
