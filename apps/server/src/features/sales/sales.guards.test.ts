import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError, type ProviderPurchase } from '#server/adapters/payments/port.ts'
import { brokenInvariants } from './model/invariants.ts'
import { startShop, type Shop } from './sales.testing.ts'

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

async function paidCart(...prices: number[]) {
  const buyer = await shop.server.person()
  const courseIds = []
  for (const price of prices) courseIds.push(await shop.course(price))
  const bought = await shop.buy(buyer, ...courseIds)
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  return { buyer, courseIds, ...bought }
}
const give = (id: string, ...courseIds: number[]) =>
  shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds, reason: 'Asked for' },
    as: shop.seller,
  })
const settle = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
const answersWith = (change: Partial<ProviderPurchase>) => {
  shop.between.read = (purchase) => ({ ...purchase, ...change })
}
/** Creates a planned refund that waits because the provider was unreachable. */
async function planned(id: string, courseId: number) {
  shop.between.refund = () => {
    throw new ProviderError('unreachable', 'no connection')
  }
  expect((await give(id, courseId)).body.data.state).toBe('planned')
  shop.clearFaults()
}
const askedLater = async () => {
  const before = shop.counts.refunds
  shop.server.clock.advance(minute)
  await shop.server.services.sales.refunding.continueDue()
  return shop.counts.refunds - before
}
const refundsOf = (id: string) =>
  shop.rows(sql<{ state: string; failure: string | null }>`
    SELECT r.state, r.failure FROM refunds r JOIN orders o ON o.id = r.order_id
     WHERE o.public_id = ${id} ORDER BY r.id`)

describe('a refund', () => {
  test('a refund is not requested when the provider has less left than its amount', async () => {
    const { courseIds, id } = await paidCart(10_000, 4_900)
    answersWith({ refundableCents: 9_999 })
    const before = shop.counts.refunds
    expect((await give(id, courseIds[0] ?? 0)).body.errorCode).toBe('REFUND_NOT_POSSIBLE')
    expect(shop.counts.refunds).toBe(before)
    expect(await refundsOf(id)).toEqual([])
  })

  test('a refund of a free line is refused with a sentence', async () => {
    const { courseIds, id } = await paidCart(10_000, 0)
    const { status, body } = await give(id, courseIds[1] ?? 0)
    expect([status, body.errorCode]).toEqual([409, 'REFUND_NOT_POSSIBLE'])
  })

  test('a waiting refund is not requested once the provider has less left', async () => {
    const { courseIds, id, purchase } = await paidCart(10_000, 4_900)
    await planned(id, courseIds[0] ?? 0)
    shop.between.read = (now) => ({ ...now, refundableCents: 9_999, version: now.version + 1000 })
    await settle(purchase)
    expect(await askedLater()).toBe(0)
    expect(await refundsOf(id)).toEqual([{ state: 'failed', failure: 'overtaken' }])
  })

  test('a full refund at the provider closes free lines with the others', async () => {
    const { buyer, courseIds, id, purchase } = await paidCart(10_000, 0)
    await shop.simulator.refund('platform-key', purchase, null, 0)
    await settle(purchase)
    expect(await shop.check(id)).toBe('refunded')
    for (const courseId of courseIds) expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
  })

  test('a refund reported late in the same second as a larger one undoes nothing of it', async () => {
    const { id, purchase } = await paidCart(10_000, 4_900)
    await shop.simulator.refund('platform-key', purchase, 4_900, 0)
    let stale: ProviderPurchase | undefined
    shop.between.read = (providerPurchase) => (stale = providerPurchase)
    await settle(purchase)
    shop.clearFaults()
    await shop.simulator.refund('platform-key', purchase, null, 0)
    await settle(purchase)
    expect(await shop.check(id)).toBe('refunded')
    shop.between.read = ({ version, ...now }) => ({ ...now, ...stale, version })
    await settle(purchase)
    expect(await shop.check(id)).toBe('refunded')
    expect(new Set((await refundsOf(id)).map(({ state }) => state))).toEqual(new Set(['done']))
  })
})

test('a refunded line stays refunded beside a second payment of its order', async () => {
  const bought = await shop.buyerAtPage()
  shop.server.clock.advance(61 * minute)
  const renewed = await shop.pressBuy(bought.buyer, bought.courseId)
  expect(renewed.body.purchase_id).toBe(bought.id)
  await shop.pay(shop.purchaseIn(renewed.body.payment_url))
  expect(await shop.check(bought.id)).toBe('paid')
  // The bank reports the payment on the first page late.
  shop.reportPaid(bought.purchase, { refundableCents: 14_900, version: 2_000_000_000_000 })
  await settle(bought.purchase)
  expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['surplus', 'settled'])
  expect((await give(bought.id, bought.courseId)).body.data.state).toBe('done')
  expect(await shop.check(bought.id)).toBe('refunded')
  expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
  expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['surplus', 'settled'])
})

test('the one still paid of three orders for a course gives access, however many were refunded before', async () => {
  const first = await shop.buyerAtPage()
  const { buyer, courseId } = first
  const payFor = async (bought: { id: string; purchase: string }) => {
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
  }
  await payFor(first)
  expect((await give(first.id, courseId)).body.data.state).toBe('done')
  const late = await shop.buy(buyer, courseId)
  shop.server.clock.advance(61 * minute)
  expect(await shop.check(late.id)).toBe('expired')
  const second = await shop.buy(buyer, courseId)
  await payFor(second)
  shop.reportPaid(late.purchase, { refundableCents: 14_900, version: 2_000_000_000_000 })
  await settle(late.purchase)
  expect((await give(second.id, courseId)).body.data.state).toBe('done')
  expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
})

test('held money that pays its order later leaves its account in the books to the sale', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  answersWith({ brandId: '00000000-0000-4000-8000-000000000000' })
  await settle(bought.purchase)
  shop.clearFaults()
  await settle(bought.purchase)
  await shop.expectSettledOnce(bought)
  const posted = await shop.rows(sql<{ kind: string }>`
    SELECT kind FROM ledger_postings WHERE reference = ${bought.id} ORDER BY kind`)
  expect(posted.map(({ kind }) => kind)).toEqual(['held', 'held_applied', 'sale'])
})

test.each([
  ['other_mode', { isTest: false }],
  ['other_currency', { paidCurrency: 'IDR' }],
  ['marked_as_paid', { markedAsPaid: true }],
] as const)(
  "money that is not in ringgit or not this order's is in no book: %s",
  async (reason, providerPurchase) => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    answersWith(providerPurchase)
    expect(await shop.check(bought.id)).toBe('needs_review')
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ review_reason: reason }])
    const entries = await shop.rows(sql`
    SELECT e.account FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
     WHERE p.reference = ${bought.id}`)
    expect(entries).toEqual([])
    await shop.expectUnbought(bought)
  },
)
