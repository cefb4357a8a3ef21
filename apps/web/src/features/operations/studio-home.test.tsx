import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const day = (index: number) => new Date(Date.UTC(2026, 7, 27 + index)).toISOString().slice(0, 10)
const studio = (given: Partial<Studio> = {}): Studio => ({
  scope: 'business',
  sells: true,
  days: Array.from({ length: 90 }, (_, index) => ({
    day: day(index),
    enrolments: 1,
    money: {
      orders: 1,
      invoices: index === 89 ? 1 : 0,
      sales: 1_000,
      refunds: index === 89 ? 500 : 0,
      chargebacks: index === 88 ? 100 : 0,
      fees: 50,
      net: index === 89 ? 450 : index === 88 ? 850 : 950,
    },
  })),
  waiting: [{ kind: 'overdue', count: 2 }],
  orders: [],
  enrolments: [
    {
      id: 1,
      learner: null,
      learnerId: 7,
      courseId: 5,
      courseTitle: 'Git Without Fear',
      at: '2026-11-24T01:00:00.000Z',
    },
  ],
  checklist: null,
  ...given,
})
const open = async (given: Partial<Studio> = {}, language: 'en' | 'ms' = 'en') => {
  answer('readStudio', { success: true, data: studio(given) })
  return renderRoute('/studio', { user: admin, language })
}
const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

test('the home of a seller adds up the days of the chosen range and shows them as a table', async () => {
  const { press } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Farid Hakim' })).toBeTruthy()
  await waitFor(() => expect(valueOf('Sales')).toBe('RM 300.00'))
  await press.click(screen.getByRole('button', { name: 'Today' }))
  expect([valueOf('Sales'), valueOf('Refunds'), valueOf('Enrollments')]).toEqual([
    'RM 10.00',
    '−RM 5.00',
    '1',
  ])
  await press.click(screen.getByText('Show as a table'))
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(8)
})

test('a custom range starts as the one that was shown, adds up its days and is downloaded', async () => {
  const sent = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/t', expiresAt: '2026-11-25T00:00:00.000Z' },
  })
  const { press } = await open()
  await waitFor(() => expect(valueOf('Sales')).toBe('RM 300.00'))
  await press.click(screen.getByRole('button', { name: 'Custom' }))
  const [from, to] = [
    screen.getByLabelText<HTMLInputElement>('From'),
    screen.getByLabelText<HTMLInputElement>('Until'),
  ]
  expect([from.value, to.value]).toEqual([day(60), day(89)])
  fireEvent.change(from, { target: { value: day(80) } })
  fireEvent.change(to, { target: { value: day(84) } })
  expect([valueOf('Sales'), valueOf('Refunds'), valueOf('Enrollments')]).toEqual(['RM 50.00', 'RM 0.00', '5'])
  const leave = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await press.click(screen.getByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ what: 'days', filters: { from: day(80), to: day(84) } })
  leave.mockRestore()
  fireEvent.change(to, { target: { value: day(10) } })
  expect(screen.getByText('The last day is before the first one.')).toBeTruthy()
})

test('sales less refunds, chargebacks and fees are the net, and each figure leads to its rows in the ledger', async () => {
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: '7 days' }))
  const names = ['Sales', 'Refunds', 'Chargebacks', 'Fees', 'Net']
  expect(names.map(valueOf)).toEqual(['RM 70.00', '−RM 5.00', '−RM 1.00', '−RM 3.50', 'RM 60.50'])
  expect(screen.getByText('7 orders, 1 invoice. Paid orders and invoices, SST included')).toBeTruthy()
  const rows = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const range = `from=${day(83)}&to=${day(89)}`
  expect(rows('Refunds −RM 5.00: show what is in it')).toBe(`/admin/ledger?${range}&show=refunds`)
  expect(rows('Net RM 60.50: show what is in it')).toBe(`/admin/ledger?${range}&show=net`)
})

test('the figures of the whole platform lead nowhere but for the fees, because a ledger is of one seller', async () => {
  await open({ scope: 'platform' })
  const fees = await screen.findByRole('link', { name: /^Fees −RM 15/ })
  expect(fees.getAttribute('href')).toBe(`/admin/ledger?from=${day(60)}&to=${day(89)}&show=fees`)
  expect(screen.queryByRole('link', { name: /show what is in it/ })).toBe(fees)
})

