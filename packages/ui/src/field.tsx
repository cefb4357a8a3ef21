import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import './field.css'

export type FieldText = {
  /** Always visible, above the control. */
  label: ReactNode
  /** Stays visible with an error. */
  hint?: ReactNode
  /** Below the control with an icon; also marks the control invalid. */
  error?: ReactNode
  /** The label is only for screen readers: use it when a picture replaces it, as in a search box. */
  labelHidden?: boolean
}

/** Props of a control inside a Field, which connect it with label, hint and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldText & {
  id?: string
  /** Adds descriptions outside the field. */
  describedBy?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/**
 * Label above, control, hint and error, connected by id. For custom controls: `{(control) => <input {...control} />}`.
 */
export function Field({
  id: givenId,
  label,
  labelHidden,
  hint,
  error,
  describedBy,
  className,
  children,
}: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const descriptions = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('ap-field', className)}>
      <label className={labelHidden ? 'vh' : 'ap-field-label'} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': descriptions || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="ap-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The red line under a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="ap-field-error" id={id}>
      <Icon name="alert" size="sm" />
      <span>{children}</span>
    </p>
  )
}
