import { useHydrated } from '../page/hydrated.ts'
import { ownTimeInWords } from './dates.ts'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'
import { useLanguage } from './preferences.tsx'

/** Shows people abroad an instant by their own clock, beside its Malaysian time. Shows nothing in Malaysia. */
export function OwnTime({ of: instant }: { of: string }) {
  const text = useText(platformMessages)
  const language = useLanguage()
  // The server does not know the zone of the device.
  const time = useHydrated() ? ownTimeInWords(instant, language) : null
  return time === null ? null : <span>{text.yourTime(time)}</span>
}
