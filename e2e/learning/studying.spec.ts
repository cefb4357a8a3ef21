import type { Page } from '@playwright/test'
import { expect, open, test, watch } from '../support/journey.ts'
import { newLearner, signInAs } from '../support/people.ts'
import { captionsShow, pictureMoves, player, position, seekTo, startPlaying } from '../support/player.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null)

/** Checks captions under the picture while the player fills the screen. */
async function watchFullScreen(page: Page): Promise<void> {
  await page.keyboard.press('f')
  await expect.poll(() => isFullScreen(page)).toBe(true)
  await captionsShow(page)
  await pictureMoves(page)
  await page.keyboard.press('f')
  await expect.poll(() => isFullScreen(page)).toBe(false)
}

test('a lesson that was half watched on a phone goes on at the same second on a laptop, with captions in full screen on both', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const [first] = await lessonsOf(request, course.id)
  if (!first) throw new Error('The course has no lesson')
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await watch(phone, (text) => complaints.push(text))
  let left = 0

  await test.step('on the phone the video plays to its middle', async () => {
    const small = await phone.newPage()
    await signInAs(small, learner)
    await open(small, first.path)
    await startPlaying(small)
    await small.keyboard.press('c')
    await seekTo(small, 15)
    await watchFullScreen(small)
    await small.keyboard.press('k')
    await expect(player(small).getByRole('button', { name: 'Play' }).first()).toBeVisible()
    left = await position(small)
    await expect
      .poll(async () => (await lessonsOf(request, course.id, learner))[0]?.progress?.position ?? 0)
      .toBeGreaterThanOrEqual(Math.floor(left) - 1)
    await phone.close()
  })

  await test.step('the laptop offers to continue, and plays from that second', async () => {
    await signInAs(page, learner)
    await open(page, '/dashboard')
    await page.getByRole('link', { name: 'Continue', exact: true }).first().click()
    await expect(page).toHaveURL(first.path)
    await pictureMoves(page)
    const now = await position(page)
    expect(now).toBeGreaterThan(left - 2)
    expect(now).toBeLessThan(left + 15)
    await player(page).focus()
    await page.keyboard.press('c')
    await watchFullScreen(page)
  })
})
