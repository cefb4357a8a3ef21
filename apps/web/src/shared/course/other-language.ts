import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'

/** Returns the name of the course's language when it is known and is not the reader's. */
export const otherLanguage = (
  { language }: Pick<CatalogueCourse, 'language'>,
  reader: Language,
): string | undefined => (language && language !== reader ? languageNames[language] : undefined)
