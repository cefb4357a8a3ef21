/**
 * Gives the tests of a worker one shared page, for journeys that only look at many screens. A new browser context for each test
 * would start a renderer and compile the scripts again, which takes as long as showing the screen. Journeys with actions of people
 * have a context of their own (journey.ts). The shared page requests reduced motion, because drawing the moving background takes a
 * quarter of these journeys' processor time.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { expect, test as journey, watch } from './journey.ts'

interface Shared {
  browser: Browser
  page: Page | undefined
  complaints: string[]
}

interface SharedPageOptions {
  /** True keeps the page as the previous test has left it, with the same visitor (screen-visits.ts). */
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
  // The page is opened by the first test of a worker, because only there do the project's options apply to a new context.
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

/** Maps a page to its present visitor, because the next test may need the same person. */
export const visitors = new WeakMap<Page, { viewer: string; language: string }>()

/** Leaves the last screen and removes what it has stored. It does so on a document without scripts, which stores nothing new. */
export async function forgetVisitor(page: Page): Promise<void> {
  visitors.delete(page)
  // Requests that are still held back end when their document is left.
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
  /** True means a touch screen. The browser then lays pages out as on a phone. */
  isPhone?: boolean
  deviceScaleFactor?: number
}

export const desktop: Window = { width: 1440, height: 900 }
export const phone: Window = { width: 390, height: 844, isPhone: true }

const sessions = new WeakMap<Page, Promise<CDPSession>>()
const windows = new WeakMap<Page, Window>()

/**
 * Changes the window of an open page as the options `viewport`, `isMobile`, `hasTouch` and `deviceScaleFactor` set it for a new
 * page.
 */
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
  // After two frames, elements that depend on the width have been rendered again.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  windows.set(page, window)
}
