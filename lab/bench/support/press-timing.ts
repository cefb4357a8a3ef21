/** Measures the time from a press to its frame, by the browser's event timing and by the CPU time of the page's thread. */
import type { Page } from '@playwright/test'

/** The browser does not report presses of less than 16 ms, which is one frame. */
const watchPresses = `
  window.longestPress = 16
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.longestPress = Math.max(window.longestPress, duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** Starts watching. The returned function gives the longest press since then, from the input to its frame, in ms. */
export async function framesAfterPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(watchPresses)
  return () => page.evaluate<number>('window.longestPress')
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** `ts` is in µs. */
  ts: number
  dur?: number
  /** `tdur` is the CPU time in µs. */
  tdur?: number
  /** An `EventTiming` has these fields. `duration` is the time from the input to its frame, in ms. */
  args?: { data?: { interactionId?: number; duration?: number } }
}

const categories = ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline']

/** Returns the CPU time of the page's thread during the longest press of the trace, from the input to its frame, in ms. */
function busyMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const presses = traceEvents.flatMap(({ name, ph, pid, tid, ts, args }) => {
    const { interactionId = 0, duration = 0 } = args?.data ?? {}
    const isPress = name === 'EventTiming' && ph === 'b' && interactionId > 0
    return isPress ? [{ pid, tid, from: ts, to: ts + duration * 1000 }] : []
  })
  const [longest] = presses.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  if (!longest) throw new Error('The trace contains no press')
  let used = 0
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of traceEvents) {
    if (name !== 'RunTask' || pid !== longest.pid || tid !== longest.tid || dur === 0) continue
    const inside = Math.min(ts + dur, longest.to) - Math.max(ts, longest.from)
    if (inside > 0) used += (tdur * inside) / dur
  }
  return used / 1000
}

export const pressThread = { categories, busyMs }
