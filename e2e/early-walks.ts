/** Presses and input on each public page before its scripts have loaded, with the expected results. */
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { newPassword } from './people.ts'
import { courses } from './school.ts'

/** One visit: the presses and input while scripts are held back, and the expected result. */
export interface Walk {
  covers: string[]
  early: (page: Page) => Promise<void>
  afterwards: (page: Page, calls: Calls) => Promise<void>
}

export type Calls = (name: string) => unknown[]

interface PublicPage {
  path: string
  /** A page with nothing but the frame is visited in one width. */
  width?: 'wide' | 'narrow'
  /** In addition to those of the page frame. */
  walks?: Walk[]
  /** Visible at the end of a list only when other journeys have filled its first page. */
  showsMore?: string
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Each opens natively; opening one closes its siblings. */
const disclosures = (...titles: string[]): Walk => ({
  covers: titles.map((title) => `summary ${title}`),
  async early(page) {
    for (const title of titles) {
      const summary = page.locator('summary').filter({ hasText: title })
      await summary.click()
      await expect(summary.locator('xpath=..')).toHaveAttribute('open')
    }
  },
  async afterwards(page) {
    const last = page.locator('details', { hasText: titles.at(-1) ?? '' })
    await expect(last).toHaveAttribute('open')
  },
})

/** A form is filled, its passwords are shown, and it is sent before the scripts have loaded. */
const formOf = (form: {
  call: string
  fields: Record<string, string>
  passwords?: string[]
  checks?: string[]
  submit: string
  sends: object
}): Walk => ({
  covers: [
    'form post',
    ...Object.keys(form.fields).map((label) => `${kindOfField(label)} ${label}`),
    ...(form.passwords ?? []).map((label) => `password ${label}`),
    ...(form.passwords ? ['button Show password'] : []),
    ...(form.checks ?? []).map((label) => `checkbox ${label}`),
    `button ${form.submit}`,
  ],
  async early(page) {
    for (const [label, value] of Object.entries(form.fields)) await field(page, label).fill(value)
    for (const label of form.passwords ?? []) await field(page, label).fill(newPassword)
    const shows = await button(page, 'Show password').all()
    for (const show of shows) await show.click()
    // In addition to links in its label.
    for (const label of form.checks ?? []) {
      await page.getByRole('checkbox', { name: label }).check({ position: { x: 4, y: 4 } })
    }
    const submit = button(page, form.submit)
    await submit.click()
    await submit.click()
    await page.getByRole('textbox').first().press('Enter')
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('#early-events')).toContainText('This page is still loading.')
  },
  async afterwards(page, calls) {
    await expect.poll(() => calls(form.call)).toEqual([form.sends])
    for (const [label, value] of Object.entries(form.fields)) {
      await expect(field(page, label)).toHaveValue(value)
    }
    for (const label of form.passwords ?? []) {
      await expect(field(page, label)).toHaveValue(newPassword)
      await expect(field(page, label)).toHaveAttribute('type', 'text')
    }
    for (const label of form.checks ?? []) {
      await expect(page.getByRole('checkbox', { name: label })).toBeChecked()
    }
    await expect(page.locator('#early-events')).toBeEmpty()
    expect(calls(form.call)).toHaveLength(1)
  },
})

const kindOfField = (label: string): string =>
  label === 'Email' ? 'email' : /^(?:Your (?:message|story)|What )/.test(label) ? 'textarea' : 'text'

const otherWayIn = (provider: 'Google' | 'GitHub'): Walk => ({
  covers: [`button ${provider}`],
  early: (page) => button(page, provider).click(),
  async afterwards(page, calls) {
    await expect.poll(() => calls('/api/auth/providers')).toHaveLength(1)
    await expect(page.getByText(`${provider}`).last()).toBeVisible()
  },
})

/** At an address as a number, as this one is, browsers allow no passkeys: the page says so. */
const passkeyHere: Walk = {
  covers: ['button Use a passkey'],
  early: (page) => button(page, 'Use a passkey').click(),
  afterwards: (page) => expect(page.getByText('Passkeys do not work in this browser')).toBeVisible(),
}

const letter = (label: string, submit: string, topic: string): Walk =>
  formOf({
    call: '/api/messages',
    fields: { 'Your name': 'Wan Azizah', Email: 'wan.azizah@example.test', [label]: 'Typed early.' },
    submit,
    sends: { name: 'Wan Azizah', email: 'wan.azizah@example.test', text: 'Typed early.', website: '', topic },
  })

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
      // The browser itself navigates: the results need no script.
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

const walkOfFree: Walk = {
  covers: ['button Enroll Now (Free)'],
  early: (page) => button(page, 'Enroll Now (Free)').filter({ visible: true }).click(),
  afterwards: (page) => expect(page).toHaveURL(/\/login\?redirect=/),
}

