import { defineMessages } from '#web/platform/messages.ts'

export const unfinishedMessages = defineMessages('unfinished', {
  notOpenYet: 'This part of Apogee is not open yet.',
  goToMarketplace: 'Go to the marketplace',
  community: 'Community',
  discussion: 'Discussion',
  group: 'Study group',
  invitation: 'Invitation',
})
