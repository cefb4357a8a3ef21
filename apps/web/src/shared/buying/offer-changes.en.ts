import { defineMessages } from '../../platform/language/messages.ts'

export const offerChangesMessages = defineMessages('offerChanges', {
  price: (now: string, before: string) => `The price is now ${now}. It was ${before}.`,
  access: (length: string) => `Access now lasts ${length}.`,
  endless: 'Access no longer ends.',
  start: (name: string, day: string) => `It now starts with ${name} on ${day}.`,
  withoutCohort: 'You now start at once, on your own.',
  first: (courses: string) => `You must now complete first: ${courses}.`,
})
