/** All texts of every language but the default at once, for the server and for tests. */
import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import type { TranslatedTexts } from '#web/platform/messages.ts'
import { earlyEventsMalay } from '#web/framework/early-events/messages.ms.ts'
import { readingTexts } from './reading.ms.ts'
import { workTexts } from './work.ms.ts'

export const allTexts: Record<TranslatedLanguage, () => TranslatedTexts> = {
  ms: () => ({
    ...readingTexts,
    features: { ...readingTexts.features, ...workTexts, earlyEvents: earlyEventsMalay },
  }),
}
