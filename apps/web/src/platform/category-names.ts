import type { CourseCategory } from '@apogee/contracts/limits.ts'
import { useLanguage, type Language } from './preferences.tsx'

const malay: Record<CourseCategory, string> = {
  Programming: 'Pengaturcaraan',
  Design: 'Reka Bentuk',
  Business: 'Perniagaan',
  'Data Science': 'Sains Data',
  Marketing: 'Pemasaran',
  'AI & ML': 'AI & ML',
}

export const categoryNameIn = (language: Language, category: CourseCategory): string =>
  language === 'ms' ? malay[category] : category

/** A course's category in the reader's language; null when it has none. */
export function useCategoryName(): (category: CourseCategory | null) => string | null {
  const language = useLanguage()
  return (category) => category && categoryNameIn(language, category)
}
