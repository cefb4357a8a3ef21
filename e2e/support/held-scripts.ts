/** Holds a page's scripts back until a journey releases them. */
import type { Page, Request } from '@playwright/test'
import type { Calls } from './early-walks.ts'
import { expect } from './journey.ts'

/** Opens the page with every script held back; returns the function that releases them and waits for hydration. */
export async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  return async () => {
    released.resolve()
    await page.waitForFunction(() => window.apogeeEarly?.work !== undefined)
    await expect(page.locator('[data-early]')).toHaveCount(0)
  }
}

/** Lists every visible part that can be pressed, typed into or chosen from, with its label. */
export const interactiveParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all =
      'button, input, select, textarea, summary, form, a:not([href]), video, audio, iframe, [contenteditable], ' +
      '[role=button], [role=link], [role=tab], [role=switch], [role=slider], [role=menuitem], [draggable=true]'
    const labelOf = (part: Element): string => {
      const labels = 'labels' in part && part.labels instanceof NodeList ? [...part.labels] : []
      const words = part.getAttribute('aria-label') ?? labels[0]?.textContent ?? part.textContent
      return part instanceof HTMLFormElement ? '' : words.replaceAll(/\s+/g, ' ').trim()
    }
    const kindOf = (part: Element): string => {
      if (part instanceof HTMLFormElement) return `form ${part.method}`
      if (part instanceof HTMLInputElement) return part.type
      return part.getAttribute('role') ?? part.tagName.toLowerCase()
    }
    return [...document.querySelectorAll(all)]
      .filter(
        (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('[aria-hidden=true]'),
      )
      .map((part) => `${kindOf(part)} ${labelOf(part)}`.trim())
  })

/** Makes the clipboard write into a list, and disables the share sheet. A second call for the same page does nothing. */
export const watchClipboard = (page: Page) =>
  page.addInitScript(() => {
    if ('copied' in window) return
    const list: string[] = []
    const clipboard = {
      writeText(text: string) {
        list.push(text)
        return Promise.resolve()
      },
    }
    Object.assign(window, { copied: list })
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
    Object.defineProperty(navigator, 'share', { value: undefined })
  })

/** Records the body of each call. Refuses calls that change something, so that a sent form stays as it is. */
export async function watchCalls(page: Page, passing = /^$/): Promise<Calls> {
  const requests: Request[] = []
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    requests.push(request)
    if (request.method() === 'GET') return route.continue()
    if (passing.test(request.url())) return route.fallback()
    await route.fulfill({ status: 503, json: { success: false, error: 'Held', errorCode: 'UNAVAILABLE' } })
  })
  return (name) =>
    requests
      .filter((request) => new URL(request.url()).pathname === name)
      .map((request) => (request.method() === 'GET' ? null : (request.postDataJSON() as unknown)))
}

declare global {
  interface Window {
    apogeeEarly?: { work?: () => void }
  }
}
