/** Tests an answer that a person grades: written by an author, handed in with a file on a phone, graded, and read. */
import { randomUUID } from 'node:crypto'
import { expect, open, test } from '../support/journey.ts'
import { demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { enrol, files, lessonsOf } from '../support/school.ts'

test('an author asks for a hand-in; a learner hands in text and file on a phone; the author grades it with a comment', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Plans ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'To be graded', price: 0 })
  const module = await post('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const quiz = await post(`/course-content/${module.id}/quizzes`, { title: 'A plan of your own' })

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/manage/quizzes/${quiz.id}`)
  await page.getByLabel('Kind of question').selectOption({ label: 'Hand-in, graded by a person' })
  await page.getByRole('button', { name: 'Add question', exact: true }).click()
  await page.getByLabel('Question', { exact: true }).fill('Plan the evacuation of your floor')
  await page.getByLabel('Files').selectOption({ label: 'Text and up to 2 files' })
  await page.getByLabel('Guide for grading').fill('Two ways out, a meeting place')
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
  await phone
    .getByRole('textbox', { name: 'Plan the evacuation' })
    .fill('By the stairs, then to the car park.')
  await phone.getByLabel('Add files, up to 2').setInputFiles(files.pdf)
  await expect(phone.getByRole('link', { name: 'git-card.pdf' })).toBeVisible()
  await expect(phone.getByText('All answers saved')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('link', { name: 'git-card.pdf' })).toBeVisible()
  await phone.getByRole('button', { name: 'Submit Assessment' }).click()
  await expect(phone.getByRole('heading', { name: 'Handed in' })).toBeVisible()

  await open(page, '/studio')
  await page.getByRole('link', { name: /answers? to grade/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  // The inbox may show an answer of another journey first.
  await open(page, `/course/${course.id}/hand-ins`)
  await page.getByRole('link', { name: 'Farah Aziz' }).click()
  await expect(page.getByText('By the stairs, then to the car park.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'git-card.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('git-card.pdf')
  await page.getByLabel('Points, 0 to 10').fill('12')
  await page.getByRole('button', { name: 'Save Grade' }).click()
  await expect(page.getByText('Please enter a whole number from 0 to 10')).toBeVisible()
  await page.getByLabel('Points, 0 to 10').fill('8')
  await page.getByLabel('Comment').fill('Name the meeting place, too.')
  // Typed text survives a reload.
  await page.reload()
  await expect(page.getByLabel('Comment')).toHaveValue('Name the meeting place, too.')
  await page.getByRole('button', { name: 'Save Grade' }).click()
  await expect(page.getByText('The grade is saved')).toBeVisible()

  await phone.reload()
  await expect(phone.getByText('80%').first()).toBeVisible()
  await expect(phone.getByText('Name the meeting place, too.')).toBeVisible()
  await open(phone, `/course/${course.id}`)
  await expect(phone.getByText('A plan of your own')).toBeVisible()
})
