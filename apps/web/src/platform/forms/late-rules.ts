/** Lets a form load its rules when a person turns to it, and at the latest when it is submitted. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { createFormControl } from 'react-hook-form'
import type { DefaultValues, FieldValues, Resolver, UseFormRegister, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { noAnswer } from '../transfer/client.ts'

type Schema<In, Out> = z.core.$ZodType<Out, In>

/** A function loads rules that a page does not need before it is used. Dialogs load by a press and contain theirs. */
export type Rules<In, Out> = Schema<In, Out> | (() => Promise<Schema<In, Out>>)

class RulesMissing extends Error {}

/** After a failure, pointing and focus load nothing for this time in ms, because they happen often. A submit always tries. */
const pauseMs = 5_000

interface Checks<In extends FieldValues, Out> {
  resolver: Resolver<In, unknown, Out>
  /** Loads the rules early. A failure is left to the submit. */
  prepare?: () => void
}

function checksBy<In extends FieldValues, Out extends FieldValues>(rules: Rules<In, Out>): Checks<In, Out> {
  if (typeof rules !== 'function') return { resolver: standardSchemaResolver<In, unknown, Out>(rules) }
  let loading: Promise<Schema<In, Out>> | null = null
  let failedAt = -Infinity
  const load = () => {
    loading ??= rules().catch((cause: unknown) => {
      loading = null
      failedAt = performance.now()
      throw new RulesMissing('The rules of a form could not be loaded', { cause })
    })
    return loading
  }
  return {
    resolver: async (values, context, options) => {
      // The form changes `values` while the rules load.
      const pressed = { ...values }
      return standardSchemaResolver<In, unknown, Out>(await load())(pressed, context, options)
    },
    prepare: () => {
      if (performance.now() - failedAt > pauseMs) load().catch((error: unknown) => console.warn(error))
    },
  }
}

/**
 * Creates the methods of a form for `useForm`. They submit once at a time, and send nothing without rules or after the form was left.
 * `show` makes the form known as shown, with the handler of a submit whose rules cannot be loaded, until the returned function is called.
 */
export function createLateForm<In extends FieldValues, Out extends FieldValues>(
  rules: Rules<In, Out>,
  defaultValues: DefaultValues<In>,
) {
  const { resolver, prepare } = checksBy(rules)
  const { formControl: form } = createFormControl<In, unknown, Out>({ resolver, defaultValues })
  let shown: { onMissingRules: (error: unknown) => void } | null = null
  let isSubmitting = false
  const handleSubmit: UseFormReturn<In, unknown, Out>['handleSubmit'] = (onValid, onInvalid) => {
    const submit = form.handleSubmit(
      (values, event) => (shown ? onValid(values, event) : undefined),
      onInvalid,
    )
    return async (event) => {
      event?.preventDefault()
      if (isSubmitting) return
      isSubmitting = true
      try {
        await submit(event)
      } catch (error) {
        if (!(error instanceof RulesMissing)) throw error
        console.warn(error)
        shown?.onMissingRules(noAnswer(error.cause))
      } finally {
        isSubmitting = false
      }
    }
  }
  const show = (onMissingRules: (error: unknown) => void) => {
    shown = { onMissingRules }
    return () => {
      shown = null
    }
  }
  const register = prepare ? preparing(form.register, prepare) : form.register
  return { show, resolver, formControl: { ...form, handleSubmit, register } }
}

/** Prepares when a person points at the form of a field or moves the focus into it. */
const preparing =
  <In extends FieldValues>(register: UseFormRegister<In>, prepare: () => void): UseFormRegister<In> =>
  (name, options) => {
    const field = register(name, options)
    const ref = (element: HTMLInputElement | null) => {
      field.ref(element)
      const form = element?.form
      if (!form) return
      for (const type of ['focusin', 'pointerover']) form.addEventListener(type, prepare)
      if (form.contains(document.activeElement)) prepare()
    }
    return { ...field, ref }
  }
