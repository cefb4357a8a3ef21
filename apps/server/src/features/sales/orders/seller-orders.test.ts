import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { startShop, type Shop } from '../sales.testing.ts'
import { ordersOfSeller, totalsOfSeller } from './seller-orders.store.ts'
import { usualLimits, wantedOrders, type OrderFilter } from './wanted-orders.store.ts'

let shop: Shop
let superadmin: TestPerson
let other: TestPerson
let teacher: TestPerson
let lone: TestPerson
beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
  other = await shop.server.person('admin')
  teacher = await shop.server.person('instructor', { businessId: shop.seller.businessId })
  lone = await shop.server.person('instructor')
})
afterAll(() => shop.server.stop())

let buyer: TestPerson
beforeEach(async () => {
  buyer = await shop.server.person()
})

const list = async (
  as: TestPerson,
  query: Partial<Record<'search' | 'limit' | 'cursor' | 'from' | 'to' | 'courseId' | 'sellerId', string>> & {
    status?: 'paid' | 'created' | 'partly_refunded'
  } = {},
) => shop.server.call('listOrders', { query, as })
const idsOf = async (as: TestPerson, query = {}) => (await list(as, query)).body.data.map(({ id }) => id)
const read = (id: string, as: TestPerson | null) => shop.server.call('readOrder', { params: { id }, as })

/** Creates one paid order with three courses: of the shop's business, of another business, and a free one of a lone instructor. */
async function mixedBasket() {
  const own = await shop.course(14_900, shop.seller, 'Orbital mechanics')
  const foreign = await shop.course(9_900, other, 'Canary of somebody else')
  const alone = (
    await makeCourse(shop.server.database, { owner: lone, title: 'Books for one', priceCents: 5_000 })
  ).id
  const purchase = await shop.buy(buyer, own, foreign, alone)
  await shop.pay(purchase.purchase)
  await shop.server.call('checkPayment', { params: { purchaseId: purchase.id } })
  return { ...purchase, own, foreign, alone }
}

