import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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

const hour = 3_600_000
let made = 0

/** Creates a coupon of the shop's seller, or of the seller `as`. */
async function coupon(form: Partial<RequestOf<'createCoupon'>['body']> = {}, as = shop.seller) {
  made += 1
  const worth = form.amount === undefined && form.percentBasisPoints === undefined && { amount: 1_000 }
  const answer = await shop.server.call('createCoupon', {
    body: { code: `TEST-${made}`, oncePerPerson: false, ...worth, ...form },
    as,
  })
  expect(answer.status).toBe(201)
  return answer.body.data
}

const press = (
  buyer: TestPerson,
  courseIds: number[],
  { offers, ...chosen }: { code?: string; offers?: string } = {},
) =>
  shop.server.call('payForCart', {
    query: offers === undefined ? {} : { offers },
    body: { courseIds, customerInfo: shop.customer, ...chosen },
    as: buyer,
  })

async function page(buyer: TestPerson, courseIds: number[], code?: string) {
  const { status, body } = await press(buyer, courseIds, code === undefined ? {} : { code })
  if (status !== 201) throw new Error(`no purchase: ${status} ${body.errorCode}`)
  return { id: body.payment_id, url: body.payment_url, purchase: shop.purchaseIn(body.payment_url) }
}

const linesOf = (id: string) =>
  shop.rows(sql<Record<string, number>>`
    SELECT l.list_price_cents AS list, l.sale_discount_cents AS sale, l.coupon_discount_cents AS coupon,
           l.price_cents AS paid, l.tax_cents AS tax, l.fee_basis_points AS fee
      FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.public_id = ${id} ORDER BY l.course_id`)
const usesOf = async (id: number) =>
  (
    await shop.rows(sql<{ used: number; reserved: number }>`
      SELECT count(*) FILTER (WHERE reserved_until IS NULL)::int AS used,
             count(*) FILTER (WHERE reserved_until IS NOT NULL)::int AS reserved
        FROM coupon_uses WHERE coupon_id = ${id}`)
  )[0]
const ordersOf = (buyer: TestPerson) =>
  shop.rows(sql<{ state: string }>`SELECT state FROM orders WHERE buyer_id = ${buyer.id} ORDER BY id`)

