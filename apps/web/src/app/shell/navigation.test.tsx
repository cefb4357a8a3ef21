/** The tests check the texts of docs/specification.md#navigation literally. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const none = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

beforeEach(() => {
  answer('listCourses', none)
  answer('paymentHistory', none)
})

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
/** A page's own header also counts as a banner in jsdom, so the first banner is used. */
const banner = () => within(screen.getAllByRole('banner')[0] as HTMLElement)
const main = () => banner().getByRole('navigation', { name: 'Main' })
/** Waits until the page knows its user. */
const isSignedIn = () => banner().findByRole('button', { name: /^Account of/ })
const bottomBar = () => screen.getByRole('navigation', { name: 'Quick navigation' })

test('pages of signed-in users link to Dashboard, Courses, Marketplace, Profile, the cart and the account', async () => {
  const { press } = await renderRoute('/purchases', { user: aisyah })
  await waitFor(() =>
    expect(linksIn(main())).toEqual([
      ['Dashboard', '/dashboard'],
      ['My learning', '/learning'],
      ['Courses', '/courses'],
      ['Marketplace', '/marketplace'],
      ['Store', '/sales'],
      ['Profile', '/profile'],
    ]),
  )
  expect(banner().getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart')
  await press.click(await banner().findByRole('button', { name: 'Account of Aisyah Rahman' }))
  const target = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href')
  expect([target('Your Profile'), target('Settings')]).toEqual(['/profile', '/settings'])
  expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeTruthy()
})

test("the cart's badge counts its courses", async () => {
  const items = [aCourse(), aCourse({ id: 6, title: 'Git Without Fear' })]
  localStorage.setItem(storageKeys.cart, JSON.stringify({ state: { items }, version: 0 }))
  await renderRoute('/purchases', { user: aisyah })
  const cart = banner().getByRole('link', { name: 'Cart, 2 courses' })
  expect(cart.textContent).toContain('2')
})

test.each([
  ['an admin', admin, ['Admin']],
  ['a superadmin', { ...admin, role: 'superadmin', businessId: null }, ['Admin']],
  ['an instructor', { ...admin, role: 'instructor' }, []],
  ['a student', aisyah, []],
] as const)('the Admin link is for admins only: %s', async (_, user, wanted) => {
  await renderRoute('/purchases', { user })
  await isSignedIn()
  const named = (element: HTMLElement) => linksIn(element).filter(([name]) => name === 'Admin')
  expect(named(main()).map(([name]) => name)).toEqual(wanted)
  expect(named(bottomBar()).map(([name]) => name)).toEqual(wanted)
})

test.each(['/admin/register', '/certificates/abc', '/about', '/forbidden', '/cart'])(
  'signed-in users keep their own navigation on %s',
  async (address) => {
    refuse('readCertificate', 'NOT_FOUND')
    refuse('readCertificateStanding', 'NOT_FOUND')
    refuse('listInvitations', 'NOT_FOUND')
    await renderRoute(address, { user: admin })
    await waitFor(() =>
      expect(linksIn(main()).map(([name]) => name)).toEqual([
        'Dashboard',
        'My learning',
        'Courses',
        'Marketplace',
        'Store',
        'Profile',
        'Admin',
      ]),
    )
    expect(await banner().findByRole('button', { name: /^Account of/ })).toBeTruthy()
  },
)

test('instructors have Teach in the bottom bar of a phone too', async () => {
  await renderRoute('/purchases', { user: { ...admin, role: 'instructor' } })
  await isSignedIn()
  expect(linksIn(bottomBar()).at(-1)).toEqual(['Teach', '/admin'])
})

test.each([
  ['/admin/sales', { ...admin, role: 'superadmin', businessId: null }, 'Admin'],
  ['/admin/register', admin, 'Admin'],
  ['/course/5/manage', admin, 'Admin'],
  ['/purchases', aisyah, 'Profile'],
  ['/settings', aisyah, 'Profile'],
] as const)('both bars mark the current page on %s', async (address, user, wanted) => {
  for (const name of [
    'platformSummary',
    'listMessages',
    'listReportedReviews',
    'readCourse',
    'listInvitations',
    'listSessions',
  ] as const) {
    refuse(name, 'NOT_FOUND')
  }
  await renderRoute(address, { user })
  await isSignedIn()
  for (const bar of [main(), bottomBar()]) {
    const marked = within(bar).getAllByRole('link', { current: 'page' })
    expect(marked.map((link) => link.textContent)).toEqual([wanted])
  }
})

test('the avatar menu links to the community and the notifications', async () => {
  const { press } = await renderRoute('/purchases', { user: aisyah })
  await press.click(await banner().findByRole('button', { name: 'Account of Aisyah Rahman' }))
  const target = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href')
  expect([target('Community'), target('Notifications')]).toEqual(['/community', '/notifications'])
})

test('the mobile menu adds Course Store, and a bottom tab bar is shown', async () => {
  const { press } = await renderRoute('/purchases', { user: admin })
  await isSignedIn()
  expect(linksIn(bottomBar())).toEqual([
    ['Home', '/dashboard'],
    ['Courses', '/courses'],
    ['Market', '/marketplace'],
    ['Cart', '/cart'],
    ['Profile', '/profile'],
    ['Admin', '/admin'],
  ])
  await press.click(banner().getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(menu.getByRole('link', { name: 'Course Store' }).getAttribute('href')).toBe('/sales')
  expect(menu.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toBe('/purchases')
  expect(menu.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/notifications')
  for (const [, address] of linksIn(main())) {
    expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(address)
  }
})

test('the public navbar links to Marketplace, Courses and Store, to the cart, and to Sign In or Dashboard', async () => {
  const stranger = await renderRoute('/marketplace')
  const ofVisitors = [
    ['Marketplace', '/marketplace'],
    ['Courses', '/courses'],
    ['Store', '/sales'],
  ]
  await waitFor(() => expect(linksIn(main())).toEqual(ofVisitors))
  expect(banner().getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart')
  expect((await banner().findByRole('link', { name: 'Sign In' })).getAttribute('href')).toBe('/login')
  expect(banner().queryByRole('link', { name: 'Dashboard' })).toBeNull()
  stranger.unmount()
  await renderRoute('/marketplace', { user: aisyah })
  await isSignedIn()
  expect(banner().getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard')
  expect(banner().queryByRole('link', { name: 'Sign In' })).toBeNull()
  for (const link of ofVisitors) expect(linksIn(main())).toContainEqual(link)
})

test('pages of signed-in users have the slim footer, and public pages the whole one', async () => {
  const own = await renderRoute('/purchases', { user: aisyah })
  expect(screen.getByRole('contentinfo').dataset['slim']).toBe('true')
  own.unmount()
  await renderRoute('/about', { user: aisyah })
  expect(screen.getByRole('contentinfo').dataset['slim']).toBeUndefined()
})
