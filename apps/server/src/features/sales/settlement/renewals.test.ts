/** Tests the purchase and the renewal of access that ends (docs/decisions/access-periods.md). */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
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

const dayMs = 24 * 3_600_000
/** Returns the last second of the day that is `days` days after the day of `from`. */
const endAfter = (days: number, from = new Date()) =>
  new Date(startOfDay(dayInMalaysia(from)).getTime() + (days + 1) * dayMs - 1000)

async function courseOpenFor(access: { days: number } | null, priceCents?: number): Promise<number> {
  const courseId = await shop.course(priceCents)
  await allow(courseId, access)
  return courseId
}
const allow = async (courseId: number, access: { days: number } | null) => {
  const { status } = await shop.server.call('updateCourse', {
    params: { id: courseId },
    body: { access },
    as: shop.seller,
  })
  expect(status).toBe(200)
}
async function endOf(buyer: TestPerson, courseId: number): Promise<Date | null | undefined> {
  const [row] = await shop.rows(sql<{ at: Date | null }>`
    SELECT access_ends_at AS at FROM enrolments
     WHERE user_id = ${buyer.id} AND course_id = ${courseId} AND revoked_at IS NULL`)
  return row?.at
}
/** Moves the periods of this buyer this many days into the past. */
async function pass(days: number, buyer: TestPerson, courseId: number): Promise<void> {
  await shop.rows(sql`
    UPDATE enrolments SET granted_at = granted_at - make_interval(secs => ${days * 86_400}), access_from = access_from - make_interval(secs => ${days * 86_400}),
           access_ends_at = access_ends_at - make_interval(secs => ${days * 86_400})
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
  await shop.rows(sql`
    UPDATE access_grants SET granted_at = granted_at - make_interval(secs => ${days * 86_400}),
           access_from = access_from - make_interval(secs => ${days * 86_400}),
           access_to = access_to - make_interval(secs => ${days * 86_400})
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
}
const settle = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
async function buyAndPay(buyer: TestPerson, courseId: number) {
  const bought = await shop.buy(buyer, courseId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  return bought
}
const refund = async (purchase: string) => {
  shop.server.clock.advance(5000)
  await shop.simulator.refund('platform-key', purchase, null, 0)
  await settle(purchase)
}
async function quotedState(as: TestPerson, courseId: number) {
  const { body } = await shop.server.call('quotePrices', { body: { courseIds: [courseId] }, as })
  return body.data.courses[0]?.state
}
const mayStudy = async (as: TestPerson, courseId: number) => {
  const { body } = await shop.server.call('readCourse', { params: { courseId }, as })
  return body.data.permissions.study
}

test('a purchase ends with the day in Malaysia that the order promised, whatever the author changes before it is paid', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 30 })
  const bought = await shop.buy(buyer, courseId)
  await allow(courseId, { days: 7 })
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(30))
  expect(await mayStudy(buyer, courseId)).toBe(true)
})

test('a changed access length neither shortens nor lengthens what was bought', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor(null)
  await buyAndPay(buyer, courseId)
  await allow(courseId, { days: 7 })
  expect(await endOf(buyer, courseId)).toBeNull()
})

test('access that is open for longer is refused as owned, and access that ended is bought again from now on', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  await buyAndPay(buyer, courseId)
  const { body } = await shop.pressCheckout(buyer, [courseId])
  expect(body.errorCode).toBe('COURSE_ALREADY_OWNED')
  await pass(61, buyer, courseId)
  expect(await mayStudy(buyer, courseId)).toBe(false)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(60))
  expect(await mayStudy(buyer, courseId)).toBe(true)
  expect(await shop.eventsOf('enrolment.granted', buyer.id)).toBe(1)
  expect(await shop.eventsOf('access.changed', buyer.id)).toBe(1)
  expect(await shop.check(renewal.id)).toBe('paid')
})

test('access that ends within 14 days is extended from its end, once, whatever arrives twice', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  await buyAndPay(buyer, courseId)
  await pass(50, buyer, courseId)
  const before = (await endOf(buyer, courseId)) ?? new Date(0)
  expect(before).toEqual(endAfter(10))
  const renewal = await shop.buy(buyer, courseId)
  await shop.pay(renewal.purchase)
  await Promise.all([settle(renewal.purchase), settle(renewal.purchase), shop.deliver(renewal.purchase)])
  await shop.runJobs()
  await settle(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(60, before))
  expect(await shop.eventsOf('access.changed', buyer.id)).toBe(1)
  const payments = await shop.paymentsOf(renewal.id)
  expect(payments.map(({ attention }) => attention)).toEqual([[]])
})

