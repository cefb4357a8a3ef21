import type { Language } from '@apogee/domain/languages.ts'
import { textIn } from '#web/platform/language/messages.ts'
import type { EarlySentence } from './early-events.ts'
import { earlyEventsMessages } from './messages.en.ts'

export { earlyEventsScript } from './inline-script.ts'

/** Returns the texts of the status line as data attributes for the script. */
export function earlyEventsTexts(language: Language): Record<EarlySentence, string> {
  const words = textIn(earlyEventsMessages, language)
  const { waiting, lost, untyped, failed } = words
  return { waiting, lost, untyped, failed }
}
