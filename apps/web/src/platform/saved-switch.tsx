import { Switch } from '@apogee/ui/checkbox.tsx'
import { useState, type ReactNode } from 'react'

/**
 * A switch that is saved as it is pressed. It shows the wish until `checked` has followed it, and goes back when the
 * wish was not granted.
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
  /** Resolves to whether it was taken; telling why not is the caller's part. */
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

/** A mutation's promise as {@link SavedSwitch} and inline edits want it; its own onError tells why it failed. */
export const wasTaken = (saving: Promise<unknown>): Promise<boolean> =>
  saving.then(
    () => true,
    () => false,
  )
