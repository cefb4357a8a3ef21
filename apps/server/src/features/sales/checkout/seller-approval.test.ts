/**
 * Tests that on a live installation (APOGEE_ENV=live) a new seller sells through the platform's account only after approval and
 * with a verified address.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ sellersNeedApproval: true })
})
afterAll(() => shop.server.stop())

const price = 5_000
const sellerId = async ({ id, businessId }: TestPerson): Promise<number> => {
  const [seller] = await shop.rows<{ id: number }>(
    sql`SELECT id FROM sellers WHERE business_id = ${businessId} OR user_id = ${id}`,
  )
  return seller?.id ?? 0
}
const approve = async (seller: TestPerson, by?: TestPerson) =>
  shop.server.call('approveSeller', {
    params: { id: await sellerId(seller) },
    as: by ?? (await shop.server.person('superadmin')),
  })
const prove = async ({ id }: TestPerson) => {
  await shop.rows(sql`UPDATE users SET email_verified_at = now() WHERE id = ${id} RETURNING id`)
}

/** Creates an admin of a new business with one course. */
async function seller({ isProven = false, isApproved = false } = {}) {
  const admin = await shop.server.person('admin', { isProven })
  const courseId = await shop.course(price, admin)
  if (isApproved) expect((await approve(admin)).status).toBe(200)
  return { admin, courseId }
}
const salesOf = async (courseId: number, as: TestPerson | null = null) =>
  (await shop.server.call('courseSales', { params: { courseId }, query: {}, as })).body.data.course
const quoteOf = async (as: TestPerson, ...courseIds: number[]) => {
  const { courses, total } = (await shop.server.call('quotePrices', { body: { courseIds }, as })).body.data
  return [...courses.map(({ state }) => state), total]
}
const sellingOf = async (as: TestPerson) => (await shop.server.call('readSelling', { as })).body.data

async function expectSold(...courseIds: number[]): Promise<void> {
  const buyer = await shop.server.person()
  expect((await salesOf(courseIds[0] ?? 0)).isNotOnSaleYet).toBeUndefined()
  const { id, purchase } = await shop.buy(buyer, ...courseIds)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  for (const courseId of courseIds) expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
}

async function expectNotOnSale(courseId: number): Promise<void> {
  const buyer = await shop.server.person()
  const made = shop.counts.created
  const refused = { status: 409, body: { errorCode: 'COURSE_NOT_ON_SALE_YET' } }
  expect(await shop.pressBuy(buyer, courseId)).toMatchObject(refused)
  expect(await shop.pressCheckout(buyer, [courseId])).toMatchObject(refused)
  expect(await quoteOf(buyer, courseId)).toEqual(['waiting', 0])
  for (const as of [null, buyer]) {
    expect((await salesOf(courseId, as)).isNotOnSaleYet).toBe(true)
    const listed = await shop.server.call('listCourses', { query: {}, as })
    expect(listed.body.data.find(({ id }) => id === courseId)?.isNotOnSaleYet).toBe(true)
  }
  expect(shop.counts.created).toBe(made)
  expect(await shop.rows(sql`SELECT 1 FROM orders WHERE buyer_id = ${buyer.id}`)).toEqual([])
}

