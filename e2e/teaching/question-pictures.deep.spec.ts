/**
 * Tests pictures of a question and its options, from the author's file to the learner's phone and the gradebook, and their export
 * and import.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { seriousFaults } from '../support/accessibility-faults.ts'
import { expect, open, test } from '../support/journey.ts'
import { demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { enrol, lessonsOf } from '../support/school.ts'
import { sidewaysPixels } from '../support/screen-faults.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const alt = 'A body on its orbit'

test('an author adds a picture to a question; a learner enlarges it on a phone; files carry it; the gradebook shows the result', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Pictures ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'To be looked at', price: 0 })
  const module = await post('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const quiz = await post(`/course-content/${module.id}/quizzes`, { title: 'Seen' })

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/manage/quizzes/${quiz.id}`)
  await page.getByLabel('Kind of question').selectOption({ label: 'True or false' })
  await page.getByRole('button', { name: 'Add question', exact: true }).click()
  await page.getByLabel('Question', { exact: true }).fill('Is this an orbit?')
  await page
    .getByLabel('File of the picture')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  const words = page.getByRole('textbox', { name: 'What the picture shows' })
  await expect(words).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await words.fill(alt)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published').first()).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])

  const learner = await newLearner(request, 'Farah Aziz')
  await enrol(request, learner, course.id)
  const [lesson] = await lessonsOf(request, course.id, learner)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, lesson?.path ?? '')
  await phone.getByRole('button', { name: 'Start quiz' }).click()
  const picture = phone.getByRole('button', { name: `Enlarge the picture: ${alt}` })
  await picture.click()
  const dialog = phone.getByRole('dialog', { name: 'Picture of the question' })
  await dialog.getByRole('button', { name: 'Show larger' }).last().click()
  await expect(dialog.getByRole('button', { name: 'Show whole picture' }).last()).toBeVisible()
  expect.soft(await seriousFaults(phone)).toEqual([])
  await phone.keyboard.press('Escape')
  await expect(picture).toBeFocused()
  await phone.getByRole('radio', { name: 'True' }).check()
  await expect(phone.getByText('All answers saved')).toBeVisible()
  await phone.getByRole('button', { name: 'Submit Assessment' }).click()
  await expect(phone.getByText('100%').first()).toBeVisible()
  await expect(picture).toBeVisible()

  for (const format of ['JSON', 'QTI 2.1']) {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download as ${format}` }).click()
    const file = await started
    await page.locator('input[type=file][accept*=".xml"]').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'application/octet-stream',
      buffer: await readFile(await file.path()),
    })
    await page.getByRole('button', { name: 'Add 1 question', exact: true }).click()
    await expect(page.getByText('1 question was added.').last()).toBeVisible()
    await expect(words).toHaveValue(alt)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
  }

  await open(page, `/course/${course.id}/people`)
  await page.getByRole('link', { name: /^Grades/ }).click()
  await expect(page.getByRole('row', { name: /Farah Aziz.*100%.*100%/ })).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysPixels(page), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
})

test('an author gives an option a picture; a learner chooses it on a phone and finds it in the result', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Options ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'To be looked at', price: 0 })
  const module = await post('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const quiz = await post(`/course-content/${module.id}/quizzes`, { title: 'Chosen' })

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/manage/quizzes/${quiz.id}`)
  await page.getByLabel('Kind of question').selectOption({ label: 'Multiple choice' })
  await page.getByRole('button', { name: 'Add question', exact: true }).click()
  await page.getByLabel('Question', { exact: true }).fill('Which one is an orbit?')
  await page
    .getByLabel('File of the picture of option 1')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill(alt)
  await page.getByRole('textbox', { name: 'Option 2', exact: true }).fill('None')
  await page.locator('.quiz-edit-option input[type=radio]').first().check()
  expect.soft(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published').first()).toBeVisible()

  const learner = await newLearner(request, 'Farah Aziz')
  await enrol(request, learner, course.id)
  const [lesson] = await lessonsOf(request, course.id, learner)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, lesson?.path ?? '')
  await phone.getByRole('button', { name: 'Start quiz' }).click()
  await expect(phone.getByRole('img', { name: alt })).toBeVisible()
  await phone.getByRole('radio', { name: alt }).check()
  await expect(phone.getByText('All answers saved')).toBeVisible()
  expect.soft(await seriousFaults(phone)).toEqual([])
  expect(await sidewaysPixels(phone), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Submit Assessment' }).click()
  await expect(phone.getByText('100%').first()).toBeVisible()
  await expect(phone.getByRole('img', { name: alt })).toBeVisible()
})
