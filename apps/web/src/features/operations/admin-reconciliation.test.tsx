import type {
  ReconciliationDifference,
  ReconciliationRun,
} from '@apogee/contracts/operations/reconciliation.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, role: 'superadmin' as const, businessId: null }

const run = (given: Partial<ReconciliationRun> = {}): ReconciliationRun => ({
  id: 2,
  startedBy: null,
  startedAt: '2026-11-18T19:00:00.000Z',
  finishedAt: '2026-11-18T19:01:00.000Z',
  stage: null,
  compared: { provider: 120, orders: 1_500, enrolments: 2_000, books: 4 },
  unread: 0,
  differences: 0,
  ...given,
})
const difference: ReconciliationDifference = {
  id: 7,
  kind: 'ledger_sale',
  subject: 'order 12, seller 3',
  orderId: 'AAAAAAAAAAAAAAAAAAAAAA',
  seller: 'Orbit Academy',
  expected: 14_900,
  found: 0,
  foundAt: '2026-11-18T19:00:30.000Z',
}

let runs: ReconciliationRun[]
let differences: ReconciliationDifference[]
beforeEach(() => {
  runs = [run()]
  differences = []
  answer('listReconciliations', () => ({
    success: true,
    data: runs,
    meta: { total: runs.length, nextCursor: null },
  }))
  answer('listDifferences', () => ({
    success: true,
    data: differences,
    meta: { total: differences.length, nextCursor: null },
  }))
})
const open = () => renderRoute('/admin/reconciliation', { user: superadmin })

test('the reconciliation page says that everything agrees, and how much was compared', async () => {
  await open()
  expect(await screen.findByText('Everything matches')).toBeTruthy()
  expect(screen.getByText('1,500 orders with payments, enrollments, ledger and receipts')).toBeTruthy()
  expect(await screen.findByText('No differences')).toBeTruthy()
})

test('each difference is a sentence with both amounts, and links to its order', async () => {
  runs = [run({ differences: 1, unread: 2 }), run({ id: 1, startedBy: 'Farah' })]
  differences = [difference]
  await open()
  const sentence = await screen.findByText('The ledger shows a different amount for this sale.')
  const row = within(sentence.closest('[role=row]') as HTMLElement)
  for (const said of ['Orbit Academy', 'RM 149.00', 'RM 0.00']) expect(row.getByText(said)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Show order' }).getAttribute('href')).toBe(
    '/admin/orders/AAAAAAAAAAAAAAAAAAAAAA',
  )
  expect(screen.getByText(/2 payments could not be read/)).toBeTruthy()
  const earlier = within(screen.getByRole('region', { name: 'Earlier reconciliations' }))
  expect(earlier.getByText('Farah')).toBeTruthy()
})

test('one press starts a comparison, and the button is busy until it ends', async () => {
  runs = []
  const started = recordCalls('startReconciliation', { success: true, data: { id: 3 } })
  const page = await open()
  expect(await screen.findByText('No reconciliation yet')).toBeTruthy()
  runs = [run({ id: 3, finishedAt: null, stage: 'orders' })]
  await page.press.click(screen.getByRole('button', { name: 'Reconcile now' }))
  await waitFor(() => expect(started).toHaveLength(1))
  expect((await screen.findAllByText('Under way')).length).toBeGreaterThan(0)
  await page.press.click(screen.getByRole('button', { name: /Reconciling/ }))
  expect(started).toHaveLength(1)
})

test('the reconciliation page without an answer says so and can be retried', async () => {
  breakNetwork('listReconciliations')
  await open()
  expect(await screen.findByText('The reconciliations could not be loaded')).toBeTruthy()
})

test('the reconciliation page is for superadmins only', async () => {
  const page = await renderRoute('/admin/reconciliation', { user: admin })
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test('the navigation of the studio marks the place of the page', async () => {
  await open()
  const nav = within(await screen.findByRole('navigation', { name: 'Studio' }))
  expect(nav.getByRole('link', { name: 'Platform' }).getAttribute('aria-current')).toBe('page')
  const parts = within(screen.getByRole('navigation', { name: 'Platform' }))
  expect(parts.getByRole('link', { name: /Reconciliation/ }).getAttribute('aria-current')).toBe('page')
})

test('money alarms are shown on every page of a superadmin, with links', async () => {
  answer('listNotifications', {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null, unread: 0, alarms: [{ what: 'stuck_refunds', count: 2 }] },
  })
  await open()
  expect(await screen.findByText('2 refunds are stuck.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /View/ }).getAttribute('href')).toBe('/admin/review')
})

test('the reconciliation page is available in Malay', async () => {
  await renderRoute('/admin/reconciliation', { user: superadmin, language: 'ms' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Penyesuaian' })).toBeTruthy()
  expect(await screen.findByText('Semuanya sepadan')).toBeTruthy()
})