describe('a course of a new seller without an own account', () => {
  test.each([
    ['neither approved nor proven', {}],
    ['proven and not approved', { isProven: true }],
    ['approved and not proven', { isApproved: true }],
  ])('a course of a new seller who is %s is not sold, and its sales page says so', async (_, given) => {
    await expectNotOnSale((await seller(given)).courseId)
  })

  test('a course is sold once a superadmin has approved its seller and an admin has verified an address', async () => {
    const { admin, courseId } = await seller()
    await expectNotOnSale(courseId)
    const colleague = await shop.server.person('admin', { businessId: admin.businessId })
    expect((await approve(admin)).body.data).toEqual({ state: 'approved' })
    await expectNotOnSale(courseId)
    await prove(colleague)
    await expectSold(courseId)
  })

  test('the sales page counts the live sessions of a cohort once the course is sold', async () => {
    const { admin, courseId } = await seller({ isProven: true })
    const made = await shop.server.call('createCohort', {
      params: { id: courseId },
      body: { name: 'January intake', startsOn: '2099-01-12' },
      as: admin,
    })
    await shop.server.call('createLiveSession', {
      params: { id: courseId },
      body: {
        title: 'Kick-off',
        startsAt: '2099-01-12T12:00:00.000Z',
        minutes: 60,
        link: 'https://meet.example/1',
        audience: made.body.data.id,
      },
      as: admin,
    })
    const counted = async () => {
      const { body } = await shop.server.call('courseSales', { params: { courseId }, query: {}, as: null })
      return body.data.cohortSessions?.map(({ count }) => count)
    }
    expect(await counted()).toBeUndefined()
    await approve(admin)
    expect(await counted()).toEqual([1])
  })

  test('a free course of a new seller is open to everybody', async () => {
    const { admin } = await seller()
    const courseId = await shop.course(0, admin)
    expect((await salesOf(courseId)).isNotOnSaleYet).toBeUndefined()
    const enrolled = await shop.server.call('enroll', {
      params: { courseId },
      body: {},
      as: await shop.server.person(),
    })
    expect(enrolled.status).toBe(200)
  })

  test('a payment page opened before can still be paid', async () => {
    const { admin, courseId } = await seller({ isProven: true, isApproved: true })
    const buyer = await shop.server.person()
    const { id, url, purchase } = await shop.buy(buyer, courseId)
    await shop.rows(sql`UPDATE sellers SET selling_state = 'applied' WHERE business_id = ${admin.businessId}
                         RETURNING id`)
    expect((await shop.buy(buyer, courseId)).url).toBe(url)
    await shop.pay(purchase)
    await shop.expectSettledOnce({ buyer, courseId, id })
  })
})

describe('a seller with a verified account of their own', () => {
  async function withOwnAccount() {
    const one = await seller()
    const connected = await shop.server.call('updateChipCredentials', {
      body: { chipSecret: `own-key-${one.admin.id}`, chipBrandId: 'own-brand' },
      as: one.admin,
    })
    expect(connected.body.status).toBe('verified')
    return one
  }

  test('a seller with a verified account of their own sells without approval', async () => {
    const { admin, courseId } = await withOwnAccount()
    expect(await sellingOf(admin)).toMatchObject({ state: 'applied', isProven: false, hasOwnAccount: true })
    await expectSold(courseId)
  })

  test("a seller's courses paid to their own account cannot share a cart with another seller's", async () => {
    const { admin, courseId } = await withOwnAccount()
    const other = await seller({ isProven: true, isApproved: true })
    const buyer = await shop.server.person()
    expect(await quoteOf(buyer, courseId, other.courseId)).toEqual(['alone', 'buyable', price])
    const refused = await shop.pressCheckout(buyer, [courseId, other.courseId])
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'COURSE_SOLD_ALONE'])
    await prove(admin)
    await approve(admin)
    await expectSold(courseId, other.courseId)
  })
})

test('a cart with courses of an approved and a waiting seller is refused as a whole, and the quote marks them', async () => {
  const waiting = await seller({ isProven: true })
  const approved = await seller({ isProven: true, isApproved: true })
  const buyer = await shop.server.person()
  const both = [waiting.courseId, approved.courseId]
  expect(await quoteOf(buyer, ...both)).toEqual(['waiting', 'buyable', price])
  const refused = await shop.pressCheckout(buyer, both)
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'COURSE_NOT_ON_SALE_YET'])
  await expectSold(approved.courseId)
})

test("the platform's own courses, and those of sellers from before the rule, are sold", async () => {
  const superadmin = await shop.server.person('superadmin')
  const made = await shop.server.call('createCourse', {
    body: { title: 'Of the platform', description: 'Its own', price },
    as: superadmin,
  })
  await expectSold(made.body.data.id)
  expect(await sellingOf(superadmin)).toMatchObject({ needsApproval: false, state: 'approved' })
})

