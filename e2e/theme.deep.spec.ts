/**
 * Tests that all pages have the same theme: dark, or the chosen one. Auto follows the device. Also tests that a document has its
 * reader's top bar before its scripts have loaded.
 */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { openHeld } from './support/held-scripts.ts'
import { demoPerson, newLearner, signInAs } from './support/people.ts'

test.use({ colorScheme: 'light' })

/** Each of these paths is another kind of document. apps/web/src/app/entry-server.test.ts covers every public page. */
const paths = ['/', '/marketplace', '/status']
const ownPaths = ['/dashboard', '/admin']

const shown = (page: Page) => page.locator('html').getAttribute('data-theme')

async function choose(page: Page, theme: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.context().addCookies([{ name: 'theme', value: theme, url: origin }])
}

test('every page is dark for a person who has not chosen a theme, whatever the device asks for', async ({
  page,
  request,
}) => {
  for (const path of paths) {
    await page.goto(path)
    expect([path, await shown(page)]).toEqual([path, 'space'])
  }
  await signInAs(page, await demoPerson(request, 'superadmin'))
  for (const path of ownPaths) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect([path, await shown(page)]).toEqual([path, 'space'])
  }
})

test('before its scripts have come a page has the chosen theme, and on Auto that of the device', async ({
  page,
}) => {
  await page.goto('/')
  await page.route(/\/assets\/.*\.js$/, () => undefined)
  for (const [theme, expected] of [
    ['daylight', 'daylight'],
    ['auto', 'daylight'],
    ['space', 'space'],
  ] as const) {
    await choose(page, theme)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      expect([theme, path, await shown(page)]).toEqual([theme, path, expected])
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose(page, 'auto')
  await page.goto('/login', { waitUntil: 'commit' })
  expect(await shown(page)).toBe('space')
})

test('a page on Auto follows the device while it is open', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Auto')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'daylight')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'space')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'daylight')
})

const barLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const ofVisitors = ['Marketplace', 'Courses', 'Store']
const ofMembers = ['Dashboard', 'My learning', 'Courses', 'Marketplace', 'Store', 'Profile']

test('a document shows the top bar of its reader before its scripts have come, and keeps it', async ({
  page,
  request,
}) => {
  const visitorsRelease = await openHeld(page, '/marketplace')
  await expect(barLinks(page)).toHaveText(ofVisitors)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await visitorsRelease()
  await expect(barLinks(page)).toHaveText(ofVisitors)
  await page.unrouteAll()

  await signInAs(page, await newLearner(request))
  const release = await openHeld(page, '/marketplace')
  await expect(barLinks(page)).toHaveText(ofMembers)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden()
  const places = () =>
    barLinks(page).evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x))
  // The widths in the bar depend on the font, so the test waits until the fonts are loaded.
  await page.evaluate(() => document.fonts.ready)
  const before = await places()
  await release()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(barLinks(page)).toHaveText(ofMembers)
  expect(await places()).toEqual(before)
})
