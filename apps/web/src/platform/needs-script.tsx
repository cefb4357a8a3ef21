import { useText } from './messages.ts'
import { platformMessages } from './messages.en.ts'

/** For screens that are nothing without scripts: says so where none runs. */
export function NeedsScript() {
  const text = useText(platformMessages)
  return (
    <noscript>
      <p className="my-4 text-secondary">{text.needsScript}</p>
    </noscript>
  )
}
