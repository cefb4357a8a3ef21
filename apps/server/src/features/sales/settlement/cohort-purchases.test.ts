/**
 * Tests the purchase of a place in a cohort. The place is held while the order can be paid, and given exactly once
 * (docs/decisions/course-openings.md).
 */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { linesOf, lockOrderOfPurchase } from '../model/orders.store.ts'
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
const hourMs = 3_600_000
let base = Date.now()
beforeEach(() => {
  base = Date.now()
})
const inDays = (days: number) => dayInMalaysia(new Date(base + days * dayMs))
/** Returns the last second of the day that is `days` days from today. */
const endOn = (days: number) => new Date(startOfDay(inDays(days)).getTime() + dayMs - 1000)

async function cohortIn(
  courseId: number,
  cohort: { name?: string; startsOn?: string; places?: number | null } = {},
): Promise<number> {
  const { status, body } = await shop.server.call('createCohort', {
    params: { id: courseId },
    body: { name: 'January intake', startsOn: inDays(10), ...cohort },
    as: shop.seller,
  })
  expect(status).toBe(201)
  return body.data.id
}
const press = (buyer: TestPerson, courseId: number, cohortId?: number) =>
  shop.server.call('payForCart', {
    body: {
      courseIds: [courseId],
      customerInfo: shop.customer,
      ...(cohortId !== undefined && { cohorts: [{ courseId, cohortId }] }),
    },
    as: buyer,
  })
async function order(buyer: TestPerson, courseId: number, cohortId?: number) {
  const { status, body } = await press(buyer, courseId, cohortId)
  expect([status, body.errorCode]).toEqual([201, undefined])
  return { id: body.payment_id, purchase: shop.purchaseIn(body.payment_url), buyer, courseId }
}
const settle = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
async function membershipOf(buyer: TestPerson, courseId: number) {
  const [row] = await shop.rows(sql<{ cohortId: number | null; startsOn: string | null }>`
    SELECT cohort_id AS "cohortId", starts_on::text AS "startsOn" FROM enrolments
     WHERE user_id = ${buyer.id} AND course_id = ${courseId} AND revoked_at IS NULL`)
  return row
}
const listed = async (courseId: number) =>
  (await shop.server.call('listCohorts', { params: { id: courseId }, as: shop.seller })).body.data.cohorts

test('a purchase without a choice takes the first open cohort, and the purchase and its receipt name the start', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId)
  await cohortIn(courseId, { name: 'March', startsOn: inDays(40) })
  const bought = await order(buyer, courseId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  await shop.expectSettledOnce(bought)
  expect(await membershipOf(buyer, courseId)).toEqual({ cohortId, startsOn: inDays(10) })
  const { body } = await shop.server.call('readPayment', { params: { id: bought.id }, as: buyer })
  expect(body.data.lines).toMatchObject([
    { start: { id: cohortId, name: 'January intake', startsOn: inDays(10), endsOn: null } },
  ])
  await shop.runJobs()
  const mails = shop.server.mails.filter(
    ({ to, body: text }) => to === buyer.email && text.includes('(January intake, starts on '),
  )
  expect(mails).toHaveLength(1)
})

test('an order that can be paid holds its place, and a closed page gives it back', async () => {
  const [first, second] = [await shop.server.person(), await shop.server.person()]
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 1 })
  await order(first, courseId, cohortId)
  expect(await listed(courseId)).toMatchObject([{ members: 0, held: 1 }])
  const full = await press(second, courseId, cohortId)
  expect([full.status, full.body.errorCode]).toEqual([409, 'COHORT_FULL'])
  // Buying again leads the person who holds the place to the same page.
  await order(first, courseId, cohortId)
  expect(await listed(courseId)).toMatchObject([{ held: 1 }])
  const removal = await shop.server.call('removeCohort', {
    params: { id: courseId, cohortId },
    as: shop.seller,
  })
  expect(removal.body.errorCode).toBe('COHORT_HAS_MEMBERS')
  await shop.rows(
    sql`DELETE FROM payments WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = ${first.id})`,
  )
  shop.server.clock.advance(2 * hourMs)
  await shop.server.services.sales.sweeper.sweep()
  expect(await listed(courseId)).toMatchObject([{ held: 0 }])
  await order(second, courseId, cohortId)
})

