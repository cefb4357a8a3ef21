import type { SellerSignal } from '@apogee/contracts/operations/seller-signals.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, id: 1, role: 'superadmin' as const, businessId: null }
const patience = { timeout: 10_000 }

const signal = (given: Partial<SellerSignal> = {}): SellerSignal => ({
  id: 5,
  seller: { id: 3, name: 'Orbit Academy' },
  kind: 'refunds',
  facts: { paidLines: 20, askedBackLines: 6 },
  openedAt: '2026-11-26T02:00:00.000Z',
  lastSeenAt: '2026-11-26T05:00:00.000Z',
  closedAt: null,
  closedBy: null,
  note: null,
  ...given,
})

let listed: SellerSignal[]
beforeEach(() => {
  listed = [signal()]
  answer('platformSummary', {
    success: true,
    data: {
      people: 1,
      businesses: 1,
      courses: 1,
      enrolments: 1,
      settledOrders: 1,
      money: { sales: 0, refunds: 0, chargebacks: 0, fees: 0, net: 0, paidOut: 0, owed: 0 },
      unreadMessages: 0,
      jobs: { waiting: 0, failed: 0 },
    },
  })
  answer('listReportedReviews', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listMessages', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listSellerSignals', () => ({
    success: true,
    data: listed,
    meta: { total: listed.length, nextCursor: null },
  }))
})

test('the platform page counts open signals in their tab, and says each one in words', async () => {
  listed = [
    signal(),
    signal({ id: 4, kind: 'fast_start', facts: { dayOrders: 51, dayCents: 600_000 } }),
    signal({ id: 3, kind: 'bank_changed', facts: { bankDays: 0, balanceCents: 700_000 } }),
    signal({ id: 2, kind: 'later_kind', facts: { something: 4 } }),
  ]
  const page = await renderRoute('/platform', { user: superadmin })
  await page.press.click(await screen.findByRole('tab', { name: 'Signals (4)' }, patience))
  for (const said of [
    '6 of 20 sales in 30 days were asked back',
    '51 orders for RM 6,000.00 in 24 hours; first sale less than 30 days ago',
    'Bank details entered today; RM 7,000.00 owed to the seller',
    '{"something":4}',
  ])
    expect(await screen.findByText(said, {}, patience)).toBeTruthy()
  expect(page.address()).toBe('/platform?tab=signals')
  expect(screen.getAllByRole('link', { name: 'Ledger of Orbit Academy' })[0]?.getAttribute('href')).toBe(
    '/admin/ledger?seller=3',
  )
})

test('a signal is closed with a note, which is required', async () => {
  const sent: SentRequest[] = []
  answer('closeSellerSignal', (request) => {
    sent.push(request)
    return { success: true, data: signal({ closedAt: '2026-11-27T02:00:00.000Z', note: 'A campaign' }) }
  })
  const page = await renderRoute('/platform?tab=signals', { user: superadmin })
  await page.press.click(
    await screen.findByRole('button', { name: /Close the signal “Many refunds” of Orbit Academy/ }, patience),
  )
  const dialog = within(await screen.findByRole('dialog', {}, patience))
  await page.press.click(dialog.getByRole('button', { name: 'Close signal' }))
  expect(await dialog.findByText('A note is required', {}, patience)).toBeTruthy()
  await page.press.type(dialog.getByLabelText('What did you find?'), 'A campaign')
  await page.press.click(dialog.getByRole('button', { name: 'Close signal' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ note: 'A campaign' }), patience)
  expect(await screen.findByText('The signal is closed', {}, patience)).toBeTruthy()
})

test('a signal leads to its seller, and a note that was not sent outlasts a sign-in', async () => {
  listed = [signal({ id: 77 })]
  const open = async () => {
    const page = await renderRoute('/platform?tab=signals', { user: superadmin })
    const seller = await screen.findByRole('link', { name: 'Orbit Academy' }, patience)
    expect(seller.getAttribute('href')).toBe('/platform/sellers/3')
    await page.press.click(screen.getByRole('button', { name: /Close the signal “Many refunds”/ }))
    const dialog = within(await screen.findByRole('dialog', {}, patience))
    return { ...page, note: dialog.getByLabelText('What did you find?') }
  }
  const { press, note } = await open()
  await press.type(note, 'A campaign')
  cleanup()
  expect((await open()).note).toHaveProperty('value', 'A campaign')
})

test('an empty list of signals says what appears there', async () => {
  listed = []
  await renderRoute('/platform?tab=signals', { user: superadmin })
  expect(await screen.findByText('No unusual figures', {}, patience)).toBeTruthy()
})

test('signals that could not be loaded can be loaded again', async () => {
  refuse('listSellerSignals', 'INTERNAL')
  await renderRoute('/platform?tab=signals', { user: superadmin })
  expect(await screen.findByText('The signals could not be loaded', {}, patience)).toBeTruthy()
  const panel = within(screen.getByRole('region', { name: 'Signals' }))
  expect(panel.getByRole('button', { name: /try again/i })).toBeTruthy()
})
