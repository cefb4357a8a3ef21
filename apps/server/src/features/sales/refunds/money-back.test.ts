/**
 * Tests the seller's money-back promise. The seller chooses it once, the sales page shows it, each order stores it, and the rule
 * for refunds applies it.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

const choose = (as: TestPerson, body: { days?: 0 | 7 | 14 | 30; percent?: number }) =>
  shop.server.call('updateMoneyBack', { body, as })
const promiseOn = async (courseId: number) =>
  (await shop.server.call('courseSales', { params: { courseId }, query: {} })).body.data.moneyBack
const optionsOf = async (id: string, as: TestPerson) =>
  (await shop.server.call('readRefundOptions', { params: { id }, as })).body.data
const ask = (id: string, as: TestPerson) =>
  shop.server.call('readRefundOptions', { params: { id }, as }).then(({ body }) =>
    shop.server.call('requestRefund', {
      params: { id },
      body: { courseIds: body.data.lines.map(({ courseId }) => courseId), reason: 'Not for me' },
      as,
    }),
  )
const daysAgo = (id: string, days: number) =>
  shop.rows(
    sql`UPDATE orders SET settled_at = settled_at - ${days} * interval '1 day' WHERE public_id = ${id} RETURNING id`,
  )

async function paid(courseId: number) {
  const buyer = await shop.server.person()
  const bought = await shop.buy(buyer, courseId)
  await shop.pay(bought.purchase)
  expect(await shop.check(bought.id)).toBe('paid')
  return { buyer, ...bought }
}

test('a seller without a choice promises 30 days below 30 percent, and the sales page shows it', async () => {
  const seller = await shop.server.person('admin')
  const courseId = await shop.course(9_900, seller)
  const read = await shop.server.call('readMoneyBack', { as: seller })
  expect(read.body.data).toEqual({ days: 30, percent: 30, chosenAt: null, version: 0 })
  expect(await promiseOn(courseId)).toEqual({ days: 30, percent: 30 })
})

test("a refund request after the seller's own days is refused, and within them accepted", async () => {
  const seller = await shop.server.person('admin')
  const courseId = await shop.course(9_900, seller)
  const chosen = await choose(seller, { days: 7, percent: 50 })
  expect(chosen.body.data).toMatchObject({ days: 7, percent: 50 })
  expect(chosen.body.data.chosenAt).not.toBeNull()
  expect(await promiseOn(courseId)).toEqual({ days: 7, percent: 50 })
  const late = await paid(courseId)
  await daysAgo(late.id, 8)
  expect((await ask(late.id, late.buyer)).body.errorCode).toBe('REFUND_TOO_LATE')
  const early = await paid(courseId)
  await daysAgo(early.id, 6)
  const { lines, endsAt } = await optionsOf(early.id, early.buyer)
  expect(lines).toMatchObject([{ state: 'open', moneyBack: { days: 7, percent: 50 }, endsAt }])
  expect((await ask(early.id, early.buyer)).status).toBe(201)
})

test('an order keeps its promise when its seller promises less later', async () => {
  const seller = await shop.server.person('admin')
  const courseId = await shop.course(9_900, seller)
  const before = await paid(courseId)
  await choose(seller, { days: 0 })
  const after = await paid(courseId)
  expect(await promiseOn(courseId)).toMatchObject({ days: 0 })
  await daysAgo(before.id, 29)
  expect((await ask(before.id, before.buyer)).status).toBe(201)
  expect((await optionsOf(after.id, after.buyer)).endsAt).toBeNull()
  expect((await ask(after.id, after.buyer)).body.errorCode).toBe('REFUND_NOT_PROMISED')
})

test('a promise is none, 7, 14 or 30 days and 1 to 100 percent, chosen by the seller', async () => {
  const seller = await shop.server.person('admin')
  const wrong: object[] = [{ days: 10 }, { days: -7 }, { percent: 0 }, { percent: 101 }, { percent: 1.5 }]
  for (const body of wrong) expect((await choose(seller, body)).status).toBe(400)
  const teacher = await shop.server.person('instructor', seller)
  expect((await choose(teacher, { days: 7 })).body.errorCode).toBe('PRICES_OF_BUSINESS')
  expect((await choose(await shop.server.person(), { days: 7 })).status).toBe(403)
})
