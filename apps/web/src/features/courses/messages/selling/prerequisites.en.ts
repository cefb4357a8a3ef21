import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const coursePrerequisitesMessages = defineMessages('coursePrerequisites', {
  title: 'Courses that come first',
  lead: 'A condition keeps the lessons closed until the learner has completed that course. It applies to everybody who enrolls or orders from now on; whoever has the course already keeps it open. People can always buy, and read this before they pay.',
  chosen: 'Chosen courses, in their order',
  none: 'No course comes first. Search below to add up to five.',
  condition: 'Must be completed',
  ruleOf: (course: string) => `What ${course} is`,
  recommendation: 'Recommended only',
  remove: (course: string) => `Remove ${course}`,
  add: (course: string) => `Add ${course}`,
  addShort: 'Add',
  search: 'Search your courses',
  found: 'Courses to add',
  nothingFound: 'No other course has this in its title.',
  noOthers: 'You have no other course that could come first.',
  searching: 'Searching...',
  searchFailed: 'The courses could not be loaded.',
  full: 'Five courses are chosen. Remove one to add another.',
  draft: 'Draft: applies once it is published',
  archived: 'Archived: closes no lessons',
  private: 'Private: applies to its learners only',
  waiting: (learners: number) =>
    `${counted(learners, 'learner waits', 'learners wait')} for these courses now.`,
  cycle: (chain: string) => `These courses would wait for each other: ${chain}. Remove one of them.`,
  save: 'Save',
  saving: 'Saving...',
  saved: 'Prerequisites saved',
  saveFailed: 'The change could not be saved. Please try again.',
  loadFailed: 'The prerequisites could not be loaded.',
})
