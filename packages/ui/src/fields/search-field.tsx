import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Field } from './field.tsx'
import { Icon } from '../icons/icon.tsx'
import './input.css'
import './search-field.css'

export type SearchFieldProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  /** The label is the accessible name; a lens icon replaces the visible label. */
  label: string
}

export function SearchField({ label, id, className, ...input }: SearchFieldProps) {
  return (
    <Field label={label} labelHidden id={id} className={classNames('ap-search', className)}>
      {(control) => (
        <>
          <Icon name="search" />
          <input {...input} {...control} type="search" className="ap-input" />
        </>
      )}
    </Field>
  )
}