test('the refund of a renewal takes back its own period, and the refund of what is left ends the access', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  const first = await buyAndPay(buyer, courseId)
  await pass(50, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(70))
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(10))
  expect(await mayStudy(buyer, courseId)).toBe(true)
  await refund(first.purchase)
  expect(await endOf(buyer, courseId)).toBeUndefined()
})

test('the refund of the first purchase leaves the renewal, whose refund then ends the access', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  const first = await buyAndPay(buyer, courseId)
  await pass(50, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(70))
  await refund(first.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(60))
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toBeUndefined()
})

test('the refund of a period that is over leaves the whole of the period that was paid for later, with or without a gap', async () => {
  for (const daysBetween of [10, 7]) {
    const buyer = await shop.server.person()
    const courseId = await courseOpenFor({ days: 7 })
    const first = await buyAndPay(buyer, courseId)
    await pass(daysBetween, buyer, courseId)
    await buyAndPay(buyer, courseId)
    await pass(1, buyer, courseId)
    const before = await endOf(buyer, courseId)
    await refund(first.purchase)
    expect(await endOf(buyer, courseId)).toEqual(before)
    expect(await mayStudy(buyer, courseId)).toBe(true)
  }
})

test('the refund of a period that has begun takes back its rest, which ends the access without another period', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 30 })
  await buyAndPay(buyer, courseId)
  await pass(28, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  await pass(10, buyer, courseId)
  await refund(renewal.purchase)
  expect(await mayStudy(buyer, courseId)).toBe(false)
  expect(await endOf(buyer, courseId)).toBeInstanceOf(Date)
})

test('a paid period keeps its own days when two earlier ones are refunded', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 30 })
  const orders = [await buyAndPay(buyer, courseId)]
  for (let renewals = 0; renewals < 2; renewals++) {
    await pass(28, buyer, courseId)
    orders.push(await buyAndPay(buyer, courseId))
    // Two more days bring the access into its last days, so that the next purchase adds a period that follows the present one.
    if (renewals === 0) await pass(2, buyer, courseId)
  }
  expect(await endOf(buyer, courseId)).toEqual(endAfter(32))
  const [first, second] = orders
  await refund(first?.purchase ?? '')
  expect(await endOf(buyer, courseId)).toEqual(endAfter(32))
  await refund(second?.purchase ?? '')
  expect(await endOf(buyer, courseId)).toEqual(endAfter(30))
})

test('after a refund the access ends with a day, and the learner is reminded of the new end', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 100 })
  await buyAndPay(buyer, courseId)
  await pass(88, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  await shop.rows(
    sql`UPDATE access_grants SET access_from = access_from - interval '5 hours' WHERE access_from > now()`,
  )
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(12))
  await shop.server.services.enrolments.accessEnds.remind(new AbortController().signal)
  expect(await shop.eventsOf('access.ending', buyer.id)).toBe(1)
})

test('a second payment for access that is open for longer waits for a decision and extends nothing', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  const first = await shop.buy(buyer, courseId)
  await shop.rows(sql`DELETE FROM open_purchases WHERE user_id = ${buyer.id}`)
  const second = await shop.buy(buyer, courseId)
  for (const { purchase } of [first, second]) {
    await shop.pay(purchase)
    await settle(purchase)
  }
  expect(await endOf(buyer, courseId)).toEqual(endAfter(60))
  const [payment] = await shop.paymentsOf(second.id)
  expect(payment).toMatchObject({ outcome: 'settled', attention: ['already_owned'] })
})

