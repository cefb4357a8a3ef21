import type { PaymentException } from '@apogee/contracts/sales/refunds.ts'
import type { SellerOrder, SellerOrderDetail } from '@apogee/contracts/sales/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  answer,
  breakNetwork,
  recordCalls,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const line = (given: Partial<SellerOrder['lines'][number]> = {}): SellerOrder['lines'][number] => ({
  courseId: 5,
  title: 'Practical Machine Learning',
  listPrice: 129_800,
  discount: 0,
  tax: 0,
  price: 129_800,
  refunded: 0,
  status: 'granted',
  seller: null,
  ...given,
})

const order = (given: Partial<SellerOrder> = {}): SellerOrder => ({
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  status: 'paid',
  amount: 129_800,
  currency: 'MYR',
  createdAt: '2026-11-18T02:00:00.000Z',
  paidAt: '2026-11-18T02:04:00.000Z',
  buyer: { id: 31, name: 'Aisyah Rahman', email: 'student@apogee.test' },
  code: null,
  lines: [line()],
  ...given,
})

const detail: SellerOrderDetail = {
  ...order({
    lines: [
      line({ listPrice: 119_900, price: 119_900 }),
      line({
        courseId: 6,
        title: 'Git Without Fear',
        listPrice: 12_900,
        discount: 3_000,
        price: 9_900,
        refunded: 9_900,
        status: 'refunded',
        bundle: 'The sky',
      }),
    ],
  }),
  hasOtherSellers: false,
  payments: [
    {
      status: 'paid',
      outcome: 'settled',
      amount: 129_800,
      openedAt: '2026-11-18T02:00:00.000Z',
      paidAt: '2026-11-18T02:04:00.000Z',
      purchaseId: null,
      readings: [],
      callbacks: [],
    },
  ],
  refunds: [],
  receipts: [],
  views: [],
  history: [
    { at: '2026-11-18T02:00:00.000Z', what: 'placed', who: null },
    { at: '2026-11-18T02:00:00.000Z', what: 'payment_opened', who: null },
    { at: '2026-11-18T02:04:00.000Z', what: 'paid', who: null },
    { at: '2026-11-18T02:04:00.000Z', what: 'access_given', who: null },
  ],
}

const sums = { paid: 129_800, refunded: 9_900, chargedBack: 0, fees: 0, invoices: null }

let orders: SellerOrder[]
let asked: SentRequest[]
beforeEach(() => {
  orders = [
    order(),
    order({ id: 'BBBBBBBBBBBBBBBBBBBBBB', status: 'expired', paidAt: null, buyer: null, amount: 0 }),
  ]
  asked = []
  answer('orderChoices', {
    success: true,
    data: {
      courses: [{ id: 5, title: 'Practical Machine Learning' }],
      sellers: [{ id: 3, name: 'Orbit Academy' }],
    },
  })
  answer('readOrderRefunds', {
    success: true,
    data: { buyer: null, isUnexplained: false, lines: [], refunds: [], requests: [] },
  })
  exceptions([])
  answer('listOrders', (sent) => {
    asked.push(sent)
    return { success: true, data: orders, meta: { ...sums, total: orders.length, nextCursor: null } }
  })
})

const open = (path = '/admin/orders', user = admin) => renderRoute(path, { user })

test('orders are listed with courses, buyer, date, status and amount, and link to each one', async () => {
  await open()
  const link = await screen.findAllByRole('link', { name: 'Practical Machine Learning' })
  expect(link[0]?.getAttribute('href')).toBe('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  const row = within(link[0]?.closest('[role=row]') as HTMLElement)
  for (const said of ['Aisyah Rahman', 'student@apogee.test', '18 Nov 2026', 'Paid', 'RM 1,298.00']) {
    expect(row.getByText(said)).toBeTruthy()
  }
  const other = within(link[1]?.closest('[role=row]') as HTMLElement)
  expect(other.getByText('Deleted account')).toBeTruthy()
  expect(other.getByText('Free')).toBeTruthy()
  expect(screen.getByText('2 orders')).toBeTruthy()
})

test('the page of very many orders shows that there are more, and no sums', async () => {
  answer('listOrders', {
    success: true,
    data: orders,
    meta: {
      paid: null,
      refunded: null,
      chargedBack: null,
      fees: null,
      invoices: null,
      total: 10_000,
      totalIsCapped: true,
      nextCursor: 'older',
    },
  })
  await open()
  expect((await screen.findByText('10,000+ orders')).parentElement?.textContent).toBe('10,000+ orders')
})

test('search and status of orders are part of the address and of the request', async () => {
  const page = await open()
  await screen.findByText('2 orders')
  await page.press.selectOptions(screen.getByLabelText('Status'), 'Refunded')
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ limit: '50', status: 'refunded' }))
  await page.press.type(
    screen.getByLabelText('Search by course, buyer’s name or email, order or receipt number'),
    'aisyah',
  )
  await waitFor(() => expect(page.address()).toBe('/admin/orders?status=refunded&search=aisyah'))
  await waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({ limit: '50', status: 'refunded', search: 'aisyah' }),
  )
})