describe('GET /orders', () => {
  test('an admin lists the orders of their own business, newest first, with courses and buyers', async () => {
    const first = await shop.buy(buyer, await shop.course(1_000))
    const second = await shop.buy(await shop.server.person(), await shop.course(2_000))
    const { status, body } = await list(shop.seller)
    expect(status).toBe(200)
    expect(body.data.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(body.data[1]).toMatchObject({
      status: 'created',
      amount: 1_000,
      currency: 'MYR',
      paidAt: null,
      buyer: { email: maskedEmail(buyer.email) },
      lines: [{ title: 'Orbital mechanics', price: 1_000, status: 'open' }],
    })
    expect(JSON.stringify(body)).not.toContain(buyer.email)
    const one = await shop.server.call('readOrder', { params: { id: first.id }, as: shop.seller })
    expect(one.body.data.buyer?.email).toBe(buyer.email)
  })

  test('each seller of a mixed order sees their own lines and sum only', async () => {
    const { id } = await mixedBasket()
    for (const [person, title, amount] of [
      [shop.seller, 'Orbital mechanics', 14_900],
      [other, 'Canary of somebody else', 9_900],
      [lone, 'Books for one', 5_000],
    ] as const) {
      const order = (await list(person)).body.data.find((one) => one.id === id)
      expect(order).toMatchObject({
        amount,
        status: 'paid',
        lines: [{ title, price: amount, status: 'granted' }],
      })
      expect(order?.lines).toHaveLength(1)
    }
    const whole = (await list(superadmin)).body.data.find((one) => one.id === id)
    expect(whole).toMatchObject({ amount: 29_800 })
    const raw = (await list(shop.seller)).raw.body
    expect(raw).not.toContain('Canary')
    expect(raw).not.toContain('29800')
  })

  test("the search of orders finds a title or the buyer's e-mail in any case, and no title of another seller", async () => {
    const { id } = await mixedBasket()
    expect(await idsOf(shop.seller, { search: 'ORBITAL' })).toContain(id)
    expect(await idsOf(shop.seller, { search: buyer.email.toUpperCase() })).toEqual([id])
    expect(await idsOf(shop.seller, { search: 'Canary' })).toEqual([])
    expect(await idsOf(other, { search: 'Canary' })).toContain(id)
    expect(await idsOf(shop.seller, { search: '%' })).toEqual([])
  })

  test("the search of orders finds the buyer's name and what the list shows of the address", async () => {
    const { id } = await mixedBasket()
    const [name = '', host = ''] = buyer.email.split('@')
    await sql`UPDATE users SET name = 'Chong Chee Kéong' WHERE id = ${buyer.id}`.execute(
      shop.server.database.kysely,
    )
    for (const part of ['chong chee keong', 'CHEE', name, `${name.toUpperCase()}@`, `@${host}`, host])
      for (const person of [shop.seller, superadmin])
        expect(await idsOf(person, { search: part }), part).toContain(id)
    expect(await idsOf(superadmin, { search: ` ${buyer.email} ` })).toContain(id)
    expect(await idsOf(await shop.server.person('admin'), { search: 'chong chee keong' })).toEqual([])
  })

  test('a part of the hidden part of an address finds no order, so nobody can guess the rest letter by letter', async () => {
    await mixedBasket()
    const [name = ''] = buyer.email.split('@')
    for (const part of [buyer.email.slice(1), buyer.email.slice(0, -1), name.slice(1), name.slice(0, -1)])
      for (const person of [shop.seller, superadmin])
        expect(await idsOf(person, { search: part }), part).toEqual([])
  })

  test('the status filter of orders matches the shown status', async () => {
    const open = await shop.buy(buyer, await shop.course(3_000))
    const { id } = await mixedBasket()
    const paid = await idsOf(shop.seller, { status: 'paid', limit: '100' })
    const created = await idsOf(shop.seller, { status: 'created', limit: '100' })
    expect(paid).toContain(id)
    expect(paid).not.toContain(open.id)
    expect(created).toContain(open.id)
    expect(created).not.toContain(id)
    for (const order of (await list(shop.seller, { status: 'paid' })).body.data)
      expect(order.status).toBe('paid')
  })

  test('held money is shown and found as needs_review', async () => {
    const { id, purchase } = await shop.buy(buyer, await shop.course(4_000))
    await shop.pay(purchase)
    shop.between.read = (seen) => ({ ...seen, paidAmountCents: 3_999 })
    await shop.server.call('checkPayment', { params: { purchaseId: id } })
    delete shop.between.read
    const found = await shop.server.call('listOrders', { query: { status: 'needs_review' }, as: shop.seller })
    expect(found.body.data.map((order) => [order.id, order.status])).toContainEqual([id, 'needs_review'])
    expect(await idsOf(shop.seller, { status: 'created' })).not.toContain(id)
    const detail = await read(id, shop.seller)
    expect(detail.body.data.history.map(({ what }) => what)).toContain('held_for_review')
  })

  test('orders are paged without gaps', async () => {
    for (let count = 0; count < 3; count += 1)
      await shop.buy(await shop.server.person(), await shop.course(1_000))
    const whole = await idsOf(shop.seller, { limit: '100' })
    const joined: string[] = []
    let cursor: string | null = null
    do {
      const { body }: Awaited<ReturnType<typeof list>> = await list(shop.seller, {
        limit: '2',
        ...(cursor !== null && { cursor }),
      })
      expect(body.meta.total).toBe(whole.length)
      joined.push(...body.data.map(({ id }) => id))
      cursor = body.meta.nextCursor
    } while (cursor !== null)
    expect(joined).toEqual(whole)
  })

  test('the filter by day uses days in Kuala Lumpur, both included', async () => {
    const { id } = await shop.buy(buyer, await shop.course(1_000))
    // 21:00 in London on 4 March is 5 March in Kuala Lumpur.
    await sql`UPDATE orders SET created_at = '2024-03-04T21:00:00Z' WHERE public_id = ${id}`.execute(
      shop.server.database.kysely,
    )
    expect(await idsOf(shop.seller, { from: '2024-03-05', to: '2024-03-05' })).toEqual([id])
    expect(await idsOf(shop.seller, { from: '2024-03-04', to: '2024-03-04' })).toEqual([])
    expect(await idsOf(shop.seller, { to: '2024-03-06' })).toEqual([id])
    expect(await list(shop.seller, { from: '2024-02-30' })).toMatchObject({ status: 400 })
  })

  test('a first day after the last one is refused, for the list and for its file', async () => {
    const days = { from: '2024-03-06', to: '2024-03-05' }
    const listed = await list(shop.seller, days)
    expect([listed.status, listed.body.errorCode]).toEqual([400, 'ORDER_DAYS_REVERSED'])
    const ticket = await shop.server.call('createTicket', {
      body: { what: 'orders', filters: days },
      as: shop.seller,
    })
    expect([ticket.status, ticket.body.errorCode]).toEqual([400, 'ORDER_DAYS_REVERSED'])
  })

  test('the number of a receipt or refund note finds its order, for its own seller only', async () => {
    const seller = await shop.server.person('admin')
    const buyer = await shop.server.person()
    const sold = []
    for (let turn = 0; turn < 2; turn++) {
      const courseId = await shop.course(5_000, seller)
      const { purchase, id } = await shop.buy(turn === 0 ? buyer : await shop.server.person(), courseId)
      await shop.pay(purchase)
      await shop.check(id)
      sold.push({ id, courseId })
    }
    const [first] = sold
    if (!first) throw new Error('nothing was sold')
    const papers = async () =>
      (await shop.server.call('listReceipts', { params: { id: first.id }, as: buyer })).body.data
    const number = (await papers())[0]?.number ?? ''
    expect(number).toMatch(/^R-\d{4}-000001$/)
    expect(await idsOf(seller, { search: number })).toEqual([first.id])
    expect(await idsOf(seller, { search: number.toLowerCase().replace('00000', '') })).toEqual([first.id])
    expect(await idsOf(seller, { search: number.replace('R-', 'RN-') })).toEqual([])
    expect(await idsOf(await shop.server.person('admin'), { search: number })).toEqual([])
    await shop.server.call('refundOrder', {
      params: { id: first.id },
      body: { courseIds: [first.courseId], reason: 'Asked' },
      as: superadmin,
    })
    await shop.server.jobs.runDueOnce()
    const note = (await papers()).find(({ kind }) => kind === 'refund_note')?.number ?? ''
    expect(await idsOf(seller, { search: note })).toEqual([first.id])
  })

  test('orders are filtered by course and seller, and found by their number', async () => {
    const { id, own, foreign } = await mixedBasket()
    await shop.buy(await shop.server.person(), await shop.course(1_000))
    expect(await idsOf(shop.seller, { courseId: String(own) })).toEqual([id])
    // A filter by another seller's course of the same order finds nothing.
    expect(await idsOf(shop.seller, { courseId: String(foreign) })).toEqual([])
    expect(await idsOf(shop.seller, { search: id })).toEqual([id])
    expect(await idsOf(shop.seller, { search: id.slice(0, 8) })).toEqual([id])
    expect(await idsOf(other, { search: id.slice(0, 5) })).toEqual([])
    // The list shows and adds up only the lines of that course or seller.
    const narrowed = await list(superadmin, { courseId: String(foreign) })
    expect(narrowed.body.meta).toMatchObject({ total: 1, paid: 9_900 })
    expect(narrowed.body.data).toMatchObject([{ id, amount: 9_900, lines: [{ courseId: foreign }] }])
    const { body } = await shop.server.call('orderChoices', { as: superadmin })
    const seller = body.data.sellers.find(({ name }) => name.includes('usiness'))
    expect(seller).toBeDefined()
    for (const order of (await list(superadmin, { sellerId: String(seller?.id) })).body.data)
      expect(order.lines.every((line) => line.seller === seller?.name)).toBe(true)
  })

  test('the filters offer courses that the caller sold, and sellers to a superadmin', async () => {
    const { own, foreign } = await mixedBasket()
    const mine = (await shop.server.call('orderChoices', { as: shop.seller })).body.data
    expect(mine.courses.map(({ id }) => id)).toContain(own)
    expect(mine.courses.map(({ id }) => id)).not.toContain(foreign)
    expect(mine.sellers).toEqual([])
    expect((await shop.server.call('orderChoices', { as: teacher })).status).toBe(403)
  })

  test('the sums of orders are the paid and refunded amounts of the matching lines', async () => {
    const seller = await shop.server.person('admin')
    const [one, two] = [await shop.course(10_000, seller), await shop.course(2_500, seller)]
    await shop.buy(await shop.server.person(), one)
    const { id, purchase } = await shop.buy(buyer, one, two, await shop.course(7_000, other))
    await shop.pay(purchase)
    await shop.check(id)
    expect((await list(seller)).body.meta).toMatchObject({ total: 2, paid: 12_500, refunded: 0 })
    const refund = { courseIds: [two], reason: 'Asked for' }
    const asked = await shop.server.call('refundOrder', { params: { id }, body: refund, as: seller })
    expect(asked.status).toBe(201)
    expect((await list(seller)).body.meta).toMatchObject({ paid: 12_500, refunded: 2_500, chargedBack: 0 })
    expect((await list(seller, { status: 'created' })).body.meta).toMatchObject({ paid: 0, refunded: 0 })
    const shown = (await list(seller, { status: 'partly_refunded' })).body
    expect(shown.data.map((order) => [order.id, stateOfOrder(order)])).toEqual([[id, 'partly_refunded']])
    expect(shown.meta).toMatchObject({ total: 1, paid: 12_500, refunded: 2_500 })
    expect((await list(seller, { status: 'paid' })).body.data).toEqual([])
    expect((await list(other, { status: 'paid' })).body.data.map((order) => order.id)).toContain(id)
  })

  test('a lone instructor lists their own orders; instructors of a business, students and visitors none', async () => {
    const { id } = await mixedBasket()
    expect(await idsOf(lone, { limit: '100' })).toContain(id)
    expect(await list(teacher)).toMatchObject({ status: 403, body: { errorCode: 'ORDERS_OF_BUSINESS' } })
    expect(await list(buyer)).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } })
    expect((await shop.server.call('listOrders', { query: {}, as: null })).status).toBe(401)
  })
})

