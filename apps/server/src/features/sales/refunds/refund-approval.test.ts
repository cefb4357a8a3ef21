import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let superadmin: TestPerson
beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
})
afterAll(() => shop.server.stop())

const data = async <T>(answer: Promise<{ body: { data: T } }>): Promise<T> => (await answer).body.data

beforeEach(() => shop.server.call('confirmIdentity', { body: { password: testPassword }, as: superadmin }))

const logOf = (as: TestPerson) => data(shop.server.call('listSecurityLog', { query: {}, as }))

/** Creates a purchase through the platform's account that was paid out to the seller. */
async function paidOut(cents = 5_000) {
  const seller = await shop.server.person('admin', { isProven: true })
  const buyer = await shop.server.person()
  const courseId = await shop.course(cents, seller)
  await sql`UPDATE sellers SET money_back_days = 0 WHERE business_id = ${seller.businessId}`.execute(
    shop.server.database.kysely,
  )
  const { purchase, id } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  await shop.check(id)
  const book = () => data(shop.server.call('readLedger', { query: {}, as: seller }))
  const { seller: own, balance } = await book()
  const paidOn = dayInMalaysia(shop.server.clock.now())
  await shop.server.call('recordTransfer', {
    body: {
      sellerId: own.id,
      kind: 'payout',
      amount: balance,
      expectedBalance: balance,
      paidOn,
      reference: 'MBB 1',
      key: `payout-of-${seller.id}`,
    },
    as: superadmin,
  })
  const refund = (as: TestPerson) =>
    shop.server.call('refundOrder', { params: { id }, body: { courseIds: [courseId], reason: 'Asked' }, as })
  const waiting = async () =>
    (await data(shop.server.call('listPaymentExceptions', { query: {}, as: superadmin }))).find(
      (item) => item.topic === 'refund_over_balance' && item.order.id === id,
    )
  const decide = (item: string, choice: 'approve_refund' | 'decline_refund', as: TestPerson) =>
    shop.server.call('decidePaymentException', {
      params: { id: item },
      body: { choice, reason: 'Looked at' },
      as,
    })
  const state = async () =>
    (await data(shop.server.call('readOrderRefunds', { params: { id }, as: seller }))).refunds.map(
      (one) => one.state,
    )
  return { seller, buyer, id, courseId, book, refund, waiting, decide, state }
}

