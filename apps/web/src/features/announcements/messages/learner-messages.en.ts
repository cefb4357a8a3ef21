import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const learnerMessagesMessages = defineMessages('learnerMessages', {
  title: 'Messages sent',
  write: 'Write a message',
  writeIn: (course: string) => `About ${course}`,
  writeLead: (name: string) =>
    `${name} gets a notification on this site, and an email at a verified address unless they have turned these emails off.`,
  unnamed: 'The learner',
  body: 'Message',
  bodyHint:
    'The notification shows your name; the email, that of your business. To answer, learners write in the discussions of the course.',
  send: 'Send message',
  sending: 'Sending...',
  sent: 'The message was sent as a notification',
  sentByMail: 'The message was sent as a notification and by email',
  sendFailed: 'The message could not be sent. Please try again.',
  loadFailed: 'The messages could not be loaded',
  none: 'Nobody has sent this learner a message.',
  byline: (author: string | null, time: string) => (author === null ? time : `${author} · ${time}`),
  alsoMailed: 'Also by email',
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'message', 'messages')}`,
  loadMore: 'Show older messages',
})