describe('GET /orders/{id}', () => {
  test('an order shows its lines, payments and history', async () => {
    const { id, purchase } = await shop.buy(buyer, await shop.course(14_900))
    await shop.pay(purchase)
    await shop.server.call('checkPayment', { params: { purchaseId: id } })
    const { body } = await read(id, shop.seller)
    expect(body.data).toMatchObject({
      id,
      status: 'paid',
      amount: 14_900,
      hasOtherSellers: false,
      buyer: { email: buyer.email },
      payments: [{ status: 'paid', outcome: 'settled', amount: 14_900 }],
    })
    expect(body.data.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['placed', 'payment_opened', 'paid', 'access_given']),
    )
    expect(body.data.history[0]?.what).toBe('placed')
  })

  test("an order shows the provider's snapshots with their cause, once per change", async () => {
    const { id, purchase } = await shop.buy(buyer, await shop.course(14_900))
    await shop.check(id)
    await shop.pay(purchase)
    await shop.deliver(purchase)
    await shop.deliver(purchase)
    await shop.runJobs()
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    const [payment] = (await read(id, superadmin)).body.data.payments
    expect(payment?.purchaseId).toBe(purchase)
    expect(payment?.readings.map(({ status, broughtBy }) => [status, broughtBy])).toEqual([
      [expect.any(String), 'check'],
      ['paid', 'callback'],
    ])
    expect(payment?.callbacks).toMatchObject([{ event: 'purchase.paid', deliveries: 2 }])
    expect(payment?.callbacks[0]?.handledAt).not.toBeNull()
    // The payment was made at the platform's account, so the seller does not see its purchase id.
    expect((await read(id, shop.seller)).body.data.payments[0]?.purchaseId).toBeNull()
  })

  test("views of an order are recorded once in a quarter of an hour, and the platform's staff is not named", async () => {
    const { id } = await shop.buy(buyer, await shop.course(14_900))
    await read(id, superadmin)
    await read(id, superadmin)
    const { views } = (await read(id, shop.seller)).body.data
    expect(views.map(({ name }) => name)).toEqual([expect.stringMatching(/^Admin/), null])
    expect((await read(id, superadmin)).body.data.views).toHaveLength(2)
    shop.server.clock.advance(16 * 60_000)
    expect((await read(id, superadmin)).body.data.views).toHaveLength(3)
  })

  test("sellers of a mixed order do not see each other's views", async () => {
    const { id } = await mixedBasket()
    await read(id, other)
    await read(id, lone)
    await read(id, superadmin)
    expect((await read(id, shop.seller)).body.data.views).toHaveLength(2)
    expect((await read(id, lone)).body.data.views).toHaveLength(2)
    expect((await read(id, superadmin)).body.data.views).toHaveLength(4)
  })

  test('a refund of one line leaves the payment paid for the sellers of the others', async () => {
    const { id, own } = await mixedBasket()
    const body = { courseIds: [own], reason: 'Asked for' }
    expect((await shop.server.call('refundOrder', { params: { id }, body, as: shop.seller })).status).toBe(
      201,
    )
    const seen = async (as: TestPerson) => {
      const { payments, history } = (await read(id, as)).body.data
      return [payments.map(({ status }) => status), history.some(({ what }) => what === 'refunded')]
    }
    expect(await seen(lone)).toEqual([['paid'], false])
    expect(await seen(superadmin)).toEqual([['paid'], false])
    expect(await seen(shop.seller)).toEqual([['refunded'], false])
  })

  test("a mixed order hides the payment's total", async () => {
    const { id } = await mixedBasket()
    const { body, raw } = await read(id, shop.seller)
    expect(body.data.hasOtherSellers).toBe(true)
    expect(body.data.payments).toMatchObject([{ status: 'paid', amount: null }])
    expect(raw.body).not.toContain('Canary')
    expect(raw.body).not.toContain('29800')
    expect((await read(id, superadmin)).body.data).toMatchObject({
      hasOtherSellers: false,
      payments: [{ amount: 29_800 }],
    })
  })

  test("another business's order answers exactly like a missing one", async () => {
    const { id } = await shop.buy(buyer, await shop.course(14_900))
    const nothing = await read('AAAAAAAAAAAAAAAAAAAAAA', other)
    const foreign = await read(id, other)
    expect(foreign.status).toBe(404)
    expect(foreign.raw.body).toBe(nothing.raw.body)
    expect((await read('no such id', other)).raw.body).toBe(nothing.raw.body)
    expect((await read(id, lone)).raw.body).toBe(nothing.raw.body)
  })

  test('instructors of a business, the buyer and visitors are refused an order', async () => {
    const { id } = await shop.buy(buyer, await shop.course(14_900))
    expect(await read(id, teacher)).toMatchObject({ status: 403, body: { errorCode: 'ORDERS_OF_BUSINESS' } })
    expect((await read(id, buyer)).status).toBe(403)
    expect((await read(id, null)).status).toBe(401)
  })
})

