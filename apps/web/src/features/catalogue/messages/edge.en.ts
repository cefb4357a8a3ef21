import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

/** What the marketplace says below its list, and where the list is empty. */
export const edgeMessages = defineMessages('catalogueEdges', {
  resetFilters: 'Reset Filters',
  withoutWord: (word: string) => `Without “${word}”`,
  inAnyCategory: 'In any category',
  atAnyPrice: 'At any price',
  featuredInstructors: 'Featured instructors',
  featuredHint: 'The people whose courses are taken most.',
  courses: (count: number) => counted(count, 'course', 'courses'),
  teaches: (title: string) => `Teaches ${title}`,
  students: (count: number) => counted(count, 'student', 'students'),
})
