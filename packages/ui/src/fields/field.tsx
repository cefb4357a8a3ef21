import { useId } from 'react'
import type { AriaAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import './field.css'

export type FieldText = {
  /** The label is always visible above the control unless `labelHidden` is set. */
  label: ReactNode
  /** The hint stays visible when there is an error. */
  hint?: ReactNode
  /** The error is shown below the control with an icon and marks the control invalid. */
  error?: ReactNode
  /** True shows the label to screen readers only. Use it when an icon replaces the label, as in a search box. */
  labelHidden?: boolean
}

/** The props connect a control inside a Field with label, hint and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldText & {
  id?: string
  /** The ids refer to descriptions outside the field. */
  describedBy?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Connects label, control, hint and error by id. Custom controls use a function: `{(control) => <input {...control} />}`. */
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

/** Splits the props of a control into those of its field and those of the native element. */
export function splitProps<Props extends FieldText & { id?: string; className?: string } & AriaAttributes>({
  label,
  labelHidden,
  hint,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  ...control
}: Props) {
  return [{ label, labelHidden, hint, error, id, className, describedBy }, control] as const
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="ap-field-error" id={id}>
      <Icon name="alert" size="sm" />
      <span>{children}</span>
    </p>
  )
}
