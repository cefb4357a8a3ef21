import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { compareEnrolments, compareOrders } from './comparisons.store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

test('a paid course whose access has ended is no difference in the books', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, bought.purchase)
  await shop.rows(
    sql`UPDATE enrolments SET access_ends_at = now() - interval '1 day' WHERE user_id = ${bought.buyer.id}`,
  )
  expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(false)
  const found = await shop.server.database.transaction(async (tx) => [
    ...(await compareOrders(tx, 0, Number.MAX_SAFE_INTEGER)),
    ...(await compareEnrolments(tx, 0, Number.MAX_SAFE_INTEGER)),
  ])
  expect(found).toEqual([])
})
