/** The payment provider's page, as the built-in simulator shows it. */
import { expect, type Page } from '@playwright/test'

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
