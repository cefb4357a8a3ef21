/** Tests browsers without JavaScript; apps/web/src/app/entry-server.test.ts tests the content of each page. */
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { expect, test } from './support/journey.ts'
import { courseNamed, courses } from './support/school.ts'

test.use({ javaScriptEnabled: false })

/** Returns the page's structured data, as a search engine reads it. */
function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
  )
}

test('the marketplace lists its courses with their prices', async ({ page, request }) => {
  // The list is sorted so that other journeys' courses do not push these off the first page.
  for (const [address, title] of [
    ['/marketplace?sort=price-high', courses.sql],
    ['/marketplace?sort=price-high', courses.interfaces],
    ['/marketplace?price=free&sort=students', courses.git],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
    const course = await courseNamed(request, title)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(card).toBeVisible()
    await expect(card).toContainText(course.price === 0 ? 'Free' : formatPlainRinggit(course.price))
    await expect(card.getByRole('link', { name: title, exact: true })).toHaveAttribute(
      'href',
      `/sp/${course.id}/`,
    )
  }
})

test('the marketplace searches by its form without scripts', async ({ page }) => {
  await page.goto('/marketplace')
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('colour with')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: courses.colour })).toBeVisible()
  await expect(page.getByRole('heading', { name: courses.sql })).toHaveCount(0)
})

test('a sales page shows title, price, lessons and answers without scripts', async ({ page, request }) => {
  const course = await courseNamed(request, courses.sql)
  await page.goto(`/sp/${course.id}/`)
  await expect(page).toHaveTitle(new RegExp(course.title))
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Purchase' })).toContainText(
    formatPlainRinggit(course.price),
  )
  await expect(page.locator('body')).toContainText('Joining and counting')
})

test('a sales page has structured data and its own address', async ({ request, baseURL }) => {
  const course = await courseNamed(request, courses.sql)
  const html = await (await request.get(`/sp/${course.id}/`)).text()
  const [described] = structuredData(html)
  expect(described).toMatchObject({
    '@type': 'Course',
    name: course.title,
    offers: { '@type': 'Offer', price: (course.price / 100).toFixed(2), priceCurrency: 'MYR' },
  })
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/sp/${course.id}/"`)
})

test('both languages of a sales page link to each other, and its preview is a picture', async ({
  request,
  baseURL,
}) => {
  const course = await courseNamed(request, courses.sql)
  const malay = await (await request.get(`/sp/${course.id}/?lang=ms`)).text()
  const address = `${baseURL}/sp/${course.id}/`
  expect(malay).toContain(`<link rel="canonical" href="${address}?lang=ms"`)
  expect(malay).toContain(`<link rel="alternate" hrefLang="en" href="${address}"`)
  expect(malay).toContain(`<meta property="og:image" content="${baseURL}/share/course-${course.id}.png"`)
  const picture = await request.get(`/share/course-${course.id}.png`)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${address}</loc>`)
})

test('the marketplace has structured data of its list', async ({ request, baseURL }) => {
  const html = await (await request.get('/marketplace')).text()
  const [described] = structuredData(html)
  expect(described).toMatchObject({ '@type': 'ItemList' })
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/marketplace"`)
})

test.describe('a form that is sent without JavaScript', () => {
  test.use({ expectedComplaints: /405 \(Method Not Allowed\)/ })

  test('a form sent without JavaScript is answered by a page with the input, without passwords', async ({
    page,
  }) => {
    await page.goto('/register')
    await page.getByLabel('Full name').fill('Zainab Idris')
    await page.getByLabel('Email').fill('zainab@example.test')
    await page.getByLabel('Password', { exact: true }).fill('Orbit-Walk-7')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This form was not sent' })).toBeVisible()
    await expect(page.getByText('Zainab Idris')).toBeVisible()
    await expect(page.getByText('zainab@example.test')).toBeVisible()
    await expect(page.locator('body')).not.toContainText('Orbit-Walk-7')
    await expect(page).toHaveURL('/register')
    await page.getByRole('link', { name: 'Open the form again' }).click()
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
  })
})

test('the language is chosen by a link, and stored', async ({ page }) => {
  await page.goto('/marketplace?price=free')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await page.goto('/about')
  await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'Belajar' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Apogee' })).toBeVisible()
})

test('every tab of a sales page can be read without scripts, and no control needs one', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  await page.goto(`/sp/${course.id}/`)
  const main = page.getByRole('main')
  for (const name of ['About', 'Curriculum', 'FAQ']) {
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('banner').first().getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
})

test('missing and private objects have the same page', async ({ request }) => {
  const missing = await request.get('/sp/999999/')
  expect(missing.status()).toBe(404)
  const open = await request.get('/api/courses', { params: { limit: 100 } })
  const { data } = (await open.json()) as { data: { id: number }[] }
  const ids = new Set(data.map((course) => course.id))
  const hidden = [...Array(24).keys()].map((index) => index + 1).find((id) => !ids.has(id))
  const closed = await request.get(`/sp/${hidden}/`)
  expect(closed.status()).toBe(404)
  // Removes the boot data, which contains the number as well.
  const withoutBoot = (html: string) => html.replace(/<script[^>]*id="boot"[^>]*>.*?<\/script>/s, '')
  expect(withoutBoot(await closed.text())).toBe(withoutBoot(await missing.text()))
})
