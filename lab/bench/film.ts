/**
 * Films a phone on slow 4G with a processor four times slower: the marketplace appears, a category is pressed, a course is opened,
 * Back; then the demo student, who has studied on this phone before, opens a lesson and plays its video. Prints when each step was
 * visible, and writes the picture of every 100 ms into FILM_FOLDER, if that is set. Runs against its own product with the demo
 * school, or the product at FILM_ORIGIN.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SizeOf } from './measurements.ts'
import { withBrowser } from './support/browser.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { withSchool } from './support/server-process.ts'

const stepMs = 100
/** The values are those of Lighthouse's slow 4G. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

interface Picture {
  atMs: number
  jpeg: Buffer
}

/** Collects the painted pictures with the time after the first call of `now`. */
async function startFilm(page: Page, isSlow: boolean) {
  const pictures: Picture[] = []
  const began = performance.now()
  const now = () => performance.now() - began
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push({ atMs: now(), jpeg: Buffer.from(data, 'base64') })
    // The page may already be closed.
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  if (isSlow) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow4g)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 390, maxHeight: 844 })
  return { pictures, now }
}

/**
 * Returns the ms since the last press on this document. The press itself is measured by the page, because a tap takes Playwright
 * longer than a finger.
 */
const sincePress = (page: Page) =>
  page.evaluate(() => {
    const press = performance.getEntriesByName('pressed').at(-1)
    return press && performance.now() - press.startTime
  })

/** The page's content security policy would refuse a text that `waitForFunction` evaluates repeatedly. */
const pictureMoves = `new Promise((resolve) => {
  const look = () => (document.querySelector('video')?.currentTime > 0 ? resolve() : requestAnimationFrame(look))
  look()
})`

type Timed = (what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>) => Promise<void>

async function visitMarketplace(page: Page, origin: string, timed: Timed): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const category = page.getByRole('group', { name: 'Category' }).getByRole('link', { name: 'Design' })
  const course = page.locator('main .ap-card-title a').first()
  await timed(
    'the marketplace is visible',
    () => page.goto(`${origin}/marketplace`, { waitUntil: 'commit' }),
    () => heading.filter({ hasText: 'Marketplace' }).waitFor(),
  )
  await timed(
    'its scripts answer presses',
    () => Promise.resolve(),
    () => page.waitForFunction(() => 'work' in (Reflect.get(globalThis, 'apogeeEarly') ?? {})),
  )
  await timed(
    'a category is pressed: it is marked',
    () => category.tap(),
    () => category.and(page.locator('[aria-current]')).waitFor(),
  )
  await timed(
    'a course is pressed: its page is there',
    () => course.tap(),
    () =>
      page
        .getByRole('heading', { name: 'What you will learn' })
        .or(page.getByRole('tablist'))
        .first()
        .waitFor(),
  )
  await timed(
    'its purchase button is there',
    () => Promise.resolve(),
    () =>
      page
        .getByRole('button', { name: /^(Buy Now|Enroll Now)$/ })
        .first()
        .waitFor(),
  )
  await timed(
    'Back: the list is there again',
    () => page.goBack({ waitUntil: 'commit' }),
    () => heading.filter({ hasText: 'Marketplace' }).waitFor(),
  )
}

/** Visits another lesson of the course first, so that the browser has the code of lessons. */
async function visitLesson(page: Page, origin: string, timed: Timed, settleMs: number): Promise<void> {
  await signInAs(page, origin)
  const lesson = (title: string) =>
    page.locator('main a[href^="/lesson/"]').filter({ hasText: title }).first()
  const play = page.getByRole('group', { name: 'Video player' }).getByRole('button', { name: 'Play' }).first()
  await page.goto(`${origin}/course/1`)
  await lesson('The first value').tap()
  await play.waitFor()
  await page.waitForTimeout(settleMs)
  await page.goto(`${origin}/course/1`)
  await timed(
    'a lesson is pressed: its player is there',
    () => lesson('A type is a set of values').tap(),
    () => play.waitFor(),
  )
  await timed(
    'Play is pressed: the picture moves',
    () => play.tap(),
    () => page.evaluate(pictureMoves),
  )
}

async function signInAs(page: Page, origin: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/auth/login`, {
    data: { email: 'student@apogee.test', password: 'Apogee-Demo-1' },
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate((token) => localStorage.setItem('authToken', token), data.token)
}

async function film(bench: Bench<SizeOf<'film'>>, origin: string): Promise<void> {
  const { isSlow, settleMs } = bench.size
  await withBrowser(async (browser) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.addInitScript({
      content: `addEventListener('click', () => performance.mark('pressed'), true)`,
    })
    const { pictures, now } = await startFilm(page, isSlow)
    const rows: { what: string; 'after, ms': string }[] = []
    const timed: Timed = async (what, act, seen) => {
      const from = now()
      await page.evaluate(() => performance.clearMarks('pressed'))
      await act()
      await seen()
      rows.push({ what, 'after, ms': ((await sincePress(page)) ?? now() - from).toFixed(0) })
      await page.waitForTimeout(settleMs / 10)
    }
    await visitMarketplace(page, origin, timed)
    await visitLesson(page, origin, timed, settleMs)
    if (pictures.length === 0) throw new Error('the browser sent no picture')
    bench.table(rows)
    const folder = process.env['FILM_FOLDER']
    if (folder !== undefined) await write(pictures, now(), folder)
  })
}

/** Writes one file for each step with the picture visible then. */
async function write(pictures: readonly Picture[], untilMs: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let atMs = stepMs; atMs <= untilMs; atMs += stepMs) {
    const shown = pictures.findLast((picture) => picture.atMs <= atMs)
    if (shown) await writeFile(join(folder, `${String(atMs).padStart(6, '0')}.jpg`), shown.jpeg)
  }
}

await runMeasurement('film', (bench) => {
  const origin = process.env['FILM_ORIGIN']
  return origin ? film(bench, origin) : withSchool((server) => film(bench, server.origin))
})
