/** Opens the pages on which presses are measured, and presses. */
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'

export interface Press {
  name: string
  path: string
  /** Without a token, the visitor is signed out. */
  token?: string
  /** Brings the page into the state in which the press is made. */
  prepare?: (page: Page) => Promise<unknown>
  target: (page: Page) => Locator
  /** Pressing this key replaces a tap or a click. */
  key?: string
  /** Replaces a tap or click by another movement on the target. */
  move?: (page: Page, target: Locator) => Promise<void>
  /** Resolves when the page shows the result of the press. */
  answer?: (page: Page) => Promise<unknown>
  /** True means that the press is also made on a first visit, as soon as its target is painted. */
  isEarly?: true
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
export const laptop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** Opens a window without any stored data, signed in if the press needs it. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  window: BrowserContextOptions,
  { token: given }: Press,
): Promise<Page> {
  const context = await browser.newContext({ ...window, serviceWorkers: 'block' })
  const page = await context.newPage()
  if (given !== undefined) {
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate((token) => localStorage.setItem('authToken', token), given)
  }
  return page
}

/** Opens the page of a press, and waits for everything that the page loads by itself. */
export async function openPage(
  browser: Browser,
  origin: string,
  window: BrowserContextOptions,
  press: Press,
): Promise<Page> {
  const page = await newVisitor(browser, origin, window, press)
  await page.goto(origin + press.path, { waitUntil: 'networkidle' })
  await press.prepare?.(page)
  const target = press.target(page)
  await target.scrollIntoViewIfNeeded()
  if (press.key !== undefined) await target.focus()
  await page.waitForTimeout(500)
  return page
}

export async function pressOn(page: Page, window: BrowserContextOptions, press: Press): Promise<void> {
  const target = press.target(page)
  if (press.key !== undefined) await target.press(press.key)
  else if (press.move) await press.move(page, target)
  else await (window.hasTouch ? target.tap() : target.click())
}
