/**
 * Measures the time from a press to the content that it requests. Every request of the page is answered one round trip of 600 ms
 * late, as on a train. An early press is made on a first visit as soon as its target is painted; all others are made on a page at
 * rest.
 */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { median } from '../../harness/measure.ts'
import { newVisitor, openPage, pressOn, type Press } from './press-pages.ts'

const roundTripMs = 600
/** The target is at most this many ms. */
export const latestMs = 1500
const longestMs = 20_000

/**
 * The page itself records the time of a press, because Playwright's tap takes longer than a finger. The press may open another
 * document.
 */
const notePresses = `for (const type of ['pointerup', 'keydown'])
  addEventListener(type, () => sessionStorage.setItem('pressed', Date.now()), true)`

/** All requests wait in parallel, as over HTTP/2. */
const answerLate = (page: Page) =>
  page.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, roundTripMs))
    // The page may already be closed.
    await route.continue().catch(() => undefined)
  })

/** Returns the median in ms, or null for a press that names no answer. */
export async function lateAnswer(
  browser: Browser,
  origin: string,
  { window, press, visits }: { window: BrowserContextOptions; press: Press; visits: number },
): Promise<number | null> {
  if (!press.answer) return null
  const taken: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await (press.isEarly ? openEarly : openAtRest)(browser, origin, window, press)
    page.setDefaultTimeout(longestMs)
    await pressOn(page, window, press)
    await press.answer(page)
    taken.push(await page.evaluate(() => Date.now() - Number(sessionStorage.getItem('pressed'))))
    await page.context().close()
  }
  return median(taken)
}

type Open = typeof openPage

const openEarly: Open = async (browser, origin, window, press) => {
  const page = await newVisitor(browser, origin, window, press)
  await page.addInitScript({ content: notePresses })
  await answerLate(page)
  await page.goto(origin + press.path, { waitUntil: 'commit' })
  await press.target(page).waitFor()
  return page
}

const openAtRest: Open = async (browser, origin, window, press) => {
  const page = await openPage(browser, origin, window, press)
  await page.evaluate(notePresses)
  await answerLate(page)
  return page
}
