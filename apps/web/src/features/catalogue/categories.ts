import type { CourseCategory } from '@apogee/contracts/limits.ts'
import type { catalogueMessages } from './messages/catalogue.en.ts'

type Key = keyof (typeof catalogueMessages)['texts']

/** Key of each category's name in the dictionary. */
export const categoryText = {
  Programming: 'programming',
  Design: 'design',
  Business: 'business',
  'Data Science': 'dataScience',
  Marketing: 'marketing',
  'AI & ML': 'ai',
} as const satisfies Record<CourseCategory, Key>
