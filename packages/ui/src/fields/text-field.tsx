import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, splitProps } from './field.tsx'
import type { FieldText } from './field.tsx'
import './input-frame.css'
import './input.css'

export type TextFieldProps = FieldText &
  ComponentPropsWithRef<'input'> & {
    /** The prefix is inside the frame before the value, for example 'RM'. */
    prefix?: string
    /** The content is inside the frame after the value and may be a small button. */
    end?: ReactNode
  }

/** Every `<input>` prop passes through, so `{...register('email')}` works. */
export function TextField({ prefix, end, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props)
  return (
    <Field {...field}>
      {(control) =>
        prefix || end ? (
          <div className="ap-input-frame" data-invalid={control['aria-invalid']}>
            {prefix && (
              <span className="ap-input-prefix" aria-hidden="true">
                {prefix}
              </span>
            )}
            <input {...input} {...control} className="ap-input" />
            {end}
          </div>
        ) : (
          <input {...input} {...control} className="ap-input" />
        )
      }
    </Field>
  )
}

export type TextAreaProps = FieldText & ComponentPropsWithRef<'textarea'>

/** Renders a textarea that grows with its content where the browser supports it. */
export function TextArea({ rows = 4, ...props }: TextAreaProps) {
  const [field, textarea] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <textarea {...textarea} {...control} rows={rows} className={classNames('ap-input', 'ap-textarea')} />
      )}
    </Field>
  )
}
