/** One form in a dialog: its state, its submission and its draft. Spread `dialog` into a FormDialog. */
import { useEffect, type FormEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useDialogSave, type DialogSave } from './dialog-save.ts'
import { showIssues, useContractForm, useFieldProps, type FieldProps } from './forms.ts'
import type { FormDraft } from './use-draft.ts'

/**
 * A dialog whose form follows a schema of the contract. Errors, the server's too, are shown at their fields and the
 * first gets the focus. With a draft, closing keeps the typed values; Cancel and saving delete them.
 */
export function useDialogForm<In extends FieldValues, Out extends FieldValues, Answer>({
  schema,
  values,
  draft,
  ...saving
}: DialogSave<Out, Answer> & {
  schema: z.core.$ZodType<Out, In>
  values: DefaultValues<In>
  draft?: FormDraft
}): {
  form: UseFormReturn<In, unknown, Out>
  field: FieldProps<In>
  dialog: ReturnType<typeof useDialogSave>['dialog'] & {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onCancel: () => void
  }
} {
  const form = useContractForm(schema, values)
  const field = useFieldProps(form, saving.save.isPending)
  const { send, dialog } = useDialogSave<Out, Answer>({
    ...saving,
    onRefused: (error) => (saving.onRefused?.(error) ?? false) || showIssues(form, error),
    onSaved: (answer, given) => {
      draft?.forget()
      if (saving.onSaved) saving.onSaved(answer, given)
      else saving.onClose()
    },
  })
  useEffect(() => {
    if (!draft) return
    const typing = form.watch((typed) => draft.keep(typed))
    return () => typing.unsubscribe()
  }, [form, draft])
  return {
    form,
    field,
    dialog: {
      ...dialog,
      onSubmit: (event) => void form.handleSubmit(send)(event),
      onCancel: () => {
        draft?.forget()
        saving.onClose()
      },
    },
  }
}
