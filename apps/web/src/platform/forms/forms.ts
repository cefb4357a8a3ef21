import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useReducer, useState } from 'react'
import { ApiError } from '../transfer/client.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useFieldText, useText } from '../language/messages.ts'
import { ContractForm, type FieldName, type Recheck, type Registered, type Rules } from './contract-form.ts'

/**
 * Creates a form with a schema of the contract: validates on submit, then again on input, so that errors clear when inputs change
 * (docs/specification.md#5-validation-rules). With `recheck` 'onSubmit' it validates again only at the next submit.
 */
export function useContractForm<In extends object, Out>(
  rules: Rules<In, Out>,
  defaultValues: In,
  recheck: Recheck = 'onChange',
): ContractForm<In, Out> {
  const notify = useNotify()
  const { unreachable } = useText(platformMessages)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const settings = {
    rules,
    recheck,
    onLoadFailure: (error: unknown) => {
      console.warn('The rules of a form could not be loaded', error)
      notify({ tone: 'danger', text: unreachable })
    },
  }
  const [form] = useState(() => new ContractForm(defaultValues, settings, redraw))
  useEffect(() => form.follow(settings))
  useEffect(() => form.mount(), [form])
  return form
}

export type FieldProps<In> = <Name extends FieldName<In>>(
  name: Name,
) => Registered<Name> & { error: string | undefined; readOnly: boolean }

/** Returns props that connect a field with the form, with its error in the reader's language. `isBusy` disables typing. */
export function useFieldProps<In extends object, Out>(
  form: ContractForm<In, Out>,
  isBusy = false,
): FieldProps<In> {
  const fieldText = useFieldText()
  return (name) => ({
    ...form.register(name),
    error: fieldText(form.errors[name]?.message),
    readOnly: isBusy,
  })
}

/**
 * Shows the server's issues at their fields and focuses the first. Returns whether every issue has a field;
 * otherwise the form also shows the error's own sentence.
 */
export function showIssues<In extends object, Out>(form: ContractForm<In, Out>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  issuesOnFields(form, error).forEach(({ name, message }, index) =>
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return isShownByFields(form, error)
}

function issuesOnFields<In extends object, Out>(form: ContractForm<In, Out>, error: ApiError) {
  const values = form.values()
  return error.issues.flatMap(({ path, message }) =>
    Object.hasOwn(values, path) ? [{ name: path as FieldName<In>, message }] : [],
  )
}

/** Returns whether the fields show every issue, so that the form need not repeat them with internal names. */
export const isShownByFields = <In extends object, Out>(
  form: ContractForm<In, Out>,
  error: unknown,
): boolean =>
  error instanceof ApiError &&
  error.issues.length > 0 &&
  issuesOnFields(form, error).length === error.issues.length
