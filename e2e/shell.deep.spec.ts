/** Tests the frame of every page: titles, focus, announcements, language and theme, the connection. */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { signInAs, demoPerson, newLearner } from './support/people.ts'
import { courseNamed, courses, lessonsOf } from './support/school.ts'

const ownPaths = [
  '/dashboard',
  '/courses',
  '/profile',
  '/settings',
  '/community',
  '/notifications',
  '/purchases',
  '/checkout',
  '/assessment/1',
  '/admin',
  '/admin/sales',
  '/admin/orders',
  '/platform',
]

// The titles of public pages are tested in apps/web/src/app/entry-server.test.ts.
test('every page of signed-in people has its own title', async ({ page, request }) => {
  test.slow()
  await signInAs(page, await demoPerson(request, 'superadmin'))
  const course = await courseNamed(request, courses.git)
  const [lesson] = await lessonsOf(request, course.id)
  if (!lesson) throw new Error('The course has no lesson')
  const titles: string[] = []
  for (const path of [...ownPaths, `/course/${course.id}`, lesson.path, `/course/${course.id}/manage`]) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page, path).toHaveTitle(/^.+ · Apogee$/)
    titles.push(await page.title())
  }
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test("navigation within the document moves the focus and announces the page's title", async ({ page }) => {
  await open(page, '/about')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Pricing · Apogee' })).toHaveCount(1)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('where one was', () => {
  const place = (page: Page) => page.evaluate(() => Math.round(scrollY))

  test('Back and reload restore the scroll position; another page starts at its top', async ({
    page,
    request,
  }) => {
    const course = await courseNamed(request, courses.sql)
    // This course is below the first view. It is also so expensive that courses of other journeys do not push it off the first
    // page.
    await open(page, '/marketplace?sort=price-high')
    const link = page.getByRole('main').getByRole('link', { name: course.title, exact: true })
    await link.scrollIntoViewIfNeeded()
    const before = await place(page)
    await page.mouse.wheel(0, 300)
    await expect(link).toBeVisible()
    // The browser scrolls some time after the event, so a position that is read earlier is not the final one.
    await expect.poll(() => place(page)).toBe(before + 300)
    await link.evaluate((element: HTMLElement) => element.scrollIntoView({ block: 'center' }))
    const left = await place(page)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
    expect(await place(page)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
    await expect.poll(() => place(page)).toBe(left)
    await page.reload()
    await expect.poll(() => place(page)).toBe(left)
  })

  test('Back and reload show the same part of a long page on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/marketplace')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'About' })
    // Parts below the first view have estimated heights until they come near the window and are drawn.
    for (let step = 0; step < 20; step += 1) {
      await page.evaluate(() => {
        scrollBy(0, 400)
        return new Promise(requestAnimationFrame)
      })
    }
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const left = await top()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
    await expect.poll(top).toBe(left)
    await page.reload()
    await expect.poll(top).toBe(left)
    await expect(page.locator('html')).not.toHaveAttribute('data-whole')
    expect(await top()).toBe(left)
  })

  test('a scroll position on one page does not affect another one opened by its address', async ({
    page,
  }) => {
    await open(page, '/terms')
    await page.mouse.wheel(0, 900)
    await expect.poll(() => place(page)).toBeGreaterThan(500)
    const left = await place(page)
    await open(page, '/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await place(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => place(page)).toBe(left)
  })

  test('a position in a text is distinguished from the headings it links to', async ({ page }) => {
    await open(page, '/terms')
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: '3. Money back' })
      .click()
    const heading = page.getByRole('heading', { name: '3. Money back' })
    await expect(heading).toBeInViewport()
    await expect.poll(() => place(page)).toBeGreaterThan(0)
    // A sticky bar must not cover the target of a link.
    const bar = await page.getByRole('banner').first().boundingBox()
    const box = await heading.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    await page.goBack()
    await expect.poll(() => place(page)).toBe(0)
  })
})

test('adding a course to the cart is announced by its badge', async ({ page, request }) => {
  const course = await courseNamed(request, courses.contract)
  await open(page, `/sp/${course.id}/`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('banner').first().getByRole('link', { name: 'Cart, 1 course' })).toBeVisible()
  await expect(page.getByRole('banner').first().locator('[aria-live=polite]')).toHaveText('Cart, 1 course')
})

test("language and theme need two presses, and the browser's frame follows the theme", async ({ page }) => {
  await open(page, '/about')
  const bar = page.getByRole('banner').first()
  const frame = page.locator('meta[name="theme-color"]')
  const dark = await frame.getAttribute('content')
  await bar.getByRole('button', { name: 'Language and theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'daylight')
  await expect(frame).not.toHaveAttribute('content', dark ?? '')
  await bar.getByRole('button', { name: 'Language and theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Bahasa Melayu' }).click()
  await expect(bar.getByRole('button', { name: 'Bahasa dan tema' })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
})

test('a lost connection is shown while it lasts, and its return once', async ({ page, context, request }) => {
  await signInAs(page, await newLearner(request))
  await open(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
  const lost = page.getByText('No connection. This page stays open', { exact: false })
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(lost).toBeVisible()
  await context.setOffline(false)
  await expect(lost).toBeHidden()
  await expect(page.getByText('The connection is back.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('no bar covers the focused element', async ({ page }) => {
    await open(page, '/marketplace')
    const covered: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const problem = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body || focused.closest('header, nav, .skip, .vh')) return null
        const box = focused.getBoundingClientRect()
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + 2)
        const bottom = document.elementFromPoint(
          box.left + box.width / 2,
          Math.min(box.bottom - 2, innerHeight - 2),
        )
        const bar = [top, bottom].find((element) => element?.closest('.ap-topbar, .ap-bottombar'))
        return bar ? `${focused.textContent || focused.outerHTML.slice(0, 80)} under ${bar.className}` : null
      })
      if (problem) covered.push(problem)
    }
    expect(covered).toEqual([])
  })
})
