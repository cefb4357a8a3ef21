import type { OrderId, RefundId } from '@apogee/domain/ids.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'
import { insertPastRefunds } from '../refunds/refunds.store.ts'
import { OrderBookkeeping } from './order-bookkeeping.ts'
import { insertPastOrders, settledOrders } from './orders.store.ts'
import { insertPastPayments } from './payments.store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

/** Creates a buyer with one paid and settled course. */
async function sold(priceCents = 14_900) {
  const one = await shop.buyerAtPage(priceCents)
  await shop.pay(one.purchase)
  expect(await shop.check(one.id)).toBe('paid')
  return one
}

const receiptsOf = async (buyer: TestPerson, id: string) =>
  (await shop.server.call('listReceipts', { params: { id }, as: buyer })).body.data
test('receipts of a purchase are visible to its buyer; for others there is no such purchase', async () => {
  const { id } = await sold()
  const unpaid = await shop.buyerAtPage()
  expect(await receiptsOf(unpaid.buyer, unpaid.id)).toEqual([])
  for (const [as, asked] of [
    [unpaid.buyer, id],
    [shop.seller, id],
    [unpaid.buyer, 'nothing'],
  ] as const) {
    const { status, body } = await shop.server.call('listReceipts', { params: { id: asked }, as })
    expect([status, body.errorCode]).toEqual([404, 'PAYMENT_NOT_FOUND'])
  }
})

const mailsTo = (email: string) => shop.server.mails.filter(({ to }) => to === email)

