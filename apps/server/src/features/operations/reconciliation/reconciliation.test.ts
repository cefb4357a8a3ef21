import type { DifferenceKind } from '@apogee/contracts/operations/reconciliation.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/adapters/payments/port.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let superadmin: TestPerson
beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
})
afterAll(() => shop.server.stop())
afterEach(() => shop.clearFaults())

const run = (statement: ReturnType<typeof sql>) => statement.execute(shop.server.database.kysely)

async function sale(priceCents = 14_900) {
  const bought = await shop.buyerAtPage(priceCents)
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  const order = await shop.orderOf(bought.id)
  if (!order) throw new Error('no order')
  return { ...bought, orderId: order.id }
}

async function compare() {
  const started = await shop.server.call('startReconciliation', { as: superadmin })
  expect(started.status).toBe(201)
  await shop.runJobs()
  const { id } = started.body.data
  const runs = await shop.server.call('listReconciliations', { query: {}, as: superadmin })
  const found = await shop.server.call('listDifferences', {
    params: { id },
    query: { limit: '100' },
    as: superadmin,
  })
  const newest = runs.body.data.find((one) => one.id === id)
  expect(newest?.finishedAt).not.toBeNull()
  return { newest, differences: found.body.data }
}
const kindsOf = (
  found: { differences: { kind: DifferenceKind; orderId: string | null }[] },
  orderId: string,
) => found.differences.filter((one) => one.orderId === orderId).map(({ kind }) => kind)

