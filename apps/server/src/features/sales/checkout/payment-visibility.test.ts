import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const second = 1000

describe('a check', () => {
  test('a check answers the stored state when the provider does not answer', async () => {
    const bought = await shop.buyerAtPage()
    for (const fault of [
      { kind: 'down' },
      { kind: 'silent' },
      { kind: 'answer', status: 200, text: '<html></html>', contentType: 'text/html' },
      { kind: 'answer', status: 429, text: '{}' },
    ] as const) {
      shop.simulator.faults.inject(fault)
      shop.server.clock.advance(5 * second)
      expect(await shop.check(bought.id)).toBe('created')
    }
    shop.clearFaults()
    await shop.pay(bought.purchase)
    shop.server.clock.advance(5 * second)
    await shop.expectSettledOnce(bought)
  })

  test('a check after a declined and a good card answers paid, not an earlier state', async () => {
    const bought = await shop.buyerAtPage()
    await shop.decline(bought.purchase)
    shop.server.clock.advance(5 * second)
    expect(await shop.check(bought.id)).toBe('failed')
    await shop.pay(bought.purchase)
    shop.server.clock.advance(0.3 * second)
    expect(await shop.check(bought.id)).toBe('paid')
  })

  test('a hundred concurrent checks read the provider once in two seconds', async () => {
    const bought = await shop.buyerAtPage()
    const other = await shop.server.startAgain()
    const before = shop.counts.read
    const checks = () =>
      Promise.all([
        ...Array.from({ length: 50 }, () => shop.check(bought.id)),
        ...Array.from({ length: 50 }, () => other.services.sales.checkPayment(bought.id)),
      ])
    await checks()
    expect(shop.counts.read - before).toBe(1)
    shop.server.clock.advance(2 * second)
    await checks()
    expect(shop.counts.read - before).toBe(2)
    await other.app.close()
  })
})

describe('one’s own purchases', () => {
  test('purchases are listed newest first and read one by one', async () => {
    const { buyer, id, courseId, purchase } = await shop.buyerAtPage(14_900)
    await shop.pay(purchase)
    await shop.check(id)
    const second = await shop.buy(buyer, await shop.course(5_000, shop.seller, 'Reading star charts'))
    const history = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: {},
      as: buyer,
    })
    expect(history.body.meta).toEqual({ total: 2, nextCursor: null })
    expect(history.body.data.map((payment) => [payment.id, payment.status, payment.amount])).toEqual([
      [second.id, 'created', 5_000],
      [id, 'paid', 14_900],
    ])
    const one = await shop.server.call('readPayment', { params: { id }, as: buyer })
    expect(one.body.status).toBe('paid')
    expect(one.body.data).toEqual({
      id,
      status: 'paid',
      amount: 14_900,
      currency: 'MYR',
      createdAt: expect.any(String),
      paidAt: shop.server.clock.now().toISOString(),
      lines: [
        {
          courseId,
          title: 'Orbital mechanics',
          price: 14_900,
          listPrice: 14_900,
          discount: 0,
          tax: 0,
          status: 'granted',
          refunded: 0,
          chargedBack: 0,
          owned: true,
        },
      ],
      receiptUrl: expect.stringContaining(`/purchases/${id}/receipts/`),
      extra: [],
    })
    const first = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: { limit: '1' },
      as: buyer,
    })
    expect(first.body.data).toHaveLength(1)
    const rest = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: { limit: '1', cursor: first.body.meta.nextCursor ?? '' },
      as: buyer,
    })
    expect(rest.body.data.map((payment) => payment.id)).toEqual([id])
  })

  test('purchases are filtered by outcome, page by page', async () => {
    const { buyer, id, purchase } = await shop.buyerAtPage()
    await shop.pay(purchase)
    await shop.check(id)
    const given = await shop.buy(buyer, await shop.course())
    await shop.pay(given.purchase)
    await shop.check(given.id)
    await shop.simulator.refund('platform-key', given.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, given.purchase)
    const [older, newer] = [
      await shop.buy(buyer, await shop.course()),
      await shop.buy(buyer, await shop.course()),
    ]
    const ask = async (query: object) =>
      (await shop.server.call('paymentHistory', { params: { userId: buyer.id }, query, as: buyer })).body
    expect((await ask({ status: 'paid' })).data.map((one) => one.id)).toEqual([id])
    expect((await ask({ status: 'refunded' })).data.map((one) => one.id)).toEqual([given.id])
    const first = await ask({ status: 'unpaid', limit: '1' })
    expect([first.data.map((one) => one.id), first.meta.total]).toEqual([[newer.id], 2])
    const rest = await ask({ status: 'unpaid', limit: '1', cursor: first.meta.nextCursor ?? '' })
    expect(rest.data.map((one) => one.id)).toEqual([older.id])
  })

  test("purchases show which courses the buyer is enrolled in, whatever the order's state", async () => {
    const { buyer, courseId, id } = await shop.buyerAtPage()
    const other = await shop.course()
    const both = await shop.buy(buyer, courseId, other)
    expect((await shop.orderOf(id))?.state, 'another order took its place').toBe('cancelled')
    const ownedIn = async () => {
      const query = { params: { userId: buyer.id }, query: {}, as: buyer }
      const { data } = (await shop.server.call('paymentHistory', query)).body
      return data.map(({ lines }) => lines.map(({ owned }) => owned))
    }
    expect(await ownedIn()).toEqual([[false, false], [false]])
    await shop.pay(both.purchase)
    await shop.check(both.id)
    expect(await ownedIn()).toEqual([[true, true], [true]])
    const old = (await shop.server.call('readPayment', { params: { id }, as: buyer })).body.data
    expect([old.status, old.lines[0]?.status, old.lines[0]?.owned]).toEqual(['cancelled', 'open', true])
  })

  test("other users' purchases answer 404, and their list 403", async () => {
    const { id, buyer } = await shop.buyerAtPage()
    const other = await shop.server.person()
    const one = await shop.server.call('readPayment', { params: { id }, as: other })
    expect({ status: one.status, code: one.body.errorCode }).toEqual({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
    const list = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: {},
      as: other,
    })
    expect(list.body.errorCode).toBe('NOT_YOURS')
  })

  test("an unknown purchase id answers with the specification's sentence", async () => {
    const { status, body } = await shop.server.call('checkPayment', {
      params: { purchaseId: 'AAAAAAAAAAAAAAAAAAAAAA' },
      as: null,
    })
    expect({ status, error: body.error, code: body.errorCode }).toEqual({
      status: 404,
      error: 'Failed to verify payment',
      code: 'PAYMENT_NOT_FOUND',
    })
  })
})