describe('a settled purchase', () => {
  test('a settled purchase has a receipt with the seller, the buyer and every line, linked from the payment', async () => {
    const { buyer, id } = await sold()
    const [mention] = await receiptsOf(buyer, id)
    expect(mention?.number).toMatch(/^R-20\d\d-\d{6}$/)
    const { body } = await shop.server.call('readReceipt', { params: { id: mention?.id ?? '' }, as: buyer })
    expect(body.data).toMatchObject({
      kind: 'receipt',
      total: 14_900,
      reference: id,
      buyer: { email: buyer.email, address: expect.stringContaining('Kuala Lumpur') },
      lines: [{ title: 'Orbital mechanics', amount: 14_900 }],
    })
    const payment = await shop.server.call('readPayment', { params: { id }, as: buyer })
    expect(payment.body.data.receiptUrl).toBe(`/purchases/${id}/receipts/${mention?.id}`)
    const list = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: {},
      as: buyer,
    })
    expect(list.body.data[0]?.receiptUrl).toBe(payment.body.data.receiptUrl)
  })

  test('a settled purchase mails its buyer once, despite repeated events and jobs', async () => {
    const { buyer, id, purchase } = await sold()
    await shop.deliver(purchase)
    await shop.deliver(purchase)
    await shop.runJobs()
    const [mention] = await receiptsOf(buyer, id)
    const row = await shop.rows<{ id: number }>(
      sql`SELECT id FROM receipts WHERE public_id = ${mention?.id ?? ''}`,
    )
    await shop.server.services.accounting.receipts.mailReceipt({ receiptId: row[0]?.id ?? 0 })
    await shop.runJobs()
    const mails = mailsTo(buyer.email).filter(({ subject }) => subject.includes(mention?.number ?? 'none'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain(`/purchases/${id}/receipts/${mention?.id}`)
    expect(mails[0]?.body).toContain('RM 149.00')
    const [line] = (await shop.server.call('readPayment', { params: { id }, as: buyer })).body.data.lines
    expect(mails[0]?.body).toContain(`\n\n${line?.title}:\nhttp://127.0.0.1:3000/course/${line?.courseId}\n`)
  })

  test('the mail about a chargeback does not say that the seller has refunded anything', async () => {
    const { buyer, id, purchase } = await sold()
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    shop.clearFaults()
    await shop.runJobs()
    const note = (await receiptsOf(buyer, id)).find(({ kind }) => kind === 'refund_note')
    const mail = mailsTo(buyer.email).find(({ subject }) => subject.includes(note?.number ?? 'none'))
    expect(mail?.body).toContain('Your bank has taken RM 149.00 back')
    expect(mail?.body).not.toContain('has refunded')
  })

  test('the mail about a won dispute does not thank for a second purchase', async () => {
    const { buyer, id, purchase } = await sold()
    const hear = async (fields: Record<string, unknown>) => {
      shop.simulator.faults.inject({ kind: 'alter', change: withFields(fields) })
      await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
      shop.clearFaults()
    }
    await hear({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 })
    await hear({ status: 'paid', refundable_amount: 14_900, updated_on: 2_000_000_100 })
    await shop.runJobs()
    const numbers = (await receiptsOf(buyer, id))
      .filter(({ kind }) => kind === 'receipt')
      .map(({ number }) => number)
    expect(numbers).toHaveLength(2)
    const bodies = numbers.map(
      (number) => mailsTo(buyer.email).find(({ subject }) => subject.includes(number))?.body,
    )
    expect(bodies.filter((body) => body?.includes('Thank you for your purchase'))).toHaveLength(1)
    expect(bodies.filter((body) => body?.includes('The dispute has ended'))).toHaveLength(1)
  })

  test('a receipt can be downloaded as PDF', async () => {
    const { buyer, id } = await sold()
    const [mention] = await receiptsOf(buyer, id)
    const raw = await shop.server.app.inject({
      url: `/api/receipts/${mention?.id}/pdf`,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(raw.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${mention?.number}.pdf"`,
    })
    expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a free purchase has no receipt', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course(0)
    await shop.pressCheckout(buyer, [courseId])
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    const payments = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: {},
      as: buyer,
    })
    expect(payments.body.data[0]?.receiptUrl ?? null).toBeNull()
  })

  test('a receipt is visible to the buyer, the seller and superadmins only', async () => {
    const { buyer, id } = await sold()
    const [mention] = await receiptsOf(buyer, id)
    const params = { id: mention?.id ?? '' }
    const read = async (as: TestPerson) => (await shop.server.call('readReceipt', { params, as })).status
    expect(await read(buyer)).toBe(200)
    expect(await read(shop.seller)).toBe(200)
    expect(await read(await shop.server.person('superadmin'))).toBe(200)
    const strangers: TestPerson[] = [
      await shop.server.person(),
      await shop.server.person('admin'),
      await shop.server.person('instructor'),
      await shop.server.person('instructor', { businessId: shop.seller.businessId }),
    ]
    for (const stranger of strangers) {
      const never = await shop.server.call('readReceipt', { params: { id: 'never-issued' }, as: stranger })
      const answer = await shop.server.call('readReceipt', { params, as: stranger })
      expect(answer.status).toBe(404)
      expect({ ...answer.body, requestId: null }).toEqual({ ...never.body, requestId: null })
      const list = await shop.server.call('listReceipts', { params: { id }, as: stranger })
      expect([list.status, list.body.errorCode]).toEqual([404, 'PAYMENT_NOT_FOUND'])
      const pdf = await shop.server.call('downloadReceipt', { params, as: stranger })
      expect(pdf.status).toBe(404)
    }
  })

  test("a receipt keeps the seller's details, and the next one has the new ones", async () => {
    const details = {
      legalName: 'Orbit Academy Sdn Bhd',
      registrationNumber: '202301012345',
      sstNumber: 'W10-1808-32000123',
      address: '12 Jalan Ampang',
    }
    const before = await sold()
    const saved = await shop.server.call('updateReceiptDetails', { body: details, as: shop.seller })
    expect(saved.body.data).toEqual({ ...details, isSaved: true, version: 1 })
    const after = await sold()
    const sellerOn = async ({ buyer, id }: typeof before) => {
      const [mention] = await receiptsOf(buyer, id)
      const { body } = await shop.server.call('readReceipt', { params: { id: mention?.id ?? '' }, as: buyer })
      return body.data.seller
    }
    expect((await sellerOn(before)).sstNumber).toBe('')
    expect(await sellerOn(after)).toMatchObject({
      name: details.legalName,
      registrationNumber: details.registrationNumber,
      sstNumber: details.sstNumber,
      address: details.address,
    })
  })
})

