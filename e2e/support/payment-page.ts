/** Operates the payment provider's page, as the built-in simulator shows it. */
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { as, newLearner } from './people.ts'
import { courseNamed } from './school.ts'

export async function expectPaymentPage(page: Page, amount: string): Promise<void> {
  await expect(page.getByText('Payment simulator – no real money')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(amount)
}

export async function payByCard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.getByRole('button', { name: /^Pay RM/ }).click()
}

export async function payByBank(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'FPX online banking' }).check()
  await page.getByLabel('Bank', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: /^Pay RM/ }).click()
}

export async function decline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decline' }).click()
}

export async function newPaymentPage(
  request: APIRequestContext,
  title: string,
): Promise<{ url: string; amount: string }> {
  const course = await courseNamed(request, title)
  const buyer = await newLearner(request)
  const started = await request.post('/api/payments', { ...as(buyer), data: { courseId: course.id } })
  expect(started.status(), await started.text()).toBe(201)
  const { payment_url } = (await started.json()) as { payment_url: string }
  return { url: payment_url, amount: formatPlainRinggit(course.price) }
}
