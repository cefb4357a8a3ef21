import { useText } from '../language/messages.ts'
import { platformMessages } from '../language/messages.en.ts'

/** Shows a notice on screens that need scripts while none runs. */
export function NeedsScript() {
  const text = useText(platformMessages)
  return (
    <noscript>
      <p className="my-4 text-secondary">{text.needsScript}</p>
    </noscript>
  )
}
