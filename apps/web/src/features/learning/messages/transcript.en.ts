import { defineMessages } from '#web/platform/language/messages.ts'

export const transcriptMessages = defineMessages('transcript', {
  title: 'Transcript',
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
})
