import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { matchesOf } from '#web/framework/matches.ts'
import type { PageRoute } from '#web/framework/page-module.ts'
import { handleOf } from '#web/framework/route-handle.ts'
import { answer, breakNetwork, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { ManagersOnly } from '../guards.tsx'
import { routeTable } from '../route-table.ts'

const superadmin = { ...admin, role: 'superadmin', businessId: null } as const
const none = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }
const rail = async () => within(await screen.findByRole('navigation', { name: 'Studio' }))
const names = (part: { getAllByRole: (role: 'link') => HTMLElement[] }) =>
  part.getAllByRole('link').map((link) => link.title || link.textContent)

const open = (user: CurrentUser, address = '/admin/coupons') => {
  answer('listCoupons', none)
  return renderRoute(address, { user })
}

const work = ['Home', 'Inbox', 'Teaching', 'People']

test.each([
  ['an admin', admin, [...work, 'Sales', 'Money', 'Reports', 'Business']],
  [
    'a lone instructor',
    { ...admin, role: 'instructor', businessId: null },
    [...work, 'Sales', 'Money', 'Reports', 'Business'],
  ],
  [
    'an instructor of a business',
    { ...admin, role: 'instructor' },
    [...work, 'Share links', 'Reports', 'Developers'],
  ],
  ['a superadmin', superadmin, [...work, 'Sales', 'Money', 'Reports', 'Business', 'Platform']],
] as const)('the rail of the studio shows the places of %s', async (_, user, wanted) => {
  await open(user)
  const shown = await rail()
  await waitFor(() => expect(names(shown)).toEqual(wanted))
})

test.each([
  ['/admin/coupons', admin, 'Sales', ['Orders', 'Invoices', 'Coupons', 'Bundles', 'Share links'], 'Coupons'],
  [
    '/admin/coupons',
    superadmin,
    'Sales',
    ['Orders', 'Invoices', 'Coupons', 'Bundles', 'Share links'],
    'Coupons',
  ],
  ['/studio/developers', admin, 'Business', ['Business', 'Developers', 'Security log'], 'Developers'],
  ['/admin/payouts', superadmin, 'Money', ['Ledger', 'To decide', 'Payouts'], 'Payouts'],
  [
    '/admin/reconciliation',
    superadmin,
    'Platform',
    ['Platform', 'Reconciliation', 'Security log'],
    'Reconciliation',
  ],
] as const)('a page at %s shows the other pages of its place', async (address, user, place, parts, part) => {
  for (const name of ['listPayouts', 'listReconciliations', 'listApiTokens', 'listWebhooks'] as const)
    breakNetwork(name)
  await open(user, address)
  const row = within(await screen.findByRole('navigation', { name: place }))
  expect(names(row)).toEqual(parts)
  // docs/decisions/interface.md: the specification gives these names to links and tabs of the pages inside.
  const specified =
    /dashboard|courses|marketplace|profile|admin|cart|settings|logout|users|analytics|sales links/i
  expect(parts.filter((name) => specified.test(name))).toEqual([])
  expect(row.getByRole('link', { current: 'page' }).textContent).toBe(part)
  expect((await rail()).getByRole('link', { current: 'page' }).title).toBe(place)
})

