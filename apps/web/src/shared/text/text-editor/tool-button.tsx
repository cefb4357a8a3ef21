import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import type { KeyboardEvent } from 'react'
import '@apogee/ui/button.css'

/** Renders a tool of an editor's toolbar, which is one tab stop. */
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
  /** `keys` lists the keyboard shortcuts in the format of `aria-keyshortcuts`. */
  keys?: string | undefined
  /** True means that the format is on at the cursor. */
  isOn?: boolean | undefined
  canRun: boolean
  /** The tool with 0 is the one at which Tab enters the toolbar. */
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
      // Without this, a press would remove the selection in the text.
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
  const next = moves[pressedKey(event)]
  if (!next || place < 0) return
  event.preventDefault()
  controls[next(place, controls.length)]?.focus()
}
