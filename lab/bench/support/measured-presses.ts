/**
 * Measures presses on separate pages, on a window with a processor four times slower. The two figures are medians of several
 * visits: the browser's own event timing under Emulation.setCPUThrottlingRate, and four times the CPU time of the page's thread
 * within that interval without throttling, which other work on the machine changes little. Target of the second: 100 ms.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import type { Bench } from './frame.ts'
import { median } from '../../harness/measure.ts'
import { withBrowser } from './browser.ts'
import { framesAfterPresses, pressThread } from './press-timing.ts'

const slowdown = 4
const targetMs = 100
/** The result of a press is drawn within this interval in ms, with its requests. */
const settleMs = 1500

export interface Press {
  name: string
  path: string
  /** Absence means signed out. */
  token?: string
  /** Brings the page to the state before the press. */
  prepare?: (page: Page) => Promise<void>
  target: (page: Page) => Locator
  /** The key replaces a tap or click. */
  key?: string
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
export const laptop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** Opens the page of one press, with everything that it loads automatically. */
async function openPage(
  browser: Browser,
  origin: string,
  window: BrowserContextOptions,
  press: Press,
): Promise<Page> {
  const context = await browser.newContext({ ...window, serviceWorkers: 'block' })
  const page = await context.newPage()
  if (press.token !== undefined) {
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate((token) => localStorage.setItem('authToken', token), press.token)
  }
  await page.goto(origin + press.path, { waitUntil: 'networkidle' })
  await press.prepare?.(page)
  const target = press.target(page)
  await target.scrollIntoViewIfNeeded()
  if (press.key !== undefined) await target.focus()
  await page.waitForTimeout(500)
  return page
}

async function pressOn(page: Page, window: BrowserContextOptions, { target, key }: Press): Promise<void> {
  if (key !== undefined) await target(page).press(key)
  else await (window.hasTouch ? target(page).tap() : target(page).click())
  await page.waitForTimeout(settleMs)
}

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
      rows.push({
        press: press.name,
        'processor time × 4, ms': processor.toFixed(0),
        'event timing, throttled, ms': event.toFixed(0),
        [`processor time ≤ ${targetMs} ms`]: bench.met(press.name, processor <= targetMs),
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
    figures.event.push(await longest())
    await slow.context().close()

    const traced = await openPage(browser, origin, window, press)
    await browser.startTracing(traced, { categories: pressThread.categories })
    await pressOn(traced, window, press)
    figures.processor.push(slowdown * pressThread.busyMs(await browser.stopTracing()))
    await traced.context().close()
  }
  return { event: median(figures.event), processor: median(figures.processor) }
}