test('the rail marks the place of the page, also below it', async () => {
  refuse('readOrder', 'ORDER_NOT_FOUND')
  refuse('readOrderRefunds', 'ORDER_NOT_FOUND')
  await open(admin, '/admin/orders/abc')
  expect((await rail()).getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/admin/orders')
})

test('the rail shows how many items wait in the inbox', async () => {
  const counts = [
    { kind: 'refunds', count: 2 },
    { kind: 'questions', count: 1 },
  ] as const
  answer('countInbox', { success: true, data: [...counts] })
  await open(admin)
  expect(await (await rail()).findByRole('link', { name: 'Inbox 3 items wait' })).toBeTruthy()
})

test('the skip link of the studio leads behind the rail', async () => {
  await open(admin)
  await rail()
  const target = screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href') ?? ''
  const page = document.querySelector(target)
  expect(page?.contains(screen.getByRole('heading', { level: 1 }))).toBe(true)
  expect(page?.querySelector('.studio-rail, .studio-parts')).toBeNull()
})

test('pages of the studio have no footer', async () => {
  await open(admin)
  await rail()
  expect(screen.queryByRole('contentinfo')).toBeNull()
})

test('every page below the guard of managers is in the studio, and no other page is', async () => {
  const table = await routeTable.complete()
  const pagesOf = (routes: readonly PageRoute[], above: string, isGuarded: boolean): [string, boolean][] =>
    routes.flatMap(({ path, Component, handle, children = [] }) => {
      const pathname = path === undefined ? above : `${above}/${path.replaceAll(/:\w+\??/g, '1')}`
      const isInside = isGuarded || Component === ManagersOnly
      const below = pagesOf(children, pathname, isInside)
      return handle?.source === undefined ? below : [[pathname, isInside], ...below]
    })
  const pages = pagesOf(table, '', false)
  expect(pages.filter(([, isGuarded]) => isGuarded).length).toBeGreaterThan(30)
  for (const [pathname, isGuarded] of pages)
    expect(handleOf(matchesOf(table, pathname)).frame !== undefined, pathname).toBe(isGuarded)
})

test.each([
  '/course/5/gradebook',
  '/course/5/hand-ins',
  '/course/5/figures',
  '/course/5/sales-preview',
  '/course/5/rehearsal',
  '/platform/sellers/1',
])("%s has the seller's bar and no footer, also when it is the first page", async (address) => {
  for (const name of [
    'readCourse',
    'listGradebook',
    'readGradebookColumns',
    'listHandIns',
    'readCourseFigures',
    'courseSales',
    'previewSales',
  ] as const) {
    refuse(name, 'COURSE_NOT_FOUND')
  }
  refuse('readSellerOverview', 'SELLER_NOT_FOUND')
  await renderRoute(address, { user: superadmin })
  await rail()
  expect(screen.getByRole('button', { name: 'More: Studio' })).toBeTruthy()
  expect(screen.queryByRole('contentinfo')).toBeNull()
})

test("the bottom bar of the studio is a seller's, and More holds the places of the specification", async () => {
  const { press } = await open(admin)
  const bar = within(await screen.findByRole('navigation', { name: 'Quick navigation' }))
  expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/studio'],
    ['Inbox', '/studio/inbox'],
    ['Teaching', '/admin?tab=courses'],
    ['People', '/admin?tab=users'],
  ])
  expect(screen.queryByRole('button', { name: /Open the studio menu/ })).toBeNull()
  await press.click(bar.getByRole('button', { name: 'More: Studio' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Studio' }))
  const outside = within(drawer.getByRole('navigation', { name: 'Outside the studio' }))
  expect(outside.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard',
    '/courses',
    '/marketplace',
    '/cart',
    '/profile',
    '/admin',
  ])
  await press.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(bar.getByRole('button', { name: 'More: Studio' })))
})

test('pages that the specification names keep its bottom bar inside the studio', async () => {
  answer('listCourses', none)
  await renderRoute('/admin/sales', { user: admin })
  await rail()
  const bar = within(screen.getByRole('navigation', { name: 'Quick navigation' }))
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Home',
    'Courses',
    'Market',
    'Cart',
    'Profile',
    'Admin',
  ])
  expect(screen.getByRole('button', { name: /Open the studio menu/ })).toBeTruthy()
})

test("the seller's bar stays on specified pages that are reached from the studio", async () => {
  answer('listCourses', none)
  const page = await open(admin)
  const { press } = page
  await screen.findByRole('button', { name: 'More: Studio' })
  const parts = within(await screen.findByRole('navigation', { name: 'Sales' }))
  await press.click(parts.getByRole('link', { name: 'Share links' }))
  await waitFor(() => expect(page.address()).toBe('/admin/sales'))
  const bar = within(screen.getByRole('navigation', { name: 'Quick navigation' }))
  expect(bar.getByRole('link', { name: 'Inbox' })).toBeTruthy()
})

test('the rail of the studio is available in Malay', async () => {
  answer('listCoupons', none)
  await renderRoute('/admin/coupons', { user: admin, language: 'ms' })
  expect(await (await rail()).findByRole('link', { name: 'Perniagaan' })).toBeTruthy()
})
