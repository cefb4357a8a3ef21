import { randomUUID } from 'node:crypto'
import type { ExceptionChoice } from '@apogee/contracts/sales/refunds.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { ProviderError } from '#server/adapters/payments/port.ts'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let root: TestPerson
beforeAll(async () => {
  shop = await startShop()
  root = await shop.server.person('superadmin')
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const minute = 60_000

/** Creates two courses of one seller in one order, paid to the platform's account. */
async function paidCart(prices: number[] = [10_000, 4_900]) {
  const buyer = await shop.server.person()
  const courseIds = []
  for (const price of prices) courseIds.push(await shop.course(price))
  const bought = await shop.buy(buyer, ...courseIds)
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  return { buyer, courseIds, ...bought }
}

const give = (as: TestPerson, id: string, courseIds: number[], more: object = {}) =>
  shop.server.call('refundOrder', { params: { id }, body: { courseIds, reason: 'Asked for', ...more }, as })
const ask = (as: TestPerson, id: string, body: { courseIds?: number[]; reason: string }) =>
  shop.server.call('requestRefund', { params: { id }, body, as })
const queue = async (state: 'open' | 'kept' | 'closed' = 'open') =>
  (await shop.server.call('listPaymentExceptions', { query: { state, limit: '100' }, as: root })).body.data
const itemOf = async (orderId: string, state: 'open' | 'kept' | 'closed' = 'open') =>
  (await queue(state)).find(({ order }) => order.id === orderId)
const decide = async (
  id: string,
  body: { choice: ExceptionChoice; lines?: { courseId: number; amount: number }[] },
) => {
  await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: root })
  return shop.server.call('decidePaymentException', {
    params: { id },
    body: { reason: 'Looked at', ...body },
    as: root,
  })
}
const settle = (purchase: string) =>
  shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
const leftAtProvider = async (purchase: string) =>
  (await shop.simulator.read('platform-key', purchase))?.refundable_amount
/** Returns the sums for this order in the books: the money in the platform's account at the provider, and the held money. */
async function booked(id: string) {
  const [row] = await shop.rows(sql<{ provider: number; held: number }>`
    SELECT coalesce(sum(e.cents) FILTER (WHERE e.account = 'provider'), 0)::int8 AS provider,
           coalesce(sum(e.cents) FILTER (WHERE e.account = 'held'), 0)::int8 AS held
      FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id WHERE p.reference = ${id}`)
  return row
}

