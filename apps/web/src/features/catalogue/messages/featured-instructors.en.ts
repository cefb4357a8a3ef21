import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const featuredInstructorsMessages = defineMessages('featuredInstructors', {
  featuredInstructors: 'Featured instructors',
  featuredHint: 'The instructors with the most students.',
  courses: (count: number) => counted(count, 'course', 'courses'),
  teaches: (title: string) => `Teaches ${title}`,
  students: (count: number) => counted(count, 'student', 'students'),
})
