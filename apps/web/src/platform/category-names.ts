import { defaultLanguage, type Language, type TranslatedLanguage } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/limits.ts'
import { useLanguage } from './preferences.tsx'

/** The default language has the names that the contract and the database use. */
const names: Record<TranslatedLanguage, Record<CourseCategory, string>> = {
  ms: {
    Programming: 'Pengaturcaraan',
    Design: 'Reka Bentuk',
    Business: 'Perniagaan',
    'Data Science': 'Sains Data',
    Marketing: 'Pemasaran',
    'AI & ML': 'AI & ML',
  },
}

export const categoryNameIn = (language: Language, category: CourseCategory): string =>
  language === defaultLanguage ? category : names[language][category]

/** A course's category in the reader's language; null when it has none. */
export function useCategoryName(): (category: CourseCategory | null) => string | null {
  const language = useLanguage()
  return (category) => category && categoryNameIn(language, category)
}
