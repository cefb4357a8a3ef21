/** Zooms with two fingers. The picture is stretched while the fingers move, and the new zoom is reported when they are lifted. */

export interface Point {
  x: number
  y: number
}

export interface Pinch {
  /** `factor` is the new zoom divided by the previous one. */
  factor: number
  /** `from` and `to` are the points between the fingers at the start and the end, relative to the window's corner. */
  from: Point
  to: Point
}

interface Gesture {
  distance: number
  from: Point
  latest: Pinch
}

/** Watches for pinches; `limit` bounds the factor. Returns the function that stops watching. */
export function watchPinches(
  area: HTMLElement,
  content: HTMLElement,
  { limit, onEnd }: { limit: (factor: number) => number; onEnd: (pinch: Pinch) => void },
): () => void {
  let gesture: Gesture | null = null
  const start = ({ touches }: TouchEvent) => {
    const [one, other] = touches
    if (gesture || !one || !other) return
    const from = middleIn(area, one, other)
    gesture = { distance: distanceOf(one, other), from, latest: { factor: 1, from, to: from } }
    content.style.transformOrigin = `${area.scrollLeft + from.x}px ${area.scrollTop + from.y}px`
  }
  const move = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!gesture || !one || !other) return
    // Without this, the browser would zoom or scroll the whole page.
    event.preventDefault()
    const { from, distance } = gesture
    const factor = limit(distanceOf(one, other) / distance)
    const to = middleIn(area, one, other)
    gesture.latest = { factor, from, to }
    content.style.transform = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${factor})`
  }
  const end = ({ touches }: TouchEvent) => {
    if (!gesture || touches.length > 1) return
    const { latest } = gesture
    gesture = null
    content.style.transform = ''
    onEnd(latest)
  }
  area.addEventListener('touchstart', start, { passive: true })
  area.addEventListener('touchmove', move, { passive: false })
  area.addEventListener('touchend', end)
  area.addEventListener('touchcancel', end)
  return () => {
    area.removeEventListener('touchstart', start)
    area.removeEventListener('touchmove', move)
    area.removeEventListener('touchend', end)
    area.removeEventListener('touchcancel', end)
  }
}

const distanceOf = (one: Touch, other: Touch) =>
  Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY))

function middleIn(area: HTMLElement, one: Touch, other: Touch): Point {
  const { left, top } = area.getBoundingClientRect()
  return { x: (one.clientX + other.clientX) / 2 - left, y: (one.clientY + other.clientY) / 2 - top }
}
