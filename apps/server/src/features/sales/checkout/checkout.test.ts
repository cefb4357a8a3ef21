import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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

const minute = 60_000

describe('pressing Buy', () => {
  test("buying leads to the provider's page with our public id as reference and a return address for each outcome", async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course(14_900)
    const { status, body } = await shop.pressBuy(buyer, courseId)
    expect(status).toBe(201)
    expect(body).toEqual({ success: true, payment_url: expect.any(String), purchase_id: expect.any(String) })
    const purchase = await shop.simulator.read('platform-key', shop.purchaseIn(body.payment_url))
    const back = `/checkout/success?purchase_id=${body.purchase_id}`
    expect(purchase).toMatchObject({
      reference: body.purchase_id,
      purchase: { total: 14_900, currency: 'MYR', due_strict: true },
      client: { email: buyer.email },
      success_redirect: expect.stringContaining(back),
      failure_redirect: expect.stringContaining(`/checkout/failure?purchase_id=${body.purchase_id}`),
      success_callback: `http://127.0.0.1:3000/api/payments/callback/${shop.platformAccount}`,
    })
    expect(await shop.check(body.purchase_id)).toBe('created')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
  })

  test("buying returns to the request's loopback origin, and never to a foreign Host", async () => {
    const buyer = await shop.server.person()
    const returnsTo = async (host: string) => {
      const raw = await shop.server.app.inject({
        method: 'POST',
        url: '/api/payments',
        headers: { host, authorization: `Bearer ${buyer.token}` },
        payload: { courseId: await shop.course() },
      })
      const purchase = shop.purchaseIn(raw.json<{ payment_url: string }>().payment_url)
      return (await shop.simulator.read('platform-key', purchase))?.success_redirect ?? ''
    }
    expect(await returnsTo('localhost:3999')).toMatch(/^http:\/\/localhost:3999\/checkout\/success\?/)
    expect(await returnsTo('evil.example')).toMatch(/^http:\/\/127\.0\.0\.1:3000\/checkout\/success\?/)
  })

  test('buying again returns the open page', async () => {
    const { buyer, courseId, id, url } = await shop.buyerAtPage()
    const again = await shop.pressBuy(buyer, courseId)
    expect(again.body).toMatchObject({ purchase_id: id, payment_url: url })
  })

  test('fifty concurrent purchases create one order and one purchase at the provider', async () => {
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const before = shop.counts.created
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pressBuy(buyer, courseId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.payment_url)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.purchase_id)).size).toBe(1)
    expect(shop.counts.created - before).toBe(1)
    const orders = await shop.rows(sql<{ id: number }>`SELECT id FROM orders WHERE buyer_id = ${buyer.id}`)
    expect(orders).toHaveLength(1)
  })

  test('concurrent purchases in two processes create one purchase at the provider', async () => {
    const other = await shop.server.startAgain()
    const buyer = await shop.server.person()
    const courseId = await shop.course()
    const before = shop.counts.created
    const press = (app: typeof other.app) =>
      app.inject({
        method: 'POST',
        url: '/api/payments',
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { courseId },
      })
    const answers = await Promise.all(
      [shop.server.app, other.app, shop.server.app, other.app].map((app) => press(app)),
    )
    expect(new Set(answers.map((answer) => answer.json<{ payment_url: string }>().payment_url)).size).toBe(1)
    expect(shop.counts.created - before).toBe(1)
    await other.app.close()
  })

  test('buying after the page expired gives the same order a new page', async () => {
    const { buyer, courseId, id, url } = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    const again = await shop.pressBuy(buyer, courseId)
    expect(again.body.purchase_id).toBe(id)
    expect(again.body.payment_url).not.toBe(url)
    await shop.pay(shop.purchaseIn(again.body.payment_url))
    expect(await shop.check(id)).toBe('paid')
  })

  test('a page paid in its last second is settled instead of renewed', async () => {
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    await shop.pay(purchase)
    shop.server.clock.advance(61 * minute)
    const again = await shop.pressBuy(buyer, courseId)
    expect(again.body.errorCode).toBe('COURSE_ALREADY_OWNED')
    expect(await shop.check(id)).toBe('paid')
  })

  test('a payment pending at its bank is not requested a second time', async () => {
    const { buyer, courseId, id, url, purchase } = await shop.buyerAtPage()
    await shop.simulator.tryPayment(purchase, {
      method: 'fpx',
      errorCode: null,
      extra: {},
      slowSeconds: 7200,
      callback: { delaySeconds: 0, copies: 1, lost: false, fault: null, ordered: true },
    })
    shop.server.clock.advance(61 * minute)
    expect(await shop.check(id)).toBe('pending')
    const again = await shop.pressBuy(buyer, courseId)
    expect(again.body).toMatchObject({ purchase_id: id, payment_url: url })
  })

  test('buying another set of courses cancels the old order and closes its page', async () => {
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    const both = await shop.buy(buyer, courseId, await shop.course())
    expect(both.id).not.toBe(id)
    expect(await shop.check(id)).toBe('cancelled')
    expect(await shop.simulator.read('platform-key', purchase)).toMatchObject({ status: 'cancelled' })
  })

  test('a replaced order that was just paid is settled, and its course is not sold again', async () => {
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    await shop.pay(purchase)
    const other = await shop.course()
    const { status, body } = await shop.pressCheckout(buyer, [courseId, other])
    expect({ status, code: body.errorCode }).toEqual({ status: 409, code: 'COURSE_ALREADY_OWNED' })
    expect(await shop.check(id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
  })

  test('two tabs with different carts end with one open order', async () => {
    const buyer = await shop.server.person()
    const [one, two] = [await shop.course(), await shop.course()]
    await Promise.all([shop.pressCheckout(buyer, [one]), shop.pressCheckout(buyer, [one, two])])
    const open = await shop.rows(sql<{ state: string }>`
      SELECT state FROM orders WHERE buyer_id = ${buyer.id} AND state IN ('created', 'pending', 'failed')`)
    expect(open).toHaveLength(1)
  })

  test('a price changed since the page was opened creates a new order at the new price', async () => {
    const { buyer, courseId, id } = await shop.buyerAtPage(14_900)
    await sql`UPDATE courses SET price_cents = 19900 WHERE id = ${courseId}`.execute(
      shop.server.database.kysely,
    )
    const again = await shop.pressBuy(buyer, courseId)
    expect(again.body.purchase_id).not.toBe(id)
    expect(await shop.orderOf(again.body.purchase_id)).toMatchObject({ total_cents: 19_900 })
    expect(await shop.check(id)).toBe('cancelled')
  })

  test('no second page is created while the first cannot be closed, because it may be paid', async () => {
    const { buyer, courseId } = await shop.buyerAtPage()
    const both = [courseId, await shop.course()]
    // The provider answers neither the request nor its retry, but would answer a third request.
    shop.simulator.faults.inject({ kind: 'down' }, 2)
    const before = shop.counts.created
    expect((await shop.pressCheckout(buyer, both)).status).toBe(502)
    expect(shop.counts.created).toBe(before)
    expect((await shop.pressCheckout(buyer, both)).status).toBe(201)
  })

  test('the page of a replaced order is closed later when the provider was unreachable', async () => {
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    shop.simulator.faults.inject({ kind: 'down' })
    const answer = await shop.pressCheckout(buyer, [courseId, await shop.course()])
    expect(answer.status).toBe(502)
    shop.clearFaults()
    await shop.runJobs()
    shop.server.clock.advance(10 * minute)
    await shop.runJobs()
    expect(await shop.simulator.read('platform-key', purchase)).toMatchObject({ status: 'cancelled' })
    expect(await shop.check(id)).toBe('cancelled')
  })
})

