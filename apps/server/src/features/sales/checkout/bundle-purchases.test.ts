/** Tests quotes and purchases of bundles over HTTP, with the simulated provider. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { writeOffers } from '@apogee/contracts/sales/offers.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let buyer: TestPerson
let orbits: number
let comets: number
let moons: number
let sky: number
beforeAll(async () => {
  shop = await startShop()
})
beforeEach(async () => {
  buyer = await shop.server.person()
  orbits = await shop.course(20_000, shop.seller, 'Orbits')
  comets = await shop.course(10_000, shop.seller, 'Comets')
  moons = await shop.course(10_000, shop.seller, 'Moons')
  sky = await bundle('The sky', 24_000, [orbits, comets, moons])
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

async function bundle(title: string, price: number, courseIds: number[], as = shop.seller): Promise<number> {
  const made = await shop.server.call('createBundle', { body: { title, price, courseIds }, as })
  const { id } = made.body.data
  const published = await shop.server.call('updateBundle', {
    params: { id },
    body: { state: 'published' },
    as,
  })
  expect(published.status).toBe(200)
  return id
}
const own = (courseId: number, person = buyer) =>
  shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
const quote = async (body: Partial<RequestOf<'quotePrices'>['body']>, as: TestPerson | null = buyer) =>
  (await shop.server.call('quotePrices', { body: { courseIds: [], ...body }, as })).body.data
const pay = (
  id: number,
  body: RequestOf<'payForBundle'>['body'] = {},
  offers?: string,
  as: TestPerson | null = buyer,
) => shop.server.call('payForBundle', { params: { id }, query: offers ? { offers } : {}, body, as })
const payCart = (body: { courseIds: number[]; bundleIds?: number[] }) =>
  shop.server.call('payForCart', { body: { ...body, customerInfo: shop.customer }, as: buyer })
const linesOf = (id: string) =>
  shop.rows(sql<{ course: number; price: number; list: number; bundle: number | null; title: string | null }>`
    SELECT l.course_id AS course, l.price_cents AS price, l.list_price_cents AS list, l.bundle_id AS bundle,
           l.bundle_title AS title
      FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.public_id = ${id} ORDER BY l.course_id`)
const settle = async (url: string, id: string) => {
  await shop.pay(shop.purchaseIn(url))
  expect(await shop.check(id)).toBe('paid')
}

describe('the quote of a bundle', () => {
  test('a bundle has a line for each course with its share of the price', async () => {
    const { courses, bundles, ...sums } = await quote({ bundleIds: [sky] })
    expect(courses.map(({ courseId, bundleId, total, list }) => [courseId, bundleId, list, total])).toEqual([
      [orbits, sky, 20_000, 12_000],
      [comets, sky, 10_000, 6_000],
      [moons, sky, 10_000, 6_000],
    ])
    expect(bundles).toMatchObject([
      { bundleId: sky, state: 'buyable', title: 'The sky', price: 24_000, deducted: 0, total: 24_000 },
    ])
    expect(sums).toMatchObject({ list: 40_000, saleDiscount: 16_000, total: 24_000 })
  })

  test('the price falls by the shares of owned courses, and somebody who owns all cannot buy', async () => {
    await own(comets)
    const partly = await quote({ bundleIds: [sky] })
    expect(partly.total).toBe(18_000)
    expect(partly.bundles).toMatchObject([
      { state: 'buyable', price: 24_000, deducted: 6_000, total: 18_000 },
    ])
    for (const id of [orbits, moons]) await own(id)
    expect((await quote({ bundleIds: [sky] })).bundles).toMatchObject([{ state: 'owned', total: 0 }])
    expect((await pay(sky)).body.errorCode).toBe('BUNDLE_OWNED')
  })

  test('a course that is in the cart, too, is priced once, in the bundle', async () => {
    const { courses, total } = await quote({ courseIds: [comets], bundleIds: [sky] })
    expect(courses.map(({ courseId, total: price }) => [courseId, price])).toEqual([
      [comets, 6_000],
      [orbits, 12_000],
      [moons, 6_000],
    ])
    expect(total).toBe(24_000)
  })

  test('a course of two bundles is bought in the first, and the price of the second falls by its share', async () => {
    const stars = await shop.course(10_000)
    const other = await bundle('Comets and stars', 15_000, [comets, stars])
    const { bundles, total } = await quote({ bundleIds: [other, sky] })
    expect(bundles).toMatchObject([
      { bundleId: other, total: 15_000 },
      { bundleId: sky, deducted: 6_000, total: 18_000 },
    ])
    expect(total).toBe(33_000)
  })

  test('a bundle whose courses are all in another one is not bought, in whatever order they were added', async () => {
    const other = await bundle('Small bodies', 15_000, [comets, moons])
    for (const bundleIds of [
      [sky, other],
      [other, sky],
    ]) {
      const { bundles, total } = await quote({ bundleIds })
      expect(bundles?.map(({ state }) => state)).toEqual(
        bundleIds.map((id) => (id === sky ? 'buyable' : 'elsewhere')),
      )
      expect(total).toBe(24_000)
    }
  })

  test('a bundle that is not on sale is gone, and shows nothing of itself', async () => {
    await shop.server.call('updateBundle', {
      params: { id: sky },
      body: { state: 'archived' },
      as: shop.seller,
    })
    const { bundles, courses, total } = await quote({ bundleIds: [sky] })
    expect(bundles).toEqual([
      { bundleId: sky, state: 'gone', title: null, price: 0, deducted: 0, total: 0, courses: [] },
    ])
    expect([courses, total]).toEqual([[], 0])
    expect((await pay(sky)).body.errorCode).toBe('BUNDLE_NOT_OFFERED')
  })

  test('a code reduces the shares, and SST is inside what is left', async () => {
    const lone = await shop.server.person('admin')
    await shop.server.call('updateTaxRate', { body: { taxBasisPoints: 800 }, as: lone })
    const courseIds = [await shop.course(20_000, lone), await shop.course(10_000, lone)]
    const id = await bundle('Taxed', 24_000, courseIds, lone)
    const code = `BUNDLE-${id}`
    await shop.server.call('createCoupon', { body: { code, amount: 3_000 }, as: lone })
    const { courses, total, tax } = await quote({ bundleIds: [id], code })
    expect(courses.map((course) => [course.couponDiscount, course.total])).toEqual([
      [2_000, 14_000],
      [1_000, 7_000],
    ])
    expect([total, tax]).toEqual([21_000, 1_037 + 519])
  })

  test('a quote without bundles says nothing of bundles', async () => {
    expect(await quote({ courseIds: [orbits] })).not.toHaveProperty('bundles')
    const empty = await shop.server.call('quotePrices', { body: { courseIds: [] }, as: buyer })
    expect(empty.body).toMatchObject({ issues: [{ path: 'courseIds', message: 'Your cart is empty' }] })
  })
})

describe('the purchase of a bundle', () => {
  test('a paid bundle opens all courses, by lines that carry its shares, id and title', async () => {
    const { status, body } = await pay(sky)
    expect(status).toBe(201)
    expect(await linesOf(body.purchase_id)).toEqual([
      { course: orbits, price: 12_000, list: 20_000, bundle: sky, title: 'The sky' },
      { course: comets, price: 6_000, list: 10_000, bundle: sky, title: 'The sky' },
      { course: moons, price: 6_000, list: 10_000, bundle: sky, title: 'The sky' },
    ])
    const again = await pay(sky)
    expect(again.body.payment_url).toBe(body.payment_url)
    await settle(body.payment_url, body.purchase_id)
    const shown = await shop.server.call('readPayment', { params: { id: body.purchase_id }, as: buyer })
    expect(shown.body.data.lines.map(({ bundle: bought, owned }) => [bought?.title, owned])).toEqual([
      ['The sky', true],
      ['The sky', true],
      ['The sky', true],
    ])
  })

  test('the bundle keeps its courses for those who bought them when one leaves it', async () => {
    const { body } = await pay(sky)
    await shop.server.call('updateBundle', {
      params: { id: sky },
      body: { courseIds: [orbits, comets] },
      as: shop.seller,
    })
    await settle(body.payment_url, body.purchase_id)
    const shown = await shop.server.call('readPayment', { params: { id: body.purchase_id }, as: buyer })
    expect(shown.body.data.lines.every(({ owned }) => owned)).toBe(true)
  })

  test('an owned course is not bought again with its bundle', async () => {
    await own(orbits)
    const { body } = await pay(sky)
    expect((await linesOf(body.purchase_id)).map(({ course, price }) => [course, price])).toEqual([
      [comets, 6_000],
      [moons, 6_000],
    ])
  })

  test('a purchase of other courses than were shown is refused, also at equal shares', async () => {
    const terms = { access: null, cohortId: null, first: [] }
    const all = [orbits, comets, moons].map((courseId) => ({
      courseId,
      price: courseId === orbits ? 12_000 : 6_000,
      terms,
    }))
    const change = async (body: { courseIds?: number[]; price: number }) =>
      expect(
        (await shop.server.call('updateBundle', { params: { id: sky }, body, as: shop.seller })).status,
      ).toBe(200)
    await change({ courseIds: [orbits, comets], price: 18_000 })
    expect((await pay(sky, {}, writeOffers(all))).body.errorCode).toBe('OFFER_CHANGED')
    expect((await pay(sky, {}, writeOffers(all.slice(0, 2)))).status).toBe(201)
    await change({ courseIds: [orbits, comets, moons], price: 24_000 })
    expect((await pay(sky, {}, writeOffers(all.slice(0, 2)))).body.errorCode).toBe('OFFER_CHANGED')
    await own(orbits)
    expect((await pay(sky, {}, writeOffers(all))).body.errorCode).toBe('OFFER_CHANGED')
    expect((await pay(sky, {}, writeOffers(all.slice(1)))).status).toBe(201)
  })

  test('a purchase that waits for an edit of the bundle sells the courses of its new price', async () => {
    let paying: ReturnType<typeof pay> | undefined
    await shop.server.database.transaction(async (tx) => {
      await sql`UPDATE bundles SET price_cents = 16000 WHERE id = ${sky}`.execute(tx)
      paying = pay(sky)
      await vi.waitFor(async () => {
        const waiting = await shop.rows(
          sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        expect(waiting).toHaveLength(1)
      })
      await sql`DELETE FROM bundle_courses WHERE bundle_id = ${sky} AND course_id = ${moons}`.execute(tx)
    })
    const lines = await linesOf((await paying)?.body.purchase_id ?? '')
    expect(lines.map(({ course }) => course)).toEqual([orbits, comets])
    expect(lines.reduce((sum, { price }) => sum + price, 0)).toBe(16_000)
  })

  test('a purchase at another price than was shown is refused with the present quote', async () => {
    const terms = { access: null, cohortId: null, first: [] }
    const offers = [orbits, comets, moons].map((courseId) => ({ courseId, price: 6_000, terms }))
    const shown = writeOffers(
      offers.map((offer, index) => ({ ...offer, price: index === 0 ? 12_000 : 6_000 })),
    )
    expect((await pay(sky, {}, shown)).status).toBe(201)
    const price = { params: { id: sky }, body: { price: 28_000 }, as: shop.seller }
    await shop.server.call('updateBundle', price)
    const refused = await pay(sky, {}, shown)
    expect(refused.body).toMatchObject({
      errorCode: 'OFFER_CHANGED',
      quote: { total: 28_000, bundles: [{ bundleId: sky, total: 28_000 }] },
    })
  })

  test('a cart holds courses and bundles in one order, and each course once', async () => {
    const alone = await shop.course(4_900, shop.seller, 'Tides')
    const { body } = await payCart({ courseIds: [alone, comets], bundleIds: [sky] })
    const lines = await linesOf(body.payment_id)
    expect(lines.map(({ course, price, bundle: id }) => [course, price, id])).toEqual([
      [orbits, 12_000, sky],
      [comets, 6_000, sky],
      [moons, 6_000, sky],
      [alone, 4_900, null],
    ])
    await settle(body.payment_url, body.payment_id)
  })

  test('the cart refuses a bundle of which everything is in another one, and bundles alone are no empty cart', async () => {
    const other = await bundle('Small bodies', 15_000, [comets, moons])
    const covered = await payCart({ courseIds: [], bundleIds: [sky, other] })
    expect(covered.body.errorCode).toBe('BUNDLE_OWNED')
    expect((await payCart({ courseIds: [], bundleIds: [other] })).status).toBe(201)
    expect((await payCart({ courseIds: [] })).body).toMatchObject({ error: 'courseIds: Your cart is empty' })
  })

  test('one course of a bundle is refunded by its share, and the others stay open', async () => {
    const { body } = await pay(sky)
    await settle(body.payment_url, body.purchase_id)
    const refunded = await shop.server.call('refundOrder', {
      params: { id: body.purchase_id },
      body: { courseIds: [comets], reason: 'Asked for' },
      as: shop.seller,
    })
    expect(refunded.status).toBeLessThan(300)
    await shop.server.jobs.runDueOnce()
    const shown = await shop.server.call('readPayment', { params: { id: body.purchase_id }, as: buyer })
    expect(shown.body.data.lines.map((line) => [line.courseId, line.refunded, line.owned])).toEqual([
      [orbits, 0, true],
      [comets, 6_000, false],
      [moons, 0, true],
    ])
  })

  test('the order of the seller and the receipt of the buyer name the bundle', async () => {
    const { body } = await pay(sky)
    await settle(body.payment_url, body.purchase_id)
    const order = await shop.server.call('readOrder', { params: { id: body.purchase_id }, as: shop.seller })
    expect(order.body.data.lines.map((line) => line.bundle)).toEqual(['The sky', 'The sky', 'The sky'])
    const listed = await shop.server.call('listReceipts', { params: { id: body.purchase_id }, as: buyer })
    const receipt = await shop.server.call('readReceipt', {
      params: { id: listed.body.data[0]?.id ?? '' },
      as: buyer,
    })
    expect(receipt.body.data.lines.map(({ title }) => title)).toEqual([
      'Orbits (The sky)',
      'Comets (The sky)',
      'Moons (The sky)',
    ])
  })

  test('a whole bundle is refunded line by line, to the sen', async () => {
    const { body } = await pay(sky)
    await settle(body.payment_url, body.purchase_id)
    const refunded = await shop.server.call('refundOrder', {
      params: { id: body.purchase_id },
      body: { courseIds: [orbits, comets, moons], reason: 'Asked for' },
      as: shop.seller,
    })
    expect(refunded.status).toBeLessThan(300)
    await shop.server.jobs.runDueOnce()
    const shown = await shop.server.call('readPayment', { params: { id: body.purchase_id }, as: buyer })
    expect(shown.body.data.lines.map((line) => line.refunded)).toEqual([12_000, 6_000, 6_000])
    expect(shown.body.status).toBe('refunded')
    expect((await quote({ bundleIds: [sky] })).bundles).toMatchObject([{ state: 'buyable', total: 24_000 }])
  })

  test('a course with cohorts takes the chosen start, and one that nobody can choose hinders the bundle', async () => {
    const startsOn = dayInMalaysia(new Date(Date.now() + 10 * 24 * 3_600_000))
    const cohort = async (name: string, places: number | null) =>
      (
        await shop.server.call('createCohort', {
          params: { id: comets },
          body: { name, startsOn, places },
          as: shop.seller,
        })
      ).body.data.id
    const [full, open] = [await cohort('First intake', 1), await cohort('Second intake', null)]
    const other = await shop.server.person()
    expect(
      (await pay(sky, { cohorts: [{ courseId: comets, cohortId: full }] }, undefined, other)).status,
    ).toBe(201)
    const cohorts = [{ courseId: comets, cohortId: full }]
    const quoted = (await quote({ bundleIds: [sky], cohorts })).courses
    expect(quoted.find(({ courseId }) => courseId === comets)?.startProblem).toBe('full')
    expect((await pay(sky, { cohorts })).body.errorCode).toBe('COHORT_FULL')
    const { body } = await pay(sky, { cohorts: [{ courseId: comets, cohortId: open }] })
    const lines = await shop.rows(sql<{ cohort: number | null }>`
      SELECT l.cohort_id AS cohort FROM order_lines l JOIN orders o ON o.id = l.order_id
       WHERE o.public_id = ${body.purchase_id} ORDER BY l.course_id`)
    expect(lines.map((line) => line.cohort)).toEqual([null, open, null])
  })

  test('a suspended seller sells no bundle', async () => {
    const seller = await shop.server.person('admin')
    const ids = [await shop.course(5_000, seller), await shop.course(5_000, seller)]
    const id = await bundle('Withheld', 8_000, ids, seller)
    await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${seller.businessId}`.execute(
      shop.server.database.kysely,
    )
    expect((await pay(id)).body.errorCode).toBe('BUNDLE_NOT_OFFERED')
  })
})
