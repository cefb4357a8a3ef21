/** Tests that a chargeback reaches its seller, buyer and files with the same state, and that the seller decides about access. */
import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let seller: TestPerson
beforeAll(async () => {
  shop = await startShop()
  seller = await shop.server.person('admin')
})
afterAll(() => shop.server.stop())

async function chargedBack(...courses: number[]) {
  const buyer = await shop.server.person()
  const { id, purchase } = await shop.buy(buyer, ...courses)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  shop.simulator.faults.inject({
    kind: 'alter',
    change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
  })
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  shop.clearFaults()
  await shop.runJobs()
  return { buyer, id }
}

const ordersOf = async (as: TestPerson, status?: 'paid' | 'charged_back' | 'refunded') =>
  (await shop.server.call('listOrders', { query: status ? { status } : {}, as })).body
const exceptionsOf = async (as: TestPerson) =>
  (await shop.server.call('listPaymentExceptions', { query: {}, as })).body.data
const waitingOf = async (as: TestPerson) => (await shop.server.call('readStudio', { as })).body.data.waiting
const mailsTo = async (to: TestPerson, subject: string) =>
  shop.rows(sql<{ subject: string }>`
    SELECT subject FROM mail_outbox WHERE recipient = ${to.email} AND subject LIKE ${`${subject}%`}`)

test('the seller reads of a chargeback in the list, the order, the learner’s page, the file and a mail, and ends access', async () => {
  const course = await shop.course(6_000, seller)
  const { buyer, id } = await chargedBack(course)
  const { data, meta } = await ordersOf(seller, 'charged_back')
  expect(data.map((order) => [order.id, stateOfOrder(order)])).toEqual([[id, 'charged_back']])
  expect(meta).toMatchObject({ paid: 6_000, refunded: 6_000, chargedBack: 6_000 })
  expect((await ordersOf(seller, 'paid')).data).toEqual([])
  const order = (await shop.server.call('readOrder', { params: { id }, as: seller })).body.data
  expect([order.status, stateOfOrder(order)]).toEqual(['paid', 'charged_back'])
  const bought = (await shop.server.call('readPayment', { params: { id }, as: buyer })).body.data
  expect([bought.status, stateOfOrder(bought)]).toEqual(['paid', 'charged_back'])
  const { body } = await shop.server.call('createTicket', { body: { what: 'orders' }, as: seller })
  const file = (await shop.server.app.inject({ url: body.data.url })).body
  expect(file).toContain(',Charged back,')
  expect(file.trim().endsWith(',0.00,-60.00')).toBe(true)
  const place = { id: course, userId: buyer.id }
  const learner = (await shop.server.call('readCourseLearner', { params: place, as: seller })).body.data
  expect(learner.orders).toMatchObject([{ id, price: 6_000, isChargedBack: true, isReadable: true }])
  const teacher = await shop.server.person('instructor', { businessId: seller.businessId })
  await shop.rows(sql`UPDATE courses SET instructor_id = ${teacher.id} WHERE id = ${course}`)
  const taught = (await shop.server.call('readCourseLearner', { params: place, as: teacher })).body.data
  expect(taught.orders).toMatchObject([{ price: null, isReadable: false }])
  expect(await mailsTo(seller, 'Chargeback: RM 60.00')).toHaveLength(1)

  expect(await waitingOf(seller)).toContainEqual({ kind: 'chargebacks', count: 1 })
  const [item] = await exceptionsOf(seller)
  expect(item).toMatchObject({
    topic: 'chargeback',
    amount: 6_000,
    decidedFor: 'caller',
    choices: ['close_access', 'keep_access'],
  })
  const decision = { choice: 'close_access', reason: 'The bank took the money' } as const
  const decided = await shop.server.call('decidePaymentException', {
    params: { id: item?.id ?? '' },
    body: decision,
    as: seller,
  })
  expect(decided.status).toBe(200)
  expect(await shop.isEnrolled(buyer, course)).toBe(false)
  const checked = await shop.server.call('checkPayment', { params: { purchaseId: id }, as: null })
  expect(checked.body).toEqual({ success: true, status: 'refunded', chargedBack: true })
  expect((await ordersOf(seller, 'charged_back')).data.map((one) => one.id)).toEqual([id])
  expect((await ordersOf(seller, 'refunded')).data).toEqual([])
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a chargeback of an order of two sellers is mailed to each about their own courses, and the platform decides', async () => {
  const other = await shop.server.person('admin')
  const superadmin = await shop.server.person('superadmin')
  const own = [await shop.course(1_000, seller), await shop.course(500, seller)]
  const { id } = await chargedBack(...own, await shop.course(2_500, other))
  expect((await mailsTo(other, 'Chargeback: RM 25.00')).length).toBe(1)
  expect((await mailsTo(seller, 'Chargeback: RM 15.00')).length).toBe(1)
  const [seen] = await exceptionsOf(other)
  expect(seen).toMatchObject({ topic: 'chargeback', decidedFor: 'platform', choices: [], amount: 2_500 })
  expect([seen?.order.total, seen?.order.lines.length]).toEqual([2_500, 1])
  const attempt = { choice: 'close_access', reason: 'The bank took the money' } as const
  const refused = await shop.server.call('decidePaymentException', {
    params: { id: seen?.id ?? '' },
    body: attempt,
    as: other,
  })
  expect(refused.body).toMatchObject({ errorCode: 'REVIEW_ITEM_NOT_FOUND' })
  expect((await waitingOf(other)).map(({ kind }) => kind)).not.toContain('chargebacks')
  const item = (await exceptionsOf(superadmin)).find(({ order }) => order.id === id)
  expect(item).toMatchObject({ decidedFor: 'caller', amount: 4_000 })
  expect(await waitingOf(superadmin)).toContainEqual({ kind: 'chargebacks', count: 1 })
  await shop.server.call('decidePaymentException', {
    params: { id: item?.id ?? '' },
    body: { ...attempt, choice: 'keep_access' },
    as: superadmin,
  })
  const query = { orderId: id }
  const decided = (await shop.server.call('listPaymentExceptions', { query, as: other })).body.data
  expect(decided).toMatchObject([{ state: 'closed', choice: 'keep_access', decidedBy: null, reason: '' }])
  const stranger = await shop.server.person('admin')
  expect((await shop.server.call('listPaymentExceptions', { query, as: stranger })).body.data).toEqual([])
  const mail = shop.server.mails.find(
    ({ to, subject }) => to === other.email && subject.startsWith('Chargeback'),
  )
  expect(mail?.body).toContain('Apogee decides whether they keep access')
  expect((await ordersOf(superadmin, 'charged_back')).data.map((order) => order.id)).toContain(id)
})
