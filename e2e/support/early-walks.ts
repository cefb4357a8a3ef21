/** Lists presses and input on public pages before their scripts have loaded, with the results that they must have. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { as, demoPerson, newPassword, postAs } from './people.ts'
import { courses } from './school.ts'

/** Describes one visit of a page: the presses and the input while scripts are held back, and the expected result. */
export interface Walk {
  covers: string[]
  early: (page: Page) => Promise<void>
  afterwards: (page: Page, calls: Calls) => Promise<void>
}

export type Calls = (name: string) => unknown[]

interface HeldPage {
  path: string
  /** Creates what the page must list, because other journeys may have filled it with courses that have fewer parts. */
  prepare?: (request: APIRequestContext) => Promise<void>
  width: 'wide' | 'narrow'
  /** These walks are in addition to the walks of the page frame. */
  walks: Walk[]
  /** The label is visible at the end of a list only when other journeys have filled its first page. */
  showsMore?: string
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The form is filled, its password is shown, and it is sent before the scripts have loaded. */
const walkOfSignIn: Walk = {
  covers: [
    'form post',
    'email Email',
    'password Password',
    'button Show password',
    'checkbox Remember me',
    'button Sign In',
  ],
  async early(page) {
    await field(page, 'Email').fill('early@example.test')
    await field(page, 'Password').fill(newPassword)
    await button(page, 'Show password').click()
    await page.getByRole('checkbox', { name: 'Remember me' }).check({ position: { x: 4, y: 4 } })
    const submit = button(page, 'Sign In')
    await submit.click()
    await submit.click()
    await field(page, 'Email').press('Enter')
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('#early-events')).toContainText('This page is still loading.')
  },
  async afterwards(page, calls) {
    const sent = { email: 'early@example.test', password: newPassword }
    await expect.poll(() => calls('/api/auth/login')).toEqual([sent])
    await expect(field(page, 'Email')).toHaveValue(sent.email)
    await expect(field(page, 'Password')).toHaveValue(sent.password)
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
    await expect(page.locator('#early-events')).toBeEmpty()
    expect(calls('/api/auth/login')).toHaveLength(1)
  },
}

const otherWayIn = (provider: 'Google' | 'GitHub'): Walk => ({
  covers: [`button ${provider}`],
  early: (page) => button(page, provider).click(),
  async afterwards(page, calls) {
    await expect.poll(() => calls('/api/auth/providers')).toHaveLength(1)
    await expect(page.getByText(`${provider}`).last()).toBeVisible()
  },
})

/** Browsers allow no passkeys at an IP address such as this one, and the page says so. */
const passkeyHere: Walk = {
  covers: ['button Use a passkey'],
  early: (page) => button(page, 'Use a passkey').click(),
  afterwards: (page) => expect(page.getByText('Passkeys do not work in this browser')).toBeVisible(),
}

const walksOfMarketplace: Walk[] = [
  {
    covers: ['search Search courses', 'summary Price: All', 'select Sort by'],
    async early(page) {
      await field(page, 'Search courses').fill('sql')
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('rating')
      await page.locator('summary').filter({ hasText: 'Price: All' }).click()
    },
    async afterwards(page) {
      await expect(page).toHaveURL(
        (url) => url.searchParams.get('sort') === 'rating' && url.searchParams.get('search') === 'sql',
      )
      await expect(page.locator('details.catalogue-price')).toHaveAttribute('open')
      await expect(field(page, 'Search courses')).toHaveValue('sql')
    },
  },
  {
    covers: ['button Filters'],
    early: (page) => button(page, 'Filters').click(),
    async afterwards(page) {
      await expect(page.getByRole('dialog', { name: 'Filter courses' })).toBeVisible()
    },
  },
  {
    covers: ['form get'],
    async early(page) {
      await field(page, 'Search courses').fill('colour')
      await field(page, 'Search courses').press('Enter')
      // The browser itself navigates, so the results need no script.
      await expect(page).toHaveURL(/\/marketplace\?search=colour/)
      await expect(page.getByRole('heading', { name: courses.colour })).toBeVisible()
    },
    async afterwards(page) {
      await expect(page).toHaveURL(/\/marketplace\?search=colour/)
    },
  },
]

export const selectedTab = (page: Page) => page.getByRole('tab', { selected: true })

