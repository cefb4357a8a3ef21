import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'

const focusOn = (hint: HTMLElement | null) => hint?.focus()

/** Shows the author's hints one by one, each after a press. A new hint gets the focus, which reads it aloud. */
export function Hints({ hints }: { hints: readonly string[] }) {
  const text = useText(practiceMessages)
  const [shown, setShown] = useState(0)
  return (
    <div className="practice-hints">
      {hints.slice(0, shown).map((hint, index) => (
        <p key={index} className="text-sm" tabIndex={-1} ref={focusOn}>
          <b>{text.hint(index + 1)}</b> {hint}
        </p>
      ))}
      {shown < hints.length ? (
        <Button size="sm" variant="quiet" onClick={() => setShown(shown + 1)}>
          {shown === 0 ? text.showHint : text.showSecondHint}
        </Button>
      ) : null}
    </div>
  )
}
