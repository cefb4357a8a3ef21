import { useEffect, type FormEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormProps } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showIssues, useContractForm, useFieldProps } from './forms.ts'
import type { FormDraft } from './use-draft.ts'
import { useSave, type Save } from './use-save.ts'

export type FormSave<In extends FieldValues, Out extends FieldValues, Answer> = Save<Out, Answer> & {
  schema: z.core.$ZodType<Out, In>
  values: DefaultValues<In>
  /** See `useContractForm`. */
  recheck?: UseFormProps['reValidateMode']
  /** The failure is also said above the form when every fault is shown at a field. */
  repeatsIssues?: boolean
  /** Typed values are kept in it until they are saved. */
  draft?: FormDraft | undefined
}

/**
 * A form whose values follow a schema of the contract. Errors, the server's too, are shown at their fields and the
 * first gets the focus; a press during a running request sends nothing; a failure keeps the typed values. `page` is what
 * the form's frame needs. A form in a dialog uses `useDialogForm`.
 */
export function usePageForm<In extends FieldValues, Out extends FieldValues, Answer>({
  schema,
  values,
  recheck,
  repeatsIssues = false,
  draft,
  ...saving
}: FormSave<In, Out, Answer>) {
  const form = useContractForm(schema, values, recheck)
  const field = useFieldProps(form)
  const { send, busy, error, clearError } = useSave<Out, Answer>({
    ...saving,
    onRefused: (refusal) =>
      (saving.onRefused?.(refusal) ?? false) || (showIssues(form, refusal) && !repeatsIssues),
    onSaved: (answer, given) => {
      draft?.forget()
      saving.onSaved?.(answer, given)
    },
  })
  useEffect(() => {
    if (!draft) return
    const typing = form.watch((typed) => draft.keep(typed))
    return () => typing.unsubscribe()
  }, [form, draft])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    // Not awaited: a form that `onSaved` resets must not count as submitted afterwards.
    void form.handleSubmit((typed) => void send(typed))(event)
  }
  return { form, field, clearError, page: { busy, error, onSubmit } }
}

export type PageForm = ReturnType<typeof usePageForm>['page']
