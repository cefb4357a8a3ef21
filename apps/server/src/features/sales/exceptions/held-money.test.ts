import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let root: TestPerson
beforeAll(async () => {
  shop = await startShop()
  root = await shop.server.person('superadmin')
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const itemOf = async (orderId: string) => {
  const { body } = await shop.server.call('listPaymentExceptions', { query: { limit: '100' }, as: root })
  return body.data.find(({ order }) => order.id === orderId)
}
const decide = (id: string, choice: 'apply' | 'give_back' | 'close_access' | 'leave_closed') =>
  shop.server.call('decidePaymentException', {
    params: { id },
    body: { choice, reason: 'Looked at' },
    as: root,
  })
const settle = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
const give = (id: string, courseId: number) =>
  shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds: [courseId], reason: 'Asked for' },
    as: shop.seller,
  })

/** Returns the sums of the ledger's accounts for this order, without sums of zero. */
async function booked(id: string) {
  const found = await shop.rows(sql<{ account: string; cents: number }>`
    SELECT e.account, sum(e.cents)::int8 AS cents FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
     WHERE p.reference = ${id} AND e.account IN ('provider', 'bank', 'held')
     GROUP BY e.account HAVING sum(e.cents) <> 0`)
  return Object.fromEntries(found.map(({ account, cents }) => [account, cents]))
}

/** Creates a payment whose purchase has another brand, so that the money is held for a decision. */
async function held() {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  shop.between.read = (purchase) => ({ ...purchase, brandId: '00000000-0000-4000-8000-000000000000' })
  await settle(bought.purchase)
  const item = await itemOf(bought.id)
  expect(item).toMatchObject({ topic: 'held', cause: 'other_brand' })
  return { ...bought, itemId: item?.id ?? '' }
}

