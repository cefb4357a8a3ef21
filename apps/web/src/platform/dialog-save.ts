import { useSave, type Save } from './use-save.ts'

export type DialogSave<Given, Answer> = Omit<Save<Given, Answer>, 'save' | 'closes'> & {
  /** A mutation. The dialog is busy until its `onSuccess`, which refreshes lists, has ended. */
  save: { isPending: boolean; mutateAsync: (given: Given) => Promise<Answer> }
  /** Runs after saving if there is no `onSaved`. */
  onClose: () => void
}

/**
 * Saves a dialog's values, shows a failure, and closes the dialog. A dialog whose values follow a schema of the contract
 * uses `useDialogForm`.
 */
export function useDialogSave<Given, Answer>({ save, onClose, ...saving }: DialogSave<Given, Answer>) {
  const { send, clearError, error } = useSave<Given, Answer>({
    ...saving,
    // Not `mutate`: its callbacks are dropped when the refresh removes the row that rendered the dialog.
    save: save.mutateAsync,
    onSaved: saving.onSaved ?? onClose,
    closes: true,
  })
  return { send, clearError, dialog: { busy: save.isPending, error, onClose } }
}