test('the range of the figures is part of the address, and Back returns to the one before', async () => {
  const page = await open()
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  await page.press.click(await screen.findByRole('button', { name: '7 days' }))
  await page.press.click(screen.getByRole('button', { name: '90 days' }))
  expect(page.address()).toBe('/studio?days=90')
  await page.goBack()
  expect([page.address(), pressed('7 days')]).toEqual(['/studio?days=7', 'true'])
  page.unmount()
  await renderRoute(`/studio?days=custom&from=${day(80)}&to=${day(84)}`, { user: admin })
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe(day(80))
})

test('a new enrolment leads to its learner', async () => {
  await open()
  const newest = within(await screen.findByRole('region', { name: 'Newest enrollments' }))
  expect(newest.getByRole('link', { name: 'Unnamed User' }).getAttribute('href')).toBe('/course/5/people/7')
})

test('each waiting task links to its kind in the inbox', async () => {
  await open()
  const link = await screen.findByRole('link', { name: '2 overdue invoices' })
  expect(link.getAttribute('href')).toBe('/studio/inbox?kind=overdue')
})

test('a new seller sees what to do next, and hides the checklist for good', async () => {
  const sent = recordCalls('dismissChecklist', { success: true })
  const { press } = await open({
    waiting: [],
    enrolments: [],
    checklist: [
      { step: 'course', isDone: true, courseId: 5 },
      { step: 'publish', isDone: false, courseId: 5 },
    ],
  })
  expect(await screen.findByText('1 of 2 done')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the course' }).getAttribute('href')).toBe('/course/5/manage')
  expect(screen.getByText('Nothing waits for you.')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Hide the checklist' }))
  await waitFor(() => expect(screen.queryByText('1 of 2 done')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('an instructor of a business sees enrolments and no money', async () => {
  await open({ sells: false, orders: null, days: studio().days.map((shown) => ({ ...shown, money: null })) })
  expect(await screen.findByRole('heading', { name: 'Enrollments by day' })).toBeTruthy()
  expect(screen.queryByText('Last orders')).toBeNull()
  expect(screen.queryByText('Sales', { selector: 'dt' })).toBeNull()
})

test('the home of the studio without an answer says so and can be retried', async () => {
  breakNetwork('readStudio')
  await renderRoute('/studio', { user: admin })
  expect(await screen.findByText('The studio could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the home of the studio is available in Malay', async () => {
  await open({}, 'ms')
  expect(await screen.findByRole('link', { name: '2 invois lewat' })).toBeTruthy()
})

test('the dashboard of a seller leads into the studio, and that of a learner does not', async () => {
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('readStudio', { success: true, data: studio() })
  const seller = await renderRoute('/dashboard', { user: admin })
  expect((await screen.findByRole('link', { name: 'Open the studio' })).getAttribute('href')).toBe('/studio')
  seller.unmount()
  await renderRoute('/dashboard', { user: aisyah })
  await screen.findByText('No Enrolled Courses')
  expect(screen.queryByRole('link', { name: 'Open the studio' })).toBeNull()
})

test('the last orders of a seller say which of them were refunded or charged back', async () => {
  const order = (id: string, returned: { refunded: number; chargedBack?: number }) => ({
    id,
    status: 'paid' as const,
    amount: 9_900,
    currency: 'MYR' as const,
    createdAt: '2026-11-24T01:00:00.000Z',
    paidAt: '2026-11-24T01:00:00.000Z',
    buyer: null,
    code: null,
    lines: [
      {
        courseId: 5,
        title: `Course ${id}`,
        listPrice: 9_900,
        discount: 0,
        tax: 0,
        price: 9_900,
        status: 'granted' as const,
        seller: null,
        ...returned,
      },
    ],
  })
  await open({
    orders: [
      order('A', { refunded: 0 }),
      order('B', { refunded: 9_900 }),
      order('C', { refunded: 9_900, chargedBack: 9_900 }),
    ],
  })
  const rowOf = async (id: string) =>
    (await screen.findByRole('link', { name: `Course ${id}` })).closest('li')?.textContent
  expect(await rowOf('A')).not.toMatch(/Paid|Refunded|Charged back/)
  expect(await rowOf('B')).toContain('Refunded')
  expect(await rowOf('C')).toContain('Charged back')
})
