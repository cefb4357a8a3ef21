/**
 * Presses on pages of their own, on a window with a processor four times slower. Two figures, medians of PRESSES_RUNS
 * visits: the browser's own event timing under Emulation.setCPUThrottlingRate, and four times the CPU time of the page's
 * thread within that interval without throttling, which other work on the machine changes little.
 * Target of the second: 100 ms.
 */
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { median } from './measure.ts'
import { framesAfterPresses, pressThread } from './press-timing.ts'

const runs = Number(process.env['PRESSES_RUNS'] ?? 5)
const slowdown = 4
const targetMs = 100
/** The interval in which the result of a press is drawn, with its requests. */
const settleMs = 1500

export interface Press {
  name: string
  path: string
  /** Absent: signed out. */
  token?: string
  /** Brings the page to where the press is made. */
  prepare?: (page: Page) => Promise<void>
  target: (page: Page) => Locator
  /** Instead of a tap or click. */
  key?: string
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
export const laptop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** The page of one press, with everything that it loads by itself. */
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

/** One row of the table for each press. */
export async function measurePresses(
  origin: string,
  window: BrowserContextOptions,
  presses: readonly Press[],
): Promise<Record<string, string>[]> {
  const executablePath = findChromium({ whole: true })
  if (!executablePath) throw new Error('No Chromium was found: node scripts/chromium.mjs installs one')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const rows = []
    for (const press of presses) rows.push(await measurePress(browser, origin, window, press))
    return rows
  } finally {
    await browser.close()
  }
}

async function measurePress(browser: Browser, origin: string, window: BrowserContextOptions, press: Press) {
  const figures = { event: [] as number[], processor: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
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
  const processor = median(figures.processor)
  return {
    press: press.name,
    'processor time × 4, ms': processor.toFixed(0),
    'event timing, throttled, ms': median(figures.event).toFixed(0),
    met: processor <= targetMs ? 'yes' : 'no',
  }
}
