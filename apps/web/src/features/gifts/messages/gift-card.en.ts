import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/** The card is written in the language of the gift, which may differ from the page's. */
export const giftCardMessages = defineMessages('giftCard', {
  heading: 'A gift for you',
  headingFor: (name: string) => `A gift for ${name}`,
  from: (name: string) => `From ${name}`,
  fromSomebody: 'From somebody who has left Apogee',
  more: (count: number) => `and ${counted(count, 'more course', 'more courses')}`,
})
