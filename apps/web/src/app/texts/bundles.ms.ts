/** Contains the Malay texts of bundles, of gifts, of schools, and of what all purchases share. */
import type { TranslatedTexts } from '#web/platform/language/messages.ts'

export const files = import.meta.glob<TranslatedTexts>(
  ['#web/features/{bundles,gifts,schools}/**/*.ms.ts', '#web/shared/buying/**/*.ms.ts'],
  { eager: true },
)
