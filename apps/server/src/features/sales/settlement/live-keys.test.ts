import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ acceptTestPayments: false })
})
afterAll(() => shop.server.stop())

test('a purchase made with a test key settles nothing, even fully paid', async () => {
  const buyer = await shop.server.person()
  const courseId = await shop.course()
  expect((await shop.pressBuy(buyer, courseId)).status).toBe(502)
  const [order] = await shop.rows(sql<{ id: string }>`SELECT public_id AS id FROM orders`)
  const id = order?.id ?? ''
  const account = await shop.server.services.businesses.providerAccount(shop.platformAccount)
  const made = await shop.simulator.create('platform-key', {
    brand_id: account?.brandId,
    reference: id,
    client: { email: 'somebody@apogee.test' },
    purchase: { currency: 'MYR', products: [{ name: 'Anything', price: 14_900 }] },
  })
  if ('errors' in made) throw new Error(JSON.stringify(made.errors))
  await shop.pay(made.id)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, made.id)
  expect(await shop.paymentsOf(id)).toMatchObject([{ outcome: 'needs_review', review_reason: 'other_mode' }])
  await shop.expectUnbought({ buyer, courseId, id })
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
