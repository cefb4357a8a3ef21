/** Tests a course with a prerequisite: it is bought before the prerequisite is completed, and opens when it is completed. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, signInAs } from '../support/people.ts'
import { expectPaymentPage, payByCard } from '../support/payment-page.ts'

/** Creates a course and its prerequisite, both of the demo instructor. */
async function chain(request: APIRequestContext) {
  const instructor = await demoPerson(request, 'instructor')
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await request[method](`/api${path}`, { ...as(instructor), data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: number } }).data
  }
  const courseWith = async (title: string, price: number) => {
    const course = await send('post', '/courses', { title, description: 'How things fall', price })
    const module = await send('post', '/course-content', { courseId: course.id, title: 'Falling' })
    const lesson = await send('post', `/course-content/${module.id}/texts`, { title: `Lesson of ${title}` })
    await send('put', `/course-content/${module.id}`, { isPublished: true })
    await send('put', `/course-resources/${lesson.id}`, { isPublished: true })
    return { ...course, title, moduleId: module.id }
  }
  const first = await courseWith(`Orbits ${randomUUID().slice(0, 8)}`, 0)
  const course = await courseWith(`Landing ${randomUUID().slice(0, 8)}`, 4900)
  await send('put', `/courses/${course.id}/prerequisites`, {
    items: [{ courseId: first.id, isRequired: true }],
  })
  return { first, course }
}

test('a learner buys a course that waits, reads so before paying, completes the first course, and starts', async ({
  page,
  request,
}) => {
  const { first, course } = await chain(request)
  const learner = await newLearner(request, 'Farah Aziz')
  await signInAs(page, learner)
  await open(page, `/sp/${course.id}/`)
  const offer = page.getByRole('complementary', { name: 'Purchase' })
  await expect(offer.getByText(`Complete ${first.title} first.`)).toBeVisible()
  await expect(offer.getByText('You can buy now and start when it is completed.')).toBeVisible()
  // The button is in the panel. On a phone it is in the bar at the bottom.
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expectPaymentPage(page, 'RM 49.00')
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()

  await open(page, `/course/${course.id}`)
  await expect(page.getByText(`Complete ${first.title} first.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start' })).toHaveCount(0)

  const entered = await request.post(`/api/courses/${first.id}/enroll`, { ...as(learner), data: {} })
  expect(entered.ok(), await entered.text()).toBe(true)
  const completed = await request.post('/api/lesson-progress', {
    ...as(learner),
    data: { courseContentId: first.moduleId, completed: true },
  })
  expect(completed.ok(), await completed.text()).toBe(true)
  // A job records the completion, so the page changes some time later.
  await expect(async () => {
    await open(page, `/course/${course.id}`)
    await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()
  }).toPass()
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: `Lesson of ${course.title}` })).toBeVisible()
})

test('on a phone the sentence stands below the price, and the bar names it and leaves room for the button', async ({
  page,
  request,
}) => {
  const { course } = await chain(request)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/sp/${course.id}/`)
  const offer = page.getByRole('complementary', { name: 'Purchase' })
  await expect(offer.getByText('You can buy now and start when it is completed.')).toBeVisible()
  const bar = page.getByRole('region', { name: 'Purchase' })
  await expect(bar.getByText('Complete 1 course first · One payment')).toBeVisible()
  const button = bar.getByRole('button', { name: 'Buy Now' })
  await expect(button).toBeVisible()
  // The note may take two lines, but the label of the button must stay on one.
  expect((await button.boundingBox())?.width).toBeGreaterThan(80)
})
