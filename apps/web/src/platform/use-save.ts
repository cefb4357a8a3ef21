import { useNotify } from '@apogee/ui/notice.tsx'
import { useRef, useState } from 'react'
import { useFailureText } from './failure-text.ts'

export interface Save<Given, Answer> {
  save: (given: Given) => Promise<Answer>
  /** Shown when the server does not say why it failed; a function words every failure. */
  failed: string | ((error: unknown) => string)
  /** Announced after saving. */
  notice?: ((answer: Answer, given: Given) => string) | undefined
  onSaved?: ((answer: Answer, given: Given) => void) | undefined
  /** Shows a refusal in its own way; false: `error` shows it. */
  onRefused?: ((error: unknown) => boolean) | undefined
  /** The form closes after saving: later presses send nothing. */
  closes?: boolean
}

/** Sends values once per press and keeps the failure. `send` ignores calls during a running one. */
export function useSave<Given, Answer>({
  save,
  failed,
  notice,
  onSaved,
  onRefused,
  closes = false,
}: Save<Given, Answer>) {
  const notify = useNotify()
  const failureText = useFailureText()
  // A second press may come before React has rendered the busy button.
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const send = async (given: Given): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setFailure(null)
    let answer: Answer
    try {
      answer = await save(given)
    } catch (error) {
      isSending.current = false
      setBusy(false)
      if (!onRefused?.(error)) setFailure({ error })
      return
    }
    isSending.current = closes
    setBusy(false)
    try {
      if (notice) notify({ text: notice(answer, given) })
      onSaved?.(answer, given)
    } catch (error) {
      // The answer lacks what it should hold.
      isSending.current = false
      setFailure({ error })
    }
  }
  const textOf = (error: unknown) => (typeof failed === 'string' ? failureText(error, failed) : failed(error))
  const error = failure ? textOf(failure.error) : undefined
  /** After a change that makes the last failure obsolete. */
  const clearError = () => setFailure(null)
  return { send, busy, error, clearError }
}
