import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { featuredInstructorsMessages } from './featured-instructors.en.ts'

export const featuredInstructors = {
  featuredInstructors: 'Pengajar pilihan',
  featuredHint: 'Pengajar dengan pelajar paling ramai.',
  courses: (count: number) => `${figure(count)} kursus`,
  teaches: (title: string) => `Mengajar ${title}`,
  students: (count: number) => `${figure(count)} pelajar`,
} satisfies Translation<typeof featuredInstructorsMessages>
