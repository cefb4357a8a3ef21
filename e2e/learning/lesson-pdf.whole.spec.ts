import { expect, open, test } from '../support/journey.ts'
import { signInAs, newLearner } from '../support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

/**
 * The browser's own viewer is the document of an extension inside the frame. Only that document shows whether pages are visible.
 */
test('a PDF lesson shows the document in its frame, opens in a new tab and can be completed', async ({
  page,
  context,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const handout = (await lessonsOf(request, course.id)).find((item) => item.fileType === 'pdf')
  if (!handout) throw new Error('The course has no PDF')
  await signInAs(page, learner)

  const file = page.waitForResponse((response) => response.url().includes('/media/'))
  await open(page, handout.path)
  expect((await file).status()).toBe(200)
  await expect(page.locator('iframe')).toHaveAttribute('title', handout.title)
  await expect
    .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://')))
    .toBe(true)

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open in New Tab' }).click(),
  ])
  await expect(tab).toHaveURL(/\/media\//)
  await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf')
  await tab.close()

  await page.getByRole('button', { name: 'Mark as Complete' }).click()
  await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
})