describe('what an order costs', () => {
  test('an order costs the sale price minus the code, with current tax and fee, also at the provider', async () => {
    const superadmin = await shop.server.person('superadmin')
    const seller = await shop.server.person('admin')
    const courseId = await shop.course(21_600, seller)
    await shop.server.call('updateCourse', {
      params: { id: courseId },
      body: { sale: { price: 16_200 } },
      as: seller,
    })
    await shop.server.call('updateTaxRate', { body: { taxBasisPoints: 800 }, as: seller })
    const { data: sellers } = (
      await shop.server.call('listSellerRates', { query: { limit: '1' }, as: superadmin })
    ).body
    await shop.server.call('updateFeeRate', {
      params: { id: sellers[0]?.id ?? 0 },
      body: { feeBasisPoints: 1_250 },
      as: superadmin,
    })
    const { code } = await coupon({ amount: 5_400 }, seller)
    const buyer = await shop.server.person()
    const bought = await page(buyer, [courseId], code)
    expect(await linesOf(bought.id)).toEqual([
      { list: 21_600, sale: 5_400, coupon: 5_400, paid: 10_800, tax: 800, fee: 1_250 },
    ])
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
  })

  test("an order's code is visible to the seller who owns it, and to no other", async () => {
    const other = await shop.server.person('admin')
    const superadmin = await shop.server.person('superadmin')
    const buyer = await shop.server.person()
    const { code } = await coupon()
    const courseIds = [await shop.course(10_000), await shop.course(9_900, other)]
    const { id } = await page(buyer, courseIds, code)
    const shown = async (as: TestPerson) => {
      const listed = await shop.server.call('listOrders', { query: {}, as })
      const read = await shop.server.call('readOrder', { params: { id }, as })
      return [listed.body.data.find((one) => one.id === id)?.code, read.body.data.code]
    }
    expect(await shown(shop.seller)).toEqual([code, code])
    expect(await shown(superadmin)).toEqual([code, code])
    expect(await shown(other)).toEqual([null, null])
  })

  test('a fully discounted order is settled at once, and the code counts as used', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { id, code } = await coupon({ percentBasisPoints: 10_000, oncePerPerson: true })
    const before = shop.counts.created
    const { body } = await press(buyer, [courseId], { code, offers: shownOffer(courseId, 0) })
    expect(body.payment_url).toContain('/checkout/success?purchase_id=')
    expect(shop.counts.created).toBe(before)
    expect(await shop.check(body.payment_id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    expect(await usesOf(id)).toEqual({ used: 1, reserved: 0 })
    expect((await press(buyer, [await shop.course()], { code })).body.errorCode).toBe('CODE_DOES_NOT_APPLY')
  })

  test('an order with another price than the shown one is refused with the present quote', async () => {
    const buyer = await shop.server.person()
    const [courseId, other] = [await shop.course(9_900), await shop.course(5_000)]
    const { code } = await coupon({ amount: 1_000 })
    const stale = `${shownOffer(courseId, 8_800)}_${shownOffer(other, 5_000)}`
    const answer = await press(buyer, [courseId, other], { code, offers: stale })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        errorCode: 'OFFER_CHANGED',
        quote: { total: 13_900, code: { code, refusal: null }, courses: [{ courseId }, { courseId: other }] },
      },
    })
    expect(await ordersOf(buyer)).toEqual([])
    const { quote } = answer.body as unknown as { quote: Quote }
    const fresh = quote.courses.map(({ courseId: id, total }) => shownOffer(id, total)).join('_')
    expect((await press(buyer, [courseId, other], { code, offers: fresh })).status).toBe(201)
    const single = await shop.server.call('payForCourse', {
      query: { offers: shownOffer(courseId, 1) },
      body: { courseId },
      as: buyer,
    })
    expect(single).toMatchObject({
      status: 409,
      body: { errorCode: 'OFFER_CHANGED', quote: { total: 9_900 } },
    })
  })

  test('an offer of another form is refused as invalid input', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    for (const offers of [
      'x',
      `${courseId}`,
      `${courseId}.100`,
      `${courseId}.100.30w.none`,
      `${courseId}.-1.all.none`,
    ])
      expect((await press(buyer, [courseId], { offers })).status).toBe(400)
  })

  test('an order keeps its price for a buyer who pays after the sale has ended', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course(9_900)
    const endsAt = new Date(shop.server.clock.now().getTime() + 60_000).toISOString()
    await shop.server.call('updateCourse', {
      params: { id: courseId },
      body: { sale: { price: 4_900, endsAt } },
      as: shop.seller,
    })
    const bought = await page(buyer, [courseId])
    shop.server.clock.advance(61_000)
    expect((await press(buyer, [courseId], { offers: shownOffer(courseId, 4_900) })).body.errorCode).toBe(
      'OFFER_CHANGED',
    )
    await shop.pay(bought.purchase)
    await shop.expectSettledOnce({ buyer, courseId, ...bought })
  })
})

