import { useId, useState } from 'react'
import type { TextFieldProps } from './text-field.tsx'
import { TextField } from './text-field.tsx'
import './input-frame.css'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'prefix'> & {
  showLabel: string
  hideLabel: string
}

/** Renders a password field with a text toggle. Its strength belongs below, as a Meter. */
export function PasswordField({ showLabel, hideLabel, id: givenId, ...field }: PasswordFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [shown, setShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...field}
      id={id}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="ap-input-action"
          aria-controls={id}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? hideLabel : showLabel}
        </button>
      }
    />
  )
}
