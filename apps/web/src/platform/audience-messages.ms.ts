import type { audienceMessages } from './audience-messages.en.ts'
import type { Translation } from './messages.ts'

export const audience = {
  forCohort: (name) => `Untuk ${name}`,
  forRemoved: (name) => `Untuk ${name}, kohort yang telah dibuang`,
  forWithoutCohort: 'Untuk pelajar tanpa kohort',
} satisfies Translation<typeof audienceMessages>
