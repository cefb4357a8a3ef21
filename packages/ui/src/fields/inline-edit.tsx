import { pressedKey } from '../pressed-key.ts'
import { useState } from 'react'
import { pencilIcon } from '../icons/more-icons.ts'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { FieldError } from './field.tsx'
import './input.css'
import '../figures/table.css'

export type InlineEditProps = {
  children: ReactNode
  value: string
  label: string
  editLabel: string
  saveLabel: string
  cancelLabel: string
  inputMode?: 'decimal' | 'text'
  error?: ReactNode
  /** The component calls this function when editing starts, for example to clear the error of the last attempt. */
  onEdit?: () => void
  /** Resolves to true when the value was saved. Otherwise the box stays open with the input. */
  onSave: (draft: string) => Promise<boolean>
  /** If it is set, the component is shown only while the value is edited, and this function is called at the end. */
  onClosed?: (() => void) | undefined
}

/** Renders a value that is edited in place. Enter saves and Esc cancels. */
export function InlineEdit({
  children,
  value,
  label,
  editLabel,
  saveLabel,
  cancelLabel,
  inputMode = 'text',
  error,
  onEdit,
  onSave,
  onClosed,
}: InlineEditProps) {
  const [draft, setDraft] = useState<string | null>(onClosed ? value : null)
  const [saving, setSaving] = useState(false)
  // The state is set when editing ends, so that the pencil gets the focus back, but never on load.
  const [returned, setReturned] = useState(false)
  const leave = () => {
    if (onClosed) return onClosed()
    setDraft(null)
    setReturned(true)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft === null || saving) return
    setSaving(true)
    try {
      if (await onSave(draft)) leave()
    } finally {
      setSaving(false)
    }
  }
  if (draft === null) {
    return (
      <span className="ap-inline-edit">
        {children}
        <IconButton
          icon={pencilIcon}
          size="sm"
          label={editLabel}
          autoFocus={returned || undefined}
          onClick={() => {
            onEdit?.()
            setDraft(value)
          }}
        />
      </span>
    )
  }
  return (
    <form
      className="ap-inline-edit"
      method="post"
      onSubmit={save}
      onKeyDown={(event: KeyboardEvent) => {
        if (pressedKey(event) === 'Escape' && !saving) leave()
      }}
    >
      <input
        className="ap-input"
        autoFocus
        aria-label={label}
        aria-invalid={error ? true : undefined}
        inputMode={inputMode}
        value={draft}
        readOnly={saving}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <IconButton icon="check" size="sm" label={saveLabel} type="submit" disabled={saving} />
      <IconButton icon="close" size="sm" label={cancelLabel} disabled={saving} onClick={leave} />
      {error && <FieldError>{error}</FieldError>}
    </form>
  )
}
