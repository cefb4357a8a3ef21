/**
 * Tests surplus payments and refunds at the provider (docs/orders-and-payments.md#settlement, docs/orders-and-payments.md#refunds).
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { testPassword } from '#server/app/testing.ts'
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
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('a second payment of one order', () => {
  async function paidTwice() {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    const { body } = await shop.pressBuy(bought.buyer, bought.courseId)
    const renewed = shop.purchaseIn(body.payment_url)
    const paidOn = Math.floor(shop.server.clock.now().getTime() / 1000)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: paidOn,
        payment: { amount: 14_900, currency: 'MYR', paid_on: paidOn },
        refundable_amount: 14_900,
      }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    shop.clearFaults()
    await shop.pay(renewed)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, renewed)
    return { ...bought, renewed }
  }

  test('a second payment of one order is kept as surplus: shown, refundable, and the buyer is enrolled once', async () => {
    const bought = await paidTwice()
    expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['settled', 'surplus'])
    await shop.expectSettledOnce(bought)
  })

  test('refunding a second payment leaves the order paid', async () => {
    const bought = await paidTwice()
    await shop.simulator.refund('platform-key', bought.renewed, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.renewed)
    await shop.expectSettledOnce(bought)
  })

  test('a second payment is shown to its buyer only: waiting, kept, or refunded', async () => {
    const bought = await paidTwice()
    const root = await shop.server.person('superadmin')
    const read = (as = bought.buyer) => shop.server.call('readPayment', { params: { id: bought.id }, as })
    const told = async () => (await read()).body.data.extra
    const { body } = await shop.server.call('listPaymentExceptions', { query: { limit: '100' }, as: root })
    const item = body.data.find(({ order, topic }) => order.id === bought.id && topic === 'surplus')
    const decide = (choice: 'keep' | 'give_back') =>
      shop.server.call('decidePaymentException', {
        params: { id: item?.id ?? '' },
        body: { choice, reason: 'Looked at' },
        as: root,
      })
    const second = { cause: 'second', amount: 14_900 }
    expect(await told()).toEqual([{ ...second, state: 'waiting', at: expect.any(String) }])
    expect((await read(root)).body.errorCode).toBe('PAYMENT_NOT_FOUND')

    shop.server.clock.advance(hour)
    const keptAt = shop.server.clock.now().toISOString()
    expect((await decide('keep')).status).toBe(200)
    expect(await told()).toEqual([{ ...second, state: 'kept', at: keptAt }])

    shop.server.clock.advance(hour)
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: root })
    await decide('give_back')
    shop.clearFaults()
    expect(await told()).toEqual([{ ...second, state: 'returning', at: expect.any(String) }])
    shop.server.clock.advance(minute)
    const returnedAt = shop.server.clock.now().toISOString()
    await shop.server.services.sales.refunding.continueDue()
    expect(await told()).toEqual([{ ...second, state: 'returned', at: returnedAt }])
  })

  test('a second payment pays the order when the first one was refunded', async () => {
    const bought = await paidTwice()
    const at = Math.floor(shop.server.clock.now().getTime() / 1000) + 5
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'refunded',
        updated_on: at,
        payment: { amount: 14_900, currency: 'MYR', paid_on: at },
        refundable_amount: 0,
      }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    shop.clearFaults()
    expect((await shop.paymentsOf(bought.id)).map(({ outcome }) => outcome)).toEqual(['surplus', 'settled'])
    await shop.expectSettledOnce(bought)
  })

  test('a second payment is prevented where possible: once one page is paid the other is closed', async () => {
    const bought = await shop.buyerAtPage()
    const extra = await shop.simulator.create('platform-key', {})
    expect(extra).toHaveProperty('errors')
    shop.server.clock.advance(61 * minute)
    const { body } = await shop.pressBuy(bought.buyer, bought.courseId)
    const renewed = shop.purchaseIn(body.payment_url)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        payment: { amount: 14_900, currency: 'MYR', paid_on: 1 },
      }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    shop.clearFaults()
    await shop.runJobs()
    expect(await shop.simulator.read('platform-key', renewed)).toMatchObject({ status: 'cancelled' })
    await shop.expectSettledOnce(bought)
  })
})

describe('a refund at the provider', () => {
  async function paid(priceCents?: number) {
    const bought = await shop.buyerAtPage(priceCents)
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
    return bought
  }

  test('a full refund at the provider closes the course and notifies; buying again opens it again', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    shop.server.clock.advance(day)
    await shop.server.services.sales.sweeper.sweep()
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
    expect(await shop.eventsOf('order.refunded', bought.buyer.id)).toBe(1)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.eventsOf('order.refunded', bought.buyer.id)).toBe(1)
    const again = await shop.buy(bought.buyer, bought.courseId)
    await shop.pay(again.purchase)
    expect(await shop.check(again.id)).toBe('paid')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  })

  test('a running refund keeps the course until it is done', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, null, 600)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    shop.server.clock.advance(600 * second)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
  })

  test('a partial refund at the provider names no line: the buyer keeps everything and an exception opens', async () => {
    const bought = await paid()
    await shop.simulator.refund('platform-key', bought.purchase, 5_000, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ attention: ['partly_refunded'] }])
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
  })

  test('a refund at the provider keeps access from another source', async () => {
    const bought = await shop.buyerAtPage()
    await shop.server.database.transaction((tx) =>
      shop.server.services.enrolments.grant(tx, {
        userId: bought.buyer.id,
        courseId: bought.courseId,
        source: 'granted',
      }),
    )
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  })

  test('a refund at the provider before our first read ends as the same refund', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
  })

  test('a dispute lost keeps the course and opens an exception', async () => {
    const bought = await paid()
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ attention: ['chargeback'] }])
  })
})

test('a refund of one order and a concurrent payment of another for the same course leave the course open', async () => {
  const { sales } = shop.server.services
  for (let round = 0; round < 12; round += 1) {
    const first = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    expect(await shop.check(first.id)).toBe('expired')
    const second = await shop.buy(first.buyer, first.courseId)
    await shop.pay(second.purchase)
    expect(await shop.check(second.id)).toBe('paid')
    await shop.simulator.refund('platform-key', second.purchase, null, 0)
    const paidOn = Math.floor(shop.server.clock.now().getTime() / 1000)
    shop.reportPaid(first.purchase, { version: (paidOn + 1) * 1000 })
    await Promise.all([
      sales.settlement.settlePayment(shop.platformAccount, first.purchase),
      sales.settlement.settlePayment(shop.platformAccount, second.purchase),
    ])
    shop.clearFaults()
    expect((await shop.orderOf(first.id))?.state).toBe('paid')
    expect((await shop.orderOf(second.id))?.state).toBe('refunded')
    expect(await shop.isEnrolled(first.buyer, first.courseId)).toBe(true)
    expect(await brokenInvariants(shop.server.database)).toEqual([])
  }
})

describe('an amount that the provider tells wrong once', () => {
  const received = async (id: string) =>
    shop.rows<{ cents: number; state: string }>(sql`
      SELECT received_cents AS cents, p.state FROM payments p JOIN orders o ON o.id = p.order_id
       WHERE o.public_id = ${id}`)
  const lie = () =>
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ 'purchase.total': 14_899, 'payment.amount': 14_899 }),
    })

  test('a wrong amount in one snapshot changes nothing of an applied payment, and is read again', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    lie()
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    shop.clearFaults()
    expect(await received(bought.id)).toEqual([{ cents: 14_900, state: 'paid' }])
    const [payment] = await shop.paymentsOf(bought.id)
    expect(payment?.next_read_at?.getTime()).toBeLessThanOrEqual(shop.server.clock.now().getTime() + hour)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await received(bought.id)).toEqual([{ cents: 14_900, state: 'refunded' }])
    expect((await shop.orderOf(bought.id))?.state).toBe('refunded')
  })

  test('a wrong amount is read again even when all of the money is refunded', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    lie()
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    shop.clearFaults()
    const [payment] = await shop.paymentsOf(bought.id)
    expect(payment).toMatchObject({ outcome: 'needs_review' })
    expect(payment?.next_read_at).not.toBeNull()
  })
})
