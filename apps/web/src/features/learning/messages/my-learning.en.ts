import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const myLearningMessages = defineMessages('myLearning', {
  title: 'My learning',
  parts: 'Your courses',
  'in-progress': 'In progress',
  completed: 'Completed',
  archived: 'Archived',
  wishlist: 'Wishlist',
  search: 'Search your courses',
  searchPlaceholder: 'Title or teacher',
  failed: 'Your courses could not be loaded',
  showMore: 'Show more',
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'course', 'courses')}`,

  archive: (title: string) => `Archive ${title}`,
  takeBack: (title: string) => `Move back to my courses: ${title}`,
  archiveShort: 'Archive',
  takeBackShort: 'Move back to my courses',
  archivedNow: (title: string) => `${title} is archived. You keep your access and your progress.`,
  takenBack: (title: string) => `${title} is among your courses again.`,
  undo: 'Undo',
  archiveFailed: 'The course could not be moved',

  'noneIn-in-progress': 'Nothing in progress',
  'noneHint-in-progress': 'Courses that you have not completed are here.',
  'noneIn-completed': 'No completed course yet',
  'noneHint-completed': 'A course is here once you have completed every lesson that counts.',
  'noneIn-archived': 'No archived courses',
  'noneHint-archived':
    'Archive a course to keep it out of your list. You keep your access and your progress.',
  noMatch: (search: string) => `No course with “${search}”`,
  noMatchHint: 'Search for another title or teacher.',
  showAll: 'Show all',
  browse: 'Browse Courses',

  startFree: 'Start with a free course',
  startFreeHint: 'One press enrols you and opens the first lesson.',
  startNow: 'Start now',
  starting: 'Starting...',
  startFailed: 'The course could not be started',
  lessons: (count: number) => counted(count, 'lesson', 'lessons'),
})
