import { defineMessages } from '../../platform/language/messages.ts'

/** The pages and switches that stop mails of one kind use these texts. */
export const mailsMessages = defineMessages('mails', {
  stop: 'Stop Mails',
  saving: 'Saving...',
  stoppedHint: 'You get no more of them. You can turn them on again here, by the same link.',
  resume: 'Turn On Again',
  failed: 'This could not be changed. Please try again.',
  on: 'On',
  off: 'Off',
  loadFailed: 'Your choice could not be loaded',
  unknown: 'This link is not valid. Use the link of a newer mail.',
})
