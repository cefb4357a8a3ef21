import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { plainPayment } from '@apogee/chip-simulator/simulator.ts'
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

const minute = 60_000
const hour = 60 * minute

const openFor = (buyerId: number) =>
  shop.rows(sql`SELECT course_id FROM open_purchases WHERE user_id = ${buyerId}`)

describe('an order that nobody can pay any more ends by itself', () => {
  test('an order expires when its process died before creating a page', async () => {
    const { buyer, courseId, id } = await shop.buyerAtPage()
    await sql`DELETE FROM payments WHERE order_id = (SELECT id FROM orders WHERE public_id = ${id})`.execute(
      shop.server.database.kysely,
    )
    await shop.server.services.sales.sweeper.sweep()
    expect((await shop.orderOf(id))?.state).toBe('created')
    shop.server.clock.advance(2 * hour)
    await shop.server.services.sales.sweeper.sweep()
    expect((await shop.orderOf(id))?.state).toBe('expired')
    expect(await openFor(buyer.id)).toEqual([])
    expect((await shop.pressBuy(buyer, courseId)).status).toBe(201)
  })

  test('an order whose bank never answered is replaced once it is not read any more', async () => {
    const bought = await shop.buyerAtPage()
    const more = await shop.course()
    await shop.simulator.tryPayment(bought.purchase, { ...plainPayment, slowSeconds: 9_000_000 })
    expect(await shop.check(bought.id)).toBe('pending')
    for (let passed = 0; passed < 45; passed += 1) {
      shop.server.clock.advance(hour)
      await shop.server.services.sales.sweeper.sweep()
    }
    const both = await shop.pressCheckout(bought.buyer, [bought.courseId, more])
    expect([both.status, both.body.errorCode]).toEqual([201, undefined])
  })
})

test('an expired order releases the reservation of its code, and the invariants hold', async () => {
  const { body } = await shop.server.call('createCoupon', {
    body: { code: 'LAST-PLACE', amount: 1_000, maxUses: 1 },
    as: shop.seller,
  })
  const bought = await shop.server.call('payForCart', {
    body: { courseIds: [await shop.course()], customerInfo: shop.customer, code: body.data.code },
    as: await shop.server.person(),
  })
  await sql`DELETE FROM payments
             WHERE order_id = (SELECT id FROM orders WHERE public_id = ${bought.body.payment_id})`.execute(
    shop.server.database.kysely,
  )
  shop.server.clock.advance(2 * hour)
  await shop.server.services.sales.sweeper.sweep()
  expect((await shop.orderOf(bought.body.payment_id))?.state).toBe('expired')
  expect(await shop.rows(sql`SELECT FROM coupon_uses WHERE coupon_id = ${body.data.id}`)).toEqual([])
})

test('a page created after its buyer was erased is closed', async () => {
  const [buyer, as] = [await shop.server.person(), await shop.server.person('superadmin')]
  let made = ''
  shop.between.created = async ({ id }) => {
    made = id
    expect((await shop.server.call('deleteUser', { params: { id: buyer.id }, as })).status).toBe(200)
  }
  expect((await shop.pressBuy(buyer, await shop.course())).status).toBe(401)
  shop.clearFaults()
  await shop.runJobs()
  expect(await shop.simulator.read('platform-key', made)).toMatchObject({ status: 'cancelled' })
})

test("held money does not block its buyer's code", async () => {
  const { body } = await shop.server.call('createCoupon', {
    body: { code: 'HELD-MONEY', amount: 1_000, oncePerPerson: true },
    as: shop.seller,
  })
  const { code } = body.data
  const buyer = await shop.server.person()
  const press = async (courseId: number) =>
    shop.server.call('payForCart', {
      body: { courseIds: [courseId], customerInfo: shop.customer, code },
      as: buyer,
    })
  const first = await press(await shop.course())
  const purchase = shop.purchaseIn(first.body.payment_url)
  await shop.pay(purchase)
  shop.simulator.faults.inject({ kind: 'alter', change: withFields({ 'payment.amount': 100 }) })
  expect(await shop.check(first.body.payment_id)).toBe('needs_review')
  const again = await press(await shop.course())
  expect([again.status, again.body.errorCode]).toEqual([201, undefined])
})

