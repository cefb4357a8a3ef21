import type { APIRequestContext } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { as, signInAs, newEmail, newLearner, newPassword, type Person } from '../support/people.ts'
import { enrol } from '../support/school.ts'

async function ownCourse(request: APIRequestContext): Promise<{ seller: Person; courseId: number }> {
  const email = newEmail('seller')
  const registered = await request.post('/api/auth/admin/register', {
    data: {
      name: 'Chong Wai Ling',
      email,
      password: newPassword,
      businessName: 'Bengkel Kopi',
      businessEmail: email,
      businessPhone: '03-1234 5678',
      businessAddress: '1 Jalan Ujian, Kuala Lumpur',
    },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  const { data } = (await registered.json()) as { data: { token: string; user: { id: number } } }
  const seller = { id: data.user.id, name: 'Chong Wai Ling', email, token: data.token }
  const created = await request.post('/api/courses', {
    ...as(seller),
    data: { title: `Coffee by weight ${seller.id}`, description: 'Grams before guesses.', price: 0 },
  })
  expect(created.ok(), await created.text()).toBe(true)
  return { seller, courseId: ((await created.json()) as { data: { id: number } }).data.id }
}

test("a learner's review is on the sales page, also in its HTML, and the seller replies there", async ({
  page,
  request,
  anotherBrowser,
}) => {
  const { seller, courseId } = await ownCourse(request)
  const learner = await newLearner(request, 'Farah Aziz')
  await enrol(request, learner, courseId)

  await signInAs(page, learner)
  await open(page, `/course/${courseId}?tab=reviews`)
  await page.getByRole('radio', { name: '1 star: poor' }).press('Space')
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars: very good' })).toBeChecked()
  await page.getByRole('textbox', { name: /What should others know/ }).fill('The scales lesson is worth it.')
  await page.getByRole('button', { name: 'Publish review' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()

  const shop = await anotherBrowser()
  await signInAs(shop, seller)
  await open(shop, `/sp/${courseId}/`)
  const reviews = shop.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('img', { name: '4.0 out of 5 stars' })).toBeVisible()
  await reviews.getByRole('button', { name: 'Reply to the review by Farah Aziz' }).click()
  await shop.getByRole('dialog').getByRole('textbox', { name: 'Reply' }).fill('So are the beans.')
  await shop.getByRole('button', { name: 'Post reply' }).click()
  await expect(reviews.getByText('Reply from Bengkel Kopi')).toBeVisible()

  await expect
    .poll(async () => (await request.get(`/sp/${courseId}/`)).text())
    .toMatch(/The scales lesson is worth it\..*So are the beans\./s)
})
