/** What the server writes into every document for early events. */
import type { Language } from '@apogee/domain/languages.ts'
import type { EarlySentence } from './early-events.ts'
import { earlyEventsMessages } from './messages.en.ts'
import { earlyEventsMalay } from './messages.ms.ts'

export { earlyEventsScript } from './inline-script.ts'

/** The sentences of the status line that the script fills, by its data attributes. */
export function earlyEventsTexts(language: Language): Record<EarlySentence, string> {
  const words = language === 'ms' ? earlyEventsMalay : earlyEventsMessages.en
  const { waiting, lost, untyped, failed } = words
  return { waiting, lost, untyped, failed }
}