test.each([
  ['updated_on', 1e300],
  ['updated_on', -5],
  ['payment.paid_on', 1e300],
  ['payment.paid_on', 1_790_000_000_000],
])('a time in an unknown form does not block a paying buyer: %s %d', async (field, value) => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.simulator.faults.inject({ kind: 'alter', change: withFields({ [field]: value }) })
  await shop.expectSettledOnce(bought)
  const [payment] = await shop.paymentsOf(bought.id)
  expect(payment?.next_read_at?.getTime()).toBeLessThan(shop.server.clock.now().getTime() + 25 * hour)
})

test('a page is closed before another is opened for its order, also in its last minute', async () => {
  const bought = await shop.buyerAtPage()
  shop.server.clock.advance(59.5 * minute)
  const again = await shop.pressBuy(bought.buyer, bought.courseId)
  expect(again.body.purchase_id).toBe(bought.id)
  expect(again.body.payment_url).not.toBe(bought.url)
  expect(await shop.simulator.read('platform-key', bought.purchase)).toMatchObject({ status: 'cancelled' })
  await shop.pay(shop.purchaseIn(again.body.payment_url))
  await shop.expectSettledOnce(bought)
})

test('a request of two lines is answered with the remaining amount', async () => {
  const buyer = await shop.server.person()
  const [one, two] = [await shop.course(10_000), await shop.course(4_900)]
  const { id, purchase } = await shop.buy(buyer, one, two)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  await shop.server.call('requestRefund', { params: { id }, body: { reason: 'Both' }, as: buyer })
  await shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds: [one], reason: 'The first' },
    as: shop.seller,
  })
  const listed = await shop.server.call('listRefundRequests', { query: { state: 'open' }, as: shop.seller })
  const request = listed.body.data.find(({ orderId }) => orderId === id)
  const answered = await shop.server.call('answerRefundRequest', {
    params: { id: request?.id ?? '' },
    body: { decision: 'refund', reason: 'The rest', expectedAmount: 4_900 },
    as: shop.seller,
  })
  expect([answered.status, answered.body.errorCode]).toEqual([200, undefined])
  expect(await shop.check(id)).toBe('refunded')
})

test('a payment without an amount at first is read again within minutes, not the day after', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.between.read = (purchase) => ({ ...purchase, paidAmountCents: null, paidCurrency: null })
  await shop.deliver(bought.purchase)
  await shop.runJobs()
  expect(await shop.paymentsOf(bought.id)).toMatchObject([{ outcome: 'needs_review' }])
  await shop.expectUnbought(bought)
  shop.clearFaults()
  shop.server.clock.advance(minute)
  await shop.server.services.sales.sweeper.sweep()
  expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  await shop.expectSettledOnce(bought)
})

test('held money is read again for a day and a half, then occasionally', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.simulator.faults.inject({ kind: 'alter', change: withFields({ 'payment.amount': 100 }) })
  expect(await shop.check(bought.id)).toBe('needs_review')
  for (let passed = 0; passed < 72; passed += 1) {
    shop.server.clock.advance(hour)
    await shop.server.services.sales.sweeper.sweep()
  }
  const [payment] = await shop.rows(sql<{ reads: number }>`
    SELECT reads FROM payments WHERE provider_id = ${bought.purchase}`)
  expect(payment?.reads).toBeGreaterThan(30)
  expect(payment?.reads).toBeLessThan(50)
})

test('a brand id matches in any case', async () => {
  const seller = await shop.server.person('admin')
  await shop.server.call('updateChipCredentials', {
    body: { chipSecret: 'key-of-one-in-capitals', chipBrandId: crypto.randomUUID().toUpperCase() },
    as: seller,
  })
  const [buyer, courseId] = [await shop.server.person(), await shop.course(14_900, seller)]
  shop.simulator.faults.inject({
    kind: 'alter',
    change: (providerPurchase) => ({
      ...providerPurchase,
      brand_id: String(providerPurchase['brand_id']).toLowerCase(),
    }),
  })
  const { id, purchase } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  await shop.expectSettledOnce({ buyer, courseId, id })
})