const walkOfReviews: Walk = {
  covers: ['button Show all 8 reviews'],
  early: (page) => button(page, 'Show all 8 reviews').click(),
  async afterwards(page) {
    await expect(button(page, 'Show all 8 reviews')).toHaveCount(0)
    await expect(page.locator('.reviews-list > li')).toHaveCount(8)
  },
}

/** Enough for presses to wait for one another; the other cards have the same buttons. */
const pressedCards = 5

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
      // Courses of other journeys may have been loaded below those that were pressed.
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

const walkOfWizard: Walk = {
  covers: ['form post', 'text Full name', 'email Email', 'button Next'],
  async early(page) {
    await field(page, 'Full name').fill('Rohana Salleh')
    await field(page, 'Email').fill('rohana@example.test')
    await button(page, 'Next').click()
    await button(page, 'Next').click()
  },
  async afterwards(page) {
    await expect(page.getByRole('heading', { name: 'Business Information' })).toBeFocused()
    await expect(page.getByText('Step 2 of 3')).toBeVisible()
  },
}

export const publicPages: PublicPage[] = [
  {
    path: '/',
    walks: [
      disclosures(
        ...['How do I pay?', 'Can I get my money back?', 'What do free courses cost?'],
        ...['Do I get a certificate?', 'Which language is it in?', 'How long can I take?'],
      ),
    ],
  },
  {
    path: '/business',
    walks: [
      disclosures(
        ...[
          'What does it cost to start?',
          'Do I need a CHIP account?',
          'Can I use it for my own staff only?',
        ],
        ...['What can I upload?', 'What about refunds?', 'What if I stop selling a course?'],
      ),
    ],
  },
  { path: '/marketplace', walks: walksOfMarketplace },
  { path: `/sp/${courses.sql}/`, walks: [...walksOfSalesPage, ...walksOfPaid, walkOfReviews] },
  { path: `/sp/${courses.git}/`, walks: [...walksOfSalesPage, walkOfFree] },
  { path: '/sales', walks: walksOfStore, showsMore: 'Show more' },
  {
    path: '/login',
    walks: [
      formOf({
        call: '/api/auth/login',
        fields: { Email: 'early@example.test' },
        passwords: ['Password'],
        checks: ['Remember me'],
        submit: 'Sign In',
        sends: { email: 'early@example.test', password: newPassword },
      }),
      otherWayIn('Google'),
      otherWayIn('GitHub'),
      passkeyHere,
    ],
  },
  {
    path: '/register',
    walks: [
      formOf({
        call: '/api/auth/register',
        fields: { 'Full name': 'Zainab Idris', Email: 'early@example.test' },
        passwords: ['Password', 'Confirm password'],
        checks: ['I agree to the Terms of Service and the Privacy Policy'],
        submit: 'Create Account',
        sends: { name: 'Zainab Idris', email: 'early@example.test', password: newPassword },
      }),
      otherWayIn('Google'),
      otherWayIn('GitHub'),
    ],
  },
  { path: '/admin/register', walks: [walkOfWizard] },
  {
    path: '/forgot-password',
    walks: [
      formOf({
        call: '/api/auth/password/forgot',
        fields: { Email: 'early@example.test' },
        submit: 'Send Reset Link',
        sends: { email: 'early@example.test' },
      }),
    ],
  },
  {
    path: '/reset-password/x',
    walks: [
      formOf({
        call: '/api/auth/password/reset',
        fields: {},
        passwords: ['New password', 'Confirm password'],
        submit: 'Reset Password',
        sends: { token: 'x', password: newPassword },
      }),
    ],
  },
  { path: '/contact', walks: [letter('Your message', 'Send message', 'contact')] },
  { path: '/contact-support', walks: [letter('What happened', 'Send to support', 'support')] },
  { path: '/testimonials', walks: [letter('Your story', 'Send story', 'testimonial')] },
  { path: '/partners', walks: [letter('What you have in mind', 'Send proposal', 'partner')] },
  ...['/cart', '/pricing', '/blog', '/blog/price-your-first-course', '/about', '/roadmap', '/careers'],
  ...[
    '/terms',
    '/privacy',
    '/cookies',
    '/verify-email/x',
    '/change-email/x',
    '/invitations/x',
    '/invoices/x',
    '/certificates/x',
  ],
  ...['/checkout/success', '/checkout/failure', '/forbidden', '/dashboard'],
].map((page, index) =>
  typeof page === 'string' ? { path: page, width: index % 2 === 0 ? 'wide' : 'narrow' } : page,
)

/** The frame of every page: language, theme, and the menu of its width. */
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