test('whoever was shown no start is not sold one, and buys at once where no cohort is open', async () => {
  const buyer = await shop.server.person()
  const [courseId, plain] = [await shop.course(), await shop.course()]
  const cohortId = await cohortIn(courseId, { places: 1 })
  const atOnce = shownOffer(courseId, 14_900)
  const one = (offers: string, chosen = {}) =>
    shop.server.call('payForCourse', { query: { offers }, body: { courseId, ...chosen }, as: buyer })
  const cart = (offers: string) =>
    shop.server.call('payForCart', {
      query: { offers },
      body: { courseIds: [courseId, plain], customerInfo: shop.customer },
      as: buyer,
    })
  const refusals = [
    await one(atOnce),
    await one(atOnce, { cohortId }),
    await one(shownOffer(courseId, 14_900, { cohortId: cohortId + 1 })),
    await cart(`${shownOffer(plain, 14_900)}_${atOnce}`),
  ]
  for (const refused of refusals)
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'OFFER_CHANGED'])
  expect(await listed(courseId)).toMatchObject([{ members: 0, held: 0 }])
  // A course without an offer may get a cohort.
  expect((await cart(shownOffer(plain, 14_900))).status).toBe(201)
  expect((await one(shownOffer(courseId, 14_900, { cohortId }), { cohortId })).status).toBe(201)
  expect(await listed(courseId)).toMatchObject([{ held: 1 }])
  const late = await shop.server.person()
  const { status, body } = await shop.server.call('payForCourse', {
    query: { offers: atOnce },
    body: { courseId },
    as: late,
  })
  expect(status).toBe(201)
  const purchase = shop.purchaseIn(body.payment_url)
  await shop.pay(purchase)
  await settle(purchase)
  expect(await membershipOf(late, courseId)).toEqual({ cohortId: null, startsOn: null })
})

test('another choice replaces the open order and its place', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const first = await cohortIn(courseId, { places: 5 })
  const later = await cohortIn(courseId, { name: 'March', startsOn: inDays(40) })
  const before = await order(buyer, courseId, first)
  const bought = await order(buyer, courseId, later)
  expect(bought.id).not.toBe(before.id)
  expect(await listed(courseId)).toMatchObject([{ held: 0 }, { held: 1 }])
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  await shop.expectSettledOnce(bought)
  expect(await membershipOf(buyer, courseId)).toMatchObject({ cohortId: later })
})

test('buyers who press at the same moment never hold more places than there are', async () => {
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 2 })
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.server.person()))
  const answers = await Promise.all(buyers.map((buyer) => press(buyer, courseId, cohortId)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.flatMap(({ body }) => body.errorCode ?? [])).toEqual(
    Array.from({ length: 4 }, () => 'COHORT_FULL'),
  )
  expect(await listed(courseId)).toMatchObject([{ members: 0, held: 2 }])
})

test('a payment that comes after the last place was taken enrols its buyer all the same, once, and is seen in the list', async () => {
  const [late, other] = [await shop.server.person(), await shop.server.person()]
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 1 })
  const lateOrder = await order(late, courseId, cohortId)
  // The order is ended in the database, as if nobody had paid, but its page can still be paid at the provider.
  await shop.rows(sql`DELETE FROM open_purchases WHERE user_id = ${late.id}`)
  await shop.rows(sql`UPDATE orders SET state = 'expired' WHERE public_id = ${lateOrder.id}`)
  const otherOrder = await order(other, courseId, cohortId)
  await shop.pay(otherOrder.purchase)
  await settle(otherOrder.purchase)
  await shop.pay(lateOrder.purchase)
  await Promise.all([settle(lateOrder.purchase), settle(lateOrder.purchase)])
  await shop.deliver(lateOrder.purchase)
  await shop.runJobs()
  await shop.expectSettledOnce(lateOrder)
  await shop.expectSettledOnce(otherOrder)
  expect(await membershipOf(late, courseId)).toEqual({ cohortId, startsOn: inDays(10) })
  expect(await listed(courseId)).toMatchObject([{ members: 2, places: 1, held: 0 }])
})

test('a payment for a cohort that was removed meanwhile enrols its buyer without one', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId)
  const bought = await order(buyer, courseId, cohortId)
  await shop.rows(sql`UPDATE cohorts SET removed_at = now() WHERE id = ${cohortId}`)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  await shop.expectSettledOnce(bought)
  expect(await membershipOf(buyer, courseId)).toEqual({ cohortId: null, startsOn: null })
})

test('a course without an open cohort that cannot be taken at once is not sold, and the quote says why', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 1 })
  await shop.server.call('setSelfPaced', {
    params: { id: courseId },
    body: { selfPaced: false },
    as: shop.seller,
  })
  const quote = async (chosen?: number) => {
    const { body } = await shop.server.call('quotePrices', {
      body: {
        courseIds: [courseId],
        ...(chosen !== undefined && { cohorts: [{ courseId, cohortId: chosen }] }),
      },
      as: buyer,
    })
    return body.data.courses[0]
  }
  expect(await quote()).toMatchObject({ state: 'buyable', start: { id: cohortId } })
  await order(await shop.server.person(), courseId, cohortId)
  expect(await quote()).toMatchObject({ startProblem: 'full' })
  expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('COHORT_FULL')
  await shop.rows(sql`UPDATE cohorts SET closes_on = closes_on - 100 WHERE id = ${cohortId}`)
  expect(await quote(cohortId)).toMatchObject({ startProblem: 'closed' })
  expect((await shop.pressBuy(buyer, courseId)).body.errorCode).toBe('COHORT_CLOSED')
})

