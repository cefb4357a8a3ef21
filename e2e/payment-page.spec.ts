import { expect, test } from './support/journey.ts'
import { decline, newPaymentPage, payByCard, expectPaymentPage } from './support/payment-page.ts'
import { courses } from './support/school.ts'

test.describe('on a phone without scripts', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })

  test('a payer is declined, pays afterwards, and a tester refunds a part', async ({ page, request }) => {
    const { url, amount } = await newPaymentPage(request, courses.colour)
    await page.goto(url)
    await expectPaymentPage(page, amount)
    await expect(page.getByRole('heading', { name: 'What the buttons do' })).toBeVisible()
    await decline(page)
    await expect(page).toHaveURL(/\/checkout\/failure/)

    await page.goto(url)
    await expect(page.getByRole('alert')).toHaveText('The last payment was declined. You can try again.')
    await payByCard(page)
    await expect(page).toHaveURL(/\/checkout\/success/)

    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
    await page.getByText('For testers: the provider’s side of this purchase').click()
    await expect(page.getByText('purchase.paid')).toBeVisible()
    await page.getByLabel('Amount to refund (RM)').fill('1.00')
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
    await page.getByRole('button', { name: 'The payer charges back' }).click()
    await expect(page.getByRole('heading', { name: 'Charged back' })).toBeVisible()
  })
})
