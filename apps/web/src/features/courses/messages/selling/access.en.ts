import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const courseAccessMessages = defineMessages('courseAccess', {
  open: 'Access length…',
  title: 'How long learners have access',
  lead: 'This applies to everybody who enrolls or buys from now on. The sales page, the cart and the checkout name it. Access ends with the last day in Malaysia.',
  choice: 'Access lasts',
  forEver: 'For ever',
  days: 'Some days after the enrollment',
  months: 'Some months after the enrollment',
  daysLabel: 'Days',
  monthsLabel: 'Months',
  within: (most: number) => `From 1 to ${most}`,
  wrong: (most: number) => `Enter a whole number from 1 to ${most}`,
  save: 'Save',
  saving: 'Saving...',
  saved: 'Access length saved',
  saveFailed: 'The change could not be saved. Please try again.',
  endEarlier: (count: number, length: string) =>
    `${counted(count, 'learner has', 'learners have')} access that ends earlier. They can get the length of the course, too, counted from their enrollment: ${length}. Nobody’s access gets shorter.`,
  lengthen: (count: number) => `Lengthen for ${counted(count, 'learner', 'learners')}`,
  lengthening: 'Lengthening...',
  lengthened: (count: number) => `Access lengthened for ${counted(count, 'learner', 'learners')}`,
})