test('an erased buyer is removed from every receipt, and the amounts stay', async () => {
  const { buyer, id } = await sold()
  const [mention] = await receiptsOf(buyer, id)
  await shop.server.database.transaction((tx) =>
    shop.server.services.accounting.receipts.forgetBuyer(tx, buyer.id),
  )
  const { body } = await shop.server.call('readReceipt', {
    params: { id: mention?.id ?? '' },
    as: shop.seller,
  })
  expect(body.data).toMatchObject({ buyer: null, total: 14_900, number: mention?.number })
})

describe('the ledger', () => {
  test("the ledger shows a seller's sales, with the balance after each posting", async () => {
    const seller = await shop.server.person('admin')
    const courseId = await shop.course(5_000, seller)
    for (const _ of [1, 2, 3]) {
      const buyer = await shop.server.person()
      const { purchase, id } = await shop.buy(buyer, courseId)
      await shop.pay(purchase)
      await shop.check(id)
      shop.server.clock.advance(1000)
    }
    const summary = await shop.server.call('readLedger', { query: {}, as: seller })
    expect(summary.body.data).toMatchObject({ balance: 15_000, sales: 15_000, opening: 0, closing: 15_000 })
    const first = await shop.server.call('listLedger', { query: { limit: '2' }, as: seller })
    expect(first.body.data.map(({ kind, gross, change, balance }) => [kind, gross, change, balance])).toEqual(
      [
        ['sale', 5_000, 5_000, 15_000],
        ['sale', 5_000, 5_000, 10_000],
      ],
    )
    // The receipt is the seller's third, or the first if a new year has begun meanwhile.
    expect(first.body.data[0]?.receipt?.number).toMatch(/^R-20\d\d-00000[1-3]$/)
    const cursor = first.body.meta.nextCursor ?? ''
    const second = await shop.server.call('listLedger', { query: { cursor }, as: seller })
    expect(second.body.data.map(({ balance }) => balance)).toEqual([5_000])
  })

  test('the ledger can be filtered by a month in Kuala Lumpur', async () => {
    const seller = await shop.server.person('admin')
    const courseId = await shop.course(5_000, seller)
    const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
    await shop.pay(purchase)
    await shop.check(id)
    const now = dayInMalaysia(shop.server.clock.now()).slice(0, 7)
    const inMonth = async (month: string) =>
      (await shop.server.call('readLedger', { query: { month }, as: seller })).body.data
    expect(await inMonth(now)).toMatchObject({ opening: 0, sales: 5_000, closing: 5_000 })
    expect(await inMonth('2020-01')).toMatchObject({ opening: 0, sales: 0, closing: 0, balance: 5_000 })
    expect(await inMonth('2099-01')).toMatchObject({ opening: 5_000, sales: 0, closing: 5_000 })
  })

  test("another seller's ledger is visible to superadmins only", async () => {
    const one = await shop.server.person('admin')
    await shop.course(5_000, one)
    const own = await shop.server.call('readLedger', { query: {}, as: one })
    const sellerId = String(own.body.data.seller.id)
    const other = await shop.server.person('admin')
    const answer = await shop.server.call('readLedger', { query: { sellerId }, as: other })
    expect(answer.body.errorCode).toBe('SELLER_NOT_FOUND')
    const superadmin = await shop.server.person('superadmin')
    expect((await shop.server.call('readLedger', { query: { sellerId }, as: superadmin })).status).toBe(200)
    const hired = await shop.server.person('instructor', { businessId: one.businessId })
    expect((await shop.server.call('readLedger', { query: {}, as: hired })).body.errorCode).toBe(
      'ORDERS_OF_BUSINESS',
    )
  })
})

