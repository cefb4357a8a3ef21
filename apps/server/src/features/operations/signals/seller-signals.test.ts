/** Tests signals of sellers: docs/decisions/sellers.md. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

const day = 24 * 3_600_000

let shop: Shop
let superadmin: TestPerson
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  superadmin = await shop.server.person('superadmin', { isProven: true })
})

const look = () => shop.server.services.sellerSignals.look()
const run = (query: ReturnType<typeof sql>) => query.execute(shop.server.database.kysely)

async function newSeller() {
  const admin = await shop.server.person('admin', { isProven: true })
  const courseId = await shop.course(5_000, admin)
  const [found] = await shop.rows(
    sql<{ id: number }>`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`,
  )
  return { admin, courseId, sellerId: found?.id ?? 0 }
}

async function sold(courseId: number, buyer?: TestPerson) {
  const { purchase, id } = await shop.buy(buyer ?? (await shop.server.person()), courseId)
  await shop.pay(purchase)
  await shop.check(id)
  return id
}

/** Creates a sale from long ago, so that the seller does not count as new. */
async function soldLongAgo(courseId: number): Promise<string> {
  const id = await sold(courseId)
  await run(sql`UPDATE orders SET settled_at = settled_at - interval '60 days' WHERE public_id = ${id}`)
  return id
}

const signalsOf = async (sellerId: number) =>
  (
    await shop.server.call('listSellerSignals', {
      query: { sellerId: String(sellerId), limit: '100' },
      as: superadmin,
    })
  ).body.data
const close = (id: number, as: TestPerson = superadmin) =>
  shop.server.call('closeSellerSignal', { params: { id }, body: { note: 'We called them' }, as })

describe('a signal', () => {
  test('purchases of the seller’s own people open one signal, of which superadmins are told once and the seller never', async () => {
    const { admin, sellerId } = await newSeller()
    const { businessId } = admin
    for (let index = 0; index < 3; index += 1)
      await sold(await shop.course(1_000, admin), await shop.server.person('instructor', { businessId }))
    await Promise.all([look(), look()])
    await look()
    const [signal, ...more] = await signalsOf(sellerId)
    expect(more).toEqual([])
    expect(signal).toMatchObject({
      kind: 'own_purchases',
      facts: { ownLines: 3 },
      closedAt: null,
      note: null,
    })
    for (let turn = 0; turn < 3; turn += 1) await shop.runJobs()
    const told = async (as: TestPerson) =>
      (await shop.server.call('listNotifications', { query: { limit: '100' }, as })).body.data.filter(
        ({ data }) => 'details' in data && data.details['signalId'] === signal?.id,
      )
    expect(await told(superadmin)).toHaveLength(1)
    expect(await told(admin)).toEqual([])
    const log = await shop.server.call('listSecurityLog', { query: {}, as: admin })
    expect(log.body.data.filter(({ kind }) => kind.startsWith('signal.'))).toEqual([])
  })

  test('a closed signal opens again only when what came later is enough by itself', async () => {
    const { admin, courseId, sellerId } = await newSeller()
    await soldLongAgo(courseId)
    const buyers = await Promise.all(
      [1, 2, 3].map(() => shop.server.person('instructor', { businessId: admin.businessId })),
    )
    for (const buyer of buyers) await sold(courseId, buyer)
    await look()
    const [first] = await signalsOf(sellerId)
    expect((await close(first?.id ?? 0)).body.data).toMatchObject({ note: 'We called them' })
    expect((await close(first?.id ?? 0)).body.errorCode).toBe('SIGNAL_CLOSED')
    shop.server.clock.advance(60_000)
    await look()
    expect(await signalsOf(sellerId)).toHaveLength(1)
    const second = await shop.course(2_000, admin)
    await sold(second, buyers[0])
    await sold(second, buyers[1])
    await look()
    expect(await signalsOf(sellerId)).toHaveLength(1)
    await sold(second, buyers[2])
    await look()
    expect((await signalsOf(sellerId)).map(({ closedAt }) => closedAt === null)).toEqual([true, false])
  })

  test('the open ones are listed and counted for superadmins', async () => {
    const { admin, sellerId } = await newSeller()
    for (let index = 0; index < 3; index += 1) await sold(await shop.course(1_000, admin), admin)
    await look()
    const { body } = await shop.server.call('listSellerSignals', { query: {}, as: superadmin })
    expect(body.data.filter(({ seller }) => seller.id === sellerId)).toHaveLength(1)
    const studio = await shop.server.call('readStudio', { as: superadmin })
    expect(studio.body.data.waiting.find(({ kind }) => kind === 'signals')?.count).toBe(body.meta.total)
    shop.server.clock.advance(60_000)
    const { openSignals, oldestSignalSeconds } = await shop.server.services.paymentMonitoring.state()
    expect([openSignals, oldestSignalSeconds >= 60]).toEqual([body.meta.total, true])
  })

  test('a closed signal is deleted after two years', async () => {
    const { admin, sellerId } = await newSeller()
    for (let index = 0; index < 3; index += 1) await sold(await shop.course(1_000, admin), admin)
    await look()
    const [signal] = await signalsOf(sellerId)
    await close(signal?.id ?? 0)
    const { deleteBefore } = shop.server.services.sellerSignals
    await deleteBefore(shop.server.clock.now())
    expect(await signalsOf(sellerId)).toHaveLength(1)
    await deleteBefore(new Date(shop.server.clock.now().getTime() + 1))
    expect(await signalsOf(sellerId)).toEqual([])
  })
})

