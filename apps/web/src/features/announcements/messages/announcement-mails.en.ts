import { defineMessages } from '#web/platform/language/messages.ts'

export const announcementMailsMessages = defineMessages('announcementMails', {
  title: 'Stop mails about announcements',
  lead: 'You will get no more mails about announcements of your courses, or about messages that their teachers send you. You can still read both on this site, and you still get notifications.',
  stopped: 'Mails about announcements are stopped',
  settingsTitle: 'Emails about announcements',
  settingsLead:
    'Announcements that are also sent by email, and messages that teachers send to you alone. You always get a notification in Apogee.',
  wanted: 'Email me announcements',
})
