/** Provides the fixtures of every journey: browsers in which a console error, an unhandled rejection or a CSP violation fails. */
import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test'

interface JourneyFixtures {
  /** Matches the browser errors that the journey causes on purpose, such as a 404. */
  expectedComplaints: RegExp | null
  complaints: string[]
  /** Opens the browser of another person. Its errors fail the journey as well. */
  anotherBrowser: () => Promise<Page>
}

export const test = base.extend<JourneyFixtures>({
  expectedComplaints: [null, { option: true }],
  complaints: [
    async ({ expectedComplaints }, use) => {
      const complaints: string[] = []
      await use(complaints)
      expect(
        complaints.filter((text) => !expectedComplaints?.test(text)),
        'what the browser complained of',
      ).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await watch(context, (text) => complaints.push(text))
    await use(context)
  },
  anotherBrowser: async ({ browser, complaints }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      await watch(context, (text) => complaints.push(text))
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

export { expect }

/** Reports each console error, unhandled rejection and CSP violation of the context's pages. */
export async function watch(context: BrowserContext, complain: (text: string) => void): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complain(`unhandled: ${error.error().message}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
}

/** Opens the page and waits for hydration, because the server's page is visible before its scripts have loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits until React has hydrated this element; deferred parts are plain links until then. */
export async function waitUntilHandled(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((name) => name.startsWith('__reactProps'))))
    .toBe(true)
}

/** Waits until React has hydrated the page; its root element shows it. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'))
    if (!root || key === undefined) return false
    const { stateNode } = Reflect.get(root, key) as ContainerFiber
    return !stateNode.current.memoizedState.isDehydrated
  })
}

interface ContainerFiber {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}