describe('the cart', () => {
  test('a cart is one order with a line per course, however often an id is repeated', async () => {
    const buyer = await shop.server.person()
    const [one, two] = [await shop.course(10_000), await shop.course(5_050)]
    const { status, body } = await shop.pressCheckout(buyer, [two, one, two, one])
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual(['payment_id', 'payment_url', 'success'])
    expect(await shop.orderOf(body.payment_id)).toMatchObject({ total_cents: 15_050 })
    await shop.pay(shop.purchaseIn(body.payment_url))
    expect(await shop.check(body.payment_id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, one)).toBe(true)
    expect(await shop.isEnrolled(buyer, two)).toBe(true)
  })

  test('a free cart is settled at once, without the provider', async () => {
    const buyer = await shop.server.person()
    const [one, two] = [await shop.course(0), await shop.course(0)]
    const before = shop.counts.created
    const { status, body } = await shop.pressCheckout(buyer, [one, two])
    expect(status).toBe(201)
    expect(body.payment_url).toMatch(new RegExp(`/checkout/success\\?purchase_id=${body.payment_id}$`))
    expect(await shop.check(body.payment_id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, one)).toBe(true)
    expect(shop.counts.created).toBe(before)
    expect(await shop.eventsOf('order.settled', buyer.id)).toBe(1)
  })

  test('a cart over RM 30,000 is refused with a sentence', async () => {
    const buyer = await shop.server.person()
    const ids = await Promise.all([1, 2, 3, 4].map(() => shop.course(1_000_000)))
    const { status, body } = await shop.pressCheckout(buyer, ids)
    expect(status).toBe(422)
    expect(body.error).toBe('One payment can be at most RM 30,000.00. Please remove a course.')
    expect((await shop.pressCheckout(buyer, ids.slice(0, 3))).status).toBe(201)
  })

  test.each([
    ['nothing', [], 'courseIds: Your cart is empty'],
    ['words', ['5'], 'courseIds.0: must be a whole number'],
    ['fractions', [1.5], 'courseIds.0: must be a whole number'],
    ['negative numbers', [-1], 'courseIds.0: must be a whole number'],
    ['lists in the list', [[1]], 'courseIds.0: must be a whole number'],
    ['numbers beyond all counting', [1e300], 'courseIds.0: must be a whole number'],
    [
      'fifty-one courses',
      Array.from({ length: 51 }, (_, id) => id + 1),
      'courseIds: At most 50 courses at once',
    ],
  ])('a cart of %s is refused', async (_name, courseIds, sentence) => {
    const buyer = await shop.server.person()
    const { status, body } = await shop.pressCheckout(buyer, courseIds as number[])
    expect({ status, error: body.error }).toEqual({ status: 400, error: sentence })
  })

  test('a cart with a missing course is refused as a whole', async () => {
    const buyer = await shop.server.person()
    const { status, body } = await shop.pressCheckout(buyer, [await shop.course(), 999_999_999_999])
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'Course not found' })
  })

  test('a cart reports missing fields of the address', async () => {
    const buyer = await shop.server.person()
    const { body } = await shop.server.call('payForCart', {
      body: { courseIds: [1], customerInfo: { ...shop.customer, address: ' ', city: '' } },
      as: buyer,
    })
    expect(body.error).toBe('customerInfo.address: Address is required, customerInfo.city: City is required')
  })
})

