/** Tests visitors, orders and revenue by source (docs/decisions/figures.md). */
import { writeVisit } from '@apogee/contracts/operations/source-keys.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { sourcesOfADay } from './conversion.store.ts'

let shop: Shop
let superadmin: TestPerson
let admin: TestPerson
let courseId: number
beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  admin = await shop.server.person('admin')
  courseId = (await makeCourse(shop.server.database, { owner: admin, priceCents: 4_900 })).id
})

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
let networks = 0
/** Sends a visit like a browser, each from a separate network. */
async function visit(
  source: string,
  { id = courseId, step = 'view', headers = {} }: { id?: number; step?: string; headers?: object } = {},
): Promise<void> {
  networks += 1
  const answer = await shop.server.app.inject({
    method: 'POST',
    url: '/api/visits',
    payload: { courseId: id, step, source },
    headers: { 'user-agent': browser, ...headers },
    remoteAddress: `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
}
const appended = () => shop.server.services.visits.append()
const fold = () => shop.server.services.figures.fold()

type Range = { from?: string; to?: string; courseId?: string }
const ask = (as: TestPerson, query: Range = {}) => shop.server.call('readSources', { query, as })
async function sources(as: TestPerson, query: Range = {}) {
  const { status, body } = await ask(as, query)
  expect(status).toBe(200)
  return Object.fromEntries(body.data.sources.map(({ source, ...counts }) => [source, counts]))
}

const visitOf = (...pairs: [number, string][]) => ({ visit: writeVisit(pairs) ?? '' })
async function buy(ids: number[], query: { visit?: string }): Promise<string> {
  const buyer = await shop.server.person()
  const { status, body } = await shop.server.call('payForCart', {
    body: { courseIds: ids, customerInfo: shop.customer },
    query,
    as: buyer,
  })
  expect(status).toBe(201)
  return body.payment_id
}
async function sell(ids: number[], query: { visit?: string }): Promise<string> {
  const id = await buy(ids, query)
  await shop.pay(await purchaseOf(id))
  expect(await shop.check(id)).toBe('paid')
  return id
}
async function purchaseOf(publicId: string): Promise<string> {
  const found = await sql<{ id: string }>`
    SELECT p.provider_id AS id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.public_id = ${publicId}`.execute(
    shop.server.database.kysely,
  )
  return found.rows[0]?.id ?? ''
}

test('visits, carts, orders, revenue and refunds of a source are added up, before and after they are in the sums', async () => {
  for (const _ of [1, 2, 3]) await visit('tag:Newsletter|email')
  await visit('tag:newsletter|email', { step: 'cart' })
  await visit('direct')
  await appended()
  await buy([courseId], visitOf([courseId, 'tag:newsletter|email']))
  const id = await sell([courseId], visitOf([courseId, 'tag:newsletter|email']))
  const whole = {
    'tag:newsletter|email': {
      visitors: 3,
      carts: 1,
      checkouts: 2,
      orders: 1,
      enrolments: 0,
      revenue: 4_900,
      refunds: 0,
    },
    direct: { visitors: 1, carts: 0, checkouts: 0, orders: 0, enrolments: 0, revenue: 0, refunds: 0 },
  }
  expect(await sources(admin)).toEqual(whole)
  expect(await sources(admin, { courseId: String(courseId) })).toEqual(whole)
  await fold()
  expect(await sources(admin)).toEqual(whole)
  expect(await sources(admin, { courseId: String(courseId) })).toEqual(whole)

  const refund = await shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds: [courseId], reason: 'Asked' },
    as: admin,
  })
  expect(refund.status).toBeLessThan(300)
  await shop.runJobs()
  expect((await sources(admin))['tag:newsletter|email']).toMatchObject({ orders: 1, refunds: 4_900 })
})

test('an order keeps the source of each of its courses, and a course that was not seen is unknown', async () => {
  const other = await makeCourse(shop.server.database, { owner: admin, priceCents: 1_000 })
  const third = await makeCourse(shop.server.database, { owner: admin, priceCents: 500 })
  await sell([courseId, other.id, third.id], visitOf([courseId, 'site:l.facebook.com'], [other.id, 'direct']))
  expect(await sources(admin)).toMatchObject({
    'site:facebook': { orders: 1, revenue: 4_900 },
    direct: { orders: 1, revenue: 1_000 },
    unknown: { orders: 1, revenue: 500 },
  })
})

test.each([
  ['no text', undefined],
  ['a text that is not JSON', '[['],
  ['a text of the wrong shape', '{"1":2}'],
  ['a text that is far too long', `[${'1,'.repeat(10_000)}1]`],
  ['a source that nobody knows', '[[1,"\u0000"]]'],
])('a purchase with %s as its visit is made', async (_what, text) => {
  const id = await buy([courseId], text === undefined ? {} : { visit: text })
  expect(id).toMatch(/./)
  expect(await sources(admin)).toMatchObject({ unknown: { checkouts: 1, orders: 0 } })
})

test('a code is the source of an order whose visit names none, and leaves one that does', async () => {
  const made = await shop.server.call('createCoupon', {
    body: { code: 'RAYA10', percentBasisPoints: 1_000 },
    as: admin,
  })
  expect(made.status).toBe(201)
  const order = async (query: { visit?: string }) => {
    const buyer = await shop.server.person()
    const { status } = await shop.server.call('payForCourse', {
      body: { courseId, code: 'raya10' },
      query,
      as: buyer,
    })
    expect(status).toBe(201)
  }
  await order({})
  await order(visitOf([courseId, 'direct']))
  await order(visitOf([courseId, 'site:google']))
  expect(await sources(admin)).toMatchObject({
    'code:RAYA10': { checkouts: 2 },
    'site:google': { checkouts: 1 },
  })
})

test('enrolling without a payment counts by its source, and by an invitation link as invited', async () => {
  const free = await makeCourse(shop.server.database, { owner: admin })
  const closed = await makeCourse(shop.server.database, { owner: admin, isPrivate: true })
  const link = await shop.server.call('createInvite', { params: { id: closed.id }, body: {}, as: admin })
  const invite = new URL(link.body.data.url).searchParams.get('invite') ?? ''
  const learner = await shop.server.person()
  for (const [id, body] of [
    [free.id, {}],
    [closed.id, { invite }],
  ] as const) {
    const { status } = await shop.server.call('enroll', {
      params: { courseId: id },
      body,
      query: visitOf([id, 'apogee:catalogue']),
      as: learner,
    })
    expect(status).toBe(200)
  }
  expect(await sources(admin)).toMatchObject({
    'apogee:catalogue': { enrolments: 1, orders: 0 },
    invite: { enrolments: 1 },
  })
})

describe('who sees which figures', () => {
  test('a seller sees their own courses, another seller does not find them, and the platform sees all', async () => {
    await visit('tag:mine')
    await appended()
    const stranger = await shop.server.person('admin')
    expect(await sources(stranger)).toEqual({})
    const refused = await ask(stranger, { courseId: String(courseId) })
    expect([refused.status, refused.body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
    expect(await sources(superadmin)).toMatchObject({ 'tag:mine': { visitors: 1 } })
    await fold()
    expect(await sources(stranger)).toEqual({})
    expect(await sources(superadmin)).toMatchObject({ 'tag:mine': { visitors: 1 } })
    expect(await sources(superadmin, { courseId: String(courseId) })).toMatchObject({
      'tag:mine': { visitors: 1 },
    })
  })

  test('an instructor of a business sees their own courses without money', async () => {
    const instructor = await shop.server.person('instructor', { businessId: admin.businessId })
    const own = await makeCourse(shop.server.database, { owner: instructor, priceCents: 2_000 })
    await sell([own.id], visitOf([own.id, 'direct']))
    await sell([courseId], visitOf([courseId, 'direct']))
    expect(await sources(instructor)).toEqual({
      direct: { visitors: 0, carts: 0, checkouts: 1, orders: 1, enrolments: 0, revenue: null, refunds: null },
    })
  })

  test('learners are refused, and visitors must sign in', async () => {
    expect((await ask(await shop.server.person())).status).toBe(403)
    expect((await shop.server.call('readSources', { query: {}, as: null })).status).toBe(401)
  })
})

describe('what is counted', () => {
  test('programs, and browsers that ask not to be tracked, are left out', async () => {
    await visit('direct', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } })
    await visit('direct', { headers: { 'user-agent': '' } })
    await visit('direct', { headers: { 'sec-gpc': '1' } })
    await visit('direct', { headers: { dnt: '1' } })
    await appended()
    expect(await sources(admin)).toEqual({})
  })

  test('drafts and courses that do not exist are left out, and the answer does not say so', async () => {
    const draft = await makeCourse(shop.server.database, { owner: admin, isDraft: true })
    await visit('direct', { id: 999_999_999 })
    await visit('direct', { id: draft.id })
    await appended()
    expect(await sources(admin)).toEqual({})
  })

  test('one network is counted 120 times a minute', async () => {
    const counted = Array.from({ length: 130 }, () =>
      shop.server.services.visits.count(
        { courseId, step: 'view', source: 'direct' },
        { address: '192.0.2.7', headers: { 'user-agent': browser } },
      ),
    )
    expect(counted.filter(Boolean)).toHaveLength(120)
    await appended()
    shop.server.clock.advance(60_000)
    await visit('direct')
    await appended()
    expect(await sources(admin)).toMatchObject({ direct: { visitors: 121 } })
  })

  test('a text that is no source counts as unknown', async () => {
    await visit('<script>alert(1)</script>')
    await appended()
    expect(await sources(admin)).toMatchObject({ unknown: { visitors: 1 } })
  })

  test('a course keeps a limited number of sources a day; the others are one row, and sales keep theirs', async () => {
    for (let number = 0; number < sourcesOfADay.course + 15; number += 1)
      await visit(`tag:campaign ${number}`)
    await appended()
    await fold()
    const more = async () => {
      await visit('tag:one more')
      await appended()
      await fold()
    }
    await more()
    await more()
    const found = await sources(admin, { courseId: String(courseId) })
    expect(Object.keys(found)).toHaveLength(sourcesOfADay.course + 1)
    expect(found['other']).toMatchObject({ visitors: 17 })
    await sell([courseId], visitOf([courseId, 'tag:buyers']))
    await fold()
    expect(await sources(admin, { courseId: String(courseId) })).toMatchObject({
      'tag:buyers': { orders: 1, revenue: 4_900 },
      other: { visitors: 17 },
    })
  })

  test('visits that cannot be appended are appended with the next ones', async () => {
    const { VisitCounter } = await import('./visit-counter.ts')
    const { dependencies, database } = shop.server
    let isBroken = true
    const counter = new VisitCounter({
      ...dependencies,
      database: {
        get kysely() {
          if (isBroken) throw new Error('the database is away')
          return database.kysely
        },
      },
    })
    const one = () =>
      counter.count(
        { courseId, step: 'view', source: 'direct' },
        { address: '192.0.2.8', headers: { 'user-agent': browser } },
      )
    one()
    await counter.append()
    one()
    isBroken = false
    await counter.append()
    expect(await sources(admin)).toMatchObject({ direct: { visitors: 2 } })
  })
})

test('days outside the range are left out, and reversed days are refused', async () => {
  await visit('direct')
  await appended()
  expect(await sources(admin, { from: '2020-01-01', to: '2020-01-31' })).toEqual({})
  expect((await ask(admin, { from: '2026-02-02', to: '2026-02-01' })).body.errorCode).toBe(
    'ORDER_DAYS_REVERSED',
  )
})

test('the file has one line for each day and source, with the parts of a tagged address', async () => {
  await visit('tag:fb|cpc|=raya')
  await appended()
  await sell([courseId], visitOf([courseId, 'tag:fb|cpc|=raya']))
  const ticket = await shop.server.call('createTicket', {
    body: { what: 'sources', filters: { courseId } },
    as: admin,
  })
  const file = await shop.server.app.inject({ url: ticket.body.data.url })
  expect(file.statusCode).toBe(200)
  const [header, line] = file.body.replace('\uFEFF', '').split('\r\n')
  expect(header).toBe(
    'Date,Kind,Source,Medium,Campaign,Visitors,Carts,Checkouts,Orders,Enrolments,Sales (RM),Refunds and chargebacks (RM)',
  )
  expect(line).toMatch(/^\d{4}-\d\d-\d\d,tag,fb,cpc,'=raya,1,0,1,1,0,49\.00,0\.00$/)
})

test('sums are deleted after 400 days', async () => {
  await visit('direct')
  await appended()
  await fold()
  const dayMs = 24 * 3_600_000
  const now = shop.server.clock.now().getTime()
  await shop.server.services.conversion.deleteBefore(new Date(now - 400 * dayMs))
  expect(await sources(admin)).toMatchObject({ direct: { visitors: 1 } })
  await shop.server.services.conversion.deleteBefore(new Date(now + 2 * dayMs))
  expect(await sources(admin)).toEqual({})
})

test('an erased person takes the source of their purchases and enrolments with them', async () => {
  const free = await makeCourse(shop.server.database, { owner: admin })
  const learner = await shop.server.person()
  await shop.server.call('enroll', {
    params: { courseId: free.id },
    body: {},
    query: visitOf([free.id, 'site:google']),
    as: learner,
  })
  await shop.server.call('payForCourse', {
    body: { courseId },
    query: visitOf([courseId, 'site:google']),
    as: learner,
  })
  const kept = async () => {
    const found = await sql<{ count: number }>`
      SELECT (SELECT count(*) FROM enrolments WHERE user_id = ${learner.id} AND visit_source IS NOT NULL)
           + (SELECT count(*) FROM order_lines l JOIN orders o ON o.id = l.order_id
               WHERE o.buyer_id = ${learner.id} AND l.visit_source IS NOT NULL) AS count`.execute(
      shop.server.database.kysely,
    )
    return found.rows[0]?.count
  }
  expect(await kept()).toBe(2)
  await shop.server.database.transaction(async (tx) => {
    await shop.server.services.sales.buyerDetails.forgetCustomer(tx, learner.id)
    await shop.server.services.enrolments.leaveAll(tx, learner.id)
  })
  expect(await kept()).toBe(0)
})
