import type { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import type { Translation } from '../../platform/language/messages.ts'

export const audienceChoice = {
  for: 'Untuk',
  everybody: 'Semua',
  withoutCohort: 'Pelajar tanpa kohort',
  chosenAreTold: 'Pelajar yang anda pilih dimaklumkan dalam laman ini.',
  removed: (name) => `${name} (dibuang)`,
  forRemoved: (name) => `Untuk ${name}, kohort yang telah dibuang`,
  anotherCohort: 'Kohort lain',
  loadFailed: 'Kohort tidak dapat dimuatkan',
} satisfies Translation<typeof audienceChoiceMessages>