test('days, a course and, for superadmins, a seller are part of the address and of the request', async () => {
  const page = await open('/admin/orders', { ...admin, role: 'superadmin', businessId: null })
  await screen.findByText('2 orders')
  expect(screen.getByText('Sales RM 1,298.00')).toBeTruthy()
  expect(screen.getByText('Refunds −RM 99.00')).toBeTruthy()
  expect(screen.getByText('Net RM 1,199.00')).toBeTruthy()
  await page.press.type(screen.getByLabelText('From'), '2026-11-01')
  await page.press.selectOptions(screen.getByLabelText('Course'), 'Practical Machine Learning')
  await page.press.selectOptions(screen.getByLabelText('Seller'), 'Orbit Academy')
  await waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({ limit: '50', from: '2026-11-01', courseId: '5', sellerId: '3' }),
  )
  expect(page.address()).toBe('/admin/orders?from=2026-11-01&courseId=5&sellerId=3')
})

test('a last day before the first is reported at its field', async () => {
  await open('/admin/orders?from=2026-11-10&to=2026-11-09')
  const last = await screen.findByLabelText('To')
  expect(last.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This day is before the start date')).toBeTruthy()
})

test('the exported file contains what the filter finds', async () => {
  const tickets = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/ticket', expiresAt: '2026-11-18T02:04:00.000Z' },
  })
  const page = await open('/admin/orders?status=paid&courseId=5&from=nonsense')
  await screen.findByText('2 orders')
  expect(screen.queryByLabelText('Seller')).toBeNull()
  await page.press.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('Your download has started.')).toBeTruthy()
  expect(tickets[0]?.body).toEqual({ what: 'orders', filters: { status: 'paid', courseId: 5 } })
})

test('without a match one press shows all orders again', async () => {
  orders = []
  const page = await open('/admin/orders?status=paid')
  expect(await screen.findByText('No orders found')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Show all orders' }))
  expect(await screen.findByText('No orders yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Sales Links' }).getAttribute('href')).toBe('/admin/sales')
})

