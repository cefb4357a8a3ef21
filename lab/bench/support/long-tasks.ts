/** Measures how long a page occupies its main thread after its first paint, by CPU time. */
import type { Browser } from '@playwright/test'

/** Every figure is for a processor that is this many times slower than this machine's. */
const slowdown = 4
/** A press during a task longer than this, in ms, is answered late. */
const longMs = 50

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** `ts` is in µs. */
  ts: number
  /** `tdur` is the CPU time in µs. */
  tdur?: number
}

export interface BusyThread {
  /** `busyMs` is the sum of all tasks in ms. */
  busyMs: number
  /** `blockedMs` is the sum, in ms, of the parts of all tasks beyond 50 ms. */
  blockedMs: number
  longestMs: number
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading']

/** Visits `url` in a new context with a phone's window and observes it until `settleMs` after its load. */
export async function busyAfterPaint(browser: Browser, url: string, settleMs = 2500): Promise<BusyThread> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await browser.startTracing(page, { categories })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(settleMs)
    return busyThreadIn(await browser.stopTracing())
  } finally {
    await context.close()
  }
}

function busyThreadIn(trace: Buffer): BusyThread {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The trace contains no first paint')
  const tasks = traceEvents
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts >= paint.ts,
    )
    .map(({ tdur = 0 }) => (slowdown * tdur) / 1000)
  if (tasks.length === 0) throw new Error('The trace contains no tasks after the first paint')
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    busyMs: sum(tasks),
    blockedMs: sum(tasks.map((task) => Math.max(0, task - longMs))),
    longestMs: Math.max(...tasks),
  }
}