describe('what cannot be bought', () => {
  const hide = (courseId: number) =>
    sql`UPDATE courses SET is_private = true WHERE id = ${courseId}`.execute(shop.server.database.kysely)
  const archive = (courseId: number) =>
    sql`UPDATE courses SET archived_at = now() WHERE id = ${courseId}`.execute(shop.server.database.kysely)

  test('a course the buyer owns cannot be bought', async () => {
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    await shop.pay(purchase)
    expect(await shop.check(id)).toBe('paid')
    for (const press of [shop.pressBuy(buyer, courseId), shop.pressCheckout(buyer, [courseId])]) {
      const { status, body } = await press
      expect({ status, error: body.error }).toEqual({
        status: 409,
        error: 'You are already enrolled in this course',
      })
    }
  })

  test('a private or archived course answers exactly like a missing one', async () => {
    const buyer = await shop.server.person()
    const [hidden, gone] = [await shop.course(), await shop.course()]
    await hide(hidden)
    await archive(gone)
    const missing = await shop.pressCheckout(buyer, [999_999_999])
    for (const courseId of [hidden, gone]) {
      const { raw } = await shop.pressCheckout(buyer, [courseId])
      expect(raw.body).toBe(missing.raw.body)
      expect(raw.statusCode).toBe(404)
      expect((await shop.pressBuy(buyer, courseId)).raw.body).toBe(missing.raw.body)
    }
  })

  test('buying for another user is refused', async () => {
    const [buyer, other] = [await shop.server.person(), await shop.server.person()]
    const courseId = await shop.course()
    const single = await shop.server.call('payForCourse', {
      body: { courseId, userId: other.id },
      as: buyer,
    })
    const cart = await shop.server.call('payForCart', {
      body: { courseIds: [courseId], userId: other.id, customerInfo: shop.customer },
      as: buyer,
    })
    for (const { status, body } of [single, cart]) {
      expect({ status, code: body.errorCode }).toEqual({ status: 403, code: 'NOT_YOURS' })
    }
    const own = await shop.server.call('payForCourse', { body: { courseId, userId: buyer.id }, as: buyer })
    expect(own.status).toBe(201)
  })

  test('buying without a session is refused', async () => {
    const courseId = await shop.course()
    const { status } = await shop.server.call('payForCourse', { body: { courseId }, as: null })
    expect(status).toBe(401)
  })
})

