import { Switch } from '@apogee/ui/fields/checkbox.tsx'
import { useState, type ReactNode } from 'react'

/**
 * Renders a switch that saves immediately. It shows the requested state until `checked` follows, and reverts when saving failed.
 */
export function AutosaveSwitch({
  label,
  checked,
  save,
  className,
  tabIndex,
  children,
}: {
  label: string
  checked: boolean
  /** Resolves to whether the state was saved; the caller shows the error. */
  save: (checked: boolean) => Promise<boolean>
  className?: string
  /** -1 takes the switch out of the Tab order, where a menu beside it does the same. */
  tabIndex?: -1
  /** Renders the state in words beside the switch. */
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
      <Switch
        label={label}
        checked={isOn}
        {...(tabIndex !== undefined && { tabIndex })}
        onChange={(event) => void change(event.target.checked)}
      />
      {children(isOn)}
    </span>
  )
}

/** Converts a mutation's promise to a boolean for {@link AutosaveSwitch} and inline edits; its own onError shows the error. */
export const wasTaken = (saving: Promise<unknown>): Promise<boolean> =>
  saving.then(
    () => true,
    () => false,
  )
