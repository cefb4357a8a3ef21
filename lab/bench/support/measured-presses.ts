/**
 * Measures presses on separate pages, on a window with a processor four times slower. Two figures are medians of several visits: the
 * browser's own event timing under Emulation.setCPUThrottlingRate, and four times the CPU time of the page's thread within that
 * interval without throttling, which other work on the machine changes little. Target of the second: 100 ms. Presses that name their
 * answer have a third figure (late-answers.ts).
 */
import type { Browser, BrowserContextOptions } from '@playwright/test'
import type { Bench } from './frame.ts'
import { median } from '../../harness/measure.ts'
import { withBrowser } from './browser.ts'
import { lateAnswer, latestMs } from './late-answers.ts'
import { openPage, pressOn, type Press } from './press-pages.ts'
import { framesAfterPresses, pressThread } from './press-timing.ts'

const slowdown = 4
const targetMs = 100
/** The result of a press, with its requests, is drawn within this time in ms. */
const settleMs = 1500

/** Returns a table with one row for each press. */
export async function measurePresses(
  bench: Bench<{ presses: number; visits: number }>,
  origin: string,
  window: BrowserContextOptions,
  presses: readonly Press[],
): Promise<void> {
  const { presses: most, visits } = bench.size
  await withBrowser(async (browser) => {
    const rows = []
    for (const press of presses.slice(0, most)) {
      const { event, processor } = await measurePress(browser, origin, { window, press, visits })
      const late = await lateAnswer(browser, origin, { window, press, visits })
      rows.push({
        press: press.name,
        'processor time × 4, ms': processor.toFixed(0),
        'event timing, throttled, ms': event.toFixed(0),
        [`processor time ≤ ${targetMs} ms`]: bench.met(press.name, processor <= targetMs),
        ...(late !== null && {
          'answer, ms': late.toFixed(0),
          [`answer ≤ ${latestMs} ms`]: bench.met(`${press.name}: answer`, late <= latestMs),
        }),
      })
    }
    bench.table(rows)
  })
}

async function measurePress(
  browser: Browser,
  origin: string,
  { window, press, visits }: { window: BrowserContextOptions; press: Press; visits: number },
): Promise<{ event: number; processor: number }> {
  const figures = { event: [] as number[], processor: [] as number[] }
  for (let visit = 0; visit < visits; visit += 1) {
    const slow = await openPage(browser, origin, window, press)
    const devtools = await slow.context().newCDPSession(slow)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const longest = await framesAfterPresses(slow)
    await pressOn(slow, window, press)
    await slow.waitForTimeout(settleMs)
    figures.event.push(await longest())
    await slow.context().close()

    const traced = await openPage(browser, origin, window, press)
    await browser.startTracing(traced, { categories: pressThread.categories })
    await pressOn(traced, window, press)
    await traced.waitForTimeout(settleMs)
    figures.processor.push(slowdown * pressThread.busyMs(await browser.stopTracing()))
    await traced.context().close()
  }
  return { event: median(figures.event), processor: median(figures.processor) }
}
