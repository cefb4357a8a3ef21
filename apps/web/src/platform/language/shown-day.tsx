import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { dateInWords } from './dates.ts'
import { useLanguage } from './preferences.tsx'

/**
 * Shows a day as '18 Nov 2026'. `at` is an instant or a day such as '2026-11-18'. Only the specification's table of users shows days
 * as the latter (scripts/checks/shown-days.test.ts).
 */
export function ShownDay({ at }: { at: string }) {
  const language = useLanguage()
  return dateInWords(at.includes('T') ? at : startOfDayAsText(at), language)
}
