/** Tests what the people of a course do for one learner, and what they see of their own sales page. */
import { randomUUID } from 'node:crypto'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { enrol } from '../support/school.ts'

test('a teacher writes to one learner, who reads the whole message in their notifications', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const title = `Maps ${randomUUID().slice(0, 8)}`
  const made = await request.post('/api/courses', {
    ...as(instructor),
    data: { title, description: 'Read a map', price: 0 },
  })
  const { data: course } = (await made.json()) as { data: { id: number } }
  const learner = await newLearner(request, 'Farah Aziz')
  await enrol(request, learner, course.id)

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/people/${learner.id}`)
  await expect(page.getByText('Nobody has sent this learner a message.')).toBeVisible()
  await page.getByRole('button', { name: 'Write a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a message' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('You are close.\nSee https://example.org/plan')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('region', { name: 'Messages sent' }).getByText('You are close.')).toBeVisible()

  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await expect(async () => {
    await open(phone, '/notifications')
    await expect(
      phone.getByRole('link', { name: new RegExp(`sent you a message about ${title}$`) }),
    ).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(phone.getByText('You are close.')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'https://example.org/plan' })).toBeVisible()
})

test('a teacher sees the sales page of a draft as a visitor will, with contents that are not published', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Tides ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'Sea levels', price: 4900, draft: true })
  const module = await post('/course-content', { courseId: course.id, title: 'Moon and sea' })
  await post(`/course-content/${module.id}/quizzes`, { title: 'High or low' })

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/manage`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'As a visitor' }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(preview.getByText(/Unpublished contents are shown, too/)).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Buy Now' }).first()).toBeDisabled()
  await preview.getByRole('tab', { name: 'Curriculum' }).click()
  await expect(preview.getByText('High or low')).toBeVisible()
  await expect(preview.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  const stranger = await anotherBrowser()
  await signInAs(stranger, await newLearner(request))
  await stranger.goto(`/course/${course.id}/sales-preview`)
  await expect(stranger).toHaveURL(/\/forbidden/)
})
