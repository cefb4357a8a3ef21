import { defineMessages } from '#web/platform/messages.ts'

export const questionMailsMessages = defineMessages('questionMails', {
  title: 'Stop mails about questions',
  lead: 'You will get no more mails about new questions in courses you teach, about answers of instructors to yours and about replies that mention you. Notifications on this site go on.',
  stop: 'Stop Mails',
  saving: 'Saving...',
  stopped: 'Mails about questions are stopped',
  stoppedHint: 'You get no more of them. You can turn them on again here, by the same link.',
  resume: 'Turn On Again',
  failed: 'This could not be changed. Please try again.',
  settingsTitle: 'Emails about questions',
  settingsLead:
    'About new questions in courses you teach, at most once an hour, about an instructor’s answer to your question and about replies that mention you. You always get a notification in Apogee.',
  wanted: 'Email me about questions',
  on: 'On',
  off: 'Off',
  loadFailed: 'Your choice could not be loaded',
  unknown: 'This link is not valid. Use the link of a newer mail.',
})