describe('approving a seller', () => {
  const waiting = async () =>
    (
      await shop.server.call('listWaitingSellers', {
        query: { limit: '100' },
        as: await shop.server.person('superadmin'),
      })
    ).body.data

  test('waiting sellers are listed with their people, and each sees what is missing', async () => {
    const { admin } = await seller()
    const lone = await shop.server.person('instructor', { isProven: true })
    const missing = {
      needsApproval: true,
      state: 'applied',
      approvedAt: null,
      hasOwnAccount: false,
      missingChecks: ['registration', 'bank', 'contact', 'documents'],
    }
    expect(await sellingOf(admin)).toEqual({ ...missing, isProven: false })
    expect(await sellingOf(lone)).toEqual({ ...missing, isProven: true })
    const ids = { admin: await sellerId(admin), lone: await sellerId(lone) }
    const listed = await waiting()
    expect(listed.find(({ id }) => id === ids.admin)).toMatchObject({
      kind: 'business',
      courses: 1,
      address: '1 Jalan Ujian, Kuala Lumpur',
      people: [{ email: admin.email, isProven: false }],
    })
    expect(listed.find(({ id }) => id === ids.lone)).toMatchObject({
      kind: 'person',
      courses: 0,
      phone: null,
      people: [{ email: lone.email, isProven: true }],
    })
    await approve(lone)
    expect((await waiting()).map(({ id }) => id)).not.toContain(ids.lone)
    expect(await sellingOf(lone)).toMatchObject({ state: 'approved', approvedAt: expect.any(String) })
  })

  test('concurrent approvals are logged once and mailed once to each admin', async () => {
    const { admin } = await seller()
    const colleague = await shop.server.person('admin', { businessId: admin.businessId })
    await shop.rows(sql`UPDATE users SET language = 'ms' WHERE id = ${colleague.id} RETURNING id`)
    const [one, two] = [await shop.server.person('superadmin'), await shop.server.person('superadmin')]
    const answers = await Promise.all([approve(admin, one), approve(admin, one), approve(admin, two)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const log = await shop.server.call('listSecurityLog', { query: {}, as: admin })
    expect(log.body.data.map(({ kind }) => kind)).toEqual(['seller.approved'])
    await shop.runJobs()
    const mailsTo = (to: string) =>
      shop.server.mails.filter((mail) => mail.to === to && /approved|meluluskan/.test(mail.body))
    expect(mailsTo(admin.email).map(({ subject }) => subject)).toEqual(['You can now sell on Apogee'])
    expect(mailsTo(colleague.email).map(({ subject }) => subject)).toEqual([
      'Anda kini boleh menjual di Apogee',
    ])
  })

  test('approving the platform or a missing seller answers not found', async () => {
    const as = await shop.server.person('superadmin')
    const [platform] = await shop.rows<{ id: number }>(sql`SELECT id FROM sellers WHERE is_platform`)
    for (const id of [platform?.id ?? 0, 999_999_999]) {
      const { status, body } = await shop.server.call('approveSeller', { params: { id }, as })
      expect([status, body.errorCode]).toEqual([404, 'SELLER_NOT_FOUND'])
    }
  })
})

test('without APOGEE_ENV=live new sellers are approved at once and sell without verification', async () => {
  const demo = await startShop()
  try {
    const lone = await demo.server.person('instructor')
    for (const as of [demo.seller, lone]) {
      const { data } = (await demo.server.call('readSelling', { as })).body
      expect(data).toMatchObject({
        needsApproval: false,
        state: 'approved',
        isProven: false,
        missingChecks: [],
      })
      expect(data.approvedAt).not.toBeNull()
    }
    const { id, purchase } = await demo.buyerAtPage()
    await demo.pay(purchase)
    expect(await demo.check(id)).toBe('paid')
  } finally {
    await demo.server.stop()
  }
})

test('the invariants of money hold afterwards', async () => {
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