describe('a refund of one line', () => {
  test('a refund of one line returns its money and closes its course; the other course and the order stay', async () => {
    const { buyer, courseIds, id, purchase } = await paidCart()
    const [first = 0, second = 0] = courseIds
    const { status, body } = await give(shop.seller, id, [first], { expectedAmount: 10_000 })
    expect([status, body.data.state, body.data.amount]).toEqual([201, 'done', 10_000])
    expect(await leftAtProvider(purchase)).toBe(4_900)
    expect(await shop.isEnrolled(buyer, first)).toBe(false)
    expect(await shop.isEnrolled(buyer, second)).toBe(true)
    expect(await shop.check(id)).toBe('paid')
    expect(await booked(id)).toEqual({ provider: 4_900, held: 0 })
    const history = await shop.server.call('paymentHistory', {
      params: { userId: buyer.id },
      query: { status: 'refunded' },
      as: buyer,
    })
    const [told] = history.body.data
    expect([told?.id, told?.status, told?.amount]).toEqual([id, 'paid', 14_900])
    expect(told?.lines).toMatchObject([
      { courseId: first, status: 'refunded', refunded: 10_000, owned: false },
      { courseId: second, status: 'granted', refunded: 0, owned: true },
    ])
    expect((await give(shop.seller, id, [second])).body.data.state).toBe('done')
    expect(await shop.check(id)).toBe('refunded')
    expect(await booked(id)).toEqual({ provider: 0, held: 0 })
    expect(await itemOf(id)).toBeUndefined()
  })

  test('a refund by another seller answers 404, by a learner 403, of a course of another order 409', async () => {
    const { buyer, courseIds, id } = await paidCart()
    const other = await shop.server.person('admin')
    expect((await give(other, id, courseIds)).status).toBe(404)
    expect((await give(buyer, id, courseIds)).status).toBe(403)
    expect((await give(shop.seller, id, [await shop.course()])).body.errorCode).toBe('REFUND_NOT_POSSIBLE')
    expect((await give(shop.seller, id, courseIds, { expectedAmount: 1 })).body.errorCode).toBe(
      'REFUND_AMOUNT_CHANGED',
    )
  })

  test('concurrent refunds by two admins are made once', async () => {
    const { courseIds, id, purchase } = await paidCart()
    const answers = await Promise.all([
      give(shop.seller, id, courseIds),
      give(root, id, courseIds),
      give(shop.seller, id, courseIds),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await leftAtProvider(purchase)).toBe(0)
    expect(await booked(id)).toEqual({ provider: 0, held: 0 })
  })

  test('a refund with a lost answer is not requested again: a read finds it done', async () => {
    const { courseIds, id, purchase } = await paidCart([7_500])
    const before = shop.counts.refunds
    shop.between.refunded = () => {
      throw new ProviderError('unreachable', 'the answer was lost', { outcomeUnknown: true })
    }
    const { body } = await give(shop.seller, id, courseIds)
    expect(body.data.state).toBe('done')
    expect(shop.counts.refunds).toBe(before + 1)
    expect(await leftAtProvider(purchase)).toBe(0)
  })

  test('a refund that never reached the provider is abandoned after an hour and can be repeated', async () => {
    const { buyer, courseIds, id } = await paidCart([7_500])
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'timed out', { outcomeUnknown: true })
    }
    expect((await give(shop.seller, id, courseIds)).body.data.state).toBe('asking')
    expect((await give(shop.seller, id, courseIds)).body.errorCode).toBe('REFUND_IN_PROGRESS')
    shop.clearFaults()
    shop.server.clock.advance(61 * minute)
    await shop.server.services.sales.refunding.continueDue()
    const item = await itemOf(id)
    expect([item?.topic, item?.cause]).toEqual(['refund_failed', 'no_trace'])
    expect(await shop.isEnrolled(buyer, courseIds[0] ?? 0)).toBe(true)
    expect((await decide(item?.id ?? '', { choice: 'give_back' })).status).toBe(200)
    expect(await shop.check(id)).toBe('refunded')
    expect(await itemOf(id)).toBeUndefined()
  })

  test('a refund that the provider refuses opens an exception and removes nothing', async () => {
    const { buyer, courseIds, id } = await paidCart([7_500])
    shop.between.refund = () => {
      throw new ProviderError('rejected', 'refused', { codes: ['purchase_refund_error'] })
    }
    expect((await give(shop.seller, id, courseIds)).body.data).toMatchObject({
      state: 'failed',
      failure: 'purchase_refund_error',
    })
    shop.clearFaults()
    expect(await shop.isEnrolled(buyer, courseIds[0] ?? 0)).toBe(true)
    const item = await itemOf(id)
    await decide(item?.id ?? '', { choice: 'dismiss' })
    expect(await itemOf(id, 'closed')).toMatchObject({ choice: 'dismiss', reason: 'Looked at' })
  })

  test('a refund planned by a process that died is requested by the job', async () => {
    const { courseIds, id } = await paidCart([7_500])
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    expect((await give(shop.seller, id, courseIds)).body.data.state).toBe('planned')
    shop.clearFaults()
    shop.server.clock.advance(minute)
    await shop.server.services.sales.refunding.continueDue()
    expect(await shop.check(id)).toBe('refunded')
  })

  test('a stopped run requests no further refund, and a later run requests the others once', async () => {
    const orders = [await paidCart([7_500]), await paidCart([7_500])]
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    for (const { id, courseIds } of orders)
      expect((await give(shop.seller, id, courseIds)).body.data.state).toBe('planned')
    shop.clearFaults()
    shop.server.clock.advance(minute)
    const stopping = new AbortController()
    shop.between.refund = () => stopping.abort()
    const before = shop.counts.refunds
    await shop.server.services.sales.refunding.continueDue(stopping.signal)
    expect(shop.counts.refunds - before).toBe(1)
    shop.server.clock.advance(minute)
    await shop.server.services.sales.refunding.continueDue()
    expect(shop.counts.refunds - before).toBe(2)
    expect(await Promise.all(orders.map(({ id }) => shop.check(id)))).toEqual(['refunded', 'refunded'])
  })

  test('a refund of a course that another paid order gives too leaves the course open', async () => {
    const bought = await shop.buyerAtPage()
    shop.server.clock.advance(61 * minute)
    expect(await shop.check(bought.id)).toBe('expired')
    const second = await shop.buy(bought.buyer, bought.courseId)
    await shop.pay(second.purchase)
    expect(await shop.check(second.id)).toBe('paid')
    shop.reportPaid(bought.purchase, { refundableCents: 14_900, version: 2_100_000_000_000 })
    await settle(bought.purchase)
    const buyer = { email: maskedEmail(bought.buyer.email) }
    expect(await itemOf(bought.id)).toMatchObject({
      topic: 'already_owned',
      amount: 14_900,
      order: { buyer },
    })
    expect(JSON.stringify(await queue())).not.toContain(bought.buyer.email)
    expect((await give(shop.seller, second.id, [bought.courseId])).body.data.state).toBe('done')
    expect(await shop.isEnrolled(bought.buyer, bought.courseId)).toBe(true)
  })
})