describe('who is paid', () => {
  async function sellerWithAccount() {
    const seller = await shop.server.person('admin')
    const chip = { chipSecret: `key-of-${seller.id}`, chipBrandId: crypto.randomUUID() }
    expect((await shop.server.call('updateChipCredentials', { body: chip, as: seller })).status).toBe(200)
    return { seller, secret: chip.chipSecret }
  }

  test("a purchase of one seller's courses is paid to its own account", async () => {
    const { seller, secret } = await sellerWithAccount()
    const buyer = await shop.server.person()
    const bought = await shop.buy(buyer, await shop.course(5_000, seller), await shop.course(6_000, seller))
    expect(await shop.simulator.read(secret, bought.purchase)).not.toBeNull()
    expect(await shop.simulator.read('platform-key', bought.purchase)).toBeNull()
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
  })

  test('a purchase is paid to the platform when the sellers are several or have no account', async () => {
    const { seller } = await sellerWithAccount()
    const buyer = await shop.server.person()
    const mixed = await shop.buy(buyer, await shop.course(5_000, seller), await shop.course(6_000))
    expect(await shop.simulator.read('platform-key', mixed.purchase)).not.toBeNull()
    const without = await shop.buy(buyer, await shop.course(6_000))
    expect(await shop.simulator.read('platform-key', without.purchase)).not.toBeNull()
  })

  test('a purchase is refused with a sentence when neither has an account', async () => {
    const poor = await startShop({ withPlatformAccount: false })
    try {
      const { status, body } = await poor.pressBuy(await poor.server.person(), await poor.course())
      expect({ status, error: body.error }).toEqual({
        status: 409,
        error: 'This course cannot be bought at the moment: its seller has no payment account yet.',
      })
    } finally {
      await poor.server.stop()
    }
  })

  test('an order keeps the credentials it started with', async () => {
    const { seller, secret } = await sellerWithAccount()
    const buyer = await shop.server.person()
    const courseId = await shop.course(5_000, seller)
    const { id, url, purchase } = await shop.buy(buyer, courseId)
    const chip = { chipSecret: 'another-key', chipBrandId: crypto.randomUUID() }
    await shop.server.call('updateChipCredentials', { body: chip, as: seller })
    expect((await shop.pressBuy(buyer, courseId)).body.payment_url).toBe(url)
    await shop.pay(purchase)
    expect((await shop.deliver(purchase)).map(({ statusCode }) => statusCode)).toEqual([200])
    await shop.runJobs()
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    expect(await shop.orderOf(id)).toMatchObject({ state: 'paid' })
    const later = await shop.buy(buyer, await shop.course(7_000, seller))
    expect(await shop.simulator.read('another-key', later.purchase)).not.toBeNull()
    expect(await shop.simulator.read(secret, later.purchase)).toBeNull()
  })

  test('an order without a page uses the current credentials', async () => {
    const { seller, secret } = await sellerWithAccount()
    const buyer = await shop.server.person()
    const courseId = await shop.course(5_000, seller)
    shop.simulator.faults.inject({ kind: 'answer', status: 401, text: '{}' })
    expect((await shop.pressBuy(buyer, courseId)).status).toBe(502)
    shop.clearFaults()
    const chip = { chipSecret: `new-${secret}`, chipBrandId: crypto.randomUUID() }
    await shop.server.call('updateChipCredentials', { body: chip, as: seller })
    const { body } = await shop.pressBuy(buyer, courseId)
    const purchase = shop.purchaseIn(body.payment_url)
    expect(await shop.simulator.read(chip.chipSecret, purchase)).not.toBeNull()
  })
})

