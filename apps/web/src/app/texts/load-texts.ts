/** Loads the texts of a language in several files, because one would exceed the size budget. */
import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import type { TranslatedTexts } from '#web/platform/language/messages.ts'

const parts = import.meta.glob<{ files: Record<string, TranslatedTexts> }>('./*.??.ts')

export async function loadTextsOf(language: TranslatedLanguage): Promise<TranslatedTexts> {
  const ofLanguage = Object.entries(parts).filter(([path]) => path.endsWith(`.${language}.ts`))
  const loaded = await Promise.all(ofLanguage.map(([, load]) => load()))
  return Object.assign({}, ...loaded.flatMap(({ files }) => Object.values(files)))
}
