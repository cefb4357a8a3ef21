/** Contains the Malay texts of bundles. */
import type { TranslatedTexts } from '#web/platform/language/messages.ts'

export const files = import.meta.glob<TranslatedTexts>('#web/features/bundles/**/*.ms.ts', { eager: true })
