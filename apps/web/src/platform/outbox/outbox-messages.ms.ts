import type { Translation } from '#web/platform/language/messages.ts'
import type { outboxMessages } from './outbox-messages.en.ts'

export const outbox = {
  savedHere: 'Disimpan pada peranti ini',
} satisfies Translation<typeof outboxMessages>