test('a refund ends the membership and frees the place', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 1 })
  const bought = await order(buyer, courseId, cohortId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  shop.server.clock.advance(5000)
  await shop.simulator.refund('platform-key', bought.purchase, null, 0)
  await settle(bought.purchase)
  expect(await membershipOf(buyer, courseId)).toBeUndefined()
  expect(await listed(courseId)).toMatchObject([{ members: 0, held: 0 }])
  await order(await shop.server.person(), courseId, cohortId)
})

async function accessOf(buyer: TestPerson, courseId: number) {
  const [row] = await shop.rows(sql<{
    cohortId: number | null
    startsOn: string | null
    endsAt: Date | null
  }>`
    SELECT cohort_id AS "cohortId", starts_on::text AS "startsOn", access_ends_at AS "endsAt"
      FROM active_enrolments WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
  return row
}
const openFor = (courseId: number, days: number) =>
  shop.server.call('updateCourse', { params: { id: courseId }, body: { access: { days } }, as: shop.seller })
const onlyWithCohort = (courseId: number) =>
  shop.server.call('setSelfPaced', {
    params: { id: courseId },
    body: { selfPaced: false },
    as: shop.seller,
  })
const moveTo = (courseId: number, cohortId: number, startsIn: number) =>
  shop.server.call('updateCohort', {
    params: { id: courseId, cohortId },
    body: { startsOn: inDays(startsIn), closesOn: inDays(startsIn) },
    as: shop.seller,
  })
async function buyAndPay(buyer: TestPerson, courseId: number, cohortId?: number) {
  const bought = await order(buyer, courseId, cohortId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  return bought
}
const refund = async (purchase: string) => {
  shop.server.clock.advance(5000)
  await shop.simulator.refund('platform-key', purchase, null, 0)
  await settle(purchase)
}
/** Moves the buyer's access and the course's cohorts this many days into the past. */
async function pass(days: number, buyer: TestPerson, courseId: number): Promise<void> {
  const by = sql`make_interval(days => ${days})`
  await shop.rows(sql`
    UPDATE cohorts SET starts_on = starts_on - ${days}::integer, closes_on = closes_on - ${days}::integer WHERE course_id = ${courseId}`)
  await shop.rows(sql`
    UPDATE enrolments SET granted_at = granted_at - ${by}, access_from = access_from - ${by}, access_ends_at = access_ends_at - ${by},
           starts_on = starts_on - ${days}::integer
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
  await shop.rows(sql`
    UPDATE access_grants SET granted_at = granted_at - ${by}, access_from = access_from - ${by}, access_to = access_to - ${by}
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
}

test('a learner buys again without a choice while no cohort is open, and stays in theirs', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  await openFor(courseId, 30)
  await onlyWithCohort(courseId)
  const cohortId = await cohortIn(courseId)
  await buyAndPay(buyer, courseId, cohortId)
  await pass(35, buyer, courseId)
  const next = await cohortIn(courseId, { name: 'March', places: 1 })
  await order(await shop.server.person(), courseId, next)
  const quoted = await shop.server.call('quotePrices', { body: { courseIds: [courseId] }, as: buyer })
  expect(quoted.body.data.courses).toMatchObject([{ courseId, state: 'buyable' }])
  expect(quoted.body.data.courses[0]).not.toHaveProperty('startProblem')
  expect((await press(buyer, courseId, next)).body.errorCode).toBe('COHORT_FULL')
  // Buying again keeps the buyer in their own cohort, although that cohort is not offered either.
  await buyAndPay(buyer, courseId, cohortId)
  expect(await accessOf(buyer, courseId)).toEqual({ cohortId, startsOn: inDays(-25), endsAt: endOn(5 + 30) })
  expect(await listed(courseId)).toMatchObject([{ members: 1 }, { members: 0, held: 1 }])
})

test('a learner who was shown no start buys again while another cohort is open, and stays in theirs', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  await openFor(courseId, 30)
  const cohortId = await cohortIn(courseId)
  await buyAndPay(buyer, courseId, cohortId)
  await pass(35, buyer, courseId)
  await cohortIn(courseId, { name: 'March' })
  const again = await shop.server.call('payForCourse', {
    query: { offers: shownOffer(courseId, 14_900, { access: { days: 30 } }) },
    body: { courseId },
    as: buyer,
  })
  expect(again.status).toBe(201)
  const purchase = shop.purchaseIn(again.body.payment_url)
  await shop.pay(purchase)
  await settle(purchase)
  expect(await accessOf(buyer, courseId)).toMatchObject({ cohortId, startsOn: inDays(-25) })
})

test('no end is set before what was paid for, counted from a start that has moved', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  await openFor(courseId, 30)
  const cohortId = await cohortIn(courseId)
  await buyAndPay(buyer, courseId, cohortId)
  await moveTo(courseId, cohortId, 60)
  expect(await accessOf(buyer, courseId)).toEqual({ cohortId, startsOn: inDays(60), endsAt: endOn(90) })
  const setEnd = (days: number) =>
    shop.server.call('setLearnerAccess', {
      params: { id: courseId, userId: buyer.id },
      body: { endsOn: inDays(days) },
      as: shop.seller,
    })
  for (const days of [50, 89]) expect((await setEnd(days)).body.errorCode).toBe('ACCESS_PAID_FOR_LONGER')
  await setEnd(100)
  expect((await setEnd(90)).status).toBe(200)
})

test('the refund of a purchase whose cohort has moved takes back what is left of it, and leaves what others have paid', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  await openFor(courseId, 30)
  const cohortId = await cohortIn(courseId)
  const first = await buyAndPay(buyer, courseId, cohortId)
  await moveTo(courseId, cohortId, 60)
  await pass(85, buyer, courseId)
  await buyAndPay(buyer, courseId)
  expect(await accessOf(buyer, courseId)).toMatchObject({ endsAt: endOn(35) })
  await refund(first.purchase)
  expect(await accessOf(buyer, courseId)).toMatchObject({ cohortId, endsAt: endOn(30) })
})

test('access that is opened again after a reversed refund is in the cohort to which people have moved the buyer', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const running = await cohortIn(courseId)
  const later = await cohortIn(courseId, { name: 'March', startsOn: inDays(60) })
  const bought = await buyAndPay(buyer, courseId, later)
  await shop.server.call('moveLearners', {
    params: { id: courseId },
    body: { userIds: [buyer.id], cohortId: running },
    as: shop.seller,
  })
  await pass(15, buyer, courseId)
  await refund(bought.purchase)
  expect(await membershipOf(buyer, courseId)).toBeUndefined()
  await shop.server.database.transaction(async (tx) => {
    const place = { accountId: shop.platformAccount, providerId: bought.purchase, reference: bought.id }
    const found = await lockOrderOfPurchase(tx, place)
    if (!found) return expect.fail('no order')
    for (const line of await linesOf(tx, found.id))
      await shop.server.services.sales.settlement.refundReconciliation.openLine(tx, found, line)
  })
  expect(await membershipOf(buyer, courseId)).toEqual({ cohortId: running, startsOn: inDays(-5) })
})

test('a cohort that has begun and has an order that can be paid keeps its start', async () => {
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId)
  await order(await shop.server.person(), courseId, cohortId)
  await shop.rows(
    sql`UPDATE cohorts SET starts_on = ${inDays(-1)}::date, closes_on = ${inDays(-1)}::date WHERE id = ${cohortId}`,
  )
  expect((await moveTo(courseId, cohortId, 20)).body.errorCode).toBe('COHORT_HAS_STARTED')
})

test('a member with an open order for the course takes one place', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId, { places: 2 })
  await order(buyer, courseId, cohortId)
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: buyer.id, courseId, source: 'granted' }),
  )
  expect(await listed(courseId)).toMatchObject([{ members: 1, held: 0 }])
  await order(await shop.server.person(), courseId, cohortId)
  expect((await press(await shop.server.person(), courseId, cohortId)).body.errorCode).toBe('COHORT_FULL')
})

test('a payment is settled in a cohort that nobody changes meanwhile', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const cohortId = await cohortIn(courseId)
  const bought = await order(buyer, courseId, cohortId)
  const isChangeable = async () => {
    const found = await shop.rows(
      sql`SELECT FROM cohorts WHERE id = ${cohortId} FOR NO KEY UPDATE SKIP LOCKED`,
    )
    return found.length > 0
  }
  const settling = shop.server.database.transaction(async (tx) => {
    const place = { accountId: shop.platformAccount, providerId: bought.purchase, reference: bought.id }
    const found = await lockOrderOfPurchase(tx, place)
    expect([found?.buyerId, await isChangeable()]).toEqual([buyer.id, true])
    if (found) await shop.server.services.sales.settlement.settleOrder(tx, found)
    expect(await isChangeable()).toBe(false)
    throw new Error('nothing was paid')
  })
  await expect(settling).rejects.toThrow('nothing was paid')
})
