import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const openingMessages = defineMessages('moduleOpening', {
  open: 'When it opens…',
  title: (module: string) => `When “${module}” opens`,
  lead: 'Until then learners see what the module holds, and cannot open it. Days begin at midnight in Malaysia.',
  choice: 'The module opens',
  atOnce: 'With the enrollment',
  afterDays: 'Some days after the enrollment',
  onDay: 'On a day, for everybody',
  days: 'Days after the enrollment',
  daysHint: 'From 1 to 730',
  day: 'Day',
  daysWrong: 'Enter a whole number from 1 to 730',
  dayWrong: 'Choose a day',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved',
  saveFailed: 'The change could not be saved. Please try again.',
  opensAfter: (days: number) => `Opens ${counted(days, 'day', 'days')} after the enrollment`,
  opensOn: (day: string) => `Opens on ${day}`,
})
