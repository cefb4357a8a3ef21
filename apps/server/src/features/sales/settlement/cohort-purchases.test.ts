/** Buying a place in a cohort: held while it can be paid, given exactly once (docs/decisions/cohorts.md). */
import { dayInMalaysia } from '@apogee/domain/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
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

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000
const inDays = (days: number) => dayInMalaysia(new Date(Date.now() + days * dayMs))

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
  // The same press of the holder leads to the same page.
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
  // The page was forgotten here, and is paid there.
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

test('a line that a release without cohorts has settled gets its cohort afterwards, once', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  await shop.server.call('updateCourse', {
    params: { id: courseId },
    body: { access: { days: 30 } },
    as: shop.seller,
  })
  const cohortId = await cohortIn(courseId)
  const bought = await order(buyer, courseId, cohortId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  // As that release leaves it.
  await shop.rows(sql`
    UPDATE enrolments SET cohort_id = NULL, starts_on = NULL, access_from = NULL, access_ends_at = NULL WHERE user_id = ${buyer.id}`)
  await shop.rows(sql`
    UPDATE order_lines SET access_from = NULL, access_to = NULL WHERE order_id = (SELECT id FROM orders WHERE public_id = ${bought.id})`)
  for (let times = 0; times < 2; times++) await shop.server.services.sales.giveMissingAccess()
  expect(await membershipOf(buyer, courseId)).toEqual({ cohortId, startsOn: inDays(10) })
})

test('what a release without cohorts sells stays without one', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  const bought = await order(buyer, courseId)
  await cohortIn(courseId)
  await shop.pay(bought.purchase)
  await settle(bought.purchase)
  await shop.server.services.sales.giveMissingAccess()
  expect(await membershipOf(buyer, courseId)).toEqual({ cohortId: null, startsOn: null })
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
