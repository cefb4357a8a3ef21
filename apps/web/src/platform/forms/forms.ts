import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type {
  DefaultValues,
  FieldValues,
  Path,
  UseFormProps,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../transfer/client.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useFieldText, useText } from '../language/messages.ts'
import { createLateForm, type Rules } from './late-rules.ts'

/**
 * Creates a form with a schema of the contract: validates on submit, then again on input, so that errors clear when inputs change
 * (docs/specification.md#5-validation-rules). With `recheck` 'onSubmit' it validates again only at the next submit.
 * `onMissingRules` gets the error of a submit whose rules cannot be loaded, as a call without an answer would throw it; by default
 * a notice shows it.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  rules: Rules<In, Out>,
  defaultValues: DefaultValues<In>,
  recheck: NonNullable<UseFormProps['reValidateMode']> = 'onChange',
  onMissingRules?: (error: unknown) => void,
): UseFormReturn<In, unknown, Out> {
  const notify = useNotify()
  const { unreachable } = useText(platformMessages)
  const [{ show, resolver, formControl }] = useState(() => createLateForm(rules, defaultValues))
  // A schema may change with the language or with what is edited, a function that loads one may not.
  const showUnreachable = () => notify({ tone: 'danger', text: unreachable })
  useEffect(() => show(onMissingRules ?? showUnreachable))
  return useForm<In, unknown, Out>({
    formControl,
    resolver: typeof rules === 'function' ? resolver : standardSchemaResolver<In, unknown, Out>(rules),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: recheck,
    shouldFocusError: true,
  })
}

export type FieldProps<In extends FieldValues> = <Name extends Path<In>>(
  name: Name,
) => UseFormRegisterReturn<Name> & { error: string | undefined; readOnly: boolean }

/** Returns props that connect a field with the form, with its error in the reader's language. `isBusy` disables typing. */
export function useFieldProps<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  isBusy = false,
): FieldProps<In> {
  const fieldText = useFieldText()
  return (name) => ({
    ...form.register(name),
    error: fieldText(form.getFieldState(name, form.formState).error?.message),
    readOnly: isBusy,
  })
}

/**
 * Shows the server's issues at their fields and focuses the first. Returns whether every issue has a field;
 * otherwise the form also shows the error's own sentence.
 */
export function showIssues<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = issuesOnFields(form, error)
  known.forEach((issue, index) =>
    form.setError(
      issue.path as Path<In>,
      { type: 'server', message: issue.message },
      { shouldFocus: index === 0 },
    ),
  )
  return isShownByFields(form, error)
}

function issuesOnFields<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, error: ApiError) {
  const fields = new Set(Object.keys(form.getValues()))
  return error.issues.filter((issue) => fields.has(issue.path))
}

/** Returns whether the fields show every issue, so that the form need not repeat them with internal names. */
export const isShownByFields = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): boolean =>
  error instanceof ApiError &&
  error.issues.length > 0 &&
  issuesOnFields(form, error).length === error.issues.length
