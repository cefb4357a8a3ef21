/** Tests a PDF on a phone. Its browser shows no PDF in a frame, so the product's own viewer draws the file. */
import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { newLearner, signInAs } from '../support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

const region = (page: Page, title: string) => page.getByRole('region', { name: title })
const paper = (page: Page, number: number) => page.getByRole('group', { name: `Page ${number} of 2` })

/** Moves two fingers apart in the middle of the element. */
async function spread(page: Page, title: string): Promise<void> {
  const box = await region(page, title).boundingBox()
  if (!box) throw new Error('The document is not shown')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const touchPoints = (apart: number) => [-apart, apart].map((by) => ({ x: middle.x + by, y: middle.y }))
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove', apart: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints(apart) })
  await send('touchStart', 40)
  await send('touchMove', 60)
  await send('touchMove', 80)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone a PDF is drawn, searched and zoomed, and opens again at the page that was left', async ({
  page,
  request,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }),
  )
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const handout = (await lessonsOf(request, course.id)).find((item) => item.fileType === 'pdf')
  if (!handout) throw new Error('The course has no PDF')
  await signInAs(page, learner)
  await open(page, handout.path)

  const first = paper(page, 1)
  await expect(first).toContainText('Three commands that only look')
  // The page of the document is 374 px wide in a window of 390 px. Each px has two device pixels.
  await expect(first.locator('canvas')).toHaveJSProperty('width', 748)
  expect(await first.locator('canvas').evaluate(coloursOf)).toBeGreaterThan(10)
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.getByRole('button', { name: 'Search this document' }).tap()
  await page.getByRole('searchbox', { name: 'Search this document' }).fill('RESCUE')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^1 \/ \d+$/ })).toBeVisible()
  const marked = page.locator('rect[data-current]')
  await expect(marked).toBeInViewport()
  await page.getByRole('button', { name: 'Close search' }).tap()
  await expect(marked).toHaveCount(0)

  await spread(page, handout.title)
  await expect.poll(() => first.evaluate((element) => element.clientWidth)).toBe(748)
  await page.getByRole('button', { name: 'Zoom out' }).tap()
  await expect.poll(() => first.evaluate((element) => element.clientWidth)).toBe(561)

  await region(page, handout.title).focus()
  // The viewer restores the reader's position after a change of size. This may happen after the first press.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  // A page is remembered when it was shown long enough to be read.
  const progress = async () =>
    (await lessonsOf(request, course.id, learner)).find(({ path }) => path === handout.path)?.progress
  await expect.poll(progress).toMatchObject({ page: 2, pagesSeen: 2, completed: false })
  await page.getByRole('link', { name: course.title, exact: true }).first().click()
  await expect(page.getByRole('tab', { name: 'Course Content' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
  await expect(paper(page, 2).locator('canvas')).toBeInViewport()

  // The journey then simulates another device, which has no stored position.
  await page.evaluate(() => localStorage.removeItem('document-pages'))
  await page.reload()
  await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Contents' }).tap()
  const contents = page.getByRole('dialog', { name: 'Course Content' })
  await expect(contents.getByText('2 of 2 pages seen').first()).toBeAttached()
  await contents.getByRole('button', { name: 'Close', exact: true }).tap()

  // The browser remembers the zoom and the text view. The text view fits the window.
  await expect.poll(() => paper(page, 2).evaluate((element) => element.clientWidth)).toBe(561)
  await page.getByRole('button', { name: 'Text', exact: true }).tap()
  await page.getByRole('button', { name: 'Pages', exact: true }).waitFor()
  await page.reload()
  const text = region(page, handout.title)
  await expect(text.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Page 2 of 2', { exact: true }).first()).toBeVisible()
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await text.focus()
  await page.keyboard.press('Home')
  await expect(text.getByRole('heading').first()).toBeInViewport()
  await expect(page.locator('.document-bar').getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Pages', exact: true }).tap()
  await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  await expect(first.locator('canvas')).toBeInViewport()
})

function coloursOf(canvas: HTMLElement | SVGElement): number {
  const picture = (canvas as HTMLCanvasElement).getContext('2d')
  if (!picture) return 0
  const { data } = picture.getImageData(0, 0, 600, 600)
  return new Set(new Uint32Array(data.buffer)).size
}
