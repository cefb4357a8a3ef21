import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { expect, open, test } from '../support/journey.ts'
import { payByCard, expectPaymentPage } from '../support/payment-page.ts'
import { fillRegistration, newEmail, newLearner, signInAs } from '../support/people.ts'
import { expectSound, pictureMoves } from '../support/player.ts'
import { courseNamed, courses } from '../support/school.ts'

test('a visitor signs up and pays on localhost, and the payment returns there', async ({
  page,
  request,
  baseURL,
}) => {
  const course = await courseNamed(request, courses.contract)
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await open(page, `${origin}/register`)
  await fillRegistration(page, 'Lim Siew Ling', newEmail('localhost'))
  await expect(page).toHaveURL(`${origin}/dashboard`)
  await open(page, `${origin}/sp/${course.id}/`)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expectPaymentPage(page, formatPlainRinggit(course.price))
  expect(new URL(page.url()).origin).toBe(origin)
  await payByCard(page)
  await expect(page).toHaveURL((url) => url.origin === origin && url.pathname === '/checkout/success')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('link', { name: course.title }).first()).toBeVisible()
})

test('a free course is enrolled in at once and its video plays', async ({ page, request }) => {
  const course = await courseNamed(request, courses.git)
  await signInAs(page, await newLearner(request))
  await open(page, `/sp/${course.id}/`)
  await page.getByRole('button', { name: 'Enroll Now (Free)' }).click()
  await expect(
    page.getByText('Successfully enrolled in the course! You can now start learning.'),
  ).toBeVisible()
  await expect(page).toHaveURL(`/course/${course.id}`)
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await pictureMoves(page)
  await expectSound(page)
})
