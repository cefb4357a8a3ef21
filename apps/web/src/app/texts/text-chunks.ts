/** The texts of a language in two chunks, for the browser. */
import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import type { TranslatedTexts } from '#web/platform/messages.ts'

export const textChunks: Record<TranslatedLanguage, () => Promise<TranslatedTexts>> = {
  ms: async () => {
    const [{ readingTexts }, { workTexts }] = await Promise.all([
      import('./reading.ms.ts'),
      import('./work.ms.ts'),
    ])
    return { ...readingTexts, features: { ...readingTexts.features, ...workTexts } }
  },
}
