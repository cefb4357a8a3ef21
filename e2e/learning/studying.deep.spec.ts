import { expect, open, test } from '../support/journey.ts'
import { pressEnterOn, tabTo } from '../support/keys.ts'
import { newLearner, signInAs } from '../support/people.ts'
import { pictureMoves, player, position } from '../support/player.ts'
import { courseNamed, courses, lessonsOf } from '../support/school.ts'

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
    await pictureMoves(page)
    await tabTo(page, player(page).getByRole('button', { name: 'Pause' }))
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
      main
        .getByRole('navigation', { name: 'Previous and next lesson' })
        .getByRole('link', { name: 'Next lesson' }),
    )
    await expect(page).toHaveURL(quiz.path)
    await pressEnterOn(page, main.getByRole('button', { name: 'Start quiz' }))
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
