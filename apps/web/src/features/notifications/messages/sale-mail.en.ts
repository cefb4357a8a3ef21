import { defineMessages } from '#web/platform/language/messages.ts'

export const saleMailMessages = defineMessages('saleMails', {
  title: 'Emails about sales',
  lead: 'Choose how often Apogee emails you about sales. You always get a notification in Apogee for each sale.',
  howOften: 'Send emails',
  each: 'For each sale',
  daily: 'Once a day',
  never: 'Never',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Your choice is saved.',
  saveFailed: 'Your choice could not be saved. Please try again.',
  loadFailed: 'Your choice could not be loaded',
})
