/**
 * Journeys that only look at many screens share one page for each worker instead of a new browser context for each test, because
 * starting a renderer and reading and compiling the scripts takes as long as showing the screen. User actions stay in a separate
 * context (journey.ts). The page requests reduced motion, because drawing the moving background takes a quarter of the processor
 * time of these journeys.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { expect, test as journey, watch } from './journey.ts'

interface Shared {
  browser: Browser
  page: Page | undefined
  complaints: string[]
}

interface SharedPageOptions {
  /** True keeps the page as the previous test has left it, with its visitor (screen-visits.ts). */
  keepsVisitor: boolean
}

export const test = journey.extend<SharedPageOptions, { shared: Shared }>({
  keepsVisitor: [false, { option: true }],
  shared: [
    async ({ browser }, use) => {
      const shared: Shared = { browser, page: undefined, complaints: [] }
      await use(shared)
      await shared.page?.context().close()
    },
    { scope: 'worker' },
  ],
  // The page is opened in the first test of a worker, where the options of the project apply to new contexts.
  page: async ({ shared, complaints, keepsVisitor }, use) => {
    shared.complaints = complaints
    if (!shared.page) {
      const opened = await shared.browser.newContext({ reducedMotion: 'reduce' })
      await watch(opened, (text) => shared.complaints.push(text))
      shared.page = await opened.newPage()
    }
    if (!keepsVisitor) await forgetVisitor(shared.page)
    await use(shared.page)
  },
  context: async ({ page }, use) => use(page.context()),
})

/** The map holds the current visitor of a page, because its next test may need the same person. */
export const visitors = new WeakMap<Page, { viewer: string; language: string }>()

/** Leaves the last screen and removes its stored data; a document without scripts stores nothing new. */
export async function forgetVisitor(page: Page): Promise<void> {
  visitors.delete(page)
  // Requests that are still held back end with their document.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
}

export interface Window {
  width: number
  height: number
  /** True means a touch screen, whose browser lays pages out as on a phone. */
  isPhone?: boolean
  deviceScaleFactor?: number
}

export const desktop: Window = { width: 1440, height: 900 }
export const phone: Window = { width: 390, height: 844, isPhone: true }

const sessions = new WeakMap<Page, Promise<CDPSession>>()
const windows = new WeakMap<Page, Window>()

/** Changes the window of an open page, as the options `viewport`, `isMobile`, `hasTouch` and `deviceScaleFactor` do for a new one. */
export async function setWindow(page: Page, window: Window): Promise<void> {
  if (windows.get(page) === window) return
  const { width, height, isPhone = false, deviceScaleFactor = 1 } = window
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  const devtools = await session
  // `page.setViewportSize` would lay the page out once more.
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor,
    mobile: isPhone,
    screenOrientation: isPhone
      ? { angle: 0, type: 'portraitPrimary' }
      : { angle: 0, type: 'landscapePrimary' },
  })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
  const expected = [width, deviceScaleFactor, isPhone]
  const seen = () =>
    page.evaluate(() => [screen.width, devicePixelRatio, matchMedia('(pointer: coarse)').matches])
  await expect.poll(seen, { intervals: [10, 50] }).toEqual(expected)
  // Elements that follow the width have been rendered again after two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  windows.set(page, window)
}
