import { defineMessages } from '#web/platform/language/messages.ts'

export const questionMailsMessages = defineMessages('questionMails', {
  title: 'Stop mails about questions',
  lead: 'You will get no more mails about new questions in courses you teach, about answers of instructors to yours and about replies that mention you. Notifications on this site go on.',
  stopped: 'Mails about questions are stopped',
  settingsTitle: 'Emails about questions',
  settingsLead:
    'About new questions in courses you teach, at most once an hour, about an instructor’s answer to your question and about replies that mention you. You always get a notification in Apogee.',
  wanted: 'Email me about questions',
})
