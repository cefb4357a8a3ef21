import { defineMessages } from '#web/platform/language/messages.ts'

export const outboxMessages = defineMessages('outbox', {
  savedHere: 'Saved on this device',
})
