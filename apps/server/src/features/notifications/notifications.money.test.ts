import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

const dayMs = 24 * 3_600_000

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

async function notificationsTo(buyer: TestPerson) {
  await shop.runJobs()
  const { body } = await shop.server.call('listNotifications', { query: {}, as: buyer })
  return body.data.map(({ kind, data }) => ({ kind, data }))
}

test('a free purchase notifies of the enrolment, not of a payment', async () => {
  const course = await makeCourse(shop.server.database, {
    owner: await shop.server.person('instructor'),
    title: 'First light',
    priceCents: 0,
  })
  const buyer = await shop.server.person()
  await shop.server.call('payForCourse', { body: { courseId: course.id }, as: buyer })
  expect(await notificationsTo(buyer)).toEqual([
    { kind: 'course.enrolled', data: { courseId: course.id, courseTitle: 'First light' } },
  ])
})

test('a buyer is notified once of the payment and of the refund, which revokes the certificate', async () => {
  const owner = await shop.server.person('instructor')
  const course = await makeCourse(shop.server.database, {
    owner,
    title: 'Orbital mechanics',
    priceCents: 14_900,
    contents: [{ resources: [{}] }],
  })
  const buyer = await shop.server.person()
  const bought = await shop.buy(buyer, course.id)
  await shop.pay(bought.purchase)
  await shop.check(bought.id)
  const purchase = { purchaseId: bought.id, courseTitles: ['Orbital mechanics'] }
  expect(await notificationsTo(buyer)).toEqual([
    { kind: 'order.paid', data: { ...purchase, totalCents: 14_900 } },
  ])

  await shop.server.call('saveResourceProgress', {
    params: { id: course.contents[0]?.resources[0] ?? 0 },
    body: { completed: true },
    as: buyer,
  })
  await shop.runJobs()
  const certificates = await shop.server.call('listCertificates', { query: {}, as: buyer })
  const id = certificates.body.data[0]?.id ?? ''
  expect((await shop.server.call('readCertificate', { params: { id }, as: null })).status).toBe(200)

  await shop.simulator.refund('platform-key', bought.purchase, null, 0)
  shop.server.clock.advance(dayMs)
  await shop.server.services.sales.sweeper.sweep()
  const notifications = await notificationsTo(buyer)
  expect(notifications[0]).toEqual({ kind: 'order.refunded', data: purchase })
  expect(notifications.filter(({ kind }) => kind === 'order.paid')).toHaveLength(1)
  const revoked = await shop.server.call('readCertificate', { params: { id }, as: null })
  expect(revoked.body.errorCode).toBe('CERTIFICATE_REVOKED')
})

test('sellers are notified once of the paid courses of their own in an order', async () => {
  const lone = await shop.server.person('instructor')
  const second = await shop.server.person('admin', { businessId: shop.seller.businessId })
  const teacher = await shop.server.person('instructor', { businessId: shop.seller.businessId })
  const own = await shop.course(14_900)
  const alone = await shop.course(5_000, lone, 'Books for one')
  const buyer = await shop.server.person()
  const { id, purchase } = await shop.buy(buyer, own, alone, await shop.course(2_000, lone, 'More books'))
  await shop.pay(purchase)
  await shop.check(id)
  await shop.deliver(purchase)
  const sale = (totalCents: number, ...courseTitles: string[]) => ({
    kind: 'order.sold',
    data: { orderId: id, totalCents, courseTitles },
  })
  expect(await notificationsTo(lone)).toEqual([sale(7_000, 'Books for one', 'More books')])
  expect(await notificationsTo(second)).toEqual([sale(14_900, 'Orbital mechanics')])
  expect(await notificationsTo(teacher)).toEqual([])

  const free = await shop.course(0, lone)
  await shop.server.call('payForCourse', { body: { courseId: free }, as: await shop.server.person() })
  expect(await notificationsTo(lone)).toHaveLength(1)
})

test('sellers are notified once of a chargeback of their own courses', async () => {
  const lone = await shop.server.person('instructor')
  const alone = await shop.course(5_000, lone, 'Books for one')
  const buyer = await shop.server.person()
  const other = await shop.course(2_000, lone, 'More books')
  const { id, purchase } = await shop.buy(buyer, await shop.course(14_900), alone, other)
  await shop.pay(purchase)
  await shop.check(id)
  shop.simulator.faults.inject({
    kind: 'alter',
    change: withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 }),
  })
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  shop.clearFaults()
  const losses = (await notificationsTo(lone)).filter(({ kind }) => kind === 'order.chargedBack')
  expect(losses).toEqual([
    {
      kind: 'order.chargedBack',
      data: { orderId: id, totalCents: 7_000, courseTitles: ['Books for one', 'More books'] },
    },
  ])
  expect((await notificationsTo(buyer)).some(({ kind }) => kind === 'order.chargedBack')).toBe(false)
})

test('owners of the payment account are notified once of each payment exception', async () => {
  const superadmin = await shop.server.person('superadmin')
  const { id, purchase, buyer } = await shop.buyerAtPage(14_900)
  await shop.pay(purchase)
  await shop.check(id)
  await shop.simulator.refund('platform-key', purchase, 4_900, 0)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  const of = async (person: TestPerson) =>
    (await notificationsTo(person)).filter(({ kind }) => kind === 'money.waiting')
  const notifications = {
    kind: 'money.waiting',
    data: { orderId: id, totalCents: 4_900, topic: 'unnamed_refund' },
  }
  expect(await of(superadmin)).toEqual([notifications])
  expect(await of(shop.seller)).toEqual([])
  expect(await of(buyer)).toEqual([])
})
