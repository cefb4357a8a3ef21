import { defineMessages } from '../../platform/language/messages.ts'

export const offerChangesMessages = defineMessages('offerChanges', {
  price: (now: string, before: string) => `The price is ${now} now. It was ${before}.`,
  access: (length: string) => `Access lasts ${length} now.`,
  endless: 'Access has no end now.',
  start: (name: string, day: string) => `The start is ${name} on ${day} now.`,
  atOnce: 'You start at once now, on your own.',
  first: (courses: string) => `Now to be completed first: ${courses}.`,
})
