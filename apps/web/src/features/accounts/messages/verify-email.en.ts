import { defineMessages } from '#web/platform/language/messages.ts'

export const verifyEmailMessages = defineMessages('verifyEmail', {
  title: 'Confirm your email',
  done: 'Your email address is confirmed',
  doneHint: 'Thank you. There is nothing else to do.',
  failed: 'Your email address could not be confirmed',
  spent: 'This link has expired or was already used',
  expiredHint: 'Each link works once, for 3 days.',
})
