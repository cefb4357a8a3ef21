import { defineMessages } from '#web/platform/language/messages.ts'

export const consentMessages = defineMessages('consents', {
  listTitle: 'What you have agreed to',
  listFailed: 'The list of what you have agreed to could not be loaded',
  inForce: (day: string) => `In force since ${day}`,
  version: (day: string) => `Version of ${day}`,
  registration: (time: string) => `accepted with your registration on ${time}`,
  provider: (time: string) => `accepted with your first sign-in through Google or GitHub on ${time}`,
  setup: (time: string) => `recorded on ${time}, when this site was set up`,
  'notice-shown': (time: string) => `our notice was shown to you on ${time}`,
  'notice-closed': (time: string) => `you read or closed our notice on ${time}`,
  noRecord: 'Nothing is recorded yet: your account is older than these records.',
  withdrawing: 'You withdraw this agreement by deleting your account. Emails that you may stop:',
  questionMails: 'questions and answers',
  announcementMails: 'announcements of courses',
})
