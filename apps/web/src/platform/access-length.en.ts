import { defineMessages } from './messages.ts'
import { counted } from './numbers.ts'

/** How long access lasts: on sales pages, in the cart and at the checkout. */
export const accessLengthMessages = defineMessages('accessLength', {
  days: (days: number) => counted(days, 'day', 'days'),
  months: (months: number) => counted(months, 'month', 'months'),
  accessFor: (length: string) => `Access for ${length}`,
})
