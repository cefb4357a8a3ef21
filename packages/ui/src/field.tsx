import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type FieldText = {
  /** Always visible, above the control. */
  label: ReactNode
  /** Stays while there is an error. */
  hint?: ReactNode
  /** Under the control with an icon; also marks the control invalid. */
  error?: ReactNode
  /** The label is read out but not shown: only where a picture says it, as in a search box. */
  labelHidden?: boolean
}

/** What a control inside a Field carries, so that label, hint and error belong to it. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldText & {
  id?: string
  /** Joins descriptions that live outside the field. */
  describedBy?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, hint and error, wired by id. For controls of your own: `{(control) => <input {...control} />}`. */
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
