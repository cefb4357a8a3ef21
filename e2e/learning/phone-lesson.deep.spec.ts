/** Tests that floating and fixed elements cover nothing in a lesson on an upright phone. */
import type { Locator } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { newLearner, signInAs } from '../support/people.ts'
import { player, startPlaying } from '../support/player.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

/** Returns whether a press in the middle of the element would hit it. */
const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/**
 * Returns the distance from the picture down to its captions. Both are measured at once, because a line of captions disappears while
 * the video plays.
 */
const captionsBelowPicture = (shown: Locator) =>
  shown.evaluate((element) => {
    const captions = element.querySelector('.ap-player-captions')
    const picture = element.querySelector('video')
    if (!captions?.textContent || !picture) return -Infinity
    return captions.getBoundingClientRect().top - picture.getBoundingClientRect().bottom
  })

test('on a phone captions stand below the picture, the small player covers no control, and a PDF fills the screen', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const lessons = await lessonsOf(request, course.id)
  const video = lessons.find((item) => item.fileType === 'video')
  const handout = lessons.find((item) => item.fileType === 'pdf')
  if (!video || !handout) throw new Error('The course lacks a video or a PDF')
  await signInAs(page, learner)
  await open(page, video.path)
  await startPlaying(page)
  await page.keyboard.press('c')
  const captions = player(page).locator('.ap-player-captions')
  await expect(captions).toHaveText(/\w/)
  await expect.poll(() => captionsBelowPicture(player(page))).toBeGreaterThanOrEqual(-1)

  await page.getByRole('button', { name: /^Add a note/ }).tap()
  await page.getByRole('textbox', { name: /note/i }).fill('Group first')
  const done = page.getByRole('button', { name: 'Done' })
  await done.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await page.mouse.wheel(0, 500)
  await expect(player(page)).toHaveAttribute('data-docked', 'true')
  await done.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await isUncovered(done)).toBe(true)
  const pause = player(page).getByRole('button', { name: 'Pause' })
  await expect(pause).toBeInViewport()
  expect(await isUncovered(pause)).toBe(true)
  await done.tap()
  // The last control of the page stands at the bottom bar's edge.
  const last = page.getByRole('main').getByRole('link').last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await last.scrollIntoViewIfNeeded()
  expect(await isUncovered(last)).toBe(true)

  await open(page, handout.path)
  const paper = page.locator('.ap-player-place, .document-frame').first()
  await expect(paper).toBeVisible()
  // A viewer replaces the frame when its code has loaded.
  await expect.poll(async () => (await paper.boundingBox())?.height ?? 0).toBeGreaterThan(600)
})
