import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from './model/invariants.ts'
import { startShop, type Shop } from './sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

test('repeating and withdrawing refund requests stops mailing the sellers', async () => {
  const seller = await shop.server.person('admin')
  const buyer = await shop.server.person()
  const { id, purchase } = await shop.buy(buyer, await shop.course(9_900, seller))
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  const statuses = []
  for (let round = 0; round < 12; round += 1) {
    const asked = await shop.server.call('requestRefund', {
      params: { id },
      body: { reason: 'I changed my mind' },
      as: buyer,
    })
    statuses.push(asked.status)
    const request = asked.body.data?.requests.find(({ state }) => state === 'open')
    if (!request) continue
    await shop.server.call('withdrawRefundRequest', { params: { id: request.id }, as: buyer })
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
  await shop.runJobs()
  const asked = shop.server.mails.filter(
    ({ to, subject }) => to === seller.email && subject === 'A buyer requests a refund',
  )
  expect(asked).toHaveLength(10)
})

test('one person opens at most sixty pages in an hour, whatever their cart', async () => {
  const buyer = await shop.server.person()
  const [one, two] = [await shop.course(), await shop.course()]
  const before = shop.counts.created
  const press = (count: number) => shop.pressCheckout(buyer, count % 2 ? [one] : [one, two])
  // 57 orders are inserted directly and three are created at the provider, so that the person has 60 orders.
  await sql`INSERT INTO orders (public_id, buyer_id, state, total_cents, origin, created_at)
            SELECT 'flood-' || ${buyer.id} || '-' || n, ${buyer.id}, 'cancelled', 0, 'http://127.0.0.1',
                   ${shop.server.clock.now()} FROM generate_series(101, 157) AS n`.execute(
    shop.server.database.kysely,
  )
  for (const pressed of [57, 58, 59]) expect((await press(pressed)).status).toBe(201)
  const refused = await press(60)
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
  expect(shop.counts.created - before).toBe(3)
  // The newest page is still open and is reused. Other buyers have limits of their own.
  expect((await press(59)).status).toBe(201)
  expect((await shop.pressBuy(await shop.server.person(), one)).status).toBe(201)
  shop.server.clock.advance(3_600_000)
  expect((await press(60)).status).toBe(201)
})

test('repeated checks of a purchase read the provider less and less', async () => {
  const { id } = await shop.buyerAtPage()
  shop.server.clock.advance(2 * 3_600_000)
  expect(await shop.check(id)).toBe('expired')
  const before = shop.counts.read
  for (let asked = 0; asked < 200; asked += 1) {
    shop.server.clock.advance(250)
    await shop.check(id)
  }
  expect(shop.counts.read - before).toBeLessThan(100)
  // After half a minute without a check, the provider is read again.
  shop.server.clock.advance(30_000)
  const then = shop.counts.read
  await shop.check(id)
  expect(shop.counts.read).toBe(then + 1)
})

test("the provider's data of a payer is erased with their account, also when it arrives later", async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  await shop.deliver(bought.purchase)
  await shop.runJobs()
  const kept = () =>
    shop.rows(sql<{ isNamed: boolean; handled: boolean; event: string }>`
      SELECT position(convert_to(${bought.buyer.email}, 'UTF8') IN body) > 0 AS "isNamed", event_type AS event,
             handled_at IS NOT NULL AS handled
        FROM payment_events WHERE provider_id = ${bought.purchase} ORDER BY id`)
  expect(await kept()).toEqual([{ isNamed: true, handled: true, event: 'purchase.paid' }])
  const as = await shop.server.person('superadmin')
  expect((await shop.server.call('deleteUser', { params: { id: bought.buyer.id }, as })).status).toBe(200)
  expect(await kept()).toEqual([{ isNamed: false, handled: true, event: 'purchase.paid' }])

  const { url, body, signature } = await shop.deliveryOf(bought.purchase)
  expect((await shop.callback(url, body, signature)).statusCode).toBe(200)
  await sql`DELETE FROM payment_events WHERE provider_id = ${bought.purchase}`.execute(
    shop.server.database.kysely,
  )
  expect((await shop.callback(url, body, signature)).statusCode).toBe(200)
  expect(await kept()).toEqual([{ isNamed: true, handled: false, event: 'purchase.paid' }])
  await shop.runJobs()
  expect(await kept()).toEqual([{ isNamed: false, handled: true, event: 'purchase.paid' }])
})

test('a cursor of another ledger reveals nothing', async () => {
  const [one, other] = [await shop.server.person('admin'), await shop.server.person('admin')]
  const sell = async (seller: typeof one) => {
    const { id, purchase } = await shop.buy(await shop.server.person(), await shop.course(5_000, seller))
    await shop.pay(purchase)
    expect(await shop.check(id)).toBe('paid')
    shop.server.clock.advance(1000)
  }
  await sell(one)
  await sell(other)
  const listed = async (as: typeof one, cursor?: string) =>
    (await shop.server.call('listLedger', { query: { limit: '1', ...(cursor && { cursor }) }, as })).body
  await sell(other)
  const foreign = (await listed(other)).meta.nextCursor ?? ''
  expect(foreign).not.toBe('')
  expect((await listed(one)).data).toHaveLength(1)
  expect((await listed(one, foreign)).data).toEqual([])
})
