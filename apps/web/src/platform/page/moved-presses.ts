/** The pointer of a press may move this many CSS pixels; more is a drag. */
const stillWithin = 8

const controls = 'button, a[href], summary, label, [role="tab"], [role="option"], [role="menuitem"]'

interface Begun {
  control: HTMLElement
  top: number
  left: number
  x: number
  y: number
}

/**
 * Repeats a press of a mouse whose control moved away between its beginning and its end, because something above it arrived or a
 * field lost its error meanwhile. The browser sends such a press to the element that contains both places, and nothing happens.
 * @returns a function that ends this.
 */
export function keepMovedPresses(): () => void {
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  let begun: Begun | null = null
  addEventListener(
    'pointerdown',
    ({ target, button, pointerType, clientX: x, clientY: y }) => {
      const isPress = pointerType === 'mouse' && button === 0 && target instanceof Element
      const control = isPress ? target.closest<HTMLElement>(controls) : null
      begun = control && { control, ...placeOf(control), x, y }
    },
    options,
  )
  addEventListener(
    'pointerup',
    ({ target, clientX, clientY }) => {
      const press = begun
      begun = null
      if (!press || !(target instanceof Node) || press.control.contains(target)) return
      const { top, left } = placeOf(press.control)
      const hasMoved = top !== press.top || left !== press.left
      const isStill = Math.hypot(clientX - press.x, clientY - press.y) <= stillWithin
      // The browser's own click of this press comes first.
      if (press.control.isConnected && hasMoved && isStill) setTimeout(() => press.control.click())
    },
    options,
  )
  return () => ended.abort()
}

function placeOf(control: HTMLElement): { top: number; left: number } {
  const { top, left } = control.getBoundingClientRect()
  return { top, left }
}
