import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import type { KeyboardEvent } from 'react'
import '@apogee/ui/button.css'

/** A tool of an editor's toolbar, which is one stop for Tab. */
export function ToolButton({
  label,
  icon,
  keys,
  isOn,
  canRun,
  tabIndex = -1,
  onPress,
}: {
  label: string
  icon: IconName
  /** Keys that do the same, as `aria-keyshortcuts` names them. */
  keys?: string | undefined
  /** Of what is on or off at the cursor. */
  isOn?: boolean | undefined
  canRun: boolean
  /** 0: where Tab enters the toolbar. */
  tabIndex?: 0 | -1
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className="ap-icon-button"
      data-size="sm"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={isOn}
      aria-disabled={!canRun || undefined}
      tabIndex={tabIndex}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (canRun) onPress()
      }}
    >
      <Icon name={icon} size="sm" />
    </button>
  )
}

const moves: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Arrows, Home and End move among the tools. */
export function moveAmongTools(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')]
  const place = controls.findIndex((control) => control === document.activeElement)
  const next = moves[event.key]
  if (!next || place < 0) return
  event.preventDefault()
  controls[next(place, controls.length)]?.focus()
}
