/**
 * Tests that each change of a course or buyer while the payment page is open has one defined outcome
 * (docs/orders-and-payments.md#changes-while-the-page-is-open).
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { declinedPayment, plainPayment } from '@apogee/chip-simulator/simulator.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { shownOffer, startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const change = (
  courseId: number,
  body: { price?: number; isPrivate?: boolean; sale?: { price: number } | null },
) => shop.server.call('updateCourse', { params: { id: courseId }, body, as: shop.seller })
const ordersOf = (buyerId: number) =>
  shop.rows(sql<{ state: string; total_cents: number }>`
    SELECT state, total_cents FROM orders WHERE buyer_id = ${buyerId} ORDER BY id`)

describe('while a payment page is open', () => {
  test('a course that became dearer is sold at the agreed price on an open page', async () => {
    const bought = await shop.buyerAtPage(14_900)
    expect((await change(bought.courseId, { price: 19_900 })).status).toBe(200)
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
    expect(await ordersOf(bought.buyer.id)).toEqual([{ state: 'paid', total_cents: 14_900 }])
  })

  test('a course that became free is granted when bought again, and the old page can no longer be paid', async () => {
    const bought = await shop.buyerAtPage(14_900)
    await change(bought.courseId, { price: 0 })
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect(again.body.payment_url).toContain('/checkout/success?purchase_id=')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await shop.runJobs()
    expect((await shop.simulator.read('platform-key', bought.purchase))?.['status']).toBe('cancelled')
    expect(await ordersOf(bought.buyer.id)).toEqual([
      { state: 'cancelled', total_cents: 14_900 },
      { state: 'paid', total_cents: 0 },
    ])
  })

  test('a sale that ended requires agreement to the new price, and keeps the old page', async () => {
    const [buyer, courseId] = [await shop.server.person(), await shop.course(20_000)]
    await change(courseId, { sale: { price: 12_000 } })
    const press = (shownPrice: number) =>
      shop.server.call('payForCart', {
        query: { offers: shownOffer(courseId, shownPrice) },
        body: { courseIds: [courseId], customerInfo: shop.customer },
        as: buyer,
      })
    const first = await press(12_000)
    await change(courseId, { sale: null })
    const again = await press(12_000)
    expect([again.status, again.body.errorCode]).toEqual([409, 'OFFER_CHANGED'])
    expect(await ordersOf(buyer.id)).toEqual([{ state: 'created', total_cents: 12_000 }])
    const agreed = await press(20_000)
    expect(agreed.body.payment_id).not.toBe(first.body.payment_id)
    expect(await ordersOf(buyer.id)).toEqual([
      { state: 'cancelled', total_cents: 12_000 },
      { state: 'created', total_cents: 20_000 },
    ])
  })

  test('a course made private opens to whoever pays on an open page, and not to new buyers', async () => {
    const bought = await shop.buyerAtPage()
    await change(bought.courseId, { isPrivate: true })
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect([again.status, again.body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
  })

  test('a deleted course stays for whoever pays for it on an open page', async () => {
    const bought = await shop.buyerAtPage()
    const gone = await shop.server.call('deleteCourse', { params: { id: bought.courseId }, as: shop.seller })
    expect(gone.status).toBe(200)
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
    const read = await shop.server.call('readCourse', {
      params: { courseId: bought.courseId },
      as: bought.buyer,
    })
    expect(read.status).toBe(200)
    const other = await shop.pressBuy(await shop.server.person(), bought.courseId)
    expect([other.status, other.body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
  })

  test("a cart with a missing course is refused as a whole, and the earlier order's page stays", async () => {
    const [buyer, kept, gone] = [await shop.server.person(), await shop.course(), await shop.course()]
    const first = await shop.buy(buyer, kept, gone)
    await change(gone, { isPrivate: true })
    const again = await shop.pressCheckout(buyer, [kept, gone])
    expect([again.status, again.body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
    await shop.pay(first.purchase)
    expect(await shop.check(first.id)).toBe('paid')
    expect([await shop.isEnrolled(buyer, kept), await shop.isEnrolled(buyer, gone)]).toEqual([true, true])
  })

  test('a course bought in another tab is refused here, and the rest can be bought without it', async () => {
    const [buyer, one, two] = [await shop.server.person(), await shop.course(), await shop.course()]
    const other = await shop.buy(buyer, one)
    await shop.pay(other.purchase)
    await shop.check(other.id)
    const refused = await shop.pressCheckout(buyer, [one, two])
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'COURSE_ALREADY_OWNED'])
    const rest = await shop.buy(buyer, two)
    await shop.pay(rest.purchase)
    expect(await shop.check(rest.id)).toBe('paid')
  })
})

describe('while a payment is still at its bank', () => {
  const atBank = async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.tryPayment(bought.purchase, { ...plainPayment, slowSeconds: 90 })
    return { ...bought, more: await shop.course() }
  }
  const refused = async (pressed: ReturnType<Shop['pressCheckout']>) => {
    const { status, body } = await pressed
    expect([status, body.errorCode]).toEqual([409, 'PAYMENT_AT_BANK'])
  }

  test('while a payment is pending at its bank nothing else is opened for its course, and then it settles', async () => {
    const bought = await atBank()
    const made = shop.counts.created
    // The server has not read the payment yet. The provider reports it when the old page is being closed.
    await refused(shop.pressCheckout(bought.buyer, [bought.courseId, bought.more]))
    await refused(shop.pressCheckout(bought.buyer, [bought.courseId, bought.more]))
    expect(shop.counts.created).toBe(made)
    shop.server.clock.advance(90_000)
    const after = await shop.pressCheckout(bought.buyer, [bought.courseId, bought.more])
    expect([after.status, after.body.errorCode]).toEqual([409, 'COURSE_ALREADY_OWNED'])
    await shop.expectSettledOnce(bought)
    expect((await shop.buy(bought.buyer, bought.more)).url).toBeTruthy()
  })

  test('an order with a known pending payment stays, and the same cart returns it', async () => {
    const bought = await atBank()
    expect(await shop.check(bought.id)).toBe('pending')
    await refused(shop.pressCheckout(bought.buyer, [bought.courseId, bought.more]))
    expect(await shop.check(bought.id)).toBe('pending')
    expect((await shop.pressBuy(bought.buyer, bought.courseId)).body.payment_url).toBe(bought.url)
    expect((await shop.buy(bought.buyer, bought.more)).url).toBeTruthy()
    shop.server.clock.advance(90_000)
    await shop.expectSettledOnce(bought)
  })

  test('after the bank declines another cart can be paid', async () => {
    const bought = await shop.buyerAtPage()
    const more = await shop.course()
    await shop.simulator.tryPayment(bought.purchase, { ...declinedPayment, slowSeconds: 90 })
    await refused(shop.pressCheckout(bought.buyer, [bought.courseId, more]))
    shop.server.clock.advance(90_000)
    const both = await shop.buy(bought.buyer, bought.courseId, more)
    await shop.pay(both.purchase)
    expect(await shop.check(both.id)).toBe('paid')
  })
})

test('a page that could not be closed when its order was cancelled is closed before another is opened', async () => {
  const bought = await shop.buyerAtPage()
  const more = await shop.course()
  shop.simulator.faults.inject({ kind: 'down' })
  const away = await shop.pressCheckout(bought.buyer, [bought.courseId, more])
  expect([away.status, away.body.errorCode]).toEqual([502, 'PAYMENT_PROVIDER_UNAVAILABLE'])
  shop.clearFaults()
  await shop.pay(bought.purchase)
  const again = await shop.pressCheckout(bought.buyer, [bought.courseId, more])
  expect([again.status, again.body.errorCode]).toEqual([409, 'COURSE_ALREADY_OWNED'])
  await shop.expectSettledOnce(bought)
})

describe('a buyer whose account is erased at the payment page', () => {
  const erase = async (id: number) =>
    shop.server.call('deleteUser', { params: { id }, as: await shop.server.person('superadmin') })

  test('a buyer erased at the payment page buys nothing: the order is cancelled and its page closed', async () => {
    const bought = await shop.buyerAtPage()
    expect((await erase(bought.buyer.id)).status).toBe(200)
    await shop.runJobs()
    expect(await shop.check(bought.id)).toBe('cancelled')
    expect((await shop.simulator.read('platform-key', bought.purchase))?.['status']).toBe('cancelled')
    expect(await ordersOf(bought.buyer.id)).toEqual([{ state: 'cancelled', total_cents: 14_900 }])
  })

  test('a buyer erased in the second of payment has the money on the books, to be refunded', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await erase(bought.buyer.id)
    await shop.runJobs()
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ state: 'paid', outcome: 'settled' }])
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
    expect(await ordersOf(bought.buyer.id)).toEqual([{ state: 'refunded', total_cents: 14_900 }])
  })
})
