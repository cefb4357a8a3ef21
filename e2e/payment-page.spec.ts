import { formatPlainRinggit } from '@apogee/domain/money.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { findFaults } from './accessibility-faults.ts'
import { expect, test } from './journey.ts'
import { decline, payByCard, expectPaymentPage } from './payment-page.ts'
import { as, newLearner } from './people.ts'
import { courseNamed, courses } from './school.ts'

/** The payment page of a new learner's order. */
async function paymentPage(
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

const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test.describe('on a phone without scripts', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })

  test('a payer is declined, pays afterwards, and a tester refunds a part', async ({ page, request }) => {
    const { url, amount } = await paymentPage(request, courses.colour)
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test("the payment page and the tester's page have no faults and fit a phone", async ({
      page,
      request,
    }) => {
      const { url } = await paymentPage(request, courses.prompts)
      const faults: string[] = []
      const look = async (address: string) => {
        await page.goto(address)
        for (const details of await page.locator('summary').all()) await details.click()
        expect(await isSideways(page), address).toBe(false)
        const found = await findFaults(page)
        faults.push(...found.map(({ id, targets }) => `${address} ${id}: ${targets[0]?.html ?? ''}`))
      }
      await look(url)
      await payByCard(page)
      await look(url)
      await look('/payment-simulator/tester/')
      expect(faults).toEqual([])
    })
  })
}
