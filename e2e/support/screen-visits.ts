/** Shows many screens one after the other in a single page, for journeys that only look at them (shared-page.ts). */
import type { APIRequestContext, Page } from '@playwright/test'
import type { Language } from '@apogee/domain/languages.ts'
import { expect, open } from './journey.ts'
import { demoReader, newLearner, signInAs } from './people.ts'
import type { Screen } from './screens.ts'
import { forgetVisitor, visitors } from './shared-page.ts'

interface Visit {
  page: Page
  request: APIRequestContext
  language: Language
  baseURL: string | undefined
}

/** Loads the screen as the person who may see it, in the dark theme. */
export async function loadScreen(visit: Visit, screen: Screen): Promise<void> {
  await prepare(visit, screen)
  await open(visit.page, await addressOf(visit, screen))
  await expect(visit.page.locator('html')).toHaveAttribute('lang', visit.language)
  await expectContent(visit, screen)
}

/**
 * Shows the screen as the person who may see it, in the dark theme. It follows a link within the same document, in which scripts
 * and checks are compiled already. Screens of visitors without an account are loaded instead, because the server renders them.
 */
export async function followToScreen(visit: Visit, screen: Screen): Promise<void> {
  const known = visitors.get(visit.page)
  const isOpen = known?.viewer === screen.viewer && known.language === visit.language
  if (screen.viewer === 'stranger' || needsNewVisitor(screen) || !isOpen) return loadScreen(visit, screen)
  await follow(visit.page, await addressOf(visit, screen))
  await expectContent(visit, screen)
}

const addressOf = ({ request }: Visit, { path }: Screen) => (typeof path === 'string' ? path : path(request))

/** Returns true if the screen's content depends on earlier actions of its visitor. */
const needsNewVisitor = ({ viewer, before }: Screen): boolean => viewer === 'learner' || before !== undefined

async function prepare({ page, request, language, baseURL = '' }: Visit, screen: Screen): Promise<void> {
  const { viewer } = screen
  if (needsNewVisitor(screen) || visitors.get(page)?.viewer !== viewer) {
    await forgetVisitor(page)
    if (viewer !== 'stranger')
      await signInAs(page, await (viewer === 'learner' ? newLearner(request) : demoReader(request, viewer)))
    await screen.before?.(page, request)
  }
  await page.context().addCookies([
    { name: 'theme', value: 'space', url: baseURL },
    { name: 'lang', value: language, url: baseURL },
  ])
  if (needsNewVisitor(screen)) visitors.delete(page)
  else visitors.set(page, { viewer, language })
}

/** The screen is complete when no text says that it is loading. */
const loading = /Loading\.\.\.|Memuatkan\.\.\./i

/** Waits for the content of the screen; the list of screens has its heading in English. */
async function expectContent({ page, language }: Visit, { heading }: Screen): Promise<void> {
  const main = page.getByRole('main')
  const shown = language === 'en' ? main.getByRole('heading', { name: heading }) : main.getByRole('heading')
  await expect(shown.first()).toBeVisible()
  await expect(page.getByText(loading)).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'space')
}

/**
 * Shows another screen in the same document. A screen without common parts is shown between the two, so that everything is rendered
 * again.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await show(page, '/forbidden')
  await show(page, address)
}

async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.documentElement.dataset['theme'] = 'space'
    for (const element of document.querySelectorAll('main *')) element.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.waitForFunction(
    () => document.querySelector('main [data-left]') === null && document.querySelector('main *') !== null,
  )
}