/** Creates settled orders of a course of this seller without postings in the ledger. */
async function settledWithoutBooks(
  seller: TestPerson,
  states: readonly (readonly ['paid' | 'refunded', day: string])[],
): Promise<void> {
  const courseId = await shop.course(7_500, seller)
  const at = (day: string) => new Date(`${day}T04:00:00Z`)
  const orders = await Promise.all(
    states.map(async ([state, day]) => ({
      publicId: `past-${day}`,
      buyerId: (await shop.server.person()).id,
      courseId,
      state,
      paymentAccountId: shop.platformAccount,
      origin: '',
      createdAt: at(day),
      settledAt: at(day),
    })),
  )
  await shop.server.database.transaction(async (tx) => {
    const entered = await insertPastOrders(tx, orders)
    const known = new Map(orders.map((order) => [order.publicId, order]))
    await insertPastPayments(
      tx,
      entered.flatMap(({ id, publicId, totalCents }) => {
        const { state, createdAt, settledAt } = known.get(publicId) ?? {}
        if (!state || !createdAt || !settledAt) return []
        const payment = { orderId: id, paymentAccountId: shop.platformAccount, providerId: publicId, state }
        const times = { createdAt, dueAt: createdAt, paidAt: settledAt, readAt: settledAt }
        return { ...payment, ...times, receivedCents: totalCents }
      }),
    )
    await insertPastRefunds(
      tx,
      entered.map(({ id }) => id),
    )
  })
}

test('past orders are posted once, with their refunds and without mail', async () => {
  const seller = await shop.server.person('admin')
  await settledWithoutBooks(seller, [
    ['paid', '2025-12-31'],
    ['refunded', '2025-03-01'],
    ['paid', '2026-01-01'],
  ])
  const { database, services } = shop.server
  const bookkeeping = new OrderBookkeeping({ accounting: services.accounting, clock: shop.server.clock })
  const settled = await settledOrders(database.kysely)
  for (let round = 0; round < 2; round += 1) {
    for (const id of settled) await database.transaction((tx) => bookkeeping.recordPastOrder(tx, id))
  }
  const { body } = await shop.server.call('listLedger', { query: {}, as: seller })
  expect(
    body.data.map(({ kind, gross, balance, receipt }) => [kind, gross, balance, receipt?.number]),
  ).toEqual([
    ['sale', 7_500, 15_000, 'R-2026-000001'],
    ['sale', 7_500, 7_500, 'R-2025-000002'],
    ['refund', -7_500, 0, 'RN-2025-000001'],
    ['sale', 7_500, 7_500, 'R-2025-000001'],
  ])
  const waiting = await shop.rows(
    sql`SELECT FROM receipts r JOIN users u ON u.id = r.buyer_id WHERE r.reference LIKE 'past-%' AND mailed_at IS NOT NULL`,
  )
  expect(waiting).toEqual([])
})

test('a refund of a sale that is missing in the books posts the sale first', async () => {
  const seller = await shop.server.person('admin')
  await settledWithoutBooks(seller, [['refunded', '2024-06-01']])
  const [refund] = await shop.rows<{ id: RefundId; orderId: OrderId }>(sql`
    SELECT r.id, p.order_id AS "orderId" FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.provider_id = 'past-2024-06-01'`)
  if (!refund) throw new Error('the past order has no refund')
  const { database, services, clock } = shop.server
  const bookkeeping = new OrderBookkeeping({ accounting: services.accounting, clock })
  for (let round = 0; round < 2; round += 1)
    await database.transaction((tx) => bookkeeping.recordRefund(tx, refund.orderId, refund.id))
  const { body } = await shop.server.call('listLedger', { query: {}, as: seller })
  expect(body.data.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['refund', -7_500],
    ['sale', 7_500],
  ])
})
