/** Stops polling after an hour without input, so that idle staff sessions expire (docs/decisions/accounts.md). */
import { focusManager } from '@tanstack/react-query'

export const restAfterMs = 3_600_000
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Pauses queries with an interval one hour after the last input, as in a hidden tab. The next input resumes them. Returns a
 * function that removes this behaviour.
 */
export function pauseWhenIdle(): () => void {
  let lastInput = Date.now()
  let timer = setTimeout(check, restAfterMs)

  function check(): void {
    const left = lastInput + restAfterMs - Date.now()
    if (left > 0) timer = setTimeout(check, left)
    else focusManager.setFocused(false)
  }

  const onInput = () => {
    const rested = Date.now() - lastInput >= restAfterMs
    lastInput = Date.now()
    if (!rested) return
    clearTimeout(timer)
    timer = setTimeout(check, restAfterMs)
    focusManager.setFocused(undefined)
  }
  for (const input of inputs) addEventListener(input, onInput, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const input of inputs) removeEventListener(input, onInput, { capture: true })
    focusManager.setFocused(undefined)
  }
}
