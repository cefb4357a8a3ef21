import { defineMessages } from '#web/platform/language/messages.ts'

export const changedDocumentMessages = defineMessages('changedDocuments', {
  accountStays: 'Your account stays',
  deletionCancelled: 'Your account stays: signing in has cancelled its deletion.',
  noticeLabel: 'Changed documents',
  changed: (title: string, day: string) => `We changed the ${title} on ${day}`,
  read: 'Read it',
  // The keys are document and version. Each text describes the change, follows a colon and has at most 60 characters.
  'terms 2026-11-23': 'a certificate can be withdrawn for a stated reason.',
  'privacy 2026-11-26': 'it says why and how long we keep each kind of record.',
  'privacy 2026-11-27': 'we keep which version of it you have accepted.',
  'privacy 2026-11-30': 'it names the notes that a seller’s team keeps about you.',
})
