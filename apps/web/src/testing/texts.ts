/** Provides the texts of a language for tests that render no route. */
import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import { loadTextsOf } from '#web/app/texts/load-texts.ts'
import { loadTexts, setTextLoader } from '#web/platform/language/messages.ts'

export { loadTextsOf }

/** Registers the texts for `textIn` and `useText`. */
export async function provideTexts(language: TranslatedLanguage): Promise<void> {
  setTextLoader(loadTextsOf)
  await loadTexts(language)
}
