import { defineMessages } from '#web/platform/messages.ts'

export const connectionMessages = defineMessages('connection', {
  lost: 'No connection. What is open stays open; the rest comes back with the connection.',
  back: 'The connection is back.',
})
