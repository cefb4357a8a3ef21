import { defineMessages } from '#web/platform/messages.ts'

export const saleMailMessages = defineMessages('saleMails', {
  title: 'Emails about sales',
  lead: 'Choose how often Apogee emails you about sales. You are notified in Apogee of each one in any case.',
  howOften: 'Send emails',
  each: 'For each sale',
  daily: 'Once a day',
  never: 'Never',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  saveFailed: 'Your choice could not be saved. Please try again.',
  loadFailed: 'Your choice could not be loaded',
})
