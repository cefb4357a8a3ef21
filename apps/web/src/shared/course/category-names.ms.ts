import type { CourseCategory } from '@apogee/contracts/course-choices.ts'

export const categoryNames = {
  Programming: 'Pengaturcaraan',
  Design: 'Reka Bentuk',
  Business: 'Perniagaan',
  'Data Science': 'Sains Data',
  Marketing: 'Pemasaran',
  'AI & ML': 'AI & ML',
} satisfies Record<CourseCategory, string>
