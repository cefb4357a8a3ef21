/** Buying access that ends, and buying it again (docs/decisions/access-that-ends.md). */
import { dayInMalaysia, startOfDay } from '@apogee/domain/malaysia-time.ts'
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
/** The last second of the day that lies this many days after that of `from`. */
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
const endsIn = (buyer: TestPerson, courseId: number, days: number) =>
  shop.rows(sql`
    UPDATE enrolments SET access_ends_at = now() + make_interval(days => ${days}) - interval '1 minute'
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
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
  await endsIn(buyer, courseId, 0)
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
  await endsIn(buyer, courseId, 10)
  const before = (await endOf(buyer, courseId)) ?? new Date(0)
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
  await endsIn(buyer, courseId, 10)
  const before = await endOf(buyer, courseId)
  const renewal = await buyAndPay(buyer, courseId)
  await refund(renewal.purchase)
  const after = (await endOf(buyer, courseId)) ?? new Date(0)
  expect(Math.abs(after.getTime() - (before?.getTime() ?? 0))).toBeLessThan(1000)
  expect(await mayStudy(buyer, courseId)).toBe(true)
  await refund(first.purchase)
  expect(await endOf(buyer, courseId)).toBeUndefined()
})

test('the refund of the first purchase leaves the renewal, whose refund then ends the access', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 60 })
  const first = await buyAndPay(buyer, courseId)
  await shop.rows(sql`
    UPDATE enrolments SET access_ends_at = access_ends_at - interval '50 days'
     WHERE user_id = ${buyer.id} AND course_id = ${courseId}`)
  const renewal = await buyAndPay(buyer, courseId)
  const both = (await endOf(buyer, courseId)) ?? new Date(0)
  await refund(first.purchase)
  const left = (await endOf(buyer, courseId)) ?? new Date(0)
  expect(Math.round((both.getTime() - left.getTime()) / dayMs)).toBeGreaterThanOrEqual(60)
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toBeUndefined()
})

test('a paid extension of access that was given is taken back by its refund, and the gift stays', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 })
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: buyer.id, courseId, source: 'granted' }),
  )
  expect(await endOf(buyer, courseId)).toEqual(endAfter(10))
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(20))
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(10))
})

test('an order for access for ever ends the end, and its refund returns it', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 })
  await buyAndPay(buyer, courseId)
  await allow(courseId, null)
  const renewal = await buyAndPay(buyer, courseId)
  expect(await endOf(buyer, courseId)).toBeNull()
  await refund(renewal.purchase)
  expect(await endOf(buyer, courseId)).toEqual(endAfter(10))
})

test('what was paid for is not shortened by the people of the course, and may be lengthened', async () => {
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
})

test('a private course that is free is not entered again by an order once the access has ended', async () => {
  const buyer = await shop.server.person()
  const courseId = await courseOpenFor({ days: 10 }, 0)
  await shop.rows(sql`UPDATE courses SET is_private = true WHERE id = ${courseId}`)
  await shop.rows(sql`
    INSERT INTO enrolments (user_id, course_id, source, access_ends_at)
    VALUES (${buyer.id}, ${courseId}, 'invitation', now() - interval '1 day')`)
  const { body } = await shop.pressBuy(buyer, courseId)
  expect(body.errorCode).toBe('ACCESS_ENDED')
})

test('what a release without ends has settled gets its end or its extension afterwards, once', async () => {
  const buyer = await shop.server.person()
  const renewing = await shop.server.person()
  const courseId = await courseOpenFor({ days: 30 })
  const first = await buyAndPay(buyer, courseId)
  await buyAndPay(renewing, courseId)
  await endsIn(renewing, courseId, 0)
  const second = await buyAndPay(renewing, courseId)
  // As the former release leaves them.
  await shop.rows(sql`
    UPDATE order_lines l SET access_from = NULL, access_to = NULL, extends_access = false, gave_access = o.public_id = ${first.id}
      FROM orders o WHERE o.id = l.order_id AND o.public_id IN (${first.id}, ${second.id})`)
  await shop.rows(
    sql`UPDATE enrolments SET access_ends_at = NULL, access_from = NULL WHERE user_id = ${buyer.id}`,
  )
  await endsIn(renewing, courseId, 0)
  for (let run = 0; run < 2; run++) await shop.server.services.sales.giveMissingAccess()
  expect(await endOf(buyer, courseId)).toEqual(endAfter(30))
  expect(await endOf(renewing, courseId)).toEqual(endAfter(30))
})
