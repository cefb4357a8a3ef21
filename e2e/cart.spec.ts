import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { decline, payByBank, expectPaymentPage } from './support/payment-page.ts'
import { as, signInAs, newLearner } from './support/people.ts'
import { courseNamed, courses, putIntoCart } from './support/school.ts'

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Address').fill('8 Jalan Kenanga')
  await page.getByLabel('City').fill('Ipoh')
  await page.getByLabel('State').fill('Perak')
  await page.getByLabel('Postal code').fill('30000')
}

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('two courses are added to the cart once each, and one is removed', async ({ page, request }) => {
  const colour = await courseNamed(request, courses.colour)
  const contract = await courseNamed(request, courses.contract)
  for (const course of [colour, contract]) {
    await open(page, `/sp/${course.id}/`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText(`${course.title} has been added to your cart!`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'In Cart' })).toBeDisabled()
  }
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 courses')
  await page.getByRole('link', { name: 'Go to Cart' }).first().click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 2, name: colour.title })).toHaveCount(1)
  await expect(page.locator('dt', { hasText: /^Total$/ }).locator('+ dd')).toHaveText(
    formatPlainRinggit(colour.price + contract.price),
  )

  await page.reload()
  await page.getByRole('button', { name: `Remove ${colour.title}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: colour.title })).toHaveCount(0)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 course')
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Courses' })).toBeVisible()
})

test('after a declined card one press puts the courses back, and a bank transfer buys both', async ({
  page,
  request,
}) => {
  const chosen = [await courseNamed(request, courses.colour), await courseNamed(request, courses.prompts)]
  const total = formatPlainRinggit(chosen.reduce((sum, course) => sum + course.price, 0))
  const learner = await newLearner(request)
  await signInAs(page, learner)
  await putIntoCart(page, chosen)

  await test.step('the form says what is missing', async () => {
    await open(page, '/cart')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByLabel('Email')).toHaveValue(learner.email)
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
    await expect(page.getByLabel('Country')).toHaveValue('Malaysia')
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    for (const field of ['Address', 'City', 'State', 'Postal code']) {
      await expect(page.getByText(`${field} is required`)).toBeVisible()
    }
  })

  await test.step('the card is declined', async () => {
    await fillAddress(page)
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    await expectPaymentPage(page, total)
    await decline(page)
    await expect(page).toHaveURL((url) => url.pathname === '/checkout/failure')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(cartLink(page)).toHaveAccessibleName('Cart')
  })

  await test.step('the courses return to the cart', async () => {
    await page.getByRole('link', { name: 'Back to cart' }).click()
    await expect(page).toHaveURL('/cart')
    for (const course of chosen) {
      await expect(page.getByRole('heading', { level: 2, name: course.title })).toBeVisible()
    }
  })

  await test.step('the bank pays, and both courses are there', async () => {
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page.getByLabel('Address')).toHaveValue('8 Jalan Kenanga')
    await expect(page.getByLabel('Postal code')).toHaveValue('30000')
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    await expectPaymentPage(page, total)
    await payByBank(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    const keptInTab = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    await expect.poll(keptInTab, 'the address is gone with the paid order').not.toContain('Jalan Kenanga')
    for (const course of chosen) {
      await expect(page.getByRole('main').getByRole('link', { name: course.title }).first()).toBeVisible()
    }
  })

  await test.step('the history has one paid purchase of both', async () => {
    const answer = await request.get(`/api/payments/history/${learner.id}`, as(learner))
    const { data } = (await answer.json()) as { data: { status: string; lines: { title: string }[] }[] }
    const paid = data.filter((payment) => payment.status === 'paid')
    expect(paid.map((payment) => payment.lines.map((line) => line.title).sort())).toEqual([
      chosen.map((course) => course.title).sort(),
    ])
  })
})
