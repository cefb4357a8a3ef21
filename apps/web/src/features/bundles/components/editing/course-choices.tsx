import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { useId } from 'react'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { bundleEditingMessages } from '../../messages/editing.en.ts'
import './editing.css'

export interface CourseChoice {
  id: number
  title: string
  price: number
  /** True means that the course is not sold to everybody, so that the bundle is off sale while it has this course. */
  isUnsold?: boolean
}

export function CourseChoices({
  choices,
  state,
  chosen,
  error,
  onChange,
}: {
  choices: readonly CourseChoice[]
  state: 'loading' | 'failed' | 'loaded'
  chosen: readonly number[]
  error: string | undefined
  onChange: (ids: number[]) => void
}) {
  const text = useText(bundleEditingMessages)
  const { loading } = useText(platformMessages)
  const errorText = useFieldText()(error)
  const id = useId()
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint${errorText ? ` ${id}-error` : ''}`}>
      <legend className="ap-field-label">{text.coursesLabel}</legend>
      <p className="ap-field-hint" id={`${id}-hint`}>
        {text.coursesHint}
      </p>
      {state === 'failed' ? <FieldError>{text.coursesFailed}</FieldError> : null}
      {state === 'loading' && choices.length === 0 ? <p className="text-secondary">{loading}</p> : null}
      {state === 'loaded' && choices.length < 2 ? <p className="text-secondary">{text.noCourses}</p> : null}
      <div className="bundle-choices">
        {choices.map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.title}
            hint={`${formatRinggit(choice.price)}${choice.isUnsold ? ` · ${text.unsold}` : ''}`}
            checked={chosen.includes(choice.id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, choice.id] : chosen.filter((chosenId) => chosenId !== choice.id),
              )
            }
          />
        ))}
      </div>
      {errorText ? <FieldError id={`${id}-error`}>{errorText}</FieldError> : null}
    </fieldset>
  )
}