describe('a provider that fails while the page is made', () => {
  const html = '<html><body>502 Bad Gateway</body></html>'
  test.each([
    ['is down', { kind: 'down' }],
    ['never answers', { kind: 'silent' }],
    ['does it but never answers', { kind: 'silent_after_commit' }],
    ['answers in HTML', { kind: 'answer', status: 200, text: html, contentType: 'text/html' }],
    ['answers 500', { kind: 'answer', status: 500, text: '{}' }],
    ['answers 401', { kind: 'answer', status: 401, text: '{}' }],
    [
      'leads to a foreign page',
      { kind: 'alter', change: (told: object) => ({ ...told, checkout_url: 'https://evil.example/' }) },
    ],
  ] as const)(
    'when the provider fails with %s, the buyer is told, and a later attempt has a page for the same order',
    async (_name, fault) => {
      const buyer = await shop.server.person()
      const courseId = await shop.course()
      shop.simulator.faults.inject(fault)
      const failed = await shop.pressBuy(buyer, courseId)
      expect({ status: failed.status, error: failed.body.error }).toEqual({
        status: 502,
        error: 'Failed to process payment. Please try again.',
      })
      shop.clearFaults()
      const again = await shop.pressBuy(buyer, courseId)
      expect(again.status).toBe(201)
      const orders = await shop.rows(sql<{ public_id: string }>`
      SELECT public_id FROM orders WHERE buyer_id = ${buyer.id}`)
      expect(orders).toEqual([{ public_id: again.body.purchase_id }])
      await shop.pay(shop.purchaseIn(again.body.payment_url))
      expect(await shop.check(again.body.purchase_id)).toBe('paid')
    },
  )

  test('the sweeper creates a missing page, and its order expires after its time', async () => {
    const buyer = await shop.server.person()
    const [made, never] = [await shop.course(), await shop.course()]
    shop.simulator.faults.inject({ kind: 'down' })
    await shop.pressBuy(buyer, made)
    shop.clearFaults()
    shop.server.clock.advance(minute)
    await shop.server.services.sales.sweeper.sweep()
    const before = shop.counts.created
    expect((await shop.pressBuy(buyer, made)).status).toBe(201)
    expect(shop.counts.created).toBe(before)

    shop.simulator.faults.inject({ kind: 'down' })
    await shop.pressBuy(buyer, never)
    shop.server.clock.advance(90 * minute)
    await shop.server.services.sales.sweeper.sweep()
    const [order] = await shop.rows(sql<{ state: string }>`
      SELECT o.state FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE l.course_id = ${never}`)
    expect(order).toEqual({ state: 'expired' })
  })
})