test('a buyer who was shown another access length is refused, and one who names none gets the current length', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 30 })
  const other = await shop.course()
  const shown = (id: number, access: AccessLength | null) => shownOffer(id, 14_900, { access })
  const one = (access: AccessLength | null) =>
    shop.server.call('payForCourse', {
      query: { offers: shown(courseId, access) },
      body: { courseId },
      as: buyer,
    })
  const cart = (access: AccessLength | null, ofOther: AccessLength | null) =>
    shop.server.call('payForCart', {
      query: { offers: `${shown(courseId, access)}_${shown(other, ofOther)}` },
      body: { courseIds: [courseId, other], customerInfo: shop.customer },
      as: buyer,
    })
  for (const access of [{ months: 12 }, { days: 31 }, { months: 30 }, null])
    for (const { status, body } of [await one(access), await cart(access, null)])
      expect([status, body.errorCode]).toEqual([409, 'OFFER_CHANGED'])
  expect((await cart({ days: 30 }, { months: 12 })).body.errorCode).toBe('OFFER_CHANGED')
  const ordered = await one({ days: 30 })
  expect(ordered.status).toBe(201)
  const params = { id: ordered.body.purchase_id }
  const { body } = await shop.server.call('readPayment', { params, as: buyer })
  expect(body.data.lines[0]?.access, 'the promise, with which the order is paid later').toEqual({ days: 30 })
  expect((await cart({ days: 30 }, null)).status).toBe(201)
  expect((await shop.pressBuy(buyer, courseId)).status).toBe(201)
})

test('a course of a week is owned until its last day or so', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 7 })
  await buyAndPay(buyer, courseId)
  await pass(5, buyer, courseId)
  expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('COURSE_ALREADY_OWNED')
  await pass(1.5, buyer, courseId)
  expect((await shop.pressBuy(buyer, courseId)).status).toBe(201)
})

test('a course that was archived or taken off sale is not bought again, and the cart says that it is gone', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 7 })
  await buyAndPay(buyer, courseId)
  await pass(7, buyer, courseId)
  for (const change of [sql`is_draft = true`, sql`is_draft = false, archived_at = now()`]) {
    await shop.rows(sql`UPDATE courses SET ${change} WHERE id = ${courseId}`)
    expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('COURSE_NOT_FOUND')
    expect(await quotedState(buyer, courseId)).toBe('gone')
  }
})

test('the quote of a course that became free says what an order would', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 7 })
  await buyAndPay(buyer, courseId)
  await pass(7, buyer, courseId)
  expect(await quotedState(buyer, courseId)).toBe('buyable')
  await shop.rows(sql`UPDATE courses SET price_cents = 0 WHERE id = ${courseId}`)
  expect(await quotedState(buyer, courseId)).toBe('owned')
  expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('COURSE_ALREADY_OWNED')
  await pass(2, buyer, courseId)
  expect(await quotedState(buyer, courseId)).toBe('buyable')
  await shop.rows(sql`UPDATE courses SET is_private = true WHERE id = ${courseId}`)
  expect(await quotedState(buyer, courseId)).toBe('gone')
  expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('ACCESS_ENDED')
})

test('a paid extension of access that was given is taken back by its refund, and the gift stays', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 })
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: buyer.id, courseId, source: 'granted' }),
  )
  expect(await endOf(buyer, courseId)).toEqual(endAfter(10))
  await pass(9, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(11))
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(1))
})

test('an order for access for ever ends the end, and its refund returns it', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 })
  await buyAndPay(buyer, courseId)
  await allow(courseId, null)
  await pass(9, buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toBeNull()
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(1))
})

test('the people of the course cannot shorten paid access, and may lengthen it', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  await buyAndPay(buyer, courseId)
  const set = async (days: number) => {
    const endsOn = dayInMalaysia(new Date(Date.now() + days * dayMs))
    const params = { id: courseId, userId: buyer.id }
    return (await shop.server.call('setLearnerAccess', { params, body: { endsOn }, as: shop.seller })).body
  }
  expect((await set(59)).errorCode).toBe('ACCESS_PAID_FOR_LONGER')
  expect(await endOf(buyer, courseId)).toEqual(endAfter(60))
  expect((await set(61)).data.accessEndsAt).toBe(endAfter(61).toISOString())
  expect((await set(600)).data.accessEndsAt).toBe(endAfter(600).toISOString())
  // A mistake can be corrected: the end may be set earlier again, but not before the paid end.
  expect((await set(60)).data.accessEndsAt).toBe(endAfter(60).toISOString())
})

test('a private course that is free is not entered again by an order once the access has ended', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 }, 0)
  await shop.rows(sql`UPDATE courses SET is_private = true WHERE id = ${courseId}`)
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, {
      userId: buyer.id,
      courseId,
      source: { kind: 'link', id: 1 },
    }),
  )
  await pass(11, buyer, courseId)
  const { body } = await shop.pressBuy(buyer, courseId)
  expect(body.errorCode).toBe('ACCESS_ENDED')
})
