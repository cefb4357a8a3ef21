import { useEffect, useRef, type FormEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormProps } from 'react-hook-form'
import { showIssues, useContractForm, useFieldProps } from './forms.ts'
import type { Rules } from './late-rules.ts'
import type { FormDraft } from '../drafts/use-draft.ts'
import { useSave, type Save } from './use-save.ts'

export type FormSave<In extends FieldValues, Out extends FieldValues, Answer> = Save<Out, Answer> & {
  schema: Rules<In, Out>
  values: DefaultValues<In>
  /** `recheck` has the same meaning as in `useContractForm`. */
  recheck?: UseFormProps['reValidateMode']
  /** True shows the failure above the form even when every issue is shown at a field. */
  repeatsIssues?: boolean
  /** `draft` stores typed values until they are saved. */
  draft?: FormDraft | undefined
}

/**
 * Manages a form whose values follow a schema of the contract. Errors, the server's too, are shown at their fields and the first
 * gets the focus; a press during a running request sends nothing; a failure keeps the typed values. `page` holds the props of the
 * form's frame. A form in a dialog uses `useDialogForm`.
 */
export function usePageForm<In extends FieldValues, Out extends FieldValues, Answer>({
  schema,
  values,
  recheck,
  repeatsIssues = false,
  draft,
  ...saving
}: FormSave<In, Out, Answer>) {
  const onMissingRules = useRef<(error: unknown) => void>(undefined)
  const form = useContractForm(schema, values, recheck, (failure) => onMissingRules.current?.(failure))
  const field = useFieldProps(form)
  const { send, fail, busy, error, clearError } = useSave<Out, Answer>({
    ...saving,
    onRefused: (refusal) =>
      (saving.onRefused?.(refusal) ?? false) || (showIssues(form, refusal) && !repeatsIssues),
    onSaved: (answer, given) => {
      draft?.forget()
      saving.onSaved?.(answer, given)
    },
  })
  useEffect(() => {
    onMissingRules.current = fail
  })
  useEffect(() => {
    if (!draft) return
    const typing = form.watch((typed) => draft.keep(typed))
    return () => typing.unsubscribe()
  }, [form, draft])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    // The submission does not await the request. Otherwise, a form that `onSaved` resets would count as submitted again afterwards.
    void form.handleSubmit((typed) => void send(typed))(event)
  }
  return { form, field, clearError, page: { busy: busy || form.formState.isSubmitting, error, onSubmit } }
}

export type PageForm = ReturnType<typeof usePageForm>['page']
