import { expect, open, test } from './support/journey.ts'
import { signInAs, demoPerson } from './support/people.ts'

test("a visitor's message reaches the platform's inbox, is read by opening it, and marked as done", async ({
  page,
  request,
}) => {
  const words = `Do you run workshops in Ipoh? ${Date.now()}`
  await open(page, '/contact')
  await page.getByLabel('Your name').fill('Wan Azizah')
  await page.getByLabel('Email').fill('wan.azizah@example.test')
  await page.getByLabel('Your message').fill(words)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeFocused()

  await signInAs(page, await demoPerson(request, 'superadmin'))
  await open(page, '/platform')
  const row = page.getByRole('listitem').filter({ hasText: words })
  await expect(row.getByText('Unread', { exact: true })).toBeVisible()
  await row.locator('summary').click()
  await expect(row.getByText('Read', { exact: true })).toBeVisible()
  await expect(row.getByText('wan.azizah@example.test', { exact: false })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:wan\.azizah@example\.test\?subject=/,
  )
  await row.getByRole('button', { name: 'Mark as done' }).click()
  await expect(row.getByText('Done', { exact: true })).toBeVisible()
})

test('a text changes its language in place, and is linked from another page without a reload', async ({
  page,
}) => {
  await open(page, '/about')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: '3. Money back' })
    .click()
  await expect(page.getByRole('heading', { name: '3. Money back' })).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' }).selectOption('ms')
  await expect(page.getByRole('heading', { name: '3. Wang dikembalikan' })).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
