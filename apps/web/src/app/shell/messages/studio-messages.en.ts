import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/**
 * No name here may contain one that the specification gives to a link, a tab or a button of the pages inside
 * ('Courses', 'Analytics', 'Manage Sales Links'): docs/decisions/interface.md.
 */
export const studioMessages = defineMessages('studio', {
  studio: 'Studio',
  navigation: 'Studio',
  quick: 'Quick navigation',
  open: 'Open the studio menu',
  widen: 'Show names',
  narrow: 'Show icons only',
  home: 'Home',
  inbox: 'Inbox',
  waiting: (count: number) => counted(count, 'item waits', 'items wait'),
  courses: 'Teaching',
  salesLinks: 'Share links',
  people: 'People',
  analytics: 'Reports',
  business: 'Business',
  developers: 'Developers',
  security: 'Security log',
  platform: 'Platform',
  payouts: 'Payouts',
  more: 'More',
  money: 'Money',
  search: 'Search the studio',
  find: 'Search',
  keys: 'Ctrl K',
  keysOfApple: '⌘K',
  outside: 'Outside the studio',
})