const walksOfSalesPage: Walk[] = [
  {
    covers: ['tab About', 'tab Curriculum', 'tab Instructor', 'tab FAQ', 'button Share'],
    async early(page) {
      for (const name of ['FAQ', 'About', 'Curriculum', 'Instructor']) {
        await page.getByRole('tab', { name, exact: true }).click()
      }
      await button(page, 'Share').click()
    },
    async afterwards(page) {
      await expect(selectedTab(page)).toHaveText('Instructor')
      await expect.poll(() => copied(page)).toEqual([expect.stringMatching(/\/sp\/\d+\/$/)])
    },
  },
  {
    covers: [],
    async early(page) {
      await page.getByRole('tab', { name: 'About', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
    },
    async afterwards(page) {
      await expect(selectedTab(page)).toHaveText('Instructor')
      await expect(selectedTab(page)).toBeFocused()
    },
  },
]

const walksOfPaid: Walk[] = [
  {
    covers: ['button Buy Now', 'button Add to Cart'],
    async early(page) {
      await button(page, 'Add to Cart').filter({ visible: true }).click()
    },
    async afterwards(page) {
      await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 course' })).toBeVisible()
    },
  },
  {
    covers: [],
    early: (page) => button(page, 'Buy Now').filter({ visible: true }).click(),
    afterwards: (page) => expect(page).toHaveURL(/\/login\?redirect=/),
  },
]

const walkOfReviews: Walk = {
  covers: ['button Show all 8 reviews'],
  early: (page) => button(page, 'Show all 8 reviews').click(),
  async afterwards(page) {
    await expect(button(page, 'Show all 8 reviews')).toHaveCount(0)
    await expect(page.locator('.reviews-list > li')).toHaveCount(8)
  },
}

/** This number of cards is enough to make presses wait for one another. The other cards have the same buttons. */
const pressedCards = 5

async function sellCourses(request: APIRequestContext): Promise<void> {
  const seller = await demoPerson(request, 'instructor')
  const post = postAs(request, seller)
  for (let number = 1; number <= pressedCards; number += 1) {
    const { id } = await post('/courses', {
      title: `Pressed early ${number}`,
      description: 'To be bought',
      price: 4_900,
    })
    await request.put(`/api/courses/${id}/state`, { ...as(seller), data: { state: 'published' } })
  }
}

const walksOfStore: Walk[] = [
  {
    covers: ['button Add to Cart', 'button Copy Sales Link'],
    async early(page) {
      const adds = (await button(page, 'Add to Cart').all()).slice(0, pressedCards)
      const titles = await Promise.all(adds.map((add) => add.getAttribute('aria-describedby')))
      const links = (await button(page, 'Copy Sales Link').all()).slice(0, pressedCards)
      for (const each of [...adds, ...links]) await each.click()
      await page.evaluate((pressed) => Object.assign(window, { pressed }), { titles, links: links.length })
    },
    async afterwards(page) {
      const { titles, links } = await page.evaluate(
        () => Reflect.get(window, 'pressed') as { titles: string[]; links: number },
      )
      expect([titles.length, links]).toEqual([pressedCards, pressedCards])
      await expect.poll(async () => new Set(await copied(page)).size).toBe(links)
      expect(await copied(page)).toHaveLength(links)
      // The list may have loaded courses of other journeys below the pressed ones.
      for (const title of titles) {
        const ofCourse = page.locator(`button[aria-describedby="${title}"]`)
        await expect(ofCourse.filter({ hasText: 'Add to Cart' })).toHaveCount(0)
      }
    },
  },
  {
    covers: ['search Search courses'],
    early: (page) => field(page, 'Search courses').fill(courses.colour),
    async afterwards(page) {
      await expect(page.getByText(/^1 of \d+ courses?$/)).toBeVisible()
    },
  },
  {
    covers: [],
    async early(page) {
      const [more] = await button(page, 'Show more').all()
      await more?.click()
    },
    async afterwards(page) {
      const shown = page.getByText(/^\d+ of \d+ courses$/)
      const total = Number(/\d+(?= courses)/.exec(await shown.innerText())?.[0])
      await expect(shown).toHaveText(`${Math.min(total, 48)} of ${total} courses`)
    },
  },
]

/**
 * These pages have the most different parts. The other public pages have the same parts (apps/web/src/app/entry-server.test.ts).
 */
export const heldPages: HeldPage[] = [
  { path: '/marketplace', width: 'wide', walks: walksOfMarketplace },
  {
    path: `/sp/${courses.sql}/`,
    width: 'narrow',
    walks: [...walksOfSalesPage, ...walksOfPaid, walkOfReviews],
  },
  {
    path: '/sales',
    width: 'wide',
    walks: walksOfStore,
    prepare: sellCourses,
    showsMore: 'Show more',
  },
  {
    path: '/login',
    width: 'narrow',
    walks: [walkOfSignIn, otherWayIn('Google'), otherWayIn('GitHub'), passkeyHere],
  },
]

/** Returns the walk of the page frame: language, theme, and the menu that a window of this width has. */
export const frame = (width: 'wide' | 'narrow'): Walk => ({
  covers: ['select Language', 'select Theme', width === 'wide' ? 'button Language and theme' : 'button Menu'],
  async early(page) {
    const html = page.locator('html')
    const other = (await html.getAttribute('data-theme')) === 'space' ? 'daylight' : 'space'
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(other)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ms')
    const menu = button(page, width === 'wide' ? 'Language and theme' : 'Menu')
    await menu.click()
    await menu.click()
    await expect(menu).toHaveAttribute('aria-busy', 'true')
    await page.evaluate((theme) => Object.assign(window, { chosenTheme: theme }), other)
  },
  async afterwards(page) {
    const chosen = await page.evaluate(() => String(Reflect.get(window, 'chosenTheme')))
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
    await expect(width === 'wide' ? page.getByRole('menu') : page.locator('dialog[open]')).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).toContain(`theme=${chosen}`)
  },
})

const copied = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'copied') as string[])