test('a line that gave access is no course owned before, also when its buyer has left', async () => {
  const buyer = await shop.server.person()
  const [owned, fresh] = [await shop.course(10_000), await shop.course(4_900)]
  const bought = await shop.buy(buyer, owned, fresh)
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: buyer.id, courseId: owned, source: 'granted' }),
  )
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  const expected = { topic: 'already_owned', amount: 10_000 }
  expect(await itemOf(bought.id)).toMatchObject(expected)
  await shop.server.database.transaction((tx) => shop.server.services.enrolments.leaveAll(tx, buyer.id))
  expect(await itemOf(bought.id)).toMatchObject(expected)
  await shop.rows(sql`UPDATE users SET erased_at = now() WHERE id = ${buyer.id}`)
})

describe('a buyer’s request', () => {
  test("a buyer's request is answered with the money, which closes it", async () => {
    const { buyer, courseIds, id } = await paidCart()
    const [first = 0] = courseIds
    const asked = await ask(buyer, id, { courseIds: [first], reason: 'Not what I need' })
    expect(asked.body.data.lines.map(({ state }) => state)).toEqual(['requested', 'open'])
    expect((await ask(buyer, id, { courseIds: [first], reason: 'Again' })).body.errorCode).toBe(
      'REFUND_NOT_POSSIBLE',
    )
    const { body } = await shop.server.call('listRefundRequests', {
      query: { state: 'open' },
      as: shop.seller,
    })
    const request = body.data.find(({ orderId }) => orderId === id)
    expect(request?.buyer?.email).toBe(maskedEmail(buyer.email))
    expect(JSON.stringify(body)).not.toContain(buyer.email)
    const other = await shop.server.person('admin')
    const answer = (as: TestPerson) =>
      shop.server.call('answerRefundRequest', {
        params: { id: request?.id ?? '' },
        body: { decision: 'refund', reason: 'Of course' },
        as,
      })
    expect((await answer(other)).status).toBe(404)
    expect((await answer(shop.seller)).body.data.state).toBe('refunded')
    expect(await shop.isEnrolled(buyer, first)).toBe(false)
    expect((await answer(shop.seller)).body.errorCode).toBe('REFUND_REQUEST_ANSWERED')
  })

  test('a declined request keeps the course, gives the reason, and cannot be repeated', async () => {
    const { buyer, courseIds, id } = await paidCart([7_500])
    await ask(buyer, id, { reason: 'I changed my mind' })
    const { body } = await shop.server.call('listRefundRequests', {
      query: { state: 'open' },
      as: shop.seller,
    })
    const request = body.data.find(({ orderId }) => orderId === id)
    await shop.server.call('answerRefundRequest', {
      params: { id: request?.id ?? '' },
      body: { decision: 'decline', reason: 'You have finished it' },
      as: shop.seller,
    })
    const options = await shop.server.call('readRefundOptions', { params: { id }, as: buyer })
    expect(options.body.data).toMatchObject({
      lines: [{ state: 'declined' }],
      requests: [{ state: 'declined', answer: 'You have finished it' }],
    })
    expect(await shop.isEnrolled(buyer, courseIds[0] ?? 0)).toBe(true)
    expect((await ask(buyer, id, { reason: 'Please' })).status).toBe(409)
    await shop.runJobs()
    const told = shop.server.mails.filter(({ subject }) => /requests a refund|was declined/.test(subject))
    const bodies = told.filter(({ body }) => body.includes(id)).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    // Neither person has verified the address, so the mails omit texts of the other person.
    for (const body of bodies) expect(body).not.toMatch(/changed my mind|finished it|Course/)
  })

  test('a request is made within 30 days, by the buyer only', async () => {
    const { buyer, id } = await paidCart([7_500])
    const other = await shop.server.person()
    expect((await ask(other, id, { reason: 'Not mine' })).status).toBe(404)
    await shop.rows(
      sql`UPDATE orders SET settled_at = settled_at - interval '31 days' WHERE public_id = ${id} RETURNING id`,
    )
    const { body } = await shop.server.call('readRefundOptions', { params: { id }, as: buyer })
    const courseIds = body.data.lines.map(({ courseId }) => courseId)
    expect((await ask(buyer, id, { courseIds, reason: 'Late' })).body.errorCode).toBe('REFUND_TOO_LATE')
  })
})

