import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'
import './checkbox.css'
import './field.css'

type CheckInput = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'>

export type CheckboxProps = CheckInput & { label: ReactNode; hint?: ReactNode; error?: ReactNode }

/** Renders a checkbox; links are allowed inside the label. */
export function Checkbox({ label, hint, error, id: givenId, className, ...input }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('ap-field', className)}>
      <div className="ap-check">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={descriptions || undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <p className="ap-field-hint" data-indent="" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export type SwitchProps = Omit<CheckInput, 'aria-label'> & {
  /** The label names the setting, for example 'Public: Git Without Fear'. The caller shows the state's word next to the switch. */
  label: string
}

/** Renders a switch that applies at once, without a Save button. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      aria-label={label}
      className={classNames('ap-switch', className)}
    />
  )
}
