/** Studying on two devices, and with the keyboard and what a screen reader says. */
import type { Page } from '@playwright/test'
import { expect, open, test, watch } from './journey.ts'
import { pressEnterOn, tabTo } from './keys.ts'
import { newLearner, signInAs } from './people.ts'
import { captionsShow, pictureMoves, player, position, seekTo, startPlaying } from './player.ts'
import { courseNamed, courses, enrol, lessonsOf } from './school.ts'

const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null)

/** Captions under the picture while the player fills the screen. */
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

  await test.step('the laptop offers to continue, and begins at that second', async () => {
    await signInAs(page, learner)
    await open(page, '/dashboard')
    await page.getByRole('link', { name: 'Continue', exact: true }).first().click()
    await expect(page).toHaveURL(first.path)
    await startPlaying(page)
    await pictureMoves(page)
    const now = await position(page)
    expect(now).toBeGreaterThan(left - 2)
    expect(now).toBeLessThan(left + 15)
    await page.keyboard.press('c')
    await watchFullScreen(page)
  })
})

test('the path of a learner by keyboard: video, text and quiz, each with the names and announcements that a screen reader tells', async ({
  page,
  request,
}) => {
  test.slow()
  const course = await courseNamed(request, courses.sql)
  const learner = await newLearner(request)
  const main = page.getByRole('main')
  await signInAs(page, learner)
  await open(page, `/sp/${course.id}/`)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('button', { name: /^Pay RM/ }).click()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  const lessons = await lessonsOf(request, course.id, learner)
  const [first] = lessons
  const text = lessons.find(({ fileType }) => fileType === 'reading')
  const quiz = lessons.find(({ fileType }) => fileType === 'quiz')
  if (!first || !text || !quiz) throw new Error('The course lacks a video, a text or a quiz')

  await test.step('the dashboard leads to the video, whose controls have names', async () => {
    await pressEnterOn(page, page.getByRole('link', { name: 'Continue', exact: true }).first())
    await expect(page).toHaveURL(first.path)
    await expect(main.getByRole('heading', { level: 2, name: first.title })).toBeVisible()
    await tabTo(page, player(page).getByRole('button', { name: 'Play' }).first())
    await page.keyboard.press('Enter')
    await pictureMoves(page)
    const before = await position(page)
    await page.keyboard.press('l')
    await expect.poll(() => position(page)).toBeGreaterThan(before + 9)
    await page.keyboard.press('k')
    await expect(player(page).getByRole('button', { name: 'Play' }).first()).toBeVisible()
    await expect(player(page)).toMatchAriaSnapshot(`
      - group "Video player":
        - slider "Seek"
        - button "Play"
        - button "Mute"
        - slider "Volume"
        - combobox "Speed"
        - button /Captions/
        - button "Video settings"
        - button "Full screen"
    `)
    await expect(player(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute(
      'aria-valuetext',
      /^0:\d\d/,
    )
  })

  await test.step('completing it is told, and the next lesson is one stop away', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Mark as Complete' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeFocused()
    await tabTo(page, main.getByRole('link', { name: /^Next: / }).first(), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(first.path)
  })

  await test.step('the search in the contents leads to the text and its headings', async () => {
    await tabTo(page, page.getByRole('searchbox', { name: 'Search this course' }))
    await page.keyboard.type(text.title.slice(0, 20))
    await pressEnterOn(page, main.getByRole('link', { name: text.title }).first())
    await expect(page).toHaveURL(text.path)
    await expect(main.getByRole('heading', { level: 2, name: text.title })).toBeVisible()
    await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(main).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: `${text.title} · Apogee` })).toBeAttached()
  })

  await test.step('the quiz is taken with Tab, Space and Enter, and its result is told', async () => {
    await pressEnterOn(
      page,
      main.getByRole('navigation', { name: 'Course Content' }).getByRole('link', { name: 'Next lesson' }),
    )
    await expect(page).toHaveURL(quiz.path)
    await pressEnterOn(page, main.getByRole('link', { name: 'Start Quiz' }))
    await pressEnterOn(page, main.getByRole('button', { name: 'Start Assessment' }))
    for (let question = 1; question <= 5; question += 1) {
      await expect(main.getByRole('heading', { name: `Question ${question} of 5` })).toBeVisible()
      await tabTo(page, main.getByRole('radio').first())
      await page.keyboard.press('Space')
      if (question < 5) await pressEnterOn(page, main.getByRole('button', { name: 'Next' }))
    }
    await pressEnterOn(page, main.getByRole('button', { name: 'Submit Assessment' }))
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading /Quiz/ [level=1]
        - region "Result Attempt 1":
          - heading "Result Attempt 1" [level=2]
          - paragraph: /\\d+% \\d+ of 45 points/
          - progressbar "Result"
          - link /^Next/
        - region "Summary by question":
          - list:
            - listitem:
              - article "Question 1":
                - heading "Question 1" [level=3]
                - term: Your answer
    `)
  })
})
