import { useSave, type Save } from './use-save.ts'

export type DialogSave<Given, Answer> = Omit<Save<Given, Answer>, 'save' | 'closes'> & {
  /** The dialog stays busy until the mutation's `onSuccess` has ended, which refetches lists. */
  save: { isPending: boolean; mutateAsync: (given: Given) => Promise<Answer> }
  /** Runs after saving unless `onSaved` is given. */
  onClose: () => void
}

/**
 * Saves a dialog's values, shows a failure, and closes the dialog. A dialog whose values follow a schema of the contract
 * uses `useDialogForm`.
 */
export function useDialogSave<Given, Answer>({ save, onClose, ...saving }: DialogSave<Given, Answer>) {
  const { send, clearError, error } = useSave<Given, Answer>({
    ...saving,
    // `mutateAsync` is used because React Query does not call the callbacks of `mutate` when the refetch removes the row that
    // rendered the dialog.
    save: save.mutateAsync,
    onSaved: saving.onSaved ?? onClose,
    closes: true,
  })
  return { send, clearError, dialog: { busy: save.isPending, error, onClose } }
}
