/** Tests all orders in which the snapshots of one purchase can arrive, with each snapshot also repeated once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderPurchase } from '#server/adapters/payments/port.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

const life = ['viewed', 'error', 'paid', 'refunded'] as const
type Moment = (typeof life)[number]

let shop: Shop
let providerPurchase: Map<Moment, ProviderPurchase>
beforeAll(async () => {
  shop = await startShop()
  providerPurchase = await oneLife()
})
afterAll(() => shop.server.stop())

/** Plays one purchase in the simulator, and returns the provider's response after each moment of its life cycle. */
async function oneLife(): Promise<Map<Moment, ProviderPurchase>> {
  const { purchase } = await shop.buyerAtPage()
  const happen: Record<Moment, () => Promise<unknown>> = {
    viewed: () => shop.simulator.openPage(purchase),
    error: () => shop.decline(purchase),
    paid: () => shop.pay(purchase),
    refunded: () => shop.simulator.refund('platform-key', purchase, null, 0),
  }
  const heard = new Map<Moment, ProviderPurchase>()
  for (const moment of life) {
    await happen[moment]()
    shop.between.read = (snapshot) => {
      heard.set(moment, snapshot)
      throw new Error('only listened to')
    }
    const listening = shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    await expect(listening).rejects.toThrow('only listened to')
  }
  shop.clearFaults()
  return heard
}

/** Returns every permutation once. */
function arrangements(words: readonly Moment[]): Moment[][] {
  if (words.length === 0) return [[]]
  return [...new Set(words)].flatMap((first) => {
    const rest = [...words]
    rest.splice(rest.indexOf(first), 1)
    return arrangements(rest).map((others) => [first, ...others])
  })
}

/** Returns all permutations of the moments, and all permutations with one of the moments repeated. */
function everyOrder(words: readonly Moment[]): Moment[][] {
  return [words, ...words.map((twice) => [...words, twice])].flatMap((each) => arrangements(each))
}

/** Returns all facts about an order that must be the same for every sequence of snapshots. */
async function truthOf(order: string): Promise<unknown> {
  const [truth] = await shop.rows(sql<{ truth: unknown }>`
    SELECT json_build_object(
      'order', o.state, 'settled', o.settled_at IS NOT NULL,
      'lines', (SELECT json_agg(json_build_array(l.status, (
        SELECT g.access_from IS NOT NULL FROM open_grants g WHERE g.kind = 'order_line' AND g.source_id = l.id))) FROM order_lines l WHERE l.order_id = o.id),
      'payments', (SELECT json_agg(json_build_array(p.state, p.outcome, p.review_reason, p.attention, p.received_cents,
                                                    p.refundable_cents)) FROM payments p WHERE p.order_id = o.id),
      'open', (SELECT count(*) FROM open_purchases p WHERE p.order_id = o.id),
      'place', (SELECT e.revoked_at IS NULL FROM enrolments e JOIN order_lines l ON l.course_id = e.course_id
                 WHERE e.user_id = o.buyer_id AND l.order_id = o.id),
      'told', (SELECT json_object_agg(kind, times) FROM (
                 SELECT kind, count(*) AS times FROM domain_events
                  WHERE (payload->>'orderId')::bigint = o.id GROUP BY kind ORDER BY kind) AS counted)) AS truth
      FROM orders o WHERE o.public_id = ${order}`)
  return truth?.truth
}

async function hear(buyer: TestPerson, courseId: number, order: readonly Moment[]): Promise<unknown> {
  const { id, purchase } = await shop.buy(buyer, courseId)
  for (const moment of order) {
    shop.between.read = (own) => {
      const then = providerPurchase.get(moment)
      if (!then) throw new Error(`nothing was heard of ${moment}`)
      return { ...then, id: own.id, reference: own.reference, brandId: own.brandId }
    }
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  }
  shop.clearFaults()
  return truthOf(id)
}

test.each([
  { last: 'refunded', order: 'refunded', place: false },
  { last: 'paid', order: 'paid', place: true },
  { last: 'error', order: 'failed', place: null },
] as const)(
  'with $last as the last moment, each order of the snapshots ends as $order',
  async ({ last, order, place }) => {
    const words = life.slice(0, life.indexOf(last) + 1)
    const buyer = await shop.server.person()
    let expected: unknown
    for (const news of everyOrder(words)) {
      // The clock advances, because the test places more orders than a person may place in an hour.
      shop.server.clock.advance(120_000)
      const truth = await hear(buyer, await shop.course(), news)
      expected ??= truth
      expect(truth, news.join(', ')).toEqual(expected)
    }
    expect(expected).toMatchObject({ order, place, open: order === 'failed' ? 1 : 0 })
    expect(await brokenInvariants(shop.server.database)).toEqual([])
  },
)
