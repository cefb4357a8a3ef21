/** Tests the arrangement of a lesson: one bar, the picture, what belongs to it, and going on without losing full screen. */
import { expect, open, test } from '../support/journey.ts'
import { newLearner, signInAs } from '../support/people.ts'
import { pictureMoves, player, position, startPlaying } from '../support/player.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

const phone = { width: 390, height: 844 }

test('on a phone the picture is below one bar, stays in view, and a bar at the bottom goes on and opens the contents', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const [first, second, third] = await lessonsOf(request, course.id)
  if (!first || !second || !third) throw new Error('The course lacks lessons')
  await page.setViewportSize(phone)
  await signInAs(page, learner)
  await open(page, first.path)
  await expect(player(page)).toBeVisible()
  const bar = await page.locator('.lesson-bar').boundingBox()
  expect(bar?.height).toBeLessThanOrEqual(49)
  expect((await player(page).boundingBox())?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0))
  const steps = page.getByRole('navigation', { name: 'Previous and next lesson' })
  const tabs = page.getByRole('navigation', { name: 'Quick navigation' })
  await expect(steps.getByRole('link', { name: `Next lesson ${second.title}` })).toBeVisible()
  // The navigation of every signed-in page is there before anything is scrolled, and nothing covers it.
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  for (const control of [tabs.getByRole('link').first(), menu]) {
    await expect(control).toBeInViewport()
    await control.click({ trial: true })
  }
  await steps.getByRole('link', { name: 'Next lesson' }).click({ trial: true })

  await test.step('the picture is small after scrolling down, and the tab bar is there after scrolling up', async () => {
    await page.mouse.move(200, 600)
    await page.mouse.wheel(0, 700)
    await expect(player(page)).toHaveAttribute('data-docked', 'true')
    await expect(tabs.getByRole('link').first()).not.toBeInViewport()
    await player(page)
      .locator('video')
      .evaluate(async (video: HTMLVideoElement) => {
        video.currentTime = video.duration - 0.3
        await video.play()
      })
    await player(page).getByRole('link', { name: 'Next lesson' }).click({ trial: true })
    await player(page).getByRole('button', { name: 'Replay' }).click()
    await expect(player(page)).toHaveAttribute('data-docked', 'true')
    await page.mouse.wheel(0, -120)
    await expect(tabs.getByRole('link').first()).toBeInViewport()
    await expect(steps.getByRole('link', { name: 'Next lesson' })).toBeInViewport()
  })

  await test.step('the contents are a sheet, which closes when another lesson opens', async () => {
    await steps.getByRole('button', { name: 'Contents' }).click()
    const sheet = page.getByRole('dialog', { name: 'Course Content' })
    await sheet.getByRole('link', { name: second.title }).click()
    await expect(page).toHaveURL(second.path)
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2, name: second.title })).toBeVisible()
  })
})

test('the next video of a module plays in full screen with the speed and the captions of the one before', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const [first, second] = await lessonsOf(request, course.id)
  if (!first || !second) throw new Error('The course lacks lessons')
  await signInAs(page, learner)
  await open(page, first.path)
  await startPlaying(page)
  await page.keyboard.press('c')
  await page.keyboard.press('>')
  await page.keyboard.press('f')
  const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
  await expect.poll(isFullScreen).toBe(true)
  await player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.3
    })
  await player(page).getByRole('link', { name: 'Next lesson' }).click()
  await expect(page).toHaveURL(second.path)
  await pictureMoves(page)
  expect(await isFullScreen()).toBe(true)
  const video = player(page).locator('video')
  await expect(video).toHaveJSProperty('playbackRate', 1.25)
  await expect(player(page).locator('.ap-player-captions')).toHaveText(/\w/)
  // The keys work without another press on the player.
  const before = await position(page)
  await page.keyboard.press('l')
  await expect.poll(() => position(page)).toBeGreaterThan(before + 8)
  await page.keyboard.press('f')
  await expect.poll(isFullScreen).toBe(false)
})

test('beside the picture another choice moves nothing, and theatre mode gives the picture the whole width', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const [first] = await lessonsOf(request, course.id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs(page, learner)
  await open(page, first?.path ?? '')
  const side = page.getByRole('complementary', { name: 'Beside the lesson' })
  const place = async () => ({ side: await side.boundingBox(), picture: await player(page).boundingBox() })
  const before = await place()
  for (const name of ['Transcript', 'Notes', 'Questions', 'Files', 'Contents']) {
    await side.getByRole('button', { name, exact: true }).click()
    expect(await place(), name).toEqual(before)
  }
  await page.getByRole('button', { name: 'Theatre mode' }).click()
  const { picture } = await place()
  expect(picture?.width).toBeGreaterThan((before.picture?.width ?? 0) + 300)
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(900)
})
