/** Tests sales while two releases run on one database (docs/decisions/releases.md). */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Accounting } from '#server/features/accounting/accounting.service.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'
import { Settlement } from './settlement.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())
afterEach(() => excludeSalesBefore(null))

/** Simulates the migration of a newer release, which forbids sales by older releases. */
const excludeSalesBefore = (oldest: number | null) =>
  shop.rows(
    sql`UPDATE schema_migrations SET oldest_selling = ${oldest} WHERE number = ${release} RETURNING number`,
  )

const receiptsOf = async ({
  buyer,
  id,
}: {
  buyer: Awaited<ReturnType<Shop['server']['person']>>
  id: string
}) => (await shop.server.call('listReceipts', { params: { id }, as: buyer })).body.data

test('a release that may no longer sell takes no order and settles no payment; a newer one settles it once', async () => {
  const paid = await shop.buyerAtPage()
  await shop.pay(paid.purchase)
  const late = await shop.server.person()
  const course = await shop.course()
  await excludeSalesBefore(release + 1)

  const refused = await shop.server.call('payForCourse', { body: { courseId: course }, as: late })
  expect([refused.status, refused.body.errorCode]).toEqual([503, 'UNAVAILABLE'])
  expect(await shop.rows(sql`SELECT id FROM orders WHERE buyer_id = ${late.id}`)).toEqual([])
  await shop.deliver(paid.purchase)
  await shop.runJobs()
  expect(await shop.paymentsOf(paid.id)).toMatchObject([{ state: 'created', outcome: null }])
  await shop.expectUnbought(paid)
  // Calls that sell nothing still respond.
  expect((await shop.server.call('readCourse', { params: { courseId: course }, as: late })).status).toBe(200)

  await excludeSalesBefore(null)
  await shop.expectSettledOnce(paid)
  expect(await receiptsOf(paid)).toHaveLength(1)
  expect((await shop.pressBuy(late, course)).status).toBe(201)
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

/** Returns a settlement like that of a release that posts nothing in the ledger. */
function releaseWithoutBooks(): Settlement {
  const { dependencies, services } = shop.server
  const accounting = new Accounting({ ...dependencies, ...services })
  accounting.recordSale = async () => []
  return new Settlement({ ...dependencies, ...services, accounting })
}

async function soldWithoutBooks() {
  const one = await shop.buyerAtPage()
  await shop.pay(one.purchase)
  await releaseWithoutBooks().settlePayment(shop.platformAccount, one.purchase)
  await shop.expectSettledOnce(one)
  expect(await receiptsOf(one)).toEqual([])
  return one
}

const mailsTo = (email: string) =>
  shop.server.mails.filter(({ to, subject }) => to === email && /R-20\d\d-/.test(subject))

test('sales that an older release did not book are booked once, with receipt and mail, by the job of a newer one', async () => {
  const sales = [await soldWithoutBooks(), await soldWithoutBooks()]
  await Promise.all([1, 2].map(() => shop.server.services.sales.unbooked.bookRecent()))
  await shop.server.services.sales.unbooked.bookRecent()
  await shop.runJobs()
  for (const one of sales) {
    expect(await receiptsOf(one)).toHaveLength(1)
    expect(mailsTo(one.buyer.email)).toHaveLength(1)
  }
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('the comparison of the books books older sales that are missing, however old', async () => {
  const old = await soldWithoutBooks()
  const posted = () =>
    shop.rows(sql`
      SELECT FROM ledger_postings WHERE source = (SELECT 'order:' || id FROM orders WHERE public_id = ${old.id})`)
  const year = 365 * 24 * 60 * 60_000
  shop.server.clock.advance(year)
  await shop.server.services.sales.unbooked.bookRecent()
  expect(await posted()).toHaveLength(0)
  const superadmin = await shop.server.person('superadmin')
  const started = await shop.server.call('startReconciliation', { as: superadmin })
  await shop.runJobs()
  expect(await posted()).toHaveLength(1)
  const found = await shop.server.call('listDifferences', {
    params: { id: started.body.data.id },
    query: {},
    as: superadmin,
  })
  expect(found.body.data.filter(({ orderId }) => orderId === old.id)).toEqual([])
})

test('a refund that is missing in the books is booked', async () => {
  const sold = await soldWithoutBooks()
  await shop.server.services.sales.unbooked.bookRecent()
  const [order] = await shop.rows(sql<{ id: number }>`SELECT id FROM orders WHERE public_id = ${sold.id}`)
  const recordRefund = vi.spyOn(shop.server.services.accounting, 'recordRefund').mockResolvedValue([])
  try {
    await shop.simulator.refund('platform-key', sold.purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, sold.purchase)
  } finally {
    recordRefund.mockRestore()
  }
  const posted = () =>
    shop.rows(sql`
      SELECT p.kind FROM ledger_postings p
       WHERE p.about_id = (SELECT id FROM ledger_postings WHERE source = ${`order:${order?.id}`})`)
  expect(await posted()).toEqual([])
  await shop.server.services.sales.unbooked.bookRecent()
  await shop.server.services.sales.unbooked.bookRecent()
  expect(await posted()).toEqual([{ kind: 'refund' }])
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
