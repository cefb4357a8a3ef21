/** Detects two taps of one finger at the same position. */
import type { Point } from './pinch.ts'

const mostMs = 300
const mostApart = 30

/** Watches for double taps. The reported point is relative to the area's corner. Returns the function that stops watching. */
export function watchDoubleTaps(area: HTMLElement, onDoubleTap: (point: Point) => void): () => void {
  let began: Point | null = null
  let tapped: { at: number; point: Point } | null = null
  const start = ({ touches }: TouchEvent) => {
    const [touch] = touches
    began = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    if (!began) tapped = null
  }
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches
    const point = touch && { x: touch.clientX, y: touch.clientY }
    if (!point || !began || !isNear(began, point)) {
      tapped = null
      return
    }
    const isSecond = tapped && event.timeStamp - tapped.at < mostMs && isNear(tapped.point, point)
    tapped = isSecond ? null : { at: event.timeStamp, point }
    if (!isSecond) return
    // Without this, the browser would select the word.
    if (event.cancelable) event.preventDefault()
    const { left, top } = area.getBoundingClientRect()
    onDoubleTap({ x: point.x - left, y: point.y - top })
  }
  area.addEventListener('touchstart', start, { passive: true })
  area.addEventListener('touchend', end)
  return () => {
    area.removeEventListener('touchstart', start)
    area.removeEventListener('touchend', end)
  }
}

const isNear = (one: Point, other: Point): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) <= mostApart
