import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop, type Shop } from './sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

test('staff who open a receipt or its PDF are in the security log, its buyer is not', async () => {
  const { server, seller } = shop
  const { buyer, id, purchase } = await shop.buyerAtPage(14_900)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  const [mention] = (await server.call('listReceipts', { params: { id }, as: buyer })).body.data
  const params = { id: mention?.id ?? '' }
  const superadmin = await server.person('superadmin')
  for (const as of [buyer, seller]) {
    expect((await server.call('readReceipt', { params, as })).status).toBe(200)
    const pdf = await server.app.inject({
      url: `/api/receipts/${params.id}/pdf`,
      headers: { authorization: `Bearer ${as.token}` },
    })
    expect(pdf.statusCode).toBe(200)
  }
  server.clock.advance(30 * 60_000)
  await server.services.securityLog.writeCounts()
  const found = await server.call('searchSecurityLog', { query: {}, as: superadmin })
  const views = found.body.data.filter(({ details }) => details['receipt'] === params.id)
  expect(views.map(({ kind, actor, details }) => [kind, actor?.id, details['acts']])).toEqual([
    ['view.order', seller.id, 2],
  ])
})
