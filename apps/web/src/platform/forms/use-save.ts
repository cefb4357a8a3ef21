import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useRef, useState } from 'react'
import { useFailureText } from '../failures/failure-text.ts'

export interface Save<Given, Answer> {
  save: (given: Given) => Promise<Answer>
  /** `failed` is the sentence for a failure without a reason from the server, or a function that formats every failure. */
  failed: string | ((error: unknown) => string)
  notice?: ((answer: Answer, given: Given) => string) | undefined
  onSaved?: ((answer: Answer, given: Given) => void) | undefined
  /** Handles a refusal itself; false lets `error` show it. */
  onRefused?: ((error: unknown) => boolean) | undefined
  /** True means that the form closes after saving, so later presses send nothing. */
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
  // React renders the busy button after the press, so a second press may come before. The ref refuses it.
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const fail = (error: unknown): void => {
    if (!onRefused?.(error)) setFailure({ error })
  }
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
      fail(error)
      return
    }
    isSending.current = closes
    setBusy(false)
    try {
      if (notice) notify({ text: notice(answer, given) })
      onSaved?.(answer, given)
    } catch (error) {
      // `notice` or `onSaved` throws when the answer lacks data that it needs. This counts as a failure.
      isSending.current = false
      setFailure({ error })
    }
  }
  const textOf = (error: unknown) => (typeof failed === 'string' ? failureText(error, failed) : failed(error))
  const error = failure ? textOf(failure.error) : undefined
  /** Clears the failure when a change of the input makes it obsolete. */
  const clearError = () => setFailure(null)
  return { send, fail, busy, error, clearError }
}
