/** Tests the purchase of a course with prerequisites (docs/decisions/course-openings.md). */
import type { Terms } from '@apogee/contracts/sales/offers.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
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
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

/** Creates a course with a lesson. Its seller is approved. */
async function courseWithLesson(): Promise<number> {
  const courseId = await shop.course()
  await sql`UPDATE sellers SET selling_state = 'approved', approved_at = now() WHERE business_id = ${shop.seller.businessId}`.execute(
    shop.server.database.kysely,
  )
  await sql`
    WITH module AS (
      INSERT INTO course_contents (course_id, title, sort_order, is_published) VALUES (${courseId}, 'One', 0, true) RETURNING id)
    INSERT INTO course_resources (content_id, title, file_type, sort_order, is_published)
    SELECT id, 'Read', 'pdf', 0, true FROM module`.execute(shop.server.database.kysely)
  return courseId
}
async function letWait(courseId: number, firstId: number): Promise<void> {
  shop.server.clock.advance(1000)
  const { status } = await shop.server.call('savePrerequisites', {
    params: { id: courseId },
    body: { items: [{ courseId: firstId, isRequired: true }] },
    as: shop.seller,
  })
  expect(status).toBe(200)
  shop.server.clock.advance(1000)
}
const quoted = async (as: TestPerson | null, courseId: number) =>
  (await shop.server.call('quotePrices', { body: { courseIds: [courseId] }, as })).body.data.courses[0]?.first
const press = (as: TestPerson, courseId: number, first: number[]) =>
  shop.server.call('payForCourse', {
    query: { offers: shownOffer(courseId, 14_900, { first }) },
    body: { courseId },
    as,
  })
const mayStudy = async (as: TestPerson, courseId: number) =>
  (await shop.server.call('readCourse', { params: { courseId }, as })).body.data.permissions.study
async function pay(buyer: TestPerson, courseId: number) {
  const bought = await shop.buy(buyer, courseId)
  return async () => {
    await shop.pay(bought.purchase)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
  }
}

test('a quote names what must be completed first, to visitors and to buyers who have not completed it', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  await letWait(course, first)
  const buyer = await shop.server.person()
  expect(await quoted(null, course)).toMatchObject([{ courseId: first }])
  expect(await quoted(buyer, course)).toMatchObject([{ courseId: first }])
  await sql`
    INSERT INTO xp_events (user_id, kind, ref, points, at)
    VALUES (${buyer.id}, 'course.completed', ${first}, 300, now())`.execute(shop.server.database.kysely)
  expect(await quoted(buyer, course)).toBeUndefined()
})

test('a purchase that was not told what must be completed first is refused, and one that was is sold', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  await letWait(course, first)
  const buyer = await shop.server.person()
  for (const shown of [[], [999_999]]) {
    const { status, body } = await press(buyer, course, shown)
    expect([status, body.errorCode]).toEqual([409, 'OFFER_CHANGED'])
  }
  expect((await press(buyer, course, [first, 999_999])).status).toBe(201)
  await (
    await pay(buyer, course)
  )()
  expect(await mayStudy(buyer, course)).toBe(false)
})

test('a purchase keeps both the start that was chosen and what must be completed first, and its mail names both', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  await letWait(course, first)
  const cohort = await shop.server.call('createCohort', {
    params: { id: course },
    body: { name: 'January intake', startsOn: dayInMalaysia(new Date(Date.now() + 10 * 24 * 3_600_000)) },
    as: shop.seller,
  })
  const cohortId = cohort.body.data.id
  const buyer = await shop.server.person()
  const quote = await shop.server.call('quotePrices', { body: { courseIds: [course] }, as: buyer })
  expect(quote.body.data.courses).toMatchObject([{ start: { id: cohortId }, first: [{ courseId: first }] }])
  const press = (shown: Partial<Terms>, chosen: { cohortId?: number } = {}) =>
    shop.server.call('payForCourse', {
      query: { offers: shownOffer(course, 14_900, shown) },
      body: { courseId: course, ...chosen },
      as: buyer,
    })
  const refusals = [await press({ first: [first] }), await press({ cohortId }, { cohortId })]
  expect(refusals.map(({ body }) => body.errorCode)).toEqual(['OFFER_CHANGED', 'OFFER_CHANGED'])
  const { body } = await press({ first: [first], cohortId }, { cohortId })
  const purchase = shop.purchaseIn(body.payment_url)
  await shop.pay(purchase)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  const detail = await shop.server.call('readCourse', { params: { courseId: course }, as: buyer })
  expect(detail.body.data).toMatchObject({
    prerequisites: [{ courseId: first, isAwaited: true }],
    enrollment: { cohort: { id: cohortId }, startsAt: expect.any(String) },
    permissions: { study: false },
  })
  for (let round = 0; round < 3; round++) await shop.server.jobs.runDueOnce()
  const receipt = shop.server.mails.find(({ to, subject }) => to === buyer.email && /receipt/i.test(subject))
  expect(receipt?.body).toContain('(January intake, starts on ')
  expect(receipt?.body).toMatch(/Complete .+ first\. This course opens then\./)
})

test('an order that was placed before a condition opens the course when it is paid later', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  const buyer = await shop.server.person()
  const settle = await pay(buyer, course)
  await letWait(course, first)
  await settle()
  expect(await mayStudy(buyer, course)).toBe(true)
})

test('a waiting learner has the course: it is not sold again, and the mail of the receipt says what comes first', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  await letWait(course, first)
  const buyer = await shop.server.person()
  await (
    await pay(buyer, course)
  )()
  const { body } = await press(buyer, course, [])
  expect(body.errorCode).toBe('COURSE_ALREADY_OWNED')
  for (let round = 0; round < 3; round++) await shop.server.jobs.runDueOnce()
  const receipt = shop.server.mails.find(({ to, subject }) => to === buyer.email && /receipt/i.test(subject))
  expect(receipt?.body).toMatch(/Complete .+ first\. This course opens then\./)
})

test('an order that was placed while the prerequisite was a draft opens the course, also when it is paid later', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  const setDraft = (isDraft: boolean) =>
    sql`UPDATE courses SET is_draft = ${isDraft} WHERE id = ${first}`.execute(shop.server.database.kysely)
  await letWait(course, first)
  await setDraft(true)
  const buyer = await shop.server.person()
  const settle = await pay(buyer, course)
  await setDraft(false)
  await settle()
  expect(await mayStudy(buyer, course)).toBe(true)
})

test('an order of a release that names no prerequisites opens the course', async () => {
  const [first, course] = [await courseWithLesson(), await courseWithLesson()]
  await letWait(course, first)
  const buyer = await shop.server.person()
  const settle = await pay(buyer, course)
  await sql`UPDATE order_lines SET first_course_ids = NULL WHERE course_id = ${course}`.execute(
    shop.server.database.kysely,
  )
  await settle()
  expect(await mayStudy(buyer, course)).toBe(true)
})
