import { expect, open, test } from './support/journey.ts'
import { courses } from './support/school.ts'

test('Back from a course restores filters and scroll position, then goes on step by step', async ({
  page,
}) => {
  await open(page, '/marketplace')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption({ label: 'Price: high to low' })
  await expect(page).toHaveURL('/marketplace?sort=price-high')
  const layout = page.getByRole('group', { name: 'Layout' })
  const asList = layout.getByRole('link', { name: 'List' })
  // The URL changes before the page is rendered.
  await expect(asList).toHaveAttribute('href', '/marketplace?sort=price-high&view=list')
  await asList.click()
  await expect(page).toHaveURL('/marketplace?sort=price-high&view=list')

  // This course is far down the page. It is also so expensive that courses of other journeys do not push it off the first page.
  const chosen = page.getByRole('main').getByRole('heading', { level: 2, name: courses.colour })
  await chosen.scrollIntoViewIfNeeded()
  await expect(chosen).toBeInViewport()
  await chosen.getByRole('link').click()
  await expect(page).toHaveURL(/\/sp\/\d+\/$/)
  await expect(page.getByRole('heading', { level: 1, name: courses.colour })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL('/marketplace?sort=price-high&view=list')
  await expect(chosen).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/marketplace?sort=price-high')
  await expect(layout.getByRole('link', { name: 'Grid' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(order).toHaveValue('newest')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the price filter opens as a row with all its choices and covers nothing', async ({ page }) => {
    await open(page, '/marketplace')
    await page.getByText('Price: All').click()
    const choices = page.getByRole('group', { name: 'Price' })
    await expect(choices.getByRole('link', { name: 'Paid' })).toBeVisible()
    expect(await choices.evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0)
    const bottom = await choices.evaluate((row) => row.getBoundingClientRect().bottom)
    const count = page.getByText(/^\d+ courses$/)
    expect(await count.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(bottom)
  })
})

test("a sort order chosen before the filters' code has loaded is applied later", async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/marketplace-filter-bar-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await open(page, '/marketplace')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption({ label: 'Best rated' })
  held.resolve()
  await expect(page).toHaveURL('/marketplace?sort=rating')
  await expect(order).toHaveValue('rating')
})

test('an address with parameters in any order, and with unknown ones, opens without a fault', async ({
  page,
}) => {
  await open(page, '/marketplace?price=free&fbclid=x&category=Design')
  await expect(page.getByRole('link', { name: 'Paid', includeHidden: true }).first()).toHaveAttribute(
    'href',
    '/marketplace?category=Design&price=paid',
  )
})
