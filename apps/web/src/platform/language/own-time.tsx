import { useHydrated } from '../page/hydrated.ts'
import { ownTimeInWords } from './dates.ts'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'
import { useLanguage } from './preferences.tsx'

/** Shows an instant in the reader's own time, beside its Malaysian time. It renders nothing in Malaysia's time zone. */
export function OwnTime({ of: instant }: { of: string }) {
  const text = useText(platformMessages)
  const language = useLanguage()
  // The server does not know the device's time zone, so the time appears after hydration.
  const time = useHydrated() ? ownTimeInWords(instant, language) : null
  return time === null ? null : <span>{text.yourTime(time)}</span>
}
