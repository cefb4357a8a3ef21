import type { CourseCategory } from '@apogee/contracts/limits.ts'
import type { administrationMessages } from './messages/administration.en.ts'

/** Key of each category's name in the dictionary. */
export const categoryText = {
  Programming: 'programming',
  Design: 'design',
  Business: 'business',
  'Data Science': 'dataScience',
  Marketing: 'marketing',
  'AI & ML': 'ai',
} as const satisfies Record<CourseCategory, keyof (typeof administrationMessages)['texts']>
