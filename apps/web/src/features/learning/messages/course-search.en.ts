import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const courseSearchMessages = defineMessages('courseSearch', {
  search: 'Search this course',
  results: 'Found in this course',
  titles: 'Lesson titles',
  failed: 'The course could not be searched',
  none: 'No lesson of this course contains these words.',
  searchedFor: (typed: string, near: string) =>
    `No lesson contains “${typed}”. These are the results for “${near}”.`,
  more: 'More lines match than are shown here. Type more words to narrow the search.',
  notSearched: (lessons: number) => `${counted(lessons, 'lesson', 'lessons')} could not be searched.`,
  found: (lines: number) => (lines === 0 ? 'No matches' : counted(lines, 'match', 'matches')),
})
