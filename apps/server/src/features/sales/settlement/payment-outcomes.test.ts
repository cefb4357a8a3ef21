/** Tests every outcome of a purchase after its payment page has opened (docs/orders-and-payments.md). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
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

const second = 1000
const minute = 60 * second
const hour = 60 * minute

type AtPage = Awaited<ReturnType<Shop['buyerAtPage']>>

describe('a payment that succeeds', () => {
  test('a payment enrols when the callback arrives before the buyer returns', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const [answer] = await shop.deliver(bought.purchase)
    expect(answer?.statusCode).toBe(200)
    expect(answer?.json()).toEqual({ success: true })
    await shop.runJobs()
    const before = shop.counts.read
    await shop.expectSettledOnce(bought)
    expect(shop.counts.read).toBe(before)
    const tomorrow = new Date(Math.floor(shop.server.clock.now().getTime() / second) * second + 24 * hour)
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ next_read_at: tomorrow }])
  })

  test('a payment enrols when the buyer returns before the callback', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
    await shop.deliver(bought.purchase)
    await shop.runJobs()
    await shop.expectSettledOnce(bought)
  })

  test('a payment enrols without callback and buyer: the first read is after 15 seconds', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.runJobs()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
    shop.server.clock.advance(15 * second)
    await shop.runJobs()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await shop.expectSettledOnce(bought)
  })

  test('a payment made half an hour later enrols without a notification', async () => {
    const bought = await shop.buyerAtPage()
    for (let passed = 0; passed < 30; passed += 1) {
      shop.server.clock.advance(minute)
      await shop.server.services.sales.sweeper.sweep()
    }
    await shop.pay(bought.purchase)
    shop.server.clock.advance(20 * minute)
    await shop.server.services.sales.sweeper.sweep()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await shop.expectSettledOnce(bought)
  })

  test('a payment enrols when the process dies right after it: the next one finds it', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const next = await shop.server.startAgain()
    shop.server.clock.advance(20 * second)
    await next.services.sales.sweeper.sweep()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await next.app.close()
    await shop.expectSettledOnce(bought)
  })

  test('a payment enrols when the process dies after storing the callback: the job remains', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.deliver(bought.purchase)
    const next = await shop.server.startAgain()
    await next.jobs.runDueOnce()
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
    await next.app.close()
    await shop.expectSettledOnce(bought)
  })

  test('a payment enrols when its callback arrives before our own call has returned', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    shop.between.created = async ({ id }) => {
      await shop.pay(id)
      await shop.deliver(id)
      await shop.runJobs()
    }
    const { status, body } = await shop.pressBuy(buyer, courseId)
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    // The order was paid while its page was being created, so the response is that of buying an owned course.
    expect({ status, code: body.errorCode }).toEqual({ status: 409, code: 'COURSE_ALREADY_OWNED' })
    const payments = await shop.rows(sql<{ outcome: string }>`
      SELECT p.outcome FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = ${buyer.id}`)
    expect(payments).toEqual([{ outcome: 'settled' }])
  })

  test('a payment enrols once when the callback is repeated twenty times concurrently', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const { url, body, signature } = await shop.deliveryOf(bought.purchase)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.callback(url, body, signature)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await shop.runJobs()
    await shop.expectSettledOnce(bought)
    const events = await shop.rows(sql<{ deliveries: number; handled: boolean }>`
      SELECT deliveries, handled_at IS NOT NULL AS handled FROM payment_events WHERE provider_id = ${bought.purchase}`)
    expect(events).toEqual([{ deliveries: 20, handled: true }])
  })

  test('a payment enrols once when callbacks, checks and sweepers of two processes run concurrently', async () => {
    const bought = await shop.buyerAtPage()
    const other = await shop.server.startAgain()
    await shop.pay(bought.purchase)
    shop.server.clock.advance(20 * second)
    const { sales } = shop.server.services
    await Promise.all([
      ...Array.from({ length: 8 }, () =>
        sales.settlement.settlePayment(shop.platformAccount, bought.purchase),
      ),
      ...Array.from({ length: 8 }, () =>
        other.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase),
      ),
      sales.sweeper.sweep(),
      other.services.sales.sweeper.sweep(),
      sales.checkPayment(bought.id),
      other.services.sales.checkPayment(bought.id),
      shop.deliver(bought.purchase).then(() => shop.runJobs()),
    ])
    await other.app.close()
    await shop.expectSettledOnce(bought)
  })

  test('a payment enrols although the course was made private, archived and dearer meanwhile', async () => {
    const bought = await shop.buyerAtPage()
    await sql`UPDATE courses SET is_private = true, archived_at = now(), price_cents = 99900
               WHERE id = ${bought.courseId}`.execute(shop.server.database.kysely)
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce(bought)
    expect(await shop.orderOf(bought.id)).toMatchObject({ total_cents: 14_900 })
  })

  test('a payment in two tabs of one page is one payment', async () => {
    const bought = await shop.buyerAtPage()
    await Promise.all([shop.pay(bought.purchase), shop.pay(bought.purchase)])
    await shop.deliver(bought.purchase)
    await shop.runJobs()
    await shop.expectSettledOnce(bought)
  })

  test('a payment after a declined card on the same page enrols', async () => {
    const bought = await shop.buyerAtPage()
    await shop.decline(bought.purchase)
    expect(await shop.check(bought.id)).toBe('failed')
    await shop.expectUnbought(bought)
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect(again.body.payment_url).toBe(bought.url)
    await shop.pay(bought.purchase)
    shop.server.clock.advance(2 * second)
    await shop.expectSettledOnce(bought)
  })

  test('a payment at a slow bank is pending, then enrols', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.tryPayment(bought.purchase, { ...plainPayment, slowSeconds: 90 })
    expect(await shop.check(bought.id)).toBe('pending')
    await shop.expectUnbought(bought)
    shop.server.clock.advance(90 * second)
    await shop.expectSettledOnce(bought)
  })
})

describe('a payment that does not happen', () => {
  test('an abandoned payment lets the order expire, and the course can be bought again', async () => {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    await shop.server.services.sales.sweeper.sweep()
    expect(await shop.check(bought.id)).toBe('expired')
    await shop.expectUnbought(bought)
    const again = await shop.pressBuy(bought.buyer, bought.courseId)
    expect(again.status).toBe(201)
    expect(again.body.purchase_id).not.toBe(bought.id)
  })

  test('a payment cancelled at the provider cancels the order, and the course can be bought again', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.cancel('platform-key', bought.purchase)
    expect(await shop.check(bought.id)).toBe('cancelled')
    await shop.expectUnbought(bought)
    expect((await shop.pressBuy(bought.buyer, bought.courseId)).body.purchase_id).not.toBe(bought.id)
  })

  test('the sweeper stops reading an abandoned payment 37 hours past the due time', async () => {
    const bought = await shop.buyerAtPage()
    for (let passed = 0; passed < 45; passed += 1) {
      shop.server.clock.advance(hour)
      await shop.server.services.sales.sweeper.sweep()
    }
    expect(await shop.paymentsOf(bought.id)).toMatchObject([{ state: 'expired', next_read_at: null }])
  })
})

describe('a late payment', () => {
  /** Simulates a late acceptance by the bank: the provider reports a payment after a final status without one. */
  const lateWord = (bought: AtPage) => {
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'paid',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        payment: {
          amount: 14_900,
          currency: 'MYR',
          paid_on: Math.floor(shop.server.clock.now().getTime() / 1000),
        },
        refundable_amount: 14_900,
      }),
    })
    return bought
  }

  test('a late payment after the order has expired settles it', async () => {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(2 * hour)
    expect(await shop.check(bought.id)).toBe('expired')
    shop.server.clock.advance(hour)
    lateWord(bought)
    await shop.expectSettledOnce(bought)
  })

  test('a late payment after the order was cancelled settles it', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.cancel('platform-key', bought.purchase)
    expect(await shop.check(bought.id)).toBe('cancelled')
    shop.server.clock.advance(minute)
    lateWord(bought)
    await shop.expectSettledOnce(bought)
  })

  test('a late payment for a course bought again meanwhile is kept, granted without a second enrolment, and shown', async () => {
    const first = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    expect(await shop.check(first.id)).toBe('expired')
    const again = await shop.buy(first.buyer, first.courseId)
    await shop.pay(again.purchase)
    expect(await shop.check(again.id)).toBe('paid')
    shop.server.clock.advance(minute)
    lateWord(first)
    expect(await shop.check(first.id)).toBe('paid')
    shop.clearFaults()
    expect(await shop.paymentsOf(first.id)).toMatchObject([
      { outcome: 'settled', attention: ['already_owned'] },
    ])
    expect(await shop.eventsOf('enrolment.granted', first.buyer.id)).toBe(1)

    // The buyer paid twice. After one payment is refunded, the other one still gives access, until it is refunded as well.
    await shop.simulator.refund('platform-key', again.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, again.purchase)
    expect(await shop.isEnrolled(first.buyer, first.courseId)).toBe(true)
    lateWord(first)
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({
        status: 'refunded',
        updated_on: Math.floor(shop.server.clock.now().getTime() / 1000) + 5,
        payment: { amount: 14_900, currency: 'MYR', paid_on: 1 },
        refundable_amount: 0,
      }),
    })
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, first.purchase)
    expect(await shop.isEnrolled(first.buyer, first.courseId)).toBe(false)
  })
})

