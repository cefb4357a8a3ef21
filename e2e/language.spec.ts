import type { Page } from '@playwright/test'
import { expect, open, test } from './journey.ts'
import { signInAs, demoPerson } from './people.ts'

const language = (page: Page) => page.locator('html')

/** Texts of each screen in Malay, and English ones that must not remain. */
const screens = [
  { path: '/', english: ['Sign In', 'Marketplace', 'Become a Partner'] },
  { path: '/business', english: ['Become a Partner', 'Partner Login', 'Pricing', 'Features'] },
  {
    path: '/marketplace',
    heading: 'Pasaran',
    english: ['All Categories', 'View Course', 'Marketing', 'Featured', 'Free', 'Sign In', 'courses'],
  },
  { path: '/sales', english: ['Course Store', 'Copy Sales Link', 'Sign In'] },
  {
    path: '/login',
    heading: 'Log masuk',
    english: [
      'Email',
      'Password',
      'Remember me',
      'Forgot password?',
      'Sign In',
      'Sign up',
      'Or continue with',
    ],
  },
  {
    path: '/register',
    heading: 'Cipta akaun anda',
    english: ['Full name', 'Confirm password', 'Create Account', 'Terms of Service', 'Privacy Policy'],
  },
  {
    path: '/pricing',
    heading: 'Harga',
    english: ['Pricing', 'Contact us', 'Recommended', 'Lifetime access'],
  },
  { path: '/contact', heading: 'Hubungi kami', english: ['Contact', 'Your name', 'Email', 'Send message'] },
  { path: '/terms', heading: 'Terma Perkhidmatan', english: ['On this page', 'Money back', 'Company'] },
  { path: '/blog', heading: 'Blog', english: ['For teachers', 'How to price your first course'] },
  { path: '/cart', heading: 'Troli', english: ['Your cart is empty', 'Browse Courses', 'Cart'] },
  { path: '/forbidden', heading: 'Akses Ditolak', english: ['Access Denied', 'Back to Login'] },
  { path: '/checkout/failure', english: ['Payment Failed', 'Back to cart', 'Browse Courses'] },
]

/** Matches whole texts only, because a course's title may contain any word. */
async function leftOver(page: Page, english: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const text of english) {
    if ((await page.getByText(text, { exact: true }).filter({ visible: true }).count()) > 0) found.push(text)
  }
  return found
}

for (const { path, heading, english } of screens) {
  test(`${path} is in Malay with ?lang=ms, and still is after a reload`, async ({ page }) => {
    await open(page, `${path}?lang=ms`)
    await expect(language(page)).toHaveAttribute('lang', 'ms')
    if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await leftOver(page, english)).toEqual([])
    await open(page, path)
    await expect(language(page)).toHaveAttribute('lang', 'ms')
    if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  })
}

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
  // React Hook Form focuses the first error once more in a timer: a focus set before that would be lost.
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
  // line lengths differ between the languages: approximately there, not at the top of the page
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(300)
})

test('a refusal of the server is shown in Malay', async ({ page }) => {
  await open(page, '/login?lang=ms')
  await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  await expect(page.getByText('Email is required')).toHaveCount(0)
  await expect(page.getByLabel('E-mel')).toHaveAttribute('aria-invalid', 'true')
})

test("the learner's screens are in Malay", async ({ page, request }) => {
  await signInAs(page, await demoPerson(request, 'student'))
  await open(page, '/dashboard?lang=ms')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aisyah Rahman')
  expect(
    await leftOver(page, ['Your Courses', 'Enrolled Courses', 'Browse More Courses', 'Continue']),
  ).toEqual([])
  for (const [path, english] of [
    [
      '/courses',
      [
        'Available Courses',
        'All',
        'Public',
        'Private',
        'Buy Now',
        'Add to Cart',
        'Enroll Now',
        'Programming',
      ],
    ],
    ['/profile', ['Courses Enrolled', 'Average Progress', 'Current Courses', 'Student']],
    ['/settings', ['Settings', 'Language', 'Theme', 'This device']],
    ['/purchases', ['My purchases', 'Amount', 'Paid', 'Date']],
  ] as const) {
    await open(page, path)
    await expect(language(page)).toHaveAttribute('lang', 'ms')
    await expect(page.getByText('Memuatkan...')).toHaveCount(0)
    expect.soft(await leftOver(page, english), path).toEqual([])
  }
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
