/** Tests that nothing on the pages where people learn moves while their parts arrive one after another. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { demoReader, signInAs } from './support/people.ts'
import { courseNamed, courses, lessonsOf } from './support/school.ts'
import { screens } from './support/screens.ts'

/** These are the names of their screens; lists of posts and purchases are not among them. */
const names = [
  'the dashboard',
  'my learning',
  'the catalogue',
  'a video lesson',
  'a PDF lesson',
  'the profile',
  'a student’s settings',
  'the notifications',
]

/** The bound is a fifth of what browsers call good. */
const mostShift = 0.02

declare global {
  interface Window {
    shifts: { value: number; moved: (string | undefined)[] }[]
  }
}

/** Records the layout shifts that no press caused, in each document. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    window.shifts = []
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => node?.parentElement?.className)
        if (!hadRecentInput) window.shifts.push({ value, moved })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })

/** Each answer takes this many ms, so that the parts of a page are drawn one after another. */
async function answerLate(page: Page, latency: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const slow = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', slow)
}

async function expectStill(page: Page, place: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${place}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift)
}

test('the parts of a learner’s pages do not move each other while they arrive', async ({ page, request }) => {
  const student = await demoReader(request, 'student')
  await signInAs(page, student)
  const { id } = await courseNamed(request, courses.sql)
  const lessons = await lessonsOf(request, id, student)
  const pathOf = (kind: string) => lessons.find(({ fileType }) => fileType === kind)?.path ?? ''
  const git = await courseNamed(request, courses.git)
  const [withScratchpad] = await lessonsOf(request, git.id, student)
  const paths = await Promise.all(
    screens
      .filter(({ name }) => names.includes(name))
      .map(async ({ path }) => (typeof path === 'string' ? path : path(request))),
  )
  expect(paths).toHaveLength(names.length)
  paths.push(
    pathOf('reading'),
    pathOf('quiz'),
    withScratchpad?.path ?? '',
    `/course/${id}`,
    `/course/${git.id}`,
  )
  await recordShifts(page)
  await answerLate(page, 80)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    for (const path of paths) {
      await page.goto(path)
      await expectStill(page, `${path} at ${viewport.width}`)
    }
  }
})

test('a press on a phone moves nothing else when the answer arrives', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await recordShifts(page)
  const { id } = await courseNamed(request, courses.git)
  await page.goto(`/sp/${id}/`)
  // Browsers do not count layout shifts within 500 ms after a press as unexpected, so the answer must arrive later.
  await answerLate(page, 600)
  await page.getByRole('button', { name: 'Enroll Now (Free)' }).first().click()
  await expect(page.getByText(/Create an account to start/)).toBeVisible()
  await expectStill(page, 'the sign-in page after a press to enrol')
  await page.reload()
  await expect(page.getByText(/Create an account to start/)).toBeVisible()
  await expectStill(page, 'the same page after a reload')

  const student = await demoReader(request, 'student')
  await signInAs(page, student)
  const [lesson] = await lessonsOf(request, id, student)
  await page.goto(lesson?.path ?? '')
  const run = page.getByRole('button', { name: 'Run Code' })
  await run.scrollIntoViewIfNeeded()
  await run.click()
  await expect(page.getByText('Your code ran and printed nothing.')).toBeVisible()
  await expectStill(page, 'a lesson whose practice code ran')
})
