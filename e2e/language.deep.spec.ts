/** Tests the choice of a language. The test that every public page is translated is in apps/web/src/app/entry-server.test.ts. */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'

const language = (page: Page) => page.locator('html')

test('the language is chosen on the page, and the server renders the next page in it', async ({ page }) => {
  await open(page, '/marketplace')
  await expect(language(page)).toHaveAttribute('lang', 'en')
  await page.getByRole('contentinfo').getByLabel('Language').selectOption('ms')
  await expect(page.getByRole('heading', { level: 1, name: 'Pasaran' })).toBeVisible()
  await expect(language(page)).toHaveAttribute('lang', 'ms')
  const written = await page.request.get('/marketplace')
  expect(await written.text()).toContain('<html lang="ms"')
  await open(page, '/marketplace?lang=en')
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
})

test('choosing the language keeps scroll position, focus, input and errors', async ({ page }) => {
  await open(page, '/contact')
  await page.getByLabel('Your name').fill('Wan Azizah')
  await page.getByLabel('Your message').fill('Do you run workshops in Ipoh?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  // React Hook Form focuses the first error again in a timer, so an earlier focus would be lost.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  const chooser = page.getByRole('contentinfo').getByRole('combobox').first()
  await chooser.focus()
  const place = await page.evaluate(() => scrollY)
  await chooser.selectOption('ms')
  await expect(page.getByRole('heading', { level: 1, name: 'Hubungi kami' })).toBeVisible()
  await expect(page.getByLabel('Nama anda')).toHaveValue('Wan Azizah')
  await expect(page.getByLabel('Mesej anda')).toHaveValue('Do you run workshops in Ipoh?')
  await expect(page.getByText('E-mel diperlukan')).toBeVisible()
  await expect(chooser).toBeFocused()
  // Line lengths differ between the languages, so the position is approximate.
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(300)
})

test.describe('a browser that prefers Malay', () => {
  test.use({ locale: 'ms-MY' })

  test('a browser that prefers Malay gets English with a one-line offer in Malay, and keeps the answer', async ({
    page,
  }) => {
    await open(page, '/marketplace')
    await expect(language(page)).toHaveAttribute('lang', 'en')
    const offer = page.locator('[lang="ms"]').getByRole('button').first()
    await offer.click()
    await expect(language(page)).toHaveAttribute('lang', 'ms')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Pasaran' })).toBeVisible()
  })
})
