import { useText } from './messages.ts'
import { platformMessages } from './messages.en.ts'

/** For screens that need scripts: says so when none runs. */
export function NeedsScript() {
  const text = useText(platformMessages)
  return (
    <noscript>
      <p className="my-4 text-secondary">{text.needsScript}</p>
    </noscript>
  )
}
