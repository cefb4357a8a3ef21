/** What the server writes into every document for early events. */
import { earlyEventsMessages } from './messages.en.ts'
import { earlyEventsMalay } from './messages.ms.ts'

export { earlyEventsScript } from './inline-script.ts'

/** The sentences of the status line that the script fills, by its data attributes. */
export function earlyEventsTexts(language: 'en' | 'ms'): { waiting: string; lost: string; failed: string } {
  const words = language === 'ms' ? earlyEventsMalay : earlyEventsMessages.en
  return { waiting: words.waiting, lost: words.lost, failed: words.failed }
}
