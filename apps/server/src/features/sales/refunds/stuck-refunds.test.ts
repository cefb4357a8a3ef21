/**
 * Tests a refund that the provider has started and does not finish. A person declares its outcome, and a later snapshot overrides
 * the declaration.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let root: TestPerson
// Each test advances the clock by weeks, so that earlier sessions have expired.
beforeEach(async () => {
  shop = await startShop()
  root = await shop.server.person('superadmin')
})
afterEach(async () => {
  const broken = await brokenInvariants(shop.server.database)
  await shop.server.stop()
  expect(broken).toEqual([])
})

const dayMs = 24 * 3_600_000

const give = (id: string, courseIds: number[]) =>
  shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds, reason: 'Asked for' },
    as: shop.seller,
  })
const itemOf = async (orderId: string, state: 'open' | 'closed' = 'open') =>
  (
    await shop.server.call('listPaymentExceptions', { query: { state, limit: '100' }, as: root })
  ).body.data.find(({ order }) => order.id === orderId)
const decide = async (
  id: string,
  choice: 'was_made' | 'not_made' | 'dismiss' | 'give_back',
  as: TestPerson = root,
) => {
  await shop.server.call('confirmIdentity', { body: { password: testPassword }, as })
  return shop.server.call('decidePaymentException', {
    params: { id },
    body: { choice, reason: 'They wrote so' },
    as,
  })
}
const read = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
const booked = async (id: string) =>
  (
    await shop.rows(sql<{ cents: number }>`
      SELECT coalesce(sum(e.cents), 0)::int8 AS cents FROM ledger_postings p
        JOIN ledger_entries e ON e.posting_id = p.id AND e.account = 'provider' WHERE p.reference = ${id}`)
  )[0]?.cents
const stateOf = async (id: string) =>
  (
    await shop.rows(sql<{ state: string }>`
      SELECT r.state FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.public_id = ${id} ORDER BY r.id`)
  ).map(({ state }) => state)

/**
 * Creates two paid courses. A refund of the first has been in progress for this many days. After 20 days the provider makes it, or
 * does not.
 */
async function underWay(days: number, end: 'slow_refund' | 'failed_refund' = 'slow_refund') {
  const buyer = await shop.server.person()
  const [first, second] = [await shop.course(10_000), await shop.course(4_900)]
  const bought = await shop.buy(buyer, first, second)
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  shop.simulator.faults.inject({ kind: end, seconds: (20 * dayMs) / 1000 })
  expect((await give(bought.id, [first])).body.data.state).toBe('pending')
  shop.server.clock.advance(days * dayMs)
  await shop.server.services.sales.refunding.continueDue()
  return { buyer, first, second, ...bought }
}

test('a stuck refund waits a week for the provider, and then for a person', async () => {
  const { id } = await underWay(6)
  expect(await itemOf(id)).toBeUndefined()
  shop.server.clock.advance(dayMs)
  await shop.server.services.sales.refunding.continueDue()
  await shop.server.services.sales.refunding.continueDue()
  expect(await itemOf(id)).toMatchObject({
    topic: 'refund_stuck',
    amount: 10_000,
    choices: ['was_made', 'not_made'],
  })
  expect((await decide((await itemOf(id))?.id ?? '', 'was_made', shop.seller)).status).toBe(404)
  expect((await decide((await itemOf(id))?.id ?? '', 'give_back')).status).toBe(409)
})

test('a refund declared made is booked, closes its course, is not requested again, and others can follow', async () => {
  const { buyer, first, second, id, purchase } = await underWay(8)
  const asked = shop.counts.refunds
  expect((await give(id, [second])).body.errorCode).toBe('REFUND_IN_PROGRESS')
  await sql`UPDATE users SET name = NULL WHERE id = ${root.id}`.execute(shop.server.database.kysely)
  expect((await decide((await itemOf(id))?.id ?? '', 'was_made')).status).toBe(200)
  expect(shop.counts.refunds).toBe(asked)
  expect(await shop.isEnrolled(buyer, first)).toBe(false)
  expect(await shop.isEnrolled(buyer, second)).toBe(true)
  expect(await booked(id)).toBe(4_900)
  expect(await itemOf(id)).toBeUndefined()
  expect(await itemOf(id, 'closed')).toMatchObject({
    choice: 'was_made',
    reason: 'They wrote so',
    // A person without a name is shown by the masked address.
    decidedBy: maskedEmail(root.email),
  })
  // The provider has made the refund, as the person declared, so nothing changes.
  shop.server.clock.advance(13 * dayMs)
  await read(purchase)
  expect(await stateOf(id)).toEqual(['done'])
  expect(await booked(id)).toBe(4_900)
  expect(await itemOf(id)).toBeUndefined()
})

test('a refund declared made that the provider did not make is reversed and opens an exception', async () => {
  const { first, id, buyer, purchase } = await underWay(8, 'failed_refund')
  await decide((await itemOf(id))?.id ?? '', 'was_made')
  shop.server.clock.advance(13 * dayMs)
  await read(purchase)
  expect(await stateOf(id)).toEqual(['reversed'])
  expect(await booked(id)).toBe(14_900)
  expect(await shop.isEnrolled(buyer, first)).toBe(false)
  expect(await itemOf(id)).toMatchObject({
    topic: 'money_back',
    choices: expect.arrayContaining(['open_access']),
  })
})

test('a refund declared not made keeps the course, and blocks new ones while the provider may still make it', async () => {
  const { buyer, first, id, purchase } = await underWay(8)
  const asked = shop.counts.refunds
  expect((await decide((await itemOf(id))?.id ?? '', 'not_made')).status).toBe(200)
  expect(await stateOf(id)).toEqual(['failed'])
  expect(await shop.isEnrolled(buyer, first)).toBe(true)
  expect(await booked(id)).toBe(14_900)
  expect((await give(id, [first])).body.errorCode).toBe('REFUND_IN_PROGRESS')
  expect(shop.counts.refunds).toBe(asked)
  // The provider has made the refund, although the person declared the opposite. An exception shows the contradiction.
  shop.server.clock.advance(13 * dayMs)
  await read(purchase)
  expect(await stateOf(id)).toEqual(['done'])
  expect(await shop.isEnrolled(buyer, first)).toBe(false)
  expect(await booked(id)).toBe(4_900)
  const again = await itemOf(id)
  expect(again).toMatchObject({ topic: 'refund_stuck', cause: 'said_otherwise', choices: ['dismiss'] })
  expect((await decide(again?.id ?? '', 'dismiss')).status).toBe(200)
  expect(await itemOf(id)).toBeUndefined()
  expect(await booked(id)).toBe(4_900)
})

test('a refund declared not made and dropped by the provider can be requested again', async () => {
  const { first, id, purchase } = await underWay(8, 'failed_refund')
  await decide((await itemOf(id))?.id ?? '', 'not_made')
  shop.server.clock.advance(13 * dayMs)
  await read(purchase)
  expect(await itemOf(id)).toBeUndefined()
  shop.clearFaults()
  expect((await give(id, [first])).body.data.state).toBe('done')
  expect(await stateOf(id)).toEqual(['failed', 'done'])
  expect(await booked(id)).toBe(4_900)
})

test('a refund that the provider ends by itself closes its exception', async () => {
  const { id, purchase } = await underWay(8)
  expect(await itemOf(id)).toBeDefined()
  shop.server.clock.advance(13 * dayMs)
  await read(purchase)
  expect(await stateOf(id)).toEqual(['done'])
  expect(await itemOf(id)).toBeUndefined()
})
