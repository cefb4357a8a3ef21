import { useEffect, type FormEvent } from 'react'
import type { Recheck, Rules } from './contract-form.ts'
import { showIssues, useContractForm, useFieldProps } from './forms.ts'
import type { FormDraft } from '../drafts/use-draft.ts'
import { useSave, type Save } from './use-save.ts'

export type FormSave<In extends object, Out, Answer> = Save<Out, Answer> & {
  schema: Rules<In, Out>
  values: In
  /** See `useContractForm`. */
  recheck?: Recheck | undefined
  /** True shows the failure above the form even when every issue is shown at a field. */
  repeatsIssues?: boolean
  /** The draft stores typed values until they are saved. */
  draft?: FormDraft | undefined
}

/**
 * Manages a form whose values follow a schema of the contract. Errors, the server's too, are shown at their fields and the first
 * gets the focus; a press during a running request sends nothing; a failure keeps the typed values. `page` holds the props of the
 * form's frame. A form in a dialog uses `useDialogForm`.
 */
export function usePageForm<In extends object, Out, Answer>({
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
    return form.onValues((typed) => draft.keep(Object.fromEntries(Object.entries(typed))))
  }, [form, draft])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    void form.handleSubmit((typed) => void send(typed))(event)
  }
  return { form, field, clearError, page: { busy: busy || form.isSubmitting, error, onSubmit } }
}

export type PageForm = ReturnType<typeof usePageForm>['page']
