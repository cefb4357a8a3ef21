import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import { sentenceIn } from './messages.ts'
import { useLanguage } from './preferences.tsx'

/** The default language has the names that the contract and the database use. */
export const categoryNameIn = (language: Language, category: CourseCategory): string =>
  sentenceIn(language, 'categoryNames', category) ?? category

/** A course's category in the reader's language; null when it has none. */
export function useCategoryName(): (category: CourseCategory | null) => string | null {
  const language = useLanguage()
  return (category) => category && categoryNameIn(language, category)
}
