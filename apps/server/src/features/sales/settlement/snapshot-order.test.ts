import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderPurchase } from '#server/adapters/payments/port.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

const ends = {
  created: { order: 'created', isEnrolled: false },
  viewed: { order: 'created', isEnrolled: false },
  error: { order: 'failed', isEnrolled: false },
  paid: { order: 'paid', isEnrolled: true },
  refunded: { order: 'refunded', isEnrolled: false },
} as const
type Moment = keyof typeof ends
const moments = Object.keys(ends) as Moment[]

/** Plays a purchase in the simulator up to the moment `last`, and returns the provider's response at each moment. */
async function live(purchase: string, last: Moment): Promise<ProviderPurchase[]> {
  const providerPurchase: ProviderPurchase[] = []
  shop.between.read = (snapshot) => {
    providerPurchase.push(snapshot)
    throw new Error('only listened to')
  }
  const happen: Record<Moment, () => Promise<unknown>> = {
    created: async () => undefined,
    viewed: () => shop.simulator.openPage(purchase),
    error: () => shop.decline(purchase),
    paid: () => shop.pay(purchase),
    refunded: () => shop.simulator.refund('platform-key', purchase, null, 0),
  }
  for (const moment of moments.slice(0, moments.indexOf(last) + 1)) {
    await happen[moment]()
    const listening = shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    await expect(listening).rejects.toThrow('only listened to')
  }
  return providerPurchase
}

const histories = fc.constantFrom(...moments).chain((last) => {
  const past = moments.slice(0, moments.indexOf(last) + 1)
  const more = fc.array(fc.constantFrom(...past), { maxLength: 5 })
  return more.chain((repeated) => {
    const all = [...past, ...repeated]
    return fc.tuple(fc.constant(last), fc.shuffledSubarray(all, { minLength: all.length }), fc.boolean())
  })
})

test('any order and repetition of created, viewed, error, paid, refunded ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ([last, order, atOnce]) => {
      const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
      const providerPurchase = await live(purchase, last)
      const news = order.map((moment) => providerPurchase[moments.indexOf(moment)])
      shop.between.read = (snapshot) => news.shift() ?? snapshot
      const hear = () => shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
      if (atOnce) await Promise.all(order.map(() => hear()))
      else for (const _ of order) await hear()
      shop.clearFaults()
      expect(await shop.orderOf(id)).toMatchObject({ state: ends[last].order })
      expect(await shop.isEnrolled(buyer, courseId)).toBe(ends[last].isEnrolled)
      expect(await brokenInvariants(shop.server.database)).toEqual([])
    }),
    { numRuns: 40 },
  )
})
