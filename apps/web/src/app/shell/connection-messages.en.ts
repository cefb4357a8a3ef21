import { defineMessages } from '#web/platform/messages.ts'

export const connectionMessages = defineMessages('connection', {
  lost: 'No connection. This page stays open; the rest loads when you are back online.',
  back: 'The connection is back.',
})
