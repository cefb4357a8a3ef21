import { defineMessages } from '#web/platform/language/messages.ts'

export const refusedMessages = defineMessages('refused', {
  title: 'Not saved',
  completed: 'A lesson marked as complete or incomplete',
  answer: 'An answer in a quiz',
  submission: 'Work that was handed in',
  exercise: 'Code in an exercise',
  reply: 'A reply in a discussion',
  discussion: 'A new discussion',
  copyText: 'Copy text',
  copied: 'Copied.',
  copyFailed: 'It could not be copied. Select the text and copy it.',
  discard: 'Discard',
})
