import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const openingMessages = defineMessages('moduleOpening', {
  open: 'When it opens…',
  title: (module: string) => `When “${module}” opens`,
  lead: 'Until then learners see what the module holds, and cannot open it. Days begin at midnight in Malaysia.',
  choice: 'The module opens',
  atOnce: 'With the enrollment',
  afterDays: 'Some days after the enrollment',
  afterItem: 'After a lesson or quiz of an earlier module',
  item: 'Lesson or quiz',
  itemHint:
    'A quiz with a pass mark must be passed, or its tries used up. The rule holds while the item is published.',
  chooseItem: 'Choose an item',
  noItem: 'There is no item in an earlier module',
  inModule: (item: string, module: string) => `${item} (${module})`,
  opensAfterItem: (item: string) => `Opens when “${item}” is finished`,
  opensAfterDraft: (item: string) => `Opens at once while “${item}” is a draft`,
  opensAfterMissing: 'Opens at once: the item of its rule is in no earlier module',
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
