/** The database is put into the state that a restore leaves: facts of the lost time are taken out of it, or never reach it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

const readGap = (known: { purchaseId: string; accountId: number | null }[] = []) =>
  shop.server.services.restoreGap.read(known)
const noted = (purchaseId: string) => ({ purchaseId, accountId: shop.platformAccount })
const numbersOf = async (id: string) =>
  (
    await shop.rows(sql<{ number: number }>`
      SELECT number FROM receipts WHERE reference = ${id} ORDER BY id`)
  ).map(({ number }) => number)
const skip = (count: number) =>
  shop.server.database.transaction((tx) =>
    shop.server.services.restoreGap.skipNumbers(tx, { since: shop.server.clock.now(), count }),
  )

/** A purchase at the provider whose order the database does not have. */
async function lostPurchase(): Promise<string> {
  const made = await shop.simulator.create('platform-key', {
    brand_id: randomUUID(),
    client: { email: 'lost@apogee.test' },
    purchase: { products: [{ name: 'Lost', price: 4_900 }] },
    reference: 'an-order-that-is-lost',
  })
  if ('errors' in made) throw new Error(JSON.stringify(made.errors))
  return made.id
}

test('payments of the lost time are settled, also those whose purchase the database does not name any more', async () => {
  const known = await shop.buyerAtPage()
  const unnamed = await shop.buyerAtPage()
  await shop.pay(known.purchase)
  await shop.pay(unnamed.purchase)
  await shop.rows(sql`
    UPDATE payments SET provider_id = NULL, checkout_url = NULL WHERE provider_id = ${unnamed.purchase}`)
  const gap = await readGap([noted(known.purchase), noted(unnamed.purchase)])
  expect(gap).toMatchObject({
    unread: 0,
    noted: 2,
    unreadPurchases: [],
    moneyWithoutOrder: [],
    closedPages: 0,
    unbooked: 0,
    settled: { payments: 2, cents: 29_800 },
    comparison: { differences: 0, unread: 0 },
  })
  await shop.expectSettledOnce(known)
  await shop.expectSettledOnce(unnamed)
  expect(await readGap([noted(unnamed.purchase)])).toMatchObject({ settled: { payments: 0, cents: 0 } })
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('money of a lost order is reported, and the page of one that nobody has paid is closed', async () => {
  const paid = await lostPurchase()
  const open = await lostPurchase()
  const unknown = randomUUID()
  await shop.pay(paid)
  const gap = await readGap([noted(paid), noted(open), { purchaseId: unknown, accountId: null }])
  expect(gap.moneyWithoutOrder).toEqual([
    {
      purchaseId: paid,
      accountId: shop.platformAccount,
      amountCents: 4_900,
      reference: 'an-order-that-is-lost',
      paidAt: expect.any(String),
    },
  ])
  expect(gap).toMatchObject({ closedPages: 1, unknownPurchases: [unknown], unreadPurchases: [] })
  expect(gap.openPurchases).toEqual([])
  await shop.pay(open)
  expect((await readGap([noted(open)])).moneyWithoutOrder).toEqual([])
})

test('an open page of another program, in a list of the provider, is reported and stays open', async () => {
  const foreign = await lostPurchase()
  const gap = await readGap([{ purchaseId: foreign, accountId: null }])
  expect(gap).toMatchObject({ closedPages: 0, openPurchases: [foreign], moneyWithoutOrder: [] })
  await shop.pay(foreign)
  expect((await readGap([{ purchaseId: foreign, accountId: null }])).moneyWithoutOrder).toHaveLength(1)
})

test('a refund that was made in the lost time is not made again', async () => {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  shop.between.refund = () => {
    throw new ProviderError('unreachable', 'no connection')
  }
  const { body } = await shop.server.call('refundOrder', {
    params: { id: bought.id },
    as: shop.seller,
    body: { courseIds: [bought.courseId], reason: 'Mistake' },
  })
  expect(body.data.state).toBe('planned')
  shop.clearFaults()
  await shop.simulator.refund('platform-key', bought.purchase, null, 0)
  const requested = shop.counts.refunds
  expect(await readGap()).toMatchObject({ refunded: { payments: 1, cents: 14_900 } })
  shop.server.clock.advance(60_000)
  await shop.runJobs()
  expect(shop.counts.refunds).toBe(requested)
  expect(await shop.check(bought.id)).toBe('refunded')
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('while the provider does not answer, what could not be read is counted', async () => {
  const bought = await shop.buyerAtPage()
  shop.between.read = () => {
    throw new ProviderError('unreachable', 'no answer')
  }
  const gap = await readGap([noted(bought.purchase)])
  shop.clearFaults()
  expect(gap.unread).toBeGreaterThan(0)
  expect(gap.unreadPurchases).toEqual([bought.purchase])
})

test('numbers that may have been given are skipped, also in series that have not begun, and are no difference', async () => {
  const begun = await shop.buyerAtPage()
  await shop.pay(begun.purchase)
  expect(await shop.check(begun.id)).toBe('paid')
  const [last = 0] = await numbersOf(begun.id)
  expect(await skip(1_000)).toBeGreaterThan(0)
  const next = await shop.buyerAtPage()
  await shop.pay(next.purchase)
  expect(await shop.check(next.id)).toBe('paid')
  expect(await numbersOf(next.id)).toEqual([last + 1_001])
  const newcomer = await shop.server.person('admin')
  expect((await readGap()).comparison.differences).toBe(0)

  await skip(10)
  const course = await shop.course(4_900, newcomer)
  const first = await shop.buy(await shop.server.person(), course)
  await shop.pay(first.purchase)
  expect(await shop.check(first.id)).toBe('paid')
  expect(await numbersOf(first.id)).toEqual([11])
  await shop.rows(sql`UPDATE receipt_series SET last_number = last_number + 1 WHERE last_number = 11`)
  expect((await readGap()).comparison.differences).toBe(1)
})
