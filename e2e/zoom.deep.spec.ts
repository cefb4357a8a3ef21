/**
 * Tests pages at 200 % zoom, with text at 200 %, and in the narrowest window (WCAG 1.4.4, 1.4.10). Nothing may be cut, and nothing
 * may overlap.
 */
import type { Page } from '@playwright/test'
import { expect, open } from './support/journey.ts'
import { demoReader, newLearner, signInAs } from './support/people.ts'
import { courseNamed, courses, lessonsOf, putIntoCart } from './support/school.ts'
import { follow } from './support/screen-visits.ts'
import { desktop, setWindow, test, type Window } from './support/shared-page.ts'

/** Returns the elements that overflow the window, and the words that their own box cuts. */
async function faultsOf(page: Page): Promise<string[]> {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  return page.evaluate(() => {
    const faults: string[] = []
    const width = document.documentElement.clientWidth
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className.toString()} '${(element.textContent ?? '').trim().slice(0, 40)}'`
    if (document.documentElement.scrollWidth > width)
      faults.push(`the page is ${document.documentElement.scrollWidth} wide in ${width}`)
    /** Returns true for rows with their own scrolling and for elements hidden on purpose. */
    const scrollsInside = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, position, clipPath } = getComputedStyle(at)
        if (
          /auto|scroll/.test(overflowX) ||
          clipPath !== 'none' ||
          (position === 'fixed' && at.matches('.skip'))
        )
          return true
      }
      return false
    }
    const overlaps = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - 2 &&
      other.left < one.right - 2 &&
      one.top < other.bottom - 2 &&
      other.top < one.bottom - 2
    const title = document.querySelector('main h1')
    for (const drawing of document.querySelectorAll('main .ap-orbit')) {
      if (title && overlaps(title.getBoundingClientRect(), drawing.getBoundingClientRect()))
        faults.push(`over the title: ${named(drawing)}`)
    }
    for (const element of document.querySelectorAll('main *, header *, footer *, .ap-bottombar *')) {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0 || element.closest('svg')) continue
      if ((box.right > width + 1 || box.left < -1) && !scrollsInside(element))
        faults.push(`outside: ${named(element)}`)
      const isButton = element.matches('.ap-button, .ap-chip, .ap-badge')
      if (isButton && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${named(element)}`)
    }
    return faults.slice(0, 5)
  })
}

const zoomed: Window = { width: 720, height: 450, deviceScaleFactor: 2 }

/** `letters` sets the size of text by a style. `ownLetters` sets the browser's own text size in px, which media queries follow. */
const windows: Record<string, { window: Window; letters?: string; ownLetters?: number }> = {
  'at 200 % zoom': { window: zoomed },
  'with letters of 200 %': { window: desktop, letters: '200%' },
  'in a window 320 px wide': { window: { width: 320, height: 640 } },
  'on a phone 360 px wide': { window: { width: 360, height: 740 } },
  'on a phone with letters of 150 %': { window: { width: 390, height: 844 }, ownLetters: 24 },
}

/** Loads the first screen and navigates to the others. On each screen it changes the window and the text size, as a reader does. */
async function expectToFit(
  page: Page,
  paths: readonly string[],
  isShown = (_path: string) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible(),
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const [turn, path] of paths.entries()) {
    await (turn === 0 ? open(page, path) : follow(page, path))
    for (const [how, { window, letters = '', ownLetters = 16 }] of Object.entries(windows)) {
      await setWindow(page, window)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: ownLetters } })
      // The style enlarges only the text, as a browser's own setting does.
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters)
      await isShown(path)
      expect.soft(await faultsOf(page), `${path} ${how}`).toEqual([])
    }
  }
}

test.describe('at 200 % zoom, with letters of 200 % and in windows 320 and 360 px wide', () => {
  test.slow()

  test('public screens fit without overflow', ({ page }) =>
    expectToFit(page, ['/', '/marketplace', '/business', '/login', '/register', '/pricing', '/contact']))

  test('a sales page, the cart and the checkout fit without overflow', async ({ page, request }) => {
    const course = await courseNamed(request, courses.sql)
    await putIntoCart(page, [course])
    await signInAs(page, await newLearner(request, 'Siti Nurhaliza binti Abdul Rahman Al-Haj'))
    const sales = `/sp/${course.id}/`
    const titles = new Map([
      [sales, course.title],
      ['/cart', 'cart'],
      ['/checkout', 'checkout'],
    ])
    await expectToFit(page, [...titles.keys()], async (path) => {
      const name = new RegExp(titles.get(path) ?? '', 'i')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      // The purchase buttons appear when the viewer is known.
      if (path === sales)
        await expect(page.getByRole('link', { name: 'Go to Cart' }).filter({ visible: true })).toBeVisible()
    })
  })

  test("a learner's screens fit without overflow", async ({ page, request }) => {
    const student = await demoReader(request, 'student')
    const course = await courseNamed(request, courses.git)
    const [lesson] = await lessonsOf(request, course.id)
    const { id: sql } = await courseNamed(request, courses.sql)
    const text = (await lessonsOf(request, sql, student)).find(({ fileType }) => fileType === 'reading')
    await signInAs(page, student)
    await expectToFit(page, [
      '/dashboard',
      '/courses',
      `/course/${course.id}`,
      lesson?.path ?? '',
      text?.path ?? '',
      '/profile',
      '/community',
    ])
  })

  test("a seller's screens fit without overflow", async ({ page, request }) => {
    const course = await courseNamed(request, courses.sql)
    await signInAs(page, await demoReader(request, 'admin'))
    await expectToFit(page, [
      '/admin?tab=users',
      '/admin?tab=courses',
      '/admin?tab=analytics',
      '/admin/sales',
      '/admin/orders',
      '/settings',
      `/course/${course.id}/manage`,
    ])
  })
})

test.describe('the way to a course at 200 % zoom', () => {
  test('at 200 % zoom the marketplace leads to the payment page', async ({ page, request }) => {
    const course = await courseNamed(request, courses.sql)
    await setWindow(page, zoomed)
    await signInAs(page, await newLearner(request))
    await open(page, '/marketplace')
    await page.getByRole('searchbox', { name: 'Search courses' }).fill('people with questions')
    await expect(page.getByText('1 course', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: course.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
    await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
    await expect(page.getByText('Payment simulator – no real money')).toBeVisible()
  })
})
