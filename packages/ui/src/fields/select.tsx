import type { ComponentPropsWithRef } from 'react'
import { Field, splitProps } from './field.tsx'
import type { FieldText } from './field.tsx'
import { Icon } from '../icons/icon.tsx'
import './input.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = FieldText &
  Omit<ComponentPropsWithRef<'select'>, 'children'> & {
    options: readonly SelectOption[]
    /** The placeholder is the first, empty choice, for example 'Choose an instructor'. */
    placeholder?: string
  }

export function Select({ options, placeholder, ...props }: SelectProps) {
  const [field, select] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="ap-select">
          <select {...select} {...control} className="ap-input">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size="sm" />
        </span>
      )}
    </Field>
  )
}
