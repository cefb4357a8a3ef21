import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import { sentenceIn } from '../../platform/language/messages.ts'
import { useLanguage } from '../../platform/language/preferences.tsx'

/** The default language uses the names of the contract and the database. */
export const categoryNameIn = (language: Language, category: CourseCategory): string =>
  sentenceIn(language, 'categoryNames', category) ?? category

/** Returns a course's category in the reader's language; null when the course has none. */
export function useCategoryName(): (category: CourseCategory | null) => string | null {
  const language = useLanguage()
  return (category) => category && categoryNameIn(language, category)
}
