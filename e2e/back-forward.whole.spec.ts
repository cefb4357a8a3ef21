/**
 * Tests that the browser keeps documents that were left, and that Back and Forward show them immediately. Needs the whole Chromium,
 * not its headless shell.
 */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { as, newLearner, newPassword, signInAs, type Person } from './support/people.ts'
import { courseNamed, courses, enrol } from './support/school.ts'

declare global {
  interface Window {
    /** Has one entry for each `pageshow` of this document: whether the document was restored. */
    restored?: boolean[]
  }
}

/** A restored page is loaded again afterwards, so its results are in the storage of the tab. */
const keys = { restored: 'was-restored', shown: 'has-shown-the-name' }

/** Runs in the page. After a restoration, records whether any rendered frame shows the name. */
function noteFramesWith({ keys: { restored, shown }, name }: { keys: typeof keys; name: string }): void {
  const look = () => {
    if (document.documentElement.checkVisibility() && document.body.innerText.includes(name)) {
      sessionStorage.setItem(shown, 'yes')
    }
    requestAnimationFrame(look)
  }
  addEventListener('pageshow', () => {
    sessionStorage.setItem(restored, 'yes')
    requestAnimationFrame(look)
  })
}

test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => (window.restored ??= []).push(persisted))
  }),
)

/** Goes back or forward and returns whether the browser restored the document. */
async function go(page: Page, direction: 'goBack' | 'goForward', url: string): Promise<boolean> {
  await page[direction]({ waitUntil: 'commit' })
  await expect(page).toHaveURL(url)
  await expect.poll(() => page.evaluate(() => window.restored?.length ?? 0)).toBeGreaterThan(0)
  return page.evaluate(() => window.restored?.at(-1) === true)
}

async function expectRestored(page: Page, paths: readonly [string, string, string]): Promise<void> {
  const [first, second, third] = paths
  for (const path of paths) await open(page, path)
  expect(await go(page, 'goBack', second), `back to ${second}`).toBe(true)
  expect(await go(page, 'goBack', first), `back to ${first}`).toBe(true)
  expect(await go(page, 'goForward', second), `forward to ${second}`).toBe(true)
  expect(await go(page, 'goForward', third), `forward to ${third}`).toBe(true)
}

test('a visitor goes back and forward through public pages without loading them again', async ({
  page,
  request,
}) => {
  const { id } = await courseNamed(request, courses.sql)
  await expectRestored(page, ['/', '/marketplace', `/sp/${id}/`])
  await expect(page.getByRole('heading', { level: 1, name: courses.sql })).toBeVisible()
})

test('a signed-in person goes back and forward without loading pages again', async ({ page, request }) => {
  const { id } = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, id)
  await signInAs(page, learner)
  await expectRestored(page, ['/dashboard', '/marketplace', `/sp/${id}/`])
  await expectRestored(page, ['/courses', `/course/${id}`, '/settings'])
})

test('a page that Back restores after a proof of identity elsewhere keeps what was typed', async ({
  page,
  request,
}) => {
  const learner = await newLearner(request)
  await signInAs(page, learner)
  await open(page, '/settings')
  await page.getByLabel('Name', { exact: true }).fill('Half typed')
  await open(page, '/marketplace')
  const confirmed = await request.post('/api/auth/confirm', {
    ...as(learner),
    data: { password: newPassword },
  })
  const { data } = (await confirmed.json()) as { data: { token: string } }
  await page.evaluate(
    ([former, renewed]) => {
      localStorage.setItem('renewed-token', `${former} ${renewed}`)
      localStorage.setItem('authToken', `${renewed}`)
    },
    [learner.token, data.token],
  )
  expect(await go(page, 'goBack', '/settings')).toBe(true)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed')
})

test.describe('after signing out', () => {
  /** Leaves the person's own page by loading another document, and ends the session there. */
  async function signOutElsewhere(page: Page, learner: Person): Promise<void> {
    await signInAs(page, learner)
    await open(page, '/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(learner.name)
    await page.evaluate(noteFramesWith, { keys, name: learner.name })
    await open(page, '/profile')
    await page.getByRole('button', { name: `Account of ${learner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }

  async function expectRestoredUnseen(page: Page): Promise<void> {
    const noted = (key: string) => page.evaluate((name) => sessionStorage.getItem(name), key)
    expect(await noted(keys.restored), 'the browser restored the page').toBe('yes')
    expect(await noted(keys.shown), 'a frame showed the name').toBeNull()
  }

  test('going back shows nothing of the person in any frame', async ({ page, request }) => {
    const learner = await newLearner(request, 'Salmah Ali')
    await signOutElsewhere(page, learner)
    await page.evaluate(() => history.go(-2))
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByText(learner.name)).toHaveCount(0)
    await expectRestoredUnseen(page)
  })

  test('going back as another person shows that person’s page', async ({ page, request }) => {
    const learner = await newLearner(request, 'Salmah Ali')
    const other = await newLearner(request, 'Devi Raman')
    await signOutElsewhere(page, learner)
    await page.evaluate((token) => localStorage.setItem('authToken', token), other.token)
    await page.evaluate(() => history.go(-2))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(other.name)
    await expectRestoredUnseen(page)
  })
})
