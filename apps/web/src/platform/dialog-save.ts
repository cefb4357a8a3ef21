import { useNotify } from '@apogee/ui/notice.tsx'
import { useRef, useState } from 'react'
import { useFailureText } from './failure-text.ts'

export interface DialogSave<Given, Answer> {
  /** A mutation. The dialog is busy until its `onSuccess`, which refreshes lists, has ended. */
  save: { isPending: boolean; mutateAsync: (given: Given) => Promise<Answer> }
  /** Shown when the server does not say why it failed. */
  failed: string
  /** Announced after saving. */
  notice?: ((answer: Answer, given: Given) => string) | undefined
  /** Runs after saving, in place of `onClose`. */
  onSaved?: ((answer: Answer, given: Given) => void) | undefined
  /** Shows a refusal in its own way; false: the dialog shows it. */
  onRefused?: ((error: unknown) => boolean) | undefined
  onClose: () => void
}

/**
 * Saves a dialog's values, shows a failure, and closes the dialog. `send` ignores calls during a running one. A dialog
 * whose values follow a schema of the contract uses `useDialogForm`.
 */
export function useDialogSave<Given, Answer>({
  save,
  failed,
  notice,
  onSaved,
  onRefused,
  onClose,
}: DialogSave<Given, Answer>) {
  const notify = useNotify()
  const failureText = useFailureText()
  // A second press may come before React has rendered the busy button. Stays true after a save, which closes the dialog.
  const isSending = useRef(false)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const send = async (given: Given): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    let answer: Answer
    try {
      // Not `mutate`: its callbacks are dropped when the refresh removes the row that rendered the dialog.
      answer = await save.mutateAsync(given)
    } catch (error) {
      isSending.current = false
      if (!onRefused?.(error)) setFailure({ error })
      return
    }
    if (notice) notify({ text: notice(answer, given) })
    if (onSaved) onSaved(answer, given)
    else onClose()
  }
  const error = failure ? failureText(failure.error, failed) : undefined
  /** After a change that makes the last failure obsolete. */
  const clearError = () => setFailure(null)
  return { send, clearError, dialog: { busy: save.isPending, error, onClose } }
}
