const controls = 'button, a[href], summary, label, [role="tab"], [role="option"], [role="menuitem"]'

/**
 * Repeats a mouse press whose control moved between the start and the end of the press, because content above it arrived or a field
 * lost its error. The browser sends the click of such a press to an element that contains both positions, so nothing happens. A
 * press is not repeated if the person moves the mouse off the control, turns its wheel or holds a key.
 * @returns a function that ends this behaviour.
 */
export function keepMovedPresses(): () => void {
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  let begun: { control: HTMLElement; box: DOMRect } | null = null
  addEventListener(
    'pointerdown',
    (event) => {
      const { target, button, pointerType } = event
      const isPress = pointerType === 'mouse' && button === 0 && !hasModifier(event)
      const control = isPress && target instanceof Element ? target.closest<HTMLElement>(controls) : null
      begun = control && { control, box: control.getBoundingClientRect() }
    },
    options,
  )
  addEventListener('wheel', () => (begun = null), options)
  addEventListener(
    'pointerup',
    ({ target, clientX, clientY }) => {
      const press = begun
      begun = null
      if (!press || !(target instanceof Node) || press.control.contains(target)) return
      const isIn = ({ left, right, top, bottom }: DOMRect) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
      if (!isIn(press.box) || isIn(press.control.getBoundingClientRect())) return
      // The browser's own click of this press comes first. That click may remove the control.
      setTimeout(() => {
        if (canBePressed(press.control)) press.control.click()
      })
    },
    options,
  )
  return () => ended.abort()
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey

/** Returns whether a pointer can reach the control. It cannot if the control was removed or is behind a dialog. */
function canBePressed(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect()
  const reached = document.elementFromPoint(left + width / 2, top + height / 2)
  return reached !== null && control.contains(reached)
}