describe('the queue', () => {
  test('a partial refund at the provider waits until its lines are named to the sen', async () => {
    const { buyer, courseIds, id, purchase } = await paidCart()
    const [first = 0, second = 0] = courseIds
    await shop.simulator.refund('platform-key', purchase, 4_900, 0)
    await settle(purchase)
    expect(await booked(id)).toEqual({ provider: 10_000, held: 4_900 })
    const item = await itemOf(id)
    expect(item).toMatchObject({ topic: 'unnamed_refund', amount: 4_900, choices: ['name_lines'] })
    const name = (lines: { courseId: number; amount: number }[]) =>
      decide(item?.id ?? '', { choice: 'name_lines', lines })
    expect((await name([{ courseId: second, amount: 4_000 }])).body.errorCode).toBe(
      'REVIEW_CHOICE_NOT_POSSIBLE',
    )
    expect((await decide(item?.id ?? '', { choice: 'keep' })).status).toBe(409)
    expect((await name([{ courseId: second, amount: 4_900 }])).status).toBe(200)
    expect(await shop.isEnrolled(buyer, second)).toBe(false)
    expect(await shop.isEnrolled(buyer, first)).toBe(true)
    expect(await booked(id)).toEqual({ provider: 10_000, held: 0 })
    expect(await itemOf(id)).toBeUndefined()
  })

  test('an unnamed refund blocks other refunds until its lines are named, so that no line is refunded twice', async () => {
    const { courseIds, id, purchase } = await paidCart()
    const [first = 0, second = 0] = courseIds
    await shop.simulator.refund('platform-key', purchase, 4_900, 0)
    const before = shop.counts.refunds
    // The provider is read before a refund is requested, so that refunds made at the provider are known.
    expect((await give(shop.seller, id, [second])).body.errorCode).toBe('REFUND_UNEXPLAINED')
    const seen = await shop.server.call('readOrderRefunds', { params: { id }, as: shop.seller })
    expect(seen.body.data.isUnexplained).toBe(true)
    expect(shop.counts.refunds).toBe(before)
    expect(await leftAtProvider(purchase)).toBe(10_000)
    const item = await itemOf(id)
    await decide(item?.id ?? '', { choice: 'name_lines', lines: [{ courseId: second, amount: 4_900 }] })
    expect((await give(shop.seller, id, [first])).body.data.state).toBe('done')
    expect(await leftAtProvider(purchase)).toBe(0)
  })

  test('a refund planned while the provider was unreachable is not requested once an unnamed refund was made', async () => {
    const { courseIds, id, purchase } = await paidCart()
    shop.between.refund = () => {
      throw new ProviderError('unreachable', 'no connection')
    }
    expect((await give(shop.seller, id, [courseIds[1] ?? 0])).body.data.state).toBe('planned')
    shop.clearFaults()
    await shop.simulator.refund('platform-key', purchase, 4_900, 0)
    await settle(purchase)
    const before = shop.counts.refunds
    shop.server.clock.advance(minute)
    await shop.server.services.sales.refunding.continueDue()
    expect(shop.counts.refunds).toBe(before)
    expect((await queue()).filter(({ order }) => order.id === id).map(({ topic }) => topic)).toEqual([
      'refund_failed',
      'unnamed_refund',
    ])
  })

  test("a chargeback fulfils the buyer's request: nothing is left to refund or to decline", async () => {
    const { buyer, id, purchase } = await paidCart([7_500])
    await ask(buyer, id, { reason: 'Not what I need' })
    shop.simulator.faults.inject({
      kind: 'alter',
      change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
    })
    await settle(purchase)
    const { body } = await shop.server.call('readOrderRefunds', { params: { id }, as: shop.seller })
    expect(body.data.requests.map(({ state }) => state)).toEqual(['refunded'])
  })

  test('a chargeback is booked at once and closes the course by decision; won, it can open again', async () => {
    const { buyer, courseIds, id, purchase } = await paidCart([7_500])
    const [course = 0] = courseIds
    const seen = (status: string, refundable: number, updated: number) =>
      shop.simulator.faults.inject({
        kind: 'alter',
        change: withFields({ status, refundable_amount: refundable, updated_on: updated }),
      })
    seen('chargeback', 0, 2_000_000_000)
    await settle(purchase)
    expect(await booked(id)).toEqual({ provider: 0, held: 0 })
    expect(await shop.isEnrolled(buyer, course)).toBe(true)
    await decide((await itemOf(id))?.id ?? '', { choice: 'close_access' })
    expect(await shop.isEnrolled(buyer, course)).toBe(false)
    expect(await shop.check(id)).toBe('refunded')
    shop.clearFaults()
    seen('paid', 7_500, 2_000_000_100)
    await settle(purchase)
    shop.clearFaults()
    expect(await booked(id)).toEqual({ provider: 7_500, held: 0 })
    expect(await shop.check(id)).toBe('refunded')
    const item = await itemOf(id)
    expect(item?.topic).toBe('money_back')
    await decide(item?.id ?? '', { choice: 'open_access' })
    expect(await shop.isEnrolled(buyer, course)).toBe(true)
    expect(await shop.check(id)).toBe('paid')
  })

  test('money of the wrong amount is held, kept with a reason, and can still be refunded', async () => {
    const bought = await shop.buyerAtPage()
    await shop.pay(bought.purchase)
    shop.between.read = (purchase) => ({
      ...purchase,
      amountCents: 9_900,
      paidAmountCents: 9_900,
      refundableCents: 9_900,
    })
    await settle(bought.purchase)
    expect(await booked(bought.id)).toEqual({ provider: 9_900, held: -9_900 })
    const item = await itemOf(bought.id)
    expect(item).toMatchObject({ topic: 'held', cause: 'other_amount', choices: ['give_back', 'keep'] })
    await decide(item?.id ?? '', { choice: 'keep' })
    expect(await itemOf(bought.id)).toBeUndefined()
    const kept = await itemOf(bought.id, 'kept')
    expect(kept).toMatchObject({ reason: 'Looked at', choices: ['give_back'] })
    shop.between.read = (purchase) =>
      shop.counts.refunds === before
        ? { ...purchase, amountCents: 9_900, paidAmountCents: 9_900, refundableCents: 9_900 }
        : { ...purchase, amountCents: 9_900, paidAmountCents: 9_900, refundableCents: 0 }
    const before = shop.counts.refunds
    expect((await decide(item?.id ?? '', { choice: 'give_back' })).status).toBe(200)
    expect(await booked(bought.id)).toEqual({ provider: 0, held: 0 })
    expect(await itemOf(bought.id, 'kept')).toBeUndefined()
    expect(await itemOf(bought.id, 'closed')).toMatchObject({ choice: 'give_back', reason: 'Looked at' })
    expect(await shop.check(bought.id)).not.toBe('paid')
  })

  test('money marked as paid by hand can be applied to its order by a person', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.markAsPaid('platform-key', bought.purchase)
    await settle(bought.purchase)
    const item = await itemOf(bought.id)
    expect(item).toMatchObject({ topic: 'held', cause: 'marked_as_paid', choices: ['apply', 'keep'] })
    expect((await decide(item?.id ?? '', { choice: 'apply' })).status).toBe(200)
    await shop.expectSettledOnce(bought)
    expect(await itemOf(bought.id, 'closed')).toMatchObject({ choice: 'apply' })
  })

  test('money applied with one accepted fault is not applied with another one', async () => {
    const bought = await shop.buyerAtPage()
    await shop.simulator.markAsPaid('platform-key', bought.purchase)
    const strange = randomUUID()
    shop.between.read = (purchase) => ({ ...purchase, brandId: strange })
    await settle(bought.purchase)
    const item = await itemOf(bought.id)
    expect(item).toMatchObject({ cause: 'other_brand' })
    expect((await decide(item?.id ?? '', { choice: 'apply' })).status).toBe(409)
    await shop.expectUnbought(bought)
    const second = await itemOf(bought.id)
    expect(second).toMatchObject({ id: item?.id, cause: 'marked_as_paid', choices: ['apply', 'keep'] })
    expect((await decide(item?.id ?? '', { choice: 'apply' })).status).toBe(200)
    await shop.expectSettledOnce(bought)
  })

  test("payment exceptions belong to the payee: a seller does not see those of the platform's account", async () => {
    const { id, purchase } = await paidCart()
    await shop.simulator.refund('platform-key', purchase, 100, 0)
    await settle(purchase)
    const { body } = await shop.server.call('listPaymentExceptions', { query: {}, as: shop.seller })
    expect(body.data.map(({ order }) => order.id)).not.toContain(id)
    const item = await itemOf(id)
    const { status } = await shop.server.call('decidePaymentException', {
      params: { id: item?.id ?? '' },
      body: { choice: 'name_lines', reason: 'Mine' },
      as: shop.seller,
    })
    expect(status).toBe(404)
  })
})

test('the seller reads the same promise, end and progress of each line as the buyer', async () => {
  const { buyer, id } = await paidCart()
  const told = await shop.server.call('readRefundOptions', { params: { id }, as: buyer })
  const read = await shop.server.call('readOrderRefunds', { params: { id }, as: shop.seller })
  const facts = (line: {
    courseId: number
    moneyBack: object
    endsAt: string | null
    watchedPercent: number
  }) => [line.courseId, line.moneyBack, line.endsAt, line.watchedPercent]
  expect(read.body.data.lines).toHaveLength(2)
  expect(read.body.data.lines.map(facts)).toEqual(told.body.data.lines.map(facts))
})
