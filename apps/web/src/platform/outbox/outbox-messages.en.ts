import { defineMessages } from '#web/platform/messages.ts'

export const outboxMessages = defineMessages('outbox', {
  savedHere: 'Saved on this device',
})
