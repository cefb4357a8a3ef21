import { readFile } from 'node:fs/promises'
import { expect, open, test } from '../support/journey.ts'
import { signInAs, demoPerson } from '../support/people.ts'

test("an admin sees the business's revenue and downloads its learners as a file", async ({
  page,
  request,
}) => {
  await signInAs(page, await demoPerson(request, 'admin'))
  await open(page, '/admin?tab=analytics')
  const card = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  // Other journeys sell courses of this business meanwhile, so the value may only grow.
  const revenue = await card('Total Revenue')
    .getByText(/^RM \d{2},\d{3}\.\d{2}$/)
    .innerText()
  expect(Number(revenue.replace(/[^\d.]/g, ''))).toBeGreaterThanOrEqual(42_600)
  await expect(card('Completion Rate').getByText(/^7\d%$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Monthly Growth' }).getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Top Courses' }).getByRole('listitem').first()).toContainText(
    'SQL for People with Questions',
  )

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Search by name or email').fill('student@apogee.test')
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^apogee-learners-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFUser,Email,Role,Join Date,')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('Aisyah Rahman,student@apogee.test,student,')
  await expect(page).toHaveURL(/\/admin\?tab=users/)
})

test('an admin finds an order by its buyer and reads its history', async ({ page, request }) => {
  await signInAs(page, await demoPerson(request, 'admin'))
  await open(page, '/admin')
  await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Sales' }).click()
  await page
    .getByLabel('Search by course, buyer’s name or email, order or receipt number')
    .fill('student@apogee.test')
  await page.getByLabel('Status').selectOption({ label: 'Paid' })
  await expect(page).toHaveURL(/search=student/)
  await page.getByRole('link', { name: 'SQL for People with Questions' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order of/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').last()).toContainText(
    'Courses opened to the buyer',
  )
})
