import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'
import './checkbox.css'
import './field.css'

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  options: readonly RadioOption<Value>[]
  value?: Value | null
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** The name is generated when absent. */
  name?: string
  error?: ReactNode
  /** Options are stacked without boxes (`stack`), stacked as boxes (`rows`), or boxes side by side (`boxes`). */
  layout?: 'stack' | 'rows' | 'boxes'
  className?: string
}

export function RadioGroup<Value extends string>({
  legend,
  options,
  value,
  defaultValue,
  onChange,
  name,
  error,
  layout = 'stack',
  className,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={classNames('ap-radio-group', className)}
      data-layout={layout}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="ap-field-label">{legend}</legend>
      <div className="ap-radio-options">
        {options.map((option, place) => (
          <label key={option.value} className="ap-check">
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              disabled={option.disabled}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onChange?.(option.value)}
              aria-labelledby={option.hint ? `${id}-${place}` : undefined}
              aria-describedby={option.hint ? `${id}-${place}-hint` : undefined}
            />
            <span>
              <span id={`${id}-${place}`}>{option.label}</span>{' '}
              {option.hint && (
                <span className="ap-check-hint" id={`${id}-${place}-hint`}>
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