describe('what is measured', () => {
  test('sales that are asked back, from ten on', async () => {
    const { courseId, sellerId } = await newSeller()
    await soldLongAgo(courseId)
    const orders = []
    for (let index = 0; index < 10; index += 1) orders.push(await sold(courseId))
    await look()
    expect(await signalsOf(sellerId)).toEqual([])
    for (const id of orders.slice(0, 2))
      await shop.server.call('refundOrder', {
        params: { id },
        body: { courseIds: [courseId], reason: 'Asked' },
        as: superadmin,
      })
    await look()
    expect(await signalsOf(sellerId)).toMatchObject([
      { kind: 'refunds', facts: { paidLines: 10, askedBackLines: 2 } },
    ])
  })

  test('chargebacks of this month that were not won, also of sales two months ago', async () => {
    const { courseId, sellerId } = await newSeller()
    for (let index = 0; index < 3; index += 1) {
      const id = await soldLongAgo(courseId)
      await run(sql`
        WITH taken AS (
          INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents, created_at, resolved_at)
          SELECT 'chargeback-' || o.id, o.id, p.id, 'chargeback', 'provider', 'done', 5000, ${shop.server.clock.now()},
                 ${shop.server.clock.now()}
            FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.public_id = ${id} RETURNING id, order_id)
        INSERT INTO refund_lines (refund_id, line_id, cents)
        SELECT taken.id, l.id, 5000 FROM taken JOIN order_lines l ON l.order_id = taken.order_id`)
    }
    await look()
    expect(await signalsOf(sellerId)).toMatchObject([{ kind: 'chargebacks', facts: { chargebacks: 3 } }])
    await run(sql`
      UPDATE refunds SET state = 'reversed' WHERE kind = 'chargeback' AND id = (SELECT max(id) FROM refunds)`)
    const [signal] = await signalsOf(sellerId)
    await close(signal?.id ?? 0)
    await look()
    expect(await signalsOf(sellerId)).toHaveLength(1)
  })

  test('a new seller who sells for more than RM 5,000 in a day, and not an old one', async () => {
    const [fresh, old] = [await newSeller(), await newSeller()]
    await soldLongAgo(old.courseId)
    await sold(await shop.course(500_001, fresh.admin))
    await sold(await shop.course(500_001, old.admin))
    await look()
    expect(await signalsOf(fresh.sellerId)).toMatchObject([
      { kind: 'fast_start', facts: { dayCents: 500_001, dayOrders: 1 } },
    ])
    expect(await signalsOf(old.sellerId)).toEqual([])
  })

  test('refused payments of one buyer within an hour', async () => {
    const { courseId, sellerId } = await newSeller()
    await soldLongAgo(courseId)
    const buyer = await shop.server.person()
    const { purchase, id } = await shop.buy(buyer, courseId)
    await shop.decline(purchase)
    await shop.check(id)
    await look()
    expect(await signalsOf(sellerId)).toEqual([])
    await run(sql`
      INSERT INTO payment_readings (payment_id, at, brought_by, state, provider_status)
      SELECT p.id, ${shop.server.clock.now()}, 'check', 'failed', 'error'
        FROM payments p JOIN orders o ON o.id = p.order_id, generate_series(1, 6) WHERE o.public_id = ${id}`)
    await look()
    const [signal] = await signalsOf(sellerId)
    expect(signal?.kind).toBe('refused_payments')
    expect(signal?.facts['refusedOfOneBuyer']).toBeGreaterThanOrEqual(6)
  })

  test('a bank account entered shortly before a large payout', async () => {
    const { admin, courseId, sellerId } = await newSeller()
    await soldLongAgo(courseId)
    await sold(await shop.course(600_000, admin))
    await look()
    expect(await signalsOf(sellerId)).toEqual([])
    await shop.server.call('savePayoutBank', {
      body: { bank: 'Maybank', otherBankName: '', accountNumber: '514012345678', accountHolder: 'Orbit' },
      as: admin,
    })
    shop.server.clock.advance(2 * day)
    await look()
    const found = await shop.rows(sql<{ kind: string; facts: Record<string, number> }>`
        SELECT kind, facts FROM seller_signals WHERE seller_id = ${sellerId}`)
    expect(found).toMatchObject([{ kind: 'bank_changed', facts: { bankDays: 2 } }])
    expect(found[0]?.facts['balanceCents']).toBeGreaterThanOrEqual(500_000)
  })
})
