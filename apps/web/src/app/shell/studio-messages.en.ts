import { defineMessages } from '#web/platform/messages.ts'

export const studioMessages = defineMessages('studio', {
  studio: 'Studio',
  navigation: 'Studio',
  quick: 'Quick navigation',
  open: 'Open the studio menu',
  widen: 'Show names',
  narrow: 'Show icons only',
  home: 'Home',
  courses: 'Courses',
  salesLinks: 'Sales links',
  people: 'People',
  analytics: 'Analytics',
  business: 'Business',
  platform: 'Platform',
  more: 'More',
  money: 'Money',
  running: 'Platform',
  outside: 'Outside the studio',
})
