/** Manages one form in a dialog with its state, submission and draft. Spread `dialog` into a FormDialog. */
import type { FieldValues } from 'react-hook-form'
import type { DialogSave } from './dialog-save.ts'
import { useFieldProps } from './forms.ts'
import { usePageForm, type FormSave } from './page-form.ts'

/**
 * Wraps `usePageForm` for a dialog that closes after saving. With a draft, closing keeps the typed values; Cancel and saving delete
 * them.
 */
export function useDialogForm<In extends FieldValues, Out extends FieldValues, Answer>({
  save,
  onClose,
  ...saving
}: DialogSave<Out, Answer> & Omit<FormSave<In, Out, Answer>, 'save' | 'closes' | 'recheck'>) {
  const { form, page } = usePageForm<In, Out, Answer>({
    ...saving,
    save: save.mutateAsync,
    onSaved: saving.onSaved ?? onClose,
    closes: true,
  })
  const onCancel = () => {
    saving.draft?.forget()
    onClose()
  }
  return {
    form,
    field: useFieldProps(form, save.isPending),
    dialog: {
      ...page,
      busy: save.isPending || form.formState.isSubmitting,
      // While its rules load, a submit has sent nothing.
      isCancellable: !save.isPending,
      onClose,
      onCancel,
    },
  }
}
