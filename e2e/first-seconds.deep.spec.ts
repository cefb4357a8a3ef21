/**
 * Tests that no press and no input is lost before a page's scripts have loaded. It tries every interactive part of the pages with
 * the most different parts, while all scripts are held back. apps/web/src/app/entry-server.test.ts tests the script that records
 * early events on each public page without a browser.
 */
import { button, field, frame, heldPages, selectedTab } from './support/early-walks.ts'
import { interactiveParts, openHeld, watchCalls, watchClipboard } from './support/held-scripts.ts'
import { expect, open, waitForHydration } from './support/journey.ts'
import { signInAs, newLearner } from './support/people.ts'
import { courseNamed, courses } from './support/school.ts'
import { desktop, forgetVisitor, phone, setWindow, test } from './support/shared-page.ts'

/** The pages request objects that are missing, and send forms whose calls are refused here. */
test.use({ expectedComplaints: /Failed to load resource/ })

for (const { path, width, walks, prepare, showsMore } of heldPages) {
  test(`every part of ${path} that is pressed early on a ${width} screen works once`, async ({
    page,
    request,
  }) => {
    const [, title] = /^\/sp\/(.+)\/$/.exec(path) ?? []
    const address = title === undefined ? path : `/sp/${(await courseNamed(request, title)).id}/`
    await prepare?.(request)
    await setWindow(page, width === 'wide' ? desktop : phone)
    await watchClipboard(page)
    const all = [frame(width), ...walks]
    for (const [turn, walk] of all.entries()) {
      if (turn > 0) await forgetVisitor(page)
      const calls = await watchCalls(page)
      const release = await openHeld(page, address)
      if (turn === 0) {
        const covered = all.flatMap(({ covers }) => covers)
        const parts = new Set(await interactiveParts(page))
        if (showsMore) parts.delete(`button ${showsMore}`)
        expect([...parts].toSorted()).toEqual(covered.toSorted())
      }
      await walk.early(page)
      await release()
      await walk.afterwards(page, calls)
    }
  })
}

test.describe('before the scripts have come', () => {
  test.beforeEach(({ page }) => setWindow(page, desktop))

  test("a link that is pressed after a button is followed once the button's work is done", async ({
    page,
  }) => {
    const release = await openHeld(page, '/sales')
    const [first] = await button(page, 'Add to Cart').all()
    await first?.click()
    const cart = page.getByRole('banner').getByRole('link', { name: 'Cart' })
    await cart.click()
    await expect(cart).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 course' })).toBeVisible()
  })

  test('the buttons of a sales page are there at once, and hidden from people with a token', async ({
    page,
    request,
  }) => {
    const path = `/sp/${(await courseNamed(request, courses.sql)).id}/`
    const buy = page.getByRole('complementary').getByRole('button', { name: 'Buy Now' })
    await openHeld(page, path)
    await expect(buy).toBeVisible()
    await signInAs(page, await newLearner(request))
    const release = await openHeld(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(buy).toHaveCount(0)
    await release()
    await expect(buy).toBeEnabled()
  })

  test('a link that is pressed first, or twice, is followed at once, and nothing is replayed on the next page', async ({
    page,
  }) => {
    await openHeld(page, '/sales')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
    await button(page, 'Language and theme').click()
    const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' })
    await about.click()
    await about.click()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('[data-early]')).toHaveCount(0)
  })

  test('a press waits until the session is known', async ({ page, request }) => {
    await signInAs(page, await newLearner(request))
    const known = Promise.withResolvers<void>()
    await page.route('**/api/auth/verify', async (route) => {
      await known.promise
      await route.continue()
    })
    const calls = await watchCalls(page, /auth\/verify/)
    const release = await openHeld(page, '/contact')
    await field(page, 'Your message').fill('Typed early.')
    await button(page, 'Send message').click()
    const released = release()
    await waitForHydration(page)
    await expect(button(page, 'Send message')).toHaveAttribute('aria-busy', 'true')
    expect(calls('/api/messages')).toEqual([])
    known.resolve()
    await released
    // The form fills in name and e-mail address when the session is known.
    await expect
      .poll(() => calls('/api/messages'))
      .toEqual([expect.objectContaining({ name: 'Zainab Idris', text: 'Typed early.' })])
  })

  test('presses and input on a page whose scripts do not load are reported, and can be sent to a page that shows them', async ({
    page,
  }) => {
    await page.route('**/assets/entry-client-*.js', (route) => route.abort())
    await page.goto('/contact')
    await expect(page.locator('#early-events')).toHaveText(
      'This page could not load completely. Check your connection, then reload the page.',
    )
    await field(page, 'Your name').fill('Wan Azizah')
    await field(page, 'Your message').fill('Typed without scripts.')
    await button(page, 'Send message').click()
    await expect(page.getByRole('heading', { level: 1, name: 'This form was not sent' })).toBeVisible()
    await expect(page.getByText('Typed without scripts.')).toBeVisible()
  })

  test('a press on an element with deferred code is recorded too', async ({ page, request }) => {
    const codeMayCome = Promise.withResolvers<void>()
    await page.route('**/assets/course-reviews-*.js', async (route) => {
      await codeMayCome.promise
      await route.continue()
    })
    await open(page, `/sp/${(await courseNamed(request, courses.sql)).id}/`)
    const more = button(page, 'Show all 8 reviews')
    await more.click()
    await expect(more).toHaveAttribute('aria-busy', 'true')
    // Parts that are already hydrated work while the code of the others is loading.
    await page.getByRole('tab', { name: 'Instructor', exact: true }).click()
    codeMayCome.resolve()
    await expect(page.locator('.reviews-list > li')).toHaveCount(8)
    await expect(selectedTab(page)).toHaveText('Instructor')
  })

  test('the offer of Malay can be accepted or closed', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      locale: 'ms-MY',
      serviceWorkers: 'block',
      baseURL: baseURL ?? '',
    })
    for (const [name, language] of [
      ['Tukar ke Bahasa Melayu', 'ms'],
      ['Tutup tawaran ini', 'en'],
    ] as const) {
      const page = await context.newPage()
      const release = await openHeld(page, '/about')
      await button(page, name).click()
      await release()
      await expect(button(page, name)).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.close()
      await context.clearCookies()
    }
    await context.close()
  })
})