test('a list of orders without an answer says so and can be retried', async () => {
  breakNetwork('listOrders')
  const page = await open()
  expect(await screen.findByText('The orders could not be loaded')).toBeTruthy()
  answer('listOrders', { success: true, data: orders, meta: { ...sums, total: 2, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 orders')).toBeTruthy()
})

test("a failed Load more of orders is reported at the list's end", async () => {
  answer('listOrders', ({ query }) =>
    query['cursor']
      ? refusal('UNAVAILABLE')
      : { success: true, data: orders, meta: { ...sums, total: 3, nextCursor: 'x' } },
  )
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded.')
  expect(screen.getByText('2 of 3 orders')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an instructor of a business is told whose the orders are; a student is redirected', async () => {
  const shown = await open('/admin/orders', { ...admin, role: 'instructor' })
  expect(await screen.findByText(/Only admins of your business/)).toBeTruthy()
  expect(asked).toEqual([])
  shown.unmount()
  const page = await open('/admin/orders', aisyah)
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test('one order shows its lines, its payments and its history', async () => {
  answer('readOrder', { success: true, data: detail })
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Order of 18 Nov 2026 · Aisyah Rahman' }),
  ).toBeTruthy()
  const lines = within(screen.getByRole('region', { name: 'Courses bought' }))
  expect(lines.getByRole('link', { name: 'Git Without Fear' }).getAttribute('href')).toBe('/course/6/manage')
  expect(lines.getByText('Refunded')).toBeTruthy()
  expect(lines.getByText('student@apogee.test')).toBeTruthy()
  expect(lines.getByText('RM 1,298.00')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Payments' })).getByText('RM 1,298.00')).toBeTruthy()
  const moments = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(moments.map(({ textContent }) => textContent?.replace(/18 Nov.*/, ''))).toEqual([
    'Order placed',
    'Payment page opened',
    'Payment received',
    'Courses opened to the buyer',
  ])
})

test("one order shows the provider's snapshots, receipts, refunds, discounts, and views", async () => {
  const [payment] = detail.payments
  if (!payment) throw new Error('no payment')
  answer('readOrder', {
    success: true,
    data: {
      ...detail,
      payments: [
        {
          ...payment,
          purchaseId: 'purchase-at-the-provider',
          readings: [
            {
              at: '2026-11-18T02:04:00.000Z',
              status: 'paid',
              broughtBy: 'callback',
              refundable: 129_800,
            },
          ],
          callbacks: [
            { at: '2026-11-18T02:04:00.000Z', event: 'purchase.paid', deliveries: 2, handledAt: null },
          ],
        },
      ],
      receipts: [
        {
          id: 'receipt-1',
          kind: 'receipt',
          number: 'R-2026-000012',
          amount: 129_800,
          issuedAt: '2026-11-18T02:04:00.000Z',
        },
      ],
      refunds: [
        {
          state: 'pending',
          kind: 'lines',
          amount: 9_900,
          reason: 'Bought the wrong course',
          at: '2026-11-19T02:04:00.000Z',
          resolvedAt: null,
        },
      ],
      views: [{ at: '2026-11-19T02:04:00.000Z', name: null }],
    },
  })
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText('purchase-at-the-provider')).toBeTruthy()
  expect(screen.getByText(/after a callback · RM 1,298.00 can be refunded/)).toBeTruthy()
  expect(screen.getByText(/sent 2 times · not processed yet/)).toBeTruthy()
  const papers = within(screen.getByRole('region', { name: 'Receipts and refunds' }))
  expect(papers.getByRole('link', { name: 'Receipt R-2026-000012' })).toBeTruthy()
  expect(papers.getByText('Pending at the provider')).toBeTruthy()
  expect(papers.getByText('Bought the wrong course')).toBeTruthy()
  expect(screen.getByText('in the bundle The sky · RM 129.00 less RM 30.00 · RM 99.00 refunded')).toBeTruthy()
  expect(screen.getByText('Someone from the platform')).toBeTruthy()
})

const unpromised = { moneyBack: { days: 0, percent: 0 }, endsAt: null, watchedPercent: 0 }

test('no refund is offered while an unnamed refund is open', async () => {
  answer('readOrder', { success: true, data: detail })
  const lines = [
    { courseId: 5, title: 'Practical Machine Learning', price: 9_900, refundable: 9_900, ...unpromised },
  ]
  const data = { buyer: null, isUnexplained: true, lines, refunds: [], requests: [] }
  answer('readOrderRefunds', { success: true, data })
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText(/nobody has said yet for which course/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

test('one order shows its coupon code, and refundable lines before its payments', async () => {
  answer('readOrder', { success: true, data: { ...detail, code: 'SPRING-26' } })
  await open(`/admin/orders/${detail.id}`)
  expect(await screen.findByText('SPRING-26')).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.indexOf('Refunds')).toBeGreaterThan(-1)
  expect(headings.indexOf('Refunds')).toBeLessThan(headings.indexOf('Payments'))
})

test('one order says that it has courses of other sellers', async () => {
  answer('readOrder', { success: true, data: { ...detail, hasOtherSellers: true } })
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText(/courses of other sellers/)).toBeTruthy()
})

test('a missing order links back to all orders', async () => {
  refuse('readOrder', 'ORDER_NOT_FOUND')
  refuse('readOrderRefunds', 'ORDER_NOT_FOUND')
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/orders')
})

test('orders are available in Malay', async () => {
  await renderRoute('/admin/orders', { user: admin, language: 'ms' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Pesanan' })).toBeTruthy()
  expect(await screen.findByText('2 pesanan')).toBeTruthy()
})

const takenBack = (given: Partial<SellerOrderDetail>) =>
  answer('readOrder', {
    success: true,
    data: {
      ...detail,
      lines: [line({ refunded: 129_800, chargedBack: 129_800 })],
      history: [...detail.history, { at: '2026-11-20T02:00:00.000Z', what: 'charged_back', who: null }],
      ...given,
    },
  })
const taken: PaymentException = {
  id: 'itemitemitemitem',
  topic: 'chargeback',
  state: 'open',
  amount: 129_800,
  cause: null,
  decidedFor: 'caller',
  choices: ['close_access', 'keep_access'],
  isRefunding: false,
  openedAt: '2026-11-20T02:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  choice: null,
  reason: '',
  order: { id: 'AAAAAAAAAAAAAAAAAAAAAA', total: 129_800, createdAt: null, buyer: null, lines: [] },
}
const exceptions = (data: PaymentException[]) =>
  recordCalls('listPaymentExceptions', {
    success: true,
    data,
    meta: { total: data.length, nextCursor: null },
  })

test('a chargeback is decided on the page of its order', async () => {
  takenBack({})
  const asked = exceptions([taken])
  const sent = recordCalls('decidePaymentException', { success: true, data: { ...taken, state: 'closed' } })
  const { press } = await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  const decide = within(await screen.findByRole('region', { name: 'To decide' }))
  expect(asked[0]?.query).toEqual({ limit: '50', orderId: 'AAAAAAAAAAAAAAAAAAAAAA' })
  expect(screen.getByText(/Decide on this page whether the buyer keeps access/)).toBeTruthy()
  await press.click(decide.getByRole('button', { name: 'Remove access' }))
  await press.type(await screen.findByLabelText('Reason'), 'The bank took it')
  await press.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ choice: 'close_access', reason: 'The bank took it' }))
})

test('a decided chargeback says what became of the access and asks nothing more', async () => {
  takenBack({
    lines: [line({ refunded: 129_800, chargedBack: 129_800, status: 'refunded' })],
    history: [
      { at: '2026-11-20T02:00:00.000Z', what: 'charged_back', who: null },
      { at: '2026-11-21T02:00:00.000Z', what: 'review_decided', who: 'Farid Hakim' },
    ],
  })
  exceptions([{ ...taken, state: 'closed', choices: [], choice: 'close_access' }])
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText(/The buyer’s access was removed\./)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull()
})

test('a seller sees that Apogee decides about a chargeback of an order of several sellers', async () => {
  takenBack({ hasOtherSellers: true })
  exceptions([{ ...taken, decidedFor: 'platform', choices: [] }])
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  expect(
    await screen.findByText('Apogee decides whether the buyer keeps access.', { exact: false }),
  ).toBeTruthy()
  const decide = within(await screen.findByRole('region', { name: 'To decide' }))
  expect(decide.getByText(/^Apogee decides whether the buyer keeps access, because/)).toBeTruthy()
  expect(decide.queryByRole('button')).toBeNull()
})

test('an order that was refunded or charged back in part shows which part, in the list and on its page', async () => {
  orders = [
    order({ lines: [line({ price: 3_400, refunded: 1_500 })], amount: 3_400 }),
    order({
      id: 'BBBBBBBBBBBBBBBBBBBBBB',
      lines: [line({ price: 3_400, refunded: 3_400, chargedBack: 1_900 })],
      amount: 3_400,
    }),
  ]
  const list = await open()
  expect(await screen.findByText('Partly refunded, RM 15.00 of 34.00')).toBeTruthy()
  expect(screen.getByText('Charged back, RM 19.00 of 34.00')).toBeTruthy()
  list.unmount()
  exceptions([])
  answer('readOrder', {
    success: true,
    data: { ...detail, lines: [line({ price: 129_800, refunded: 9_900 })] },
  })
  await open('/admin/orders/AAAAAAAAAAAAAAAAAAAAAA')
  // The heading and the payment show it.
  expect(await screen.findAllByText('Partly refunded, RM 99.00 of 1,298.00')).toHaveLength(2)
})