describe('a refund from the platform’s account that takes a seller below zero', () => {
  test('a refund beyond the balance waits for a superadmin: seller and buyer see it, and the provider is not asked', async () => {
    const { seller, buyer, id, refund, waiting, state, book } = await paidOut()
    expect((await refund(seller)).body.data).toMatchObject({ state: 'waiting', amount: 5_000 })
    await shop.server.jobs.runDueOnce()
    expect(await state()).toEqual(['waiting'])
    expect((await book()).balance).toBe(0)
    const options = await data(shop.server.call('readRefundOptions', { params: { id }, as: buyer }))
    expect(options.lines.map((line) => line.state)).toEqual(['waiting'])
    expect(await waiting()).toMatchObject({
      state: 'open',
      amount: 5_000,
      choices: ['approve_refund', 'decline_refund'],
    })
    expect((await refund(seller)).body.errorCode).toBe('REFUND_IN_PROGRESS')
  })

  test('a refund approved by two superadmins concurrently is made exactly once', async () => {
    const { seller, refund, waiting, decide, state, book } = await paidOut()
    await refund(seller)
    const item = (await waiting())?.id ?? ''
    const other = await shop.server.person('superadmin')
    const answers = await Promise.all([
      decide(item, 'approve_refund', superadmin),
      decide(item, 'approve_refund', other),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await shop.server.jobs.runDueOnce()
    expect(await state()).toEqual(['done'])
    expect((await book()).balance).toBe(-5_000)
    expect(await waiting()).toBeUndefined()
  })

  test('a declined refund returns nothing, and the buyer keeps the course', async () => {
    const { seller, buyer, courseId, refund, waiting, decide, state, book } = await paidOut()
    await refund(seller)
    const item = (await waiting())?.id ?? ''
    expect((await decide(item, 'decline_refund', superadmin)).status).toBe(200)
    await shop.server.jobs.runDueOnce()
    expect((await logOf(seller))[0]).toMatchObject({ kind: 'refund.declined', actor: { id: superadmin.id } })
    expect(await state()).toEqual(['failed'])
    expect((await book()).balance).toBe(0)
    const owned = await data(shop.server.call('listEnrolledCourses', { query: {}, as: buyer }))
    expect(owned.map((course) => course.id)).toContain(courseId)
    expect((await decide(item, 'approve_refund', superadmin)).status).toBe(409)
  })

  test('a refund beyond the balance is decided by superadmins only', async () => {
    const { seller, refund, waiting, decide } = await paidOut()
    await refund(seller)
    const answer = await decide((await waiting())?.id ?? '', 'approve_refund', seller)
    expect(answer.body.errorCode).toBe('REVIEW_ITEM_NOT_FOUND')
  })

  test("deciding a refund needs a fresh proof, is logged, and notifies the seller's admins", async () => {
    const { seller, refund, waiting, decide, state } = await paidOut()
    const colleague = await shop.server.person('admin', { businessId: seller.businessId, isProven: true })
    await refund(seller)
    const item = (await waiting())?.id ?? ''
    const decider = await shop.server.person('superadmin')
    shop.server.clock.advance(10 * 60_000 + 1)
    for (const choice of ['approve_refund', 'decline_refund'] as const) {
      expect((await decide(item, choice, decider)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    }
    expect((await refund(decider)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect(await state()).toEqual(['waiting'])
    await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: decider })
    expect((await decide(item, 'approve_refund', decider)).status).toBe(200)
    for (let turn = 0; turn < 3; turn++) await shop.server.jobs.runDueOnce()
    expect(await state()).toEqual(['done'])
    expect((await logOf(colleague))[0]).toMatchObject({
      kind: 'refund.approved',
      actor: { id: decider.id },
      business: { id: seller.businessId },
      details: { cents: 5_000, reason: 'Looked at' },
    })
    for (const person of [seller, colleague]) {
      const notifications = await data(shop.server.call('listNotifications', { query: {}, as: person }))
      expect(notifications.map((one) => 'change' in one.data && one.data.change)).toContain('refund.approved')
      const subjects = shop.server.mails.filter(({ to }) => to === person.email).map((mail) => mail.subject)
      expect(subjects).toContain('Security: a refund above your balance was approved')
    }
  })

  test("a superadmin's own refund needs no approval, and is logged as approved", async () => {
    const { seller, refund, state, waiting } = await paidOut()
    expect((await refund(superadmin)).status).toBe(201)
    expect((await logOf(seller))[0]).toMatchObject({ kind: 'refund.approved', actor: { id: superadmin.id } })
    await shop.server.jobs.runDueOnce()
    expect(await state()).toEqual(['done'])
    expect(await waiting()).toBeUndefined()
  })
})

test('a refund within the balance is made at once; of two that exceed it together one waits', async () => {
  const seller = await shop.server.person('admin')
  const orders = []
  for (let turn = 0; turn < 2; turn++) {
    const courseId = await shop.course(5_000, seller)
    const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
    await shop.pay(purchase)
    await shop.check(id)
    orders.push({ id, courseId })
  }
  await sql`UPDATE order_lines SET money_back_days = 0 WHERE seller_id = (SELECT id FROM sellers WHERE business_id = ${seller.businessId})`.execute(
    shop.server.database.kysely,
  )
  const book = await data(shop.server.call('readLedger', { query: {}, as: seller }))
  const paidOn = dayInMalaysia(shop.server.clock.now())
  const payout = await shop.server.call('recordTransfer', {
    body: {
      sellerId: book.seller.id,
      kind: 'payout',
      amount: 5_000,
      expectedBalance: 10_000,
      paidOn,
      reference: 'MBB 2',
      key: `half-of-${seller.id}`,
    },
    as: superadmin,
  })
  expect(payout.status).toBe(201)
  const answers = await Promise.all(
    orders.map(({ id, courseId }) =>
      shop.server.call('refundOrder', {
        params: { id },
        body: { courseIds: [courseId], reason: 'Asked' },
        as: seller,
      }),
    ),
  )
  const states = answers.map(({ body }) => body.data.state)
  expect(states.filter((state) => state === 'waiting')).toHaveLength(1)
})
