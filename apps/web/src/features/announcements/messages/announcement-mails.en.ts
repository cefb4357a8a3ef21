import { defineMessages } from '#web/platform/messages.ts'

export const announcementMailsMessages = defineMessages('announcementMails', {
  title: 'Stop mails about announcements',
  lead: 'You will get no more mails about announcements of your courses, nor copies of messages that their people send you. You find both on this site, and notifications go on.',
  stopped: 'Mails about announcements are stopped',
  settingsTitle: 'Emails about announcements',
  settingsLead:
    'What the people of your courses announce, if they also send it by email, and what they write to you alone. You always get a notification in Apogee.',
  wanted: 'Email me announcements',
})
