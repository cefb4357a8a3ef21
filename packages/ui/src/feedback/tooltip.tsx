import { pressedKey } from '../pressed-key.ts'
import { cloneElement, useId, useState } from 'react'
import type { ReactElement } from 'react'
import './tooltip.css'

export type TooltipProps = {
  text: string
  side?: 'top' | 'bottom'
  /** The child is one focusable element. The text describes the element; its accessible name stays its own. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * Shows a short text on hover and focus. Esc hides it, and the pointer may rest on it. Necessary information must also be available
 * elsewhere.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  return (
    <span
      className="ap-tooltip-anchor"
      data-dismissed={dismissed || undefined}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Escape') setDismissed(true)
      }}
      onMouseLeave={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span className="ap-tooltip" id={id} role="tooltip" data-side={side}>
        {text}
      </span>
    </span>
  )
}