describe('a code', () => {
  test('an order with the same code returns the same page, and another one without it', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { id, code } = await coupon({ oncePerPerson: true, maxUses: 1 })
    const first = await page(buyer, [courseId], code)
    expect(await page(buyer, [courseId], code.toLowerCase())).toEqual(first)
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 1 })
    const second = await page(buyer, [courseId])
    expect(second.id).not.toBe(first.id)
    expect(await ordersOf(buyer)).toEqual([{ state: 'cancelled' }, { state: 'created' }])
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 0 })
    await page(buyer, [courseId], code)
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 1 })
  })

  test('a code with three uses gives three pages to ten concurrent buyers', async () => {
    const { id, code } = await coupon({ maxUses: 3 })
    const courseId = await shop.course()
    const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.server.person()))
    const answers = await Promise.all(buyers.map((buyer) => press(buyer, [courseId], { code })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.errorCode === 'CODE_USED_UP')).toHaveLength(7)
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 3 })
  })

  test("a code's reservation is released when the page ends unpaid, and a late payment counts above the limit", async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const courseId = await shop.course()
    const [late, next] = [await shop.server.person(), await shop.server.person()]
    const first = await page(late, [courseId], code)
    expect((await press(next, [courseId], { code })).body.errorCode).toBe('CODE_USED_UP')
    shop.server.clock.advance(2 * hour)
    expect(await shop.check(first.id)).toBe('expired')
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 0 })
    const second = await page(next, [courseId], code)
    shop.reportPaid(first.purchase)
    shop.server.clock.advance(5_000)
    expect(await shop.check(first.id)).toBe('paid')
    await shop.pay(second.purchase)
    expect(await shop.check(second.id)).toBe('paid')
    expect(await usesOf(id)).toEqual({ used: 2, reserved: 0 })
  })

  test("a code's reservation is released when the process died before creating a page", async () => {
    const { id, code } = await coupon({ maxUses: 1 })
    const courseId = await shop.course()
    const lost = await shop.server.person()
    await page(lost, [courseId], code)
    await sql`DELETE FROM payments WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = ${lost.id})`.execute(
      shop.server.database.kysely,
    )
    const next = await shop.server.person()
    expect((await press(next, [courseId], { code })).status).toBe(409)
    shop.server.clock.advance(3 * hour)
    expect((await press(next, [courseId], { code })).status).toBe(201)
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 2 })
  })

  test('a once-per-person code moves from an unfinished purchase, but not from a paid one', async () => {
    const buyer = await shop.server.person()
    const [one, other, third] = [await shop.course(), await shop.course(), await shop.course()]
    const { id, code } = await coupon({ oncePerPerson: true })
    await page(buyer, [one], code)
    const second = await page(buyer, [other], code)
    expect(await ordersOf(buyer)).toEqual([{ state: 'cancelled' }, { state: 'created' }])
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 1 })
    await shop.pay(second.purchase)
    expect(await shop.check(second.id)).toBe('paid')
    expect((await press(buyer, [third], { code })).body.errorCode).toBe('CODE_DOES_NOT_APPLY')
    expect(await usesOf(id)).toEqual({ used: 1, reserved: 0 })
  })

  test('a code used concurrently by one person is used once', async () => {
    const buyer = await shop.server.person()
    const courses = [await shop.course(), await shop.course(), await shop.course()]
    const { id, code } = await coupon({ percentBasisPoints: 10_000, oncePerPerson: true })
    const answers = await Promise.all(courses.map((courseId) => press(buyer, [courseId], { code })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(2)
    expect(await usesOf(id)).toEqual({ used: 1, reserved: 0 })
  })

  test('a code that cannot be applied refuses the purchase', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const stranger = await shop.server.person('admin')
    const foreign = await coupon({}, stranger)
    const planned = await coupon({
      startsAt: new Date(shop.server.clock.now().getTime() + hour).toISOString(),
    })
    const archived = await coupon()
    await shop.server.call('updateCoupon', {
      params: { id: archived.id },
      body: { archived: true },
      as: shop.seller,
    })
    for (const code of [foreign.code, planned.code, archived.code, 'NOBODY-MADE-THIS', "' OR 1=1 --"]) {
      const answer = await press(buyer, [courseId], { code })
      expect([code, answer.status, answer.body.errorCode]).toEqual([code, 409, 'CODE_DOES_NOT_APPLY'])
    }
    expect(await ordersOf(buyer)).toEqual([])
  })

  test("a code does not reduce other sellers' courses in the same cart", async () => {
    const buyer = await shop.server.person()
    const stranger = await shop.server.person('admin')
    const ids = [await shop.course(10_000), await shop.course(10_000, stranger), await shop.course(5_000)]
    const { code } = await coupon({ percentBasisPoints: 2_500 })
    const bought = await page(buyer, ids, code)
    expect((await linesOf(bought.id)).map(({ coupon: taken }) => taken)).toEqual([2_500, 0, 1_250])
    expect((await shop.orderOf(bought.id))?.total_cents).toBe(21_250)
  })

  test("a refund keeps the code's use", async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { id, code } = await coupon({ oncePerPerson: true })
    const bought = await page(buyer, [courseId], code)
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    await shop.simulator.refund('platform-key', bought.purchase, null, 0)
    shop.server.clock.advance(25 * hour)
    await shop.runJobs()
    expect(await shop.check(bought.id)).toBe('refunded')
    expect(await usesOf(id)).toEqual({ used: 1, reserved: 0 })
    expect((await press(buyer, [await shop.course()], { code })).body.errorCode).toBe('CODE_DOES_NOT_APPLY')
  })

  test('a limited code is reserved once per person, in any carts', async () => {
    const buyer = await shop.server.person()
    const { id, code } = await coupon({ maxUses: 2 })
    await page(buyer, [await shop.course()], code)
    await page(buyer, [await shop.course()], code)
    const last = await page(buyer, [await shop.course()], code)
    expect(await usesOf(id)).toEqual({ used: 0, reserved: 1 })
    const other = await shop.server.person()
    expect((await press(other, [await shop.course()], { code })).status).toBe(201)
    // After payment the buyer's use counts as used. The reservation that is left is the other buyer's.
    await shop.pay(last.purchase)
    expect(await shop.check(last.id)).toBe('paid')
    expect(await usesOf(id)).toEqual({ used: 1, reserved: 1 })
  })

  test('a limited code is reserved a limited number of times from one address, and again by the same person', async () => {
    const { id, code } = await coupon({ maxUses: 500 })
    const courseId = await shop.course()
    const buyer = await shop.server.person()
    await page(buyer, [courseId], code)
    const now = shop.server.clock.now()
    await sql`
      INSERT INTO failed_attempts (kind, subject, at)
      SELECT 'coupon.place', ${`${id} 127.0.0.1`}, ${now} FROM generate_series(1, 59)`.execute(
      shop.server.database.kysely,
    )
    const next = await shop.server.person()
    expect((await press(next, [courseId], { code })).status).toBe(429)
    expect((await press(next, [courseId])).status).toBe(201)
    expect((await press(buyer, [courseId], { code })).status).toBe(201)
    shop.server.clock.advance(3 * hour)
    expect((await press(await shop.server.person(), [courseId], { code })).status).toBe(201)
  })

  test('concurrent guesses count before any of them is looked up', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { code } = await coupon()
    const quote = () => shop.server.call('quotePrices', { body: { courseIds: [courseId], code }, as: buyer })
    // Thirty other attempts are counted in a transaction that is not committed yet.
    const answer = await shop.server.database.transaction(async (tx) => {
      await sql`LOCK TABLE failed_attempts IN EXCLUSIVE MODE`.execute(tx)
      await sql`
        INSERT INTO failed_attempts (kind, subject, at)
        SELECT 'coupon.account', ${String(buyer.id)}, ${shop.server.clock.now()} FROM generate_series(1, 30)`.execute(
        tx,
      )
      let isAnswered = false
      const asked = quote().finally(() => (isAnswered = true))
      await expect
        .poll(async () => {
          const waiting = await shop.rows(sql`
            SELECT 1 FROM pg_locks WHERE relation = 'failed_attempts'::regclass AND NOT granted`)
          return isAnswered || waiting.length > 0
        })
        .toBe(true)
      return { asked }
    })
    expect((await answer.asked).status).toBe(429)
  })

  test('right codes never count as guesses', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { code } = await coupon()
    for (let look = 0; look < 32; look += 1) {
      const quoted = await shop.server.call('quotePrices', {
        body: { courseIds: [courseId], code },
        as: buyer,
      })
      expect(quoted.body.data.code?.refusal).toBe(null)
    }
  })

  test('thirty unknown codes block further lookups for a while', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const { code } = await coupon()
    const quote = (typed: string) =>
      shop.server.call('quotePrices', { body: { courseIds: [courseId], code: typed }, as: buyer })
    for (let guess = 0; guess < 30; guess += 1) {
      expect((await quote(`GUESS-${guess}`)).body.data.code?.refusal).toBe('unknown')
    }
    const refused = await quote(code)
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_ATTEMPTS' } })
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
    expect((await press(buyer, [courseId], { code })).status).toBe(429)
    expect((await press(buyer, [courseId])).status).toBe(201)
    shop.server.clock.advance(16 * 60_000)
    expect((await quote(code)).body.data.code).toEqual({ code, refusal: null })
  })
})