describe('a comparison', () => {
  test('a comparison finds nothing when all is well, and reports its counts', async () => {
    await sale()
    await shop.buyerAtPage()
    const { newest, differences } = await compare()
    expect(differences).toEqual([])
    expect(newest).toMatchObject({ differences: 0, unread: 0, stage: null })
    expect(newest?.compared.provider).toBeGreaterThan(1)
    expect(newest?.compared.orders).toBeGreaterThan(1)
    expect(newest?.compared.books).toBeGreaterThan(1)
  })

  test('a comparison records new facts of the provider without counting them as differences', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    const { differences } = await compare()
    expect(kindsOf({ differences }, bought.id)).toEqual([])
    await shop.expectSettledOnce(bought)
  })

  test('a comparison finds held money without a payment exception', async () => {
    const [paid, part] = [await shop.buyerAtPage(), await sale()]
    await shop.pay(paid.purchase)
    shop.between.read = (purchase) =>
      purchase.id === paid.purchase ? { ...purchase, amountCents: 9_900 } : purchase
    await shop.check(paid.id)
    await shop.simulator.refund('platform-key', part.purchase, 4_900, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, part.purchase)
    expect((await compare()).differences).toEqual([])
    const closed = sql`UPDATE review_items SET state = 'closed', choice = 'keep', decided_at = now()
      WHERE state = 'open' RETURNING id`
    expect((await run(closed)).rows).toHaveLength(2)
    const found = await compare()
    expect(kindsOf(found, paid.id)).toEqual(['money_forgotten'])
    expect(kindsOf(found, part.id)).toEqual(['money_forgotten'])
    await run(sql`UPDATE review_items SET state = 'kept' WHERE choice = 'keep'`)
  })

  test('a comparison finds a missing enrolment, money without a payment, and an unknown sale in the ledger', async () => {
    const [robbed, unpaid, foreign] = [await sale(), await sale(), await sale()]
    await run(sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${robbed.buyer.id}`)
    await run(sql`UPDATE payments SET outcome = NULL WHERE order_id = ${unpaid.orderId}`)
    await run(
      sql`UPDATE order_lines SET list_price_cents = 20000, price_cents = 20000 WHERE order_id = ${foreign.orderId}`,
    )
    const found = await compare()
    expect(kindsOf(found, robbed.id)).toEqual(['access_missing'])
    expect(kindsOf(found, unpaid.id).toSorted()).toEqual(['money_forgotten', 'order_unpaid'])
    expect(found.differences.find((one) => one.orderId === foreign.id)).toMatchObject({
      kind: 'ledger_sale',
      expected: 20_000,
      found: 14_900,
    })
    // The list of notifications, which every page reads, contains an alarm about the differences.
    const notifications = await shop.server.call('listNotifications', {
      query: { limit: '1' },
      as: superadmin,
    })
    shop.server.clock.advance(60_000)
    const later = await shop.server.call('listNotifications', { query: { limit: '1' }, as: superadmin })
    expect([...(notifications.body.meta.alarms ?? []), ...(later.body.meta.alarms ?? [])]).toContainEqual({
      what: 'differences',
      count: found.differences.length,
    })
    const waiting = await shop.server.call('countInbox', { as: superadmin })
    expect(waiting.body.data).toContainEqual({ kind: 'differences', count: found.differences.length })

    await run(sql`UPDATE enrolments SET revoked_at = NULL WHERE user_id = ${robbed.buyer.id}`)
    await run(sql`UPDATE payments SET outcome = 'settled' WHERE order_id = ${unpaid.orderId}`)
    await run(
      sql`UPDATE order_lines SET list_price_cents = 14900, price_cents = 14900 WHERE order_id = ${foreign.orderId}`,
    )
    expect((await compare()).differences).toEqual([])
  })

  test('a comparison finds a purchase unknown to the provider, and one with other amounts', async () => {
    const [unknown, cheaper] = [await sale(), await sale(9_900)]
    shop.between.read = (seen) => {
      if (seen.id === unknown.purchase) throw new ProviderError('not_found', 'no such purchase')
      return seen.id === cheaper.purchase ? { ...seen, state: 'unpaid', paidAmountCents: null } : seen
    }
    const found = await compare()
    expect(kindsOf(found, unknown.id)).toEqual(['provider_unknown'])
    expect(found.differences.find((one) => one.orderId === cheaper.id)).toMatchObject({
      kind: 'provider_state',
      expected: 0,
      found: 9_900,
    })
    // A comparison revokes no access.
    expect(await shop.isEnrolled(cheaper.buyer, cheaper.courseId)).toBe(true)
  })

  test('a comparison finds access by purchase that nobody paid', async () => {
    const person = await shop.server.person()
    const courseId = await shop.course()
    await run(
      sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'purchase')`,
    )
    const { differences } = await compare()
    expect(differences.map(({ kind }) => kind)).toEqual(['access_unexplained', 'access_unpaid'])
    await run(sql`DELETE FROM enrolments WHERE user_id = ${person.id}`)
  })

  test('a comparison finds a paid line without a grant, and a grant that no line explains', async () => {
    const { buyer, courseId } = await sale()
    const ofBuyer = sql`user_id = ${buyer.id} AND course_id = ${courseId}`
    await run(sql`UPDATE access_grants SET source_id = -source_id WHERE ${ofBuyer}`)
    const { differences } = await compare()
    expect(differences.map(({ kind }) => kind)).toEqual(['access_unexplained', 'access_unexplained'])
    expect(differences.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^grant /), expect.stringMatching(/^line /)]),
    )
    await run(sql`UPDATE access_grants SET source_id = -source_id WHERE ${ofBuyer}`)
  })

  test('a comparison counts purchases that the provider could not report, and finishes', async () => {
    await sale()
    shop.between.read = () => {
      throw new ProviderError('unreachable', 'no answer')
    }
    const { newest, differences } = await compare()
    expect(differences).toEqual([])
    expect(newest?.unread).toBeGreaterThan(0)
    expect(newest?.compared.provider).toBe(0)
  })

  test('comparisons run one at a time, and a comparison continues after its process died', async () => {
    const first = await shop.server.call('startReconciliation', { as: superadmin })
    const second = await shop.server.call('startReconciliation', { as: superadmin })
    expect(second.body.data).toEqual(first.body.data)
    const { id } = first.body.data
    // The run is halfway. A process that died still holds its lease, and its job does not exist.
    await run(
      sql`UPDATE reconciliation_runs SET stage = 'orders', lease_until = ${new Date(shop.server.clock.now().getTime() + 240_000)} WHERE id = ${id}`,
    )
    await run(sql`DELETE FROM graphile_worker._private_jobs WHERE key = ${`reconciliation.step:${id}`}`)
    await shop.server.services.reconciliation.keep()
    await shop.runJobs()
    const unfinished = async () =>
      (await shop.rows(sql`SELECT FROM reconciliation_runs WHERE id = ${id} AND finished_at IS NULL`)).length
    expect(await unfinished()).toBe(1)
    shop.server.clock.advance(300_000)
    await shop.server.services.reconciliation.keep()
    await shop.runJobs()
    expect(await unfinished()).toBe(0)
  })

  test('the schedule starts a comparison once a night', async () => {
    const nightly = async () =>
      (await shop.rows(sql`SELECT FROM reconciliation_runs WHERE started_by IS NULL`)).length
    await shop.server.services.reconciliation.keep()
    await shop.runJobs()
    const before = await nightly()
    await shop.server.services.reconciliation.keep()
    await shop.runJobs()
    expect(await nightly()).toBe(before)
    shop.server.clock.advance(24 * 60 * 60_000)
    await shop.server.services.reconciliation.keep()
    await shop.runJobs()
    expect(await nightly()).toBe(before + 1)
  })

  test('a missing comparison is not found', async () => {
    const missing = await shop.server.call('listDifferences', {
      params: { id: 999_999 },
      query: {},
      as: superadmin,
    })
    expect(missing).toMatchObject({ status: 404, body: { errorCode: 'RECONCILIATION_NOT_FOUND' } })
  })
})

describe('the watch over money', () => {
  test("sellers see their own waiting decisions, and nothing of the platform's", async () => {
    const { body } = await shop.server.call('countInbox', { as: shop.seller })
    expect(body.data.filter(({ kind }) => kind !== 'lessons')).toEqual([])
    const notifications = await shop.server.call('listNotifications', { query: {}, as: shop.seller })
    expect(notifications.body.meta.alarms).toBeUndefined()
  })

  test('unhandled callbacks are counted once they are late', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    await shop.deliver(bought.purchase)
    shop.server.clock.advance(60_000)
    expect((await shop.server.services.paymentMonitoring.state()).lateCallbacks).toBe(0)
    shop.server.clock.advance(10 * 60_000)
    expect((await shop.server.services.paymentMonitoring.state()).lateCallbacks).toBe(1)
    await shop.runJobs()
    shop.server.clock.advance(60_000)
    expect((await shop.server.services.paymentMonitoring.state()).lateCallbacks).toBe(0)
  })
})
