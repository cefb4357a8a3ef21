import { Switch } from '@apogee/ui/checkbox.tsx'
import { useState, type ReactNode } from 'react'

/**
 * A switch that saves immediately. It shows the requested state until `checked` follows, and reverts when
 * saving failed.
 */
export function SavedSwitch({
  label,
  checked,
  save,
  className,
  children,
}: {
  label: string
  checked: boolean
  /** Resolves to whether it was saved; the caller shows the error. */
  save: (checked: boolean) => Promise<boolean>
  className?: string
  /** The state in words, beside it. */
  children: (isOn: boolean) => ReactNode
}) {
  const [wish, setWish] = useState<boolean | null>(null)
  if (wish === checked) setWish(null)
  const change = async (next: boolean) => {
    if (wish !== null) return
    setWish(next)
    if (!(await save(next))) setWish(null)
  }
  const isOn = wish ?? checked
  return (
    <span className={className}>
      <Switch label={label} checked={isOn} onChange={(event) => void change(event.target.checked)} />
      {children(isOn)}
    </span>
  )
}

/** A mutation's promise as a boolean for {@link SavedSwitch} and inline edits; its own onError shows the error. */
export const wasTaken = (saving: Promise<unknown>): Promise<boolean> =>
  saving.then(
    () => true,
    () => false,
  )
