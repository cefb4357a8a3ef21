/**
 * From a press to the next frame on a phone's window with a processor four times slower: ten named presses, each on a
 * page of its own, against a separate product with the demo school or the one that PRESSES_ORIGIN names.
 * Two figures, medians of PRESSES_RUNS visits: the browser's own event timing under Emulation.setCPUThrottlingRate, and
 * four times the CPU time of the page's thread within that interval without throttling, which other work on the
 * machine changes little. Target of the second: 100 ms.
 */
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { median, printTable } from './support/measure.ts'
import { framesAfterPresses, pressThread } from './support/press-timing.ts'
import { newDataFolder, startMeasured } from './support/server-process.ts'

const runs = Number(process.env['PRESSES_RUNS'] ?? 5)
const slowdown = 4
const targetMs = 100
/** The interval in which the result of a press is drawn, with its requests. */
const settleMs = 1500

interface School {
  token: string
  course: string
  lesson: string
}

interface Press {
  name: string
  path: (school: School) => string
  isSignedIn?: boolean
  target: (page: Page) => Locator
  /** Instead of a tap. */
  key?: string
}

const presses: readonly Press[] = [
  {
    name: 'landing page: open the menu',
    path: () => '/',
    target: (page) => page.getByRole('button', { name: 'Menu' }),
  },
  {
    name: 'marketplace: choose a category',
    path: () => '/marketplace',
    target: (page) => page.getByRole('group', { name: 'Category' }).getByRole('link', { name: 'Design' }),
  },
  {
    name: 'marketplace: show as a list',
    path: () => '/marketplace',
    target: (page) => page.getByRole('link', { name: 'List', exact: true }),
  },
  {
    name: 'marketplace: type a letter into the search',
    path: () => '/marketplace',
    target: (page) => page.getByLabel('Search courses'),
    key: 's',
  },
  {
    name: 'marketplace: open a course',
    path: () => '/marketplace',
    target: (page) => page.locator('main .ap-card-title a').first(),
  },
  {
    name: 'sales page: open a tab',
    path: () => '/sp/3/',
    target: (page) => page.getByRole('tab', { name: 'Curriculum' }),
  },
  {
    name: 'sales page: add to the cart',
    path: () => '/sp/3/',
    target: (page) => page.getByRole('button', { name: 'Add to Cart' }).first(),
  },
  {
    name: 'dashboard: go to the marketplace',
    path: () => '/dashboard',
    isSignedIn: true,
    target: (page) => page.getByRole('link', { name: 'Market', exact: true }),
  },
  {
    name: 'course page: open a tab',
    path: ({ course }) => course,
    isSignedIn: true,
    target: (page) => page.getByRole('tab', { name: 'Resources' }),
  },
  {
    name: 'lesson: mark as complete',
    path: ({ lesson }) => lesson,
    isSignedIn: true,
    target: (page) => page.getByRole('button', { name: /^Mark as / }),
  },
]

async function read<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** The demo student's session, a course of theirs and its first video. */
async function schoolAt(origin: string): Promise<School> {
  const { data: session } = await read<{ data: { token: string; user: { id: number } } }>(
    `${origin}/api/auth/login`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'student@apogee.test', password: 'Apogee-Demo-1' }),
    },
  )
  const headers = { authorization: `Bearer ${session.token}` }
  const { data: courses } = await read<{ data: { id: number }[] }>(
    `${origin}/api/courses/enrolled?userId=${session.user.id}`,
    { headers },
  )
  for (const { id } of courses) {
    const { data } = await read<{
      data: { contents: { id: number; resources: { id: number; fileType: string }[] }[] }
    }>(`${origin}/api/courses/${id}`, { headers })
    for (const { id: module, resources } of data.contents) {
      const video = resources.find(({ fileType }) => fileType === 'video')
      if (!video) continue
      return {
        token: session.token,
        course: `/course/${id}`,
        lesson: `/lesson/${module}/resources/${video.id}`,
      }
    }
  }
  throw new Error('The demo student is enrolled in no course with a video')
}

/** The page of one press, with everything that it loads by itself. */
async function openPage(browser: Browser, origin: string, school: School, press: Press): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  if (press.isSignedIn) {
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate((token) => localStorage.setItem('authToken', token), school.token)
  }
  await page.goto(origin + press.path(school), { waitUntil: 'networkidle' })
  const target = press.target(page)
  await target.scrollIntoViewIfNeeded()
  if (press.key !== undefined) await target.focus()
  await page.waitForTimeout(500)
  return page
}

async function pressOn(page: Page, { target, key }: Press): Promise<void> {
  await (key === undefined ? target(page).tap() : target(page).press(key))
  await page.waitForTimeout(settleMs)
}

async function throttled(page: Page, press: Press): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const longest = await framesAfterPresses(page)
  await pressOn(page, press)
  return longest()
}

async function processorTime(browser: Browser, page: Page, press: Press): Promise<number> {
  await browser.startTracing(page, { categories: pressThread.categories })
  await pressOn(page, press)
  return slowdown * pressThread.busyMs(await browser.stopTracing())
}

async function measure(origin: string) {
  const executablePath = findChromium({ whole: true })
  if (!executablePath) throw new Error('No Chromium was found: node scripts/chromium.mjs installs one')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const school = await schoolAt(origin)
    const rows = []
    for (const press of presses) {
      const figures = { event: [] as number[], processor: [] as number[] }
      for (let run = 0; run < runs; run += 1) {
        const slow = await openPage(browser, origin, school, press)
        figures.event.push(await throttled(slow, press))
        await slow.context().close()
        const traced = await openPage(browser, origin, school, press)
        figures.processor.push(await processorTime(browser, traced, press))
        await traced.context().close()
      }
      const processor = median(figures.processor)
      rows.push({
        press: press.name,
        'processor time × 4, ms': processor.toFixed(0),
        'event timing, throttled, ms': median(figures.event).toFixed(0),
        met: processor <= targetMs ? 'yes' : 'no',
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}

const given = process.env['PRESSES_ORIGIN']
if (given) {
  printTable(await measure(given))
} else {
  await buildWeb()
  const folder = await newDataFolder()
  try {
    const server = await startMeasured(folder.path)
    try {
      printTable(await measure(server.origin))
    } finally {
      await server.stop()
    }
  } finally {
    await folder.remove()
  }
}
