import { expect, open, test } from './journey.ts'

test('going back from a course returns to the filters and the place one left, then step by step', async ({
  page,
}) => {
  await open(page, '/marketplace')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL('/marketplace?sort=price-low')
  const layout = page.getByRole('group', { name: 'Layout' })
  await layout.getByRole('link', { name: 'List' }).click()
  await expect(page).toHaveURL('/marketplace?sort=price-low&view=list')

  const dearest = page
    .getByRole('main')
    .getByRole('heading', { level: 2, name: 'Evaluating Language Models' })
  await dearest.scrollIntoViewIfNeeded()
  await expect(dearest).toBeInViewport()
  await dearest.getByRole('link').click()
  await expect(page).toHaveURL(/\/sp\/\d+\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Evaluating Language Models' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL('/marketplace?sort=price-low&view=list')
  await expect(dearest).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/marketplace?sort=price-low')
  await expect(layout.getByRole('link', { name: 'Grid' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(order).toHaveValue('newest')
})