describe('which orders are listed', () => {
  const searched = (text: string): Pick<OrderFilter, 'search'> => ({
    search: {
      pattern: searchPattern(text) ?? '',
      isIndexed: text.length > 2,
      email: text,
      nameOfAddress: text.toLowerCase(),
      number: text,
      paper: null,
    },
  })
  const allRead = { ...usualLimits, fewLines: 0 }
  const noneRead = { ...allRead, candidatesOfSearch: 0, candidatesOfDays: 0 }
  const scopeOf = (person: TestPerson) => ({ businessId: person.businessId ?? 0 })
  let courses: { robots: number; knitting: number; foreign: number }

  beforeAll(async () => {
    const [robots, knitting] = [await shop.course(1_000), await shop.course(2_000)]
    courses = { robots, knitting, foreign: await shop.course(3_000, other) }
    const person = await shop.server.person()
    await sql`
      WITH bulk AS (
        INSERT INTO orders (public_id, buyer_id, state, total_cents, payment_account_id, origin, created_at, settled_at)
        SELECT 'bulk-number-' || n, CASE WHEN n % 3 = 0 THEN ${superadmin.id}::bigint ELSE ${person.id} END,
               (ARRAY['paid', 'failed', 'refunded', 'paid'])[1 + n % 4], 1000, ${shop.platformAccount}, 'http://127.0.0.1',
               '2023-05-01T12:00:00Z'::timestamptz + n * interval '1 day', CASE WHEN n % 4 <> 1 THEN now() END
          FROM generate_series(1, 60) n ORDER BY n
        RETURNING id, state, substring(public_id FROM 13)::int AS n)
      INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents, status)
      SELECT id, course, (SELECT c.seller_id FROM courses c WHERE c.id = course), title, 1000, 1000,
             CASE state WHEN 'paid' THEN 'granted' WHEN 'refunded' THEN 'refunded' ELSE 'open' END
        FROM bulk CROSS JOIN LATERAL (
          SELECT CASE WHEN n % 5 = 0 THEN ${courses.foreign}::bigint WHEN n % 2 = 0 THEN ${robots} ELSE ${knitting} END AS course,
                 CASE WHEN n % 2 = 0 THEN 'Bulk robots' ELSE 'Bulk knitting' END AS title
           UNION ALL SELECT ${courses.foreign}, 'Bulk of somebody else' WHERE n % 7 = 0 AND n % 5 <> 0) line`.execute(
      shop.server.database.kysely,
    )
  })
  // The lines give no access, which would break the invariants that other tests check.
  afterAll(async () => {
    const db = shop.server.database.kysely
    await sql`DELETE FROM order_lines WHERE title LIKE 'Bulk %'`.execute(db)
    await sql`DELETE FROM orders WHERE public_id LIKE 'bulk-number-%'`.execute(db)
  })

  const plainly = async (own: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number; paid: number }>`
      SELECT o.id, (sum(l.price_cents) FILTER (WHERE o.settled_at IS NOT NULL))::int8 AS paid
        FROM orders o JOIN order_lines l ON l.order_id = o.id
       WHERE ${own} AND ${where} GROUP BY o.id ORDER BY o.id DESC`.execute(shop.server.database.kysely)
    return rows
  }

  test('each filter and search gives what a plain comparison gives, whichever way the orders are read', async () => {
    const db = shop.server.database.kysely
    const ofBusiness = (person: TestPerson) =>
      sql`l.seller_id = (SELECT id FROM sellers WHERE business_id = ${person.businessId})`
    const has = (text: string, own: RawBuilder<unknown>) => sql`(
      EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND ${own} AND l.title ILIKE ${`%${text}%`})
      OR starts_with(o.public_id, ${text}) OR EXISTS (SELECT FROM users u WHERE u.id = o.buyer_id AND (u.email = ${text}
           OR u.name ILIKE ${`%${text}%`} OR split_part(u.email::text, '@', 1) = ${text}
           OR '@' || split_part(u.email::text, '@', 2) ILIKE ${`%${text}%`})))`
    for (const [scope, own] of [
      [{ all: true }, sql`true`],
      [scopeOf(shop.seller), ofBusiness(shop.seller)],
      [scopeOf(other), ofBusiness(other)],
    ] as const) {
      for (const [filter, where] of [
        [{}, sql`true`],
        [
          { status: 'paid' },
          sql`o.state = 'paid' AND o.id NOT IN (
          SELECT l.order_id FROM order_lines l WHERE ${own} AND l.refunded_cents > 0)`,
        ],
        [
          { status: 'partly_refunded' },
          sql`o.state = 'paid' AND o.id IN (
          SELECT l.order_id FROM order_lines l WHERE ${own} GROUP BY 1
          HAVING sum(l.refunded_cents) > 0 AND sum(l.refunded_cents) < sum(l.price_cents))`,
        ],
        [{ status: 'failed' }, sql`o.state = 'failed'`],
        [
          { status: 'refunded' },
          sql`(o.state = 'refunded' OR o.id IN (
          SELECT l.order_id FROM order_lines l WHERE ${own} GROUP BY 1
          HAVING sum(l.refunded_cents) > 0 AND sum(l.refunded_cents) = sum(l.price_cents)))`,
        ],
        [{ courseId: courses.robots }, sql`l.course_id = ${courses.robots}`],
        [
          { from: '2023-05-10', to: '2023-05-20' },
          sql`o.created_at BETWEEN '2023-05-09T16:00Z' AND '2023-05-20T15:59Z'`,
        ],
        [searched('robots'), has('robots', own)],
        [searched('BULK'), has('BULK', own)],
        [searched('bulk-number-1'), has('bulk-number-1', own)],
        [searched('somebody'), has('somebody', own)],
        [searched('bu'), has('bu', own)],
        [searched(superadmin.email), has(superadmin.email, own)],
        [searched(superadmin.email.split('@')[0] ?? ''), has(superadmin.email.split('@')[0] ?? '', own)],
        [searched('bulk buyer'), has('bulk buyer', own)],
        [searched('@apogee'), has('@apogee', own)],
        [
          { ...searched('bulk'), status: 'failed', courseId: courses.knitting },
          sql`${has('bulk', own)} AND o.state = 'failed' AND l.course_id = ${courses.knitting}`,
        ],
      ] as const satisfies [OrderFilter, RawBuilder<unknown>][]) {
        const wanted = await plainly(own, where)
        const ids = wanted.map(({ id }) => id)
        for (const limits of [usualLimits, allRead, noneRead]) {
          const read = async (page: { before: number | null; offset: number }) =>
            (await ordersOfSeller(db, scope, filter, { limit: 10, ...page }, limits)).map(({ id }) => id)
          const label = JSON.stringify([scope, filter, limits])
          expect(await read({ before: null, offset: 0 }), label).toEqual(ids.slice(0, 11))
          expect(await read({ before: null, offset: 10 }), label).toEqual(ids.slice(10, 21))
          if (ids[9] !== undefined)
            expect(await read({ before: ids[9], offset: 0 }), label).toEqual(ids.slice(10, 21))
          expect((await totalsOfSeller(db, scope, filter, limits)).total, label).toBe(ids.length)
        }
      }
    }
  })

  test('a total stops at its limit and then names no lines to add up', async () => {
    const db = shop.server.database.kysely
    const limits = { ...usualLimits, counted: 50, countedOfSearch: 20 }
    const capped = { totalIsCapped: true, lines: null }
    for (const scope of [{ all: true }, scopeOf(shop.seller)] as const) {
      expect(await totalsOfSeller(db, scope, searched('bulk'), limits)).toEqual({ total: 20, ...capped })
    }
    expect(await totalsOfSeller(db, { all: true }, {}, limits)).toEqual({ total: 50, ...capped })
    // The orders of one seller are all counted, beyond the limit.
    const { total, lines } = await totalsOfSeller(db, scopeOf(shop.seller), {}, { ...limits, counted: 1 })
    expect([total > 1, lines === null]).toEqual([true, false])
  })

  test.each([
    [{ all: true }, {}, 'orders_pkey'],
    [{ all: true }, { status: 'failed' }, 'orders_state_idx'],
    [{ businessId: 1 }, { status: 'paid' }, 'order_lines_seller_idx'],
    [{ businessId: 1 }, { status: 'failed' }, 'order_lines_not_granted_idx'],
    [{ all: true }, { from: '2023-05-10' }, 'orders_created_idx'],
    [{ all: true }, searched('robots'), 'order_lines_title_letters_trgm'],
    [{ businessId: 1 }, searched('robots'), 'orders_number_key'],
  ] as const)(
    'orders of %j with %j are read by %s, without sorting the list or reading whole tables',
    async (scope, filter, index) => {
      const { tables, found } = wantedOrders(scope, filter, { before: 5, count: 9 }, usualLimits)
      const listed = sql`listed AS MATERIALIZED (${found})`
      const { plan, lines } = await shop.server.database.transaction(async (tx) => {
        // These settings make PostgreSQL plan as it does for large tables.
        for (const setting of ['enable_seqscan', 'enable_sort', 'enable_hashjoin'])
          await sql`SET LOCAL ${sql.ref(setting)} = off`.execute(tx)
        const { rows } = await sql<Record<string, string>>`
        EXPLAIN (COSTS off) WITH ${sql.join([...tables, listed])} SELECT * FROM listed`.execute(tx)
        const lines = rows.flatMap((row) => Object.values(row))
        return { plan: lines.join('\n'), lines }
      })
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/hashed SubPlan|AlternativeSubPlan/)
      // The candidates may be sorted; the list itself may not.
      const sorted = lines.filter((line) => line.includes('Sort Key'))
      expect(sorted.filter((line) => !line.includes('near') && !line.includes('ids'))).toEqual([])
    },
  )
})
