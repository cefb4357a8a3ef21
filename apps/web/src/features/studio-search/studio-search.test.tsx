import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { StudioFindings } from '@apogee/contracts/studio-search/studio-search.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const none = { items: [], hasMore: false }
const nothing: StudioFindings = {
  people: none,
  expected: none,
  courses: none,
  lessons: none,
  orders: none,
  invoices: none,
  receipts: none,
  coupons: none,
}
const found: StudioFindings = {
  ...nothing,
  people: {
    items: [{ id: 7, name: 'Siti Aminah', email: 'siti@apogee.test', role: 'student' }],
    hasMore: true,
  },
  orders: {
    items: [
      {
        id: 'order-of-siti',
        buyer: { name: 'Siti Aminah' },
        titles: ['Orbits'],
        state: 'partly_refunded',
        amount: 3_400,
        createdAt: '2026-11-28T02:00:00.000Z',
      },
    ],
    hasMore: false,
  },
}
const answered = (data: StudioFindings) => ({ success: true as const, data })

async function open(user: CurrentUser = admin) {
  answer('listCoupons', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const page = await renderRoute('/admin/coupons', { user })
  await screen.findByRole('navigation', { name: 'Studio' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Search the studio' })
  return { page, dialog: within(dialog), field: within(dialog).getByRole('combobox') }
}

const options = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.queryAllByRole('option').map((option) => option.textContent)

test('Ctrl+K opens the search, which says what can be found and offers the actions of the person', async () => {
  const { dialog } = await open()
  expect(options(dialog)).toEqual(['Create Course', 'Import course', 'New invoice', 'New coupon', 'Add User'])
  expect(dialog.getByText('Orders, invoices, receipts and coupons by number, buyer or code.')).toBeTruthy()
})

test('an instructor of a business is offered no sales', async () => {
  const { dialog, field } = await open({ ...admin, role: 'instructor' })
  expect(options(dialog)).toEqual(['Create Course', 'Import course'])
  answer(
    'searchStudio',
    answered({ ...nothing, orders: null, invoices: null, receipts: null, coupons: null }),
  )
  await userEvent.type(field, 'coupons')
  expect(await dialog.findByText('Nothing found for “coupons”')).toBeTruthy()
  expect(options(dialog)).toEqual([])
})

test('results are links of their groups, and a group with more leads to its searched list', async () => {
  answer('searchStudio', answered(found))
  const { dialog, field } = await open()
  await userEvent.type(field, 'siti')
  const people = within(await dialog.findByRole('group', { name: 'People' }))
  const [person, all] = people.getAllByRole('option')
  expect([person?.textContent, person?.getAttribute('href')]).toEqual([
    'Siti Aminah siti@apogee.test',
    '/studio/people/7',
  ])
  expect([all?.getAttribute('aria-label'), all?.getAttribute('href')]).toEqual([
    'See all: People',
    '/admin?tab=users&search=siti',
  ])
  const order = within(dialog.getByRole('group', { name: 'Orders' })).getByRole('option')
  expect(order.textContent).toBe('Siti Aminah RM 34.00 · Partly refunded · 28 Nov 2026 · Orbits')
  expect(dialog.getByRole('status').textContent).toBe('2 results')
})

test('the arrow keys choose a result and Enter opens it, and it is offered the next time', async () => {
  answer('searchStudio', answered(found))
  refuse('readPerson', 'USER_NOT_FOUND')
  refuse('listPersonEvents', 'USER_NOT_FOUND')
  const { dialog, field, page } = await open()
  await userEvent.type(field, 'siti')
  await dialog.findByRole('group', { name: 'People' })
  expect(dialog.getByRole('option', { selected: true }).textContent).toContain('siti@apogee.test')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(dialog.getByRole('option', { selected: true }).getAttribute('id')).toBe(
    field.getAttribute('aria-activedescendant'),
  )
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/studio/people/7')
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  const again = within(await screen.findByRole('dialog'))
  expect(within(again.getByRole('group', { name: 'Opened last' })).getByRole('option').textContent).toBe(
    'Siti Aminah siti@apogee.test',
  )
})

test('places and settings are found by their names, also with a mistake', async () => {
  answer('searchStudio', answered(nothing))
  const { dialog, field } = await open()
  await userEvent.type(field, 'invocies')
  const places = within(await dialog.findByRole('group', { name: 'Places and settings' }))
  expect(places.getAllByRole('option').map((option) => option.getAttribute('href'))).toEqual([
    '/admin/invoices',
  ])
})

test('one request is made for what was typed without a pause, and a late answer replaces no newer one', async () => {
  const sent = recordCalls('searchStudio', answered(found))
  const { dialog, field } = await open()
  await userEvent.type(field, 'siti', { delay: 5 })
  await dialog.findByRole('group', { name: 'People' })
  expect(sent.map(({ query }) => query.q)).toEqual(['siti'])
})

test('a failed search says so and is tried again by a press', async () => {
  breakNetwork('searchStudio')
  const { dialog, field } = await open()
  await userEvent.type(field, 'siti')
  expect(await dialog.findByText('The search failed')).toBeTruthy()
  answer('searchStudio', answered(found))
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('group', { name: 'People' })).toBeTruthy()
})

test('Escape closes the search', async () => {
  await open()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