/** Runs `change` while `waiter` waits for the rows that `lock` has locked. */
async function whileWaiting<T>(
  lock: ReturnType<typeof sql>,
  waiter: () => Promise<T>,
  change: ReturnType<typeof sql>,
): Promise<T> {
  const { database } = shop.server
  let waiting: Promise<T> | undefined
  await database.transaction(async (tx) => {
    await lock.execute(tx)
    waiting = waiter()
    await expect
      .poll(async () => {
        const [row] = await shop.rows(sql<{ count: number }>`
          SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return row?.count
      })
      .toBeGreaterThan(0)
    await change.execute(tx)
  })
  if (!waiting) throw new Error('nobody waited')
  return waiting
}

describe('held money', () => {
  test('held money applied to its order is booked at the provider, not in a bank', async () => {
    const { id, itemId } = await held()
    expect(await booked(id)).toEqual({ provider: 14_900, held: -14_900 })
    expect((await decide(itemId, 'apply')).status).toBe(200)
    expect(await booked(id)).toEqual({ provider: 14_900 })
    const { rows } = await sql`
      SELECT l.details FROM security_log l WHERE l.kind = 'exception.decided' ORDER BY l.id`.execute(
      shop.server.database.kysely,
    )
    expect(rows).toEqual([{ details: { topic: 'held', choice: 'apply', order: id } }])
  })

  test('held money is shown to its buyer until it pays their order', async () => {
    const { id, itemId, buyer } = await held()
    const told = async () =>
      (await shop.server.call('readPayment', { params: { id }, as: buyer })).body.data.extra
    expect(await told()).toEqual([
      { cause: 'mismatch', amount: 14_900, state: 'waiting', at: expect.any(String) },
    ])
    await decide(itemId, 'apply')
    expect(await told()).toEqual([])
  })

  test('held money marked as paid by hand is booked in a bank when applied', async () => {
    const { id, purchase } = await shop.buyerAtPage()
    await shop.simulator.markAsPaid('platform-key', purchase)
    await settle(purchase)
    expect(await booked(id)).toEqual({})
    await decide((await itemOf(id))?.id ?? '', 'apply')
    expect(await booked(id)).toEqual({ bank: 14_900 })
  })

  test('held money is not applied once another person has started its refund', async () => {
    const { id, itemId } = await held()
    const { status, body } = await whileWaiting(
      sql`SELECT FROM orders WHERE public_id = ${id} FOR UPDATE`,
      () => decide(itemId, 'apply'),
      sql`INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents)
          SELECT 'given back meanwhile ' || p.id, p.order_id, p.id, 'held', 'asked', 'planned', 14900
            FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.public_id = ${id}`,
    )
    expect([status, body.errorCode]).toEqual([409, 'REVIEW_CHOICE_NOT_POSSIBLE'])
    expect(await shop.check(id)).not.toBe('paid')
  })

  test('held money refunded and applied concurrently closes the course', async () => {
    const { id, itemId, purchase, buyer, courseId } = await held()
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'timed out', { outcomeUnknown: true })
    }
    await decide(itemId, 'give_back')
    shop.clearFaults()
    await settle(purchase)
    expect(await shop.check(id)).toBe('paid')
    // The provider has received the request although no response arrived.
    await shop.simulator.refund('platform-key', purchase, null, 0)
    await settle(purchase)
    expect(await shop.check(id)).toBe('refunded')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
    expect(await booked(id)).toEqual({})
    expect(await itemOf(id)).toBeUndefined()
  })

  test('held money with a planned refund stays when it was applied to its order', async () => {
    const { id, itemId, purchase, buyer, courseId } = await held()
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    await decide(itemId, 'give_back')
    shop.clearFaults()
    await settle(purchase)
    const before = shop.counts.refunds
    shop.server.clock.advance(60_000)
    await shop.server.services.sales.refunding.continueDue()
    expect(shop.counts.refunds).toBe(before)
    expect(await shop.check(id)).toBe('paid')
    expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
    expect(await booked(id)).toEqual({ provider: 14_900 })
  })
})

test('a won dispute leaves earlier refunds with the buyer', async () => {
  const buyer = await shop.server.person()
  const [kept, returned] = [await shop.course(10_000), await shop.course(4_900)]
  const { id, purchase } = await shop.buy(buyer, kept, returned)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  expect((await give(id, returned)).body.data.state).toBe('done')
  const now = Math.floor(shop.server.clock.now().getTime() / 1000)
  const seen = async (status: string, refundable: number, updated: number) => {
    const change = withFields({ status, refundable_amount: refundable, updated_on: updated })
    shop.simulator.faults.inject({ kind: 'alter', change })
    await settle(purchase)
    shop.clearFaults()
  }
  await seen('chargeback', 0, now + 1)
  expect(await booked(id)).toEqual({})
  await seen('paid', 10_000, now + 2)
  expect(await booked(id)).toEqual({ provider: 10_000 })
  expect(await shop.isEnrolled(buyer, kept)).toBe(true)
  expect(await itemOf(id)).toBeUndefined()
})

test('money that returned after a course was closed can be refunded again', async () => {
  const { id, purchase, courseId } = await shop.buyerAtPage()
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  const seen = async (status: string, refundable: number, updated: number) => {
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ status, refundable_amount: refundable, updated_on: updated }),
    })
    await settle(purchase)
    shop.clearFaults()
  }
  const now = Math.floor(shop.server.clock.now().getTime() / 1000)
  await seen('chargeback', 0, now + 1)
  await decide((await itemOf(id))?.id ?? '', 'close_access')
  await seen('paid', 14_900, now + 2)
  await decide((await itemOf(id))?.id ?? '', 'leave_closed')
  expect(await itemOf(id)).toBeUndefined()
  shop.server.clock.advance(60_000)
  const offered = await shop.server.call('readOrderRefunds', { params: { id }, as: shop.seller })
  expect(offered.body.data.lines).toMatchObject([{ refundable: 14_900 }])
  expect((await give(id, courseId)).body.data).toMatchObject({ state: 'done', amount: 14_900 })
  expect(await booked(id)).toEqual({})
})
