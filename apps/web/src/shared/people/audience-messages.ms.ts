import type { audienceMessages } from './audience-messages.en.ts'
import type { Translation } from '../../platform/language/messages.ts'

export const audience = {
  forCohort: (name) => `Untuk ${name}`,
  forWithoutCohort: 'Untuk pelajar tanpa kohort',
} satisfies Translation<typeof audienceMessages>
