/** Quotes, coupons, sales and rates. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let seller: TestPerson
let learner: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  seller = await server.person('admin')
  learner = await server.person()
})
afterAll(() => server.stop())

const course = async (form: Partial<Parameters<typeof makeCourse>[1]> = {}) =>
  (await makeCourse(server.database, { owner: seller, priceCents: 10_000, ...form })).id
const quote = async (courseIds: number[], as: TestPerson | null = null, code?: string) =>
  (
    await server.call('quotePrices', {
      body: { courseIds, ...(code === undefined ? {} : { code }) },
      as,
    })
  ).body.data
const create = (body: RequestOf<'createCoupon'>['body'], as: TestPerson = seller) =>
  server.call('createCoupon', { body, as })
const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString()
const hour = 3_600_000

describe('a quote', () => {
  test('a quote shows which courses can be bought, without distinguishing private from missing ones', async () => {
    const [open, owned, hidden, archived, draft] = [
      await course({ title: 'Open' }),
      await course({ title: 'Owned' }),
      await course({ isPrivate: true, title: 'Hidden' }),
      await course({ isArchived: true }),
      await course({ isDraft: true }),
    ]
    await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${owned}, 'granted')`.execute(
      server.database.kysely,
    )
    const ids = [hidden, 999_999_999, archived, draft, owned, open, open]
    const states = async (as: TestPerson | null) => {
      const { courses, total } = await quote(ids, as)
      return { states: courses.map(({ state }) => state), total }
    }
    expect(await states(learner)).toEqual({
      states: ['gone', 'gone', 'gone', 'gone', 'owned', 'buyable'],
      total: 10_000,
    })
    expect((await states(null)).states).toEqual(['gone', 'gone', 'gone', 'gone', 'buyable', 'buyable'])
    expect((await states(seller)).states[0]).toBe('own')
    const { courses } = await quote([draft, 999_999_999], learner)
    const [one, other] = courses.map(({ courseId: _, ...said }) => said)
    expect(one).toEqual(other)
    expect(one).toMatchObject({ title: null, list: 0, total: 0 })
  })

  test('a quote adds up what can be bought: list, sale, code, SST contained', async () => {
    const lone = await server.person('instructor')
    const [first, second] = [
      await course({ owner: lone, priceCents: 21_600 }),
      await course({ owner: lone, priceCents: 10_800 }),
    ]
    await server.call('updateTaxRate', { body: { taxBasisPoints: 800 }, as: lone })
    const endsAt = later(hour)
    await server.call('updateCourse', {
      params: { id: first },
      body: { sale: { price: 16_200, endsAt } },
      as: lone,
    })
    await create({ code: 'five-less', amount: 5_400, courseId: first }, lone)
    expect(await quote([second, first], null, 'Five-Less')).toEqual({
      courses: [
        {
          courseId: second,
          state: 'buyable',
          title: 'A course',
          saleEndsAt: null,
          taxBasisPoints: 800,
          list: 10_800,
          saleDiscount: 0,
          couponDiscount: 0,
          total: 10_800,
          tax: 800,
        },
        {
          courseId: first,
          state: 'buyable',
          title: 'A course',
          saleEndsAt: endsAt,
          taxBasisPoints: 800,
          list: 21_600,
          saleDiscount: 5_400,
          couponDiscount: 5_400,
          total: 10_800,
          tax: 800,
        },
      ],
      code: { code: 'FIVE-LESS', refusal: null },

      list: 32_400,
      saleDiscount: 5_400,
      couponDiscount: 5_400,
      tax: 1_600,
      total: 21_600,
      currency: 'MYR',
    })
  })

  test('a quote says why a code is not applied, and then counts without it', async () => {
    const id = await course()
    await create({ code: 'NOT-YET', amount: 100, startsAt: later(hour) })
    await create({ code: 'OVER-SOON', amount: 100, endsAt: later(1) })
    server.clock.advance(2)
    const elsewhere = await server.person('admin')
    await create({ code: 'ELSEWHERE', amount: 100 }, elsewhere)
    const said = async (code: string, ids = [id]) => {
      const { code: answer, couponDiscount } = await quote(ids, null, code)
      return [answer?.refusal, couponDiscount]
    }
    expect(await said('NOT-YET')).toEqual(['not_started', 0])
    expect(await said('OVER-SOON')).toEqual(['expired', 0])
    expect(await said('ELSEWHERE')).toEqual(['other_courses', 0])
    expect(await said('NOBODYS')).toEqual(['unknown', 0])
    await create({ code: 'FOR-ALL', amount: 100 })
    expect(await said('for-all')).toEqual([null, 100])
    expect(await said('for-all', [await course({ priceCents: 0 })])).toEqual(['nothing_to_pay', 0])
    expect((await quote([id], null, '')).code).toBeNull()
  })
})

describe('codes', () => {
  test("coupons are created, listed, ended and archived by the seller's admin or a lone instructor", async () => {
    const admin = await server.person('admin')
    const made = await create({ code: 'spring-26', percentBasisPoints: 250, maxUses: 5 }, admin)
    expect(made.body.data).toMatchObject({
      code: 'SPRING-26',
      percentBasisPoints: 250,
      amount: null,
      course: null,
      maxUses: 5,
      oncePerPerson: true,
      uses: 0,
      reserved: 0,
      state: 'active',
    })
    const { id } = made.body.data
    const change = (body: RequestOf<'updateCoupon'>['body'], as = admin) =>
      server.call('updateCoupon', { params: { id }, body, as })
    expect((await change({ endsAt: later(hour), maxUses: null })).body.data).toMatchObject({
      maxUses: null,
      state: 'active',
    })
    expect((await change({ archived: true }, seller)).body.errorCode).toBe('COUPON_NOT_FOUND')
    expect((await change({ archived: true })).body.data.state).toBe('archived')
    const listed = async (as: TestPerson, state?: 'open' | 'archived') =>
      (await server.call('listCoupons', { query: state ? { state } : {}, as })).body.data.map(
        ({ code }) => code,
      )
    expect(await listed(admin)).toEqual(['SPRING-26'])
    expect(await listed(admin, 'open')).toEqual([])
    expect(await listed(seller)).not.toContain('SPRING-26')
    expect(await listed(await server.person('superadmin'), 'archived')).toEqual(['SPRING-26'])
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const refused = await create({ code: 'TEACHERS', amount: 100 }, teacher)
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'PRICES_OF_BUSINESS' } })
  })

  test('a superadmin filters coupons by seller; a seller sees their own only', async () => {
    const [superadmin, other] = [await server.person('superadmin'), await server.person('admin')]
    const [own, foreign] = ['OWN-OF-ONE', 'OF-ANOTHER-ONE']
    await create({ code: own, amount: 100 })
    await create({ code: foreign, amount: 100 }, other)
    const asked = async (as: TestPerson, sellerId?: number) => {
      const query = sellerId === undefined ? {} : { sellerId: String(sellerId) }
      const { body } = await server.call('listCoupons', { query, as })
      return { codes: body.data.map(({ code }) => code), sellers: body.meta.sellers }
    }
    const all = await asked(superadmin)
    expect(all.codes).toEqual(expect.arrayContaining([own, foreign]))
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM sellers WHERE business_id = ${other.businessId}`.execute(server.database.kysely)
    const [one] = rows
    expect(all.sellers).toContainEqual(expect.objectContaining({ id: one?.id }))
    expect((await asked(superadmin, one?.id)).codes).toEqual([foreign])
    const theirs = await asked(seller)
    expect(theirs.codes).not.toContain(foreign)
    expect(theirs.sellers).toBeUndefined()
    expect((await asked(seller, one?.id)).codes).toEqual([])
  })

  test('coupon codes are unique on the platform in any case', async () => {
    const other = await server.person('admin')
    expect((await create({ code: 'ONLY-ONE', amount: 100 })).status).toBe(201)
    expect((await create({ code: 'only-one', amount: 100 }, other)).body.errorCode).toBe('CODE_TAKEN')
  })

  test("coupons apply to the seller's own courses only", async () => {
    const other = await server.person('admin')
    const foreign = await course({ owner: other })
    const refused = await create({ code: 'FOREIGN', amount: 100, courseId: foreign })
    expect(refused.body.errorCode).toBe('COURSE_NOT_FOUND')
  })

  test.each<[string, object]>([
    ['neither worth', {}],
    ['both worths', { amount: 100, percentBasisPoints: 100 }],
    ['more than everything', { percentBasisPoints: 10_001 }],
    ['a part of a sen', { amount: 0.5 }],
    ['less than nothing', { amount: -100 }],
    [
      'an end before its beginning',
      { amount: 1, startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' },
    ],
    ['an end in the past', { amount: 1, endsAt: '2020-01-01T00:00:00Z' }],
    ['no use at all', { amount: 1, maxUses: 0 }],
    ['a name with spaces', { amount: 1, code: 'NO SPACES' }],
    ['a short name', { amount: 1, code: 'ABC' }],
  ])('a coupon with %s is refused', async (_name, form) => {
    const answer = await create({ code: 'NEVER-MADE', ...form })
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION' } })
  })

  test.each([
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'must be in the future'],
    [{ startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'must be after the start date'],
  ])('a coupon ending at %j gets the error that it %s', async (period, message) => {
    const { body } = await create({ code: 'NEVER-MADE', amount: 1, ...period })
    expect(body).toMatchObject({ issues: [{ path: 'endsAt', message }] })
  })
})

describe('a sale', () => {
  const change = (id: number, body: RequestOf<'updateCourse'>['body']) =>
    server.call('updateCourse', { params: { id }, body, as: seller })
  const shown = async (id: number) =>
    (await server.call('courseSales', { params: { courseId: id }, query: {}, as: null })).body.data.course

  test('a sale is shown beside the list price while it runs, and to its author before', async () => {
    const id = await course({ priceCents: 9_900 })
    const sale = { price: 4_900, startsAt: later(hour), endsAt: later(2 * hour) }
    expect((await change(id, { sale })).body.data.sale).toBeUndefined()
    const read = await server.call('readCourseSale', { params: { id }, as: seller })
    expect(read.body.data).toEqual(sale)
    expect((await shown(id)).sale).toBeUndefined()
    server.clock.advance(hour)
    expect(await shown(id)).toMatchObject({ price: 9_900, sale: { price: 4_900, endsAt: sale.endsAt } })
    server.clock.advance(hour)
    expect((await shown(id)).sale).toBeUndefined()
    expect((await change(id, { sale: null })).status).toBe(200)
    expect((await server.call('readCourseSale', { params: { id }, as: seller })).body.data).toBeNull()
  })

  test('a sale must stay below the list price when either changes', async () => {
    const id = await course({ priceCents: 9_900 })
    expect((await change(id, { sale: { price: 9_900 } })).body.errorCode).toBe('SALE_NOT_BELOW_PRICE')
    expect((await change(id, { sale: { price: 0 } })).body.errorCode).toBe('VALIDATION')
    expect((await change(id, { price: 20_000, sale: { price: 9_900 } })).status).toBe(200)
    expect((await change(id, { price: 9_900 })).body.errorCode).toBe('SALE_NOT_BELOW_PRICE')
    expect((await change(id, { price: 9_900, sale: null })).status).toBe(200)
  })
})

describe('rates', () => {
  test("the tax rate is set by the seller, the platform's fee by the superadmin", async () => {
    const admin = await server.person('admin')
    const superadmin = await server.person('superadmin')
    const set = await server.call('updateTaxRate', { body: { taxBasisPoints: 600 }, as: admin })
    expect(set.body.data).toEqual({ taxBasisPoints: 600, feeBasisPoints: 0, version: 1 })
    const { data } = (await server.call('listSellerRates', { query: { limit: '1' }, as: superadmin })).body
    const [row] = data
    expect(row).toMatchObject({ kind: 'business', taxBasisPoints: 600 })
    const fee = (as: TestPerson, id = row?.id ?? 0) =>
      server.call('updateFeeRate', { params: { id }, body: { feeBasisPoints: 1_000 }, as })
    expect((await fee(admin)).status).toBe(403)
    expect((await fee(superadmin)).body.data.feeBasisPoints).toBe(1_000)
    expect((await fee(superadmin, 999_999_999)).body.errorCode).toBe('SELLER_NOT_FOUND')
    expect((await server.call('readRates', { as: admin })).body.data).toEqual({
      taxBasisPoints: 600,
      feeBasisPoints: 1_000,
      version: 1,
    })
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    expect((await server.call('readRates', { as: teacher })).body.errorCode).toBe('PRICES_OF_BUSINESS')
  })
})
