import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

export const transcriptMessages = defineMessages('transcript', {
  title: 'Transcript',
  close: 'Close transcript',
  language: 'Language of the transcript',
  search: 'Search the transcript',
  previous: 'Previous match',
  next: 'Next match',
  matchOf: (at: number, total: number) => `${at} of ${total}`,
  noMatch: 'No matches',
  follow: 'Follow the video',
  loadFailed: 'The transcript could not be loaded',
  empty: 'These captions contain no text.',
  searchCourse: 'Search the whole course',
  backToLesson: 'Back to this lesson',
  results: 'Found in this course',
  searchFailed: 'The course could not be searched',
  noneInCourse: 'No transcript of this course contains these words.',
  more: 'More lines match than are shown here. Type more words to narrow the search.',
  notSearched: (lessons: number) => `${counted(lessons, 'lesson', 'lessons')} could not be searched.`,
})
