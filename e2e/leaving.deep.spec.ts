/** Tests the question before a page is left while a file is uploaded, with a browser's real history. */
import { randomUUID } from 'node:crypto'
import { seriousFaults } from './support/accessibility-faults.ts'
import { expect, open, test } from './support/journey.ts'
import { as, demoPerson, signInAs } from './support/people.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('an author is asked before a link, Back or Forward ends an upload; the address and the history stay right', async ({
  page,
  request,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { ...as(instructor), data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: number } }).data
  }
  const title = `Leaving ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'To be left', price: 0 })
  const module = await post('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const quiz = await post(`/course-content/${module.id}/quizzes`, { title: 'Seen' })
  const modules = `/course/${course.id}/manage?resource=${quiz.id}`
  const editor = `/course/${course.id}/manage/quizzes/${quiz.id}`

  await signInAs(page, instructor)
  await open(page, modules)
  await page.locator(`a[href="${editor}"]`).first().click()
  await page.getByLabel('Kind of question').selectOption({ label: 'True or false' })
  await page.getByRole('button', { name: 'Add question', exact: true }).click()
  await page.getByRole('link', { name: 'Back to modules' }).click()
  await expect(page).toHaveURL(modules)
  await page.goBack()
  const words = page.getByRole('textbox', { name: 'What the picture shows' })
  const { promise: isHeld, resolve: send } = Promise.withResolvers<undefined>()
  await page.route('**/api/upload*', async (route) => {
    await isHeld
    await route.fallback()
  })
  await page
    .getByLabel('File of the picture')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByRole('progressbar')).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const stay = question.getByRole('button', { name: 'Stay' })
  const back = page.getByRole('link', { name: 'Back to modules' })
  await back.press('Enter')
  await expect(stay).toBeFocused()
  expect.soft(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(back).toBeFocused()
  for (const step of [-1, 1, -1]) {
    await page.evaluate((steps) => history.go(steps), step)
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(editor)
    await stay.click()
    await expect(question).toBeHidden()
  }
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.evaluate(() => history.go(1))
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(modules)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  send(undefined)
  await page.goBack()
  await expect(page).toHaveURL(editor)
  await expect(page.getByLabel('Kind of question')).toBeVisible()
  await expect(question).toBeHidden()

  await page
    .getByLabel('File of the picture')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await expect(words).toBeVisible()
  await page.getByRole('link', { name: 'Back to modules' }).click()
  await expect(page).toHaveURL(modules)
})