test('an unreachable provider costs the sweeper one batch', async () => {
  const bought = await shop.buyerAtPage()
  for (let others = 0; others < 30; others += 1) await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.server.clock.advance(minute)
  shop.simulator.faults.inject({ kind: 'down' })
  const before = shop.counts.read
  await shop.server.services.sales.sweeper.sweep()
  expect(shop.counts.read - before).toBe(20)
  await shop.expectUnbought(bought)
  shop.clearFaults()
  shop.server.clock.advance(2 * minute)
  await shop.server.services.sales.sweeper.sweep()
  expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
})

test('a failing payment does not delay the others, and the sweep reports it', async () => {
  const [broken, sound] = [await shop.buyerAtPage(), await shop.buyerAtPage()]
  await shop.pay(sound.purchase)
  shop.between.read = (purchase) => {
    if (purchase.id === broken.purchase) throw new Error('a bug of ours')
    return purchase
  }
  shop.server.clock.advance(minute)
  await expect(shop.server.services.sales.sweeper.sweep()).rejects.toThrow('1 payments could not be handled')
  expect(await shop.isEnrolled(sound.buyer, sound.courseId)).toBe(true)
})

test('a purchase unknown to the provider is reported as an error of the provider', async () => {
  const unknown = '00000000-0000-4000-8000-000000000009'
  await expect(
    shop.server.services.sales.settlement.settlePayment(shop.platformAccount, unknown),
  ).rejects.toBeInstanceOf(ProviderError)
})
