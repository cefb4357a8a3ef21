/** Tests the calls of docs/specification.md#7-calls about money, from the checkout to the enrolment, paid at the simulator. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused, startSchool, textIn, type School } from './spec-calls.testing.ts'
import type { TestPerson } from '../testing.ts'

let school: School
let buyer: TestPerson
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const customerInfo = () => ({
  email: buyer.email,
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP Kuala Lumpur',
  postalCode: '50000',
  country: 'Malaysia',
})
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

beforeAll(async () => {
  buyer = await school.server.person()
})

test('POST /payments buys one course, from the payment page to the enrolment', async () => {
  const { ask, shop } = school
  const courseId = await shop.course(4990)
  const pressed = await ask('POST /payments', { as: buyer, body: { courseId, userId: buyer.id } })
  expect(pressed.status).toBe(201)
  expect(pressed.body).toEqual({
    success: true,
    payment_url: expect.stringMatching(/^http:\/\//),
    purchase_id: expect.stringMatching(/^[\w-]{16,64}$/),
  })
  const id = textIn(pressed, 'purchase_id')
  expect((await ask(`GET /payments/check/${id}`)).body).toEqual({ success: true, status: 'created' })
  expect((await ask('POST /payments', { as: buyer, body: { courseId } })).body).toEqual(pressed.body)

  await shop.pay(shop.purchaseIn(textIn(pressed, 'payment_url')))
  // The product reads the provider at most once in two seconds, however many requests arrive.
  school.server.clock.advance(2000)
  expect((await ask(`GET /payments/check/${id}`, { as: buyer })).body).toEqual({
    success: true,
    status: 'paid',
  })

  const paid = {
    id,
    status: 'paid',
    amount: 4990,
    currency: 'MYR',
    createdAt: time,
    paidAt: time,
    lines: [
      {
        courseId,
        title: expect.any(String),
        price: 4990,
        listPrice: 4990,
        discount: 0,
        tax: 0,
        status: 'granted',
        refunded: 0,
        chargedBack: 0,
        owned: true,
      },
    ],
    receiptUrl: expect.stringContaining(`/purchases/${id}/receipts/`),
  }
  const read = await ask(`GET /payments/${id}`, { as: buyer })
  expect(read.body).toEqual({ success: true, status: 'paid', data: { ...paid, extra: [] } })
  const history = await ask(`GET /payments/history/${buyer.id}`, { as: buyer })
  expect(history.body).toEqual({ success: true, data: [paid], meta: { total: 1, nextCursor: null } })
  const enrolled = await ask(`GET /courses/enrolled?userId=${buyer.id}`, { as: buyer })
  expect(enrolled.body).toMatchObject({ data: [{ id: courseId, isEnrolled: true }] })

  expect(await ask('POST /payments', { as: buyer, body: { courseId, userId: buyer.id } })).toMatchObject(
    refused(409, 'COURSE_ALREADY_OWNED', 'You are already enrolled in this course'),
  )
})

test('POST /payments/bulk buys a cart with one payment', async () => {
  const { ask, shop } = school
  const courseIds = [await shop.course(1000), await shop.course(2550)]
  const pressed = await ask('POST /payments/bulk', {
    as: buyer,
    body: { courseIds, userId: buyer.id, customerInfo: customerInfo() },
  })
  expect(pressed.status).toBe(201)
  expect(pressed.body).toEqual({
    success: true,
    payment_url: expect.stringMatching(/^http:\/\//),
    payment_id: expect.stringMatching(/^[\w-]{16,64}$/),
  })
  const id = textIn(pressed, 'payment_id')
  await shop.pay(shop.purchaseIn(textIn(pressed, 'payment_url')))
  expect((await ask(`GET /payments/check/${id}`)).body).toEqual({ success: true, status: 'paid' })
  const read = await ask(`GET /payments/${id}`, { as: buyer })
  expect(read.body).toMatchObject({ status: 'paid', data: { amount: 3550, lines: [{}, {}] } })
  for (const courseId of courseIds) expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
})

test('a declined card leaves the course unbought and the payment page open', async () => {
  const { ask, shop } = school
  const courseId = await shop.course(700)
  const pressed = await ask('POST /payments', { as: buyer, body: { courseId } })
  const id = textIn(pressed, 'purchase_id')
  const purchase = shop.purchaseIn(textIn(pressed, 'payment_url'))
  await shop.decline(purchase)
  const { status } = (await ask(`GET /payments/check/${id}`)).body
  expect(['created', 'pending', 'failed']).toContain(status)
  expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
  await shop.pay(purchase)
  school.server.clock.advance(3000)
  expect((await ask(`GET /payments/check/${id}`)).body).toEqual({ success: true, status: 'paid' })
})

test('POST /payments enrols in a free course at once, without a payment page', async () => {
  const { ask, shop } = school
  const courseId = await shop.course(0)
  const pressed = await ask('POST /payments', { as: buyer, body: { courseId, userId: buyer.id } })
  const id = textIn(pressed, 'purchase_id')
  expect(textIn(pressed, 'payment_url')).toMatch(new RegExp(`/checkout/success\\?purchase_id=${id}$`))
  expect((await ask(`GET /payments/check/${id}`)).body).toEqual({ success: true, status: 'paid' })
  expect(await shop.isEnrolled(buyer, courseId)).toBe(true)
})

describe('refused', () => {
  test('a purchase is refused for an empty cart, missing fields of the address, and wrong ids', async () => {
    const { ask, shop } = school
    const courseId = await shop.course(500)
    const bulk = (changes: object) =>
      ask('POST /payments/bulk', {
        as: buyer,
        body: { courseIds: [courseId], userId: buyer.id, customerInfo: customerInfo(), ...changes },
      })
    expect(await bulk({ courseIds: [] })).toMatchObject(
      refused(400, 'VALIDATION', 'courseIds: Your cart is empty'),
    )
    const nothing = await bulk({ courseIds: [], customerInfo: {} })
    expect(JSON.stringify(nothing)).toContain('courseIds: Your cart is empty')
    expect(
      await bulk({ customerInfo: { ...customerInfo(), address: '', city: ' ', state: '' } }),
    ).toMatchObject(
      refused(
        400,
        'VALIDATION',
        'customerInfo.address: Address is required, customerInfo.city: City is required, customerInfo.state: State is required',
      ),
    )
    expect(
      await bulk({ customerInfo: { ...customerInfo(), postalCode: undefined, country: '' } }),
    ).toMatchObject(
      refused(
        400,
        'VALIDATION',
        'customerInfo.postalCode: Postal code is required, customerInfo.country: Country is required',
      ),
    )
    expect(await bulk({ customerInfo: { ...customerInfo(), country: 'Mars' } })).toMatchObject(
      refused(
        400,
        'VALIDATION',
        'customerInfo.country: Please choose one of Malaysia, Singapore, Indonesia, Thailand, Other',
      ),
    )
    expect(await bulk({ courseIds: ['x'] })).toMatchObject(
      refused(400, 'VALIDATION', 'courseIds.0: must be a whole number'),
    )
    expect(await bulk({ courseIds: Array.from({ length: 51 }, () => courseId) })).toMatchObject(
      refused(400, 'VALIDATION', 'courseIds: At most 50 courses at once'),
    )
    expect(await bulk({ courseIds: [courseId, 999_999] })).toMatchObject(
      refused(404, 'COURSE_NOT_FOUND', 'Course not found'),
    )
    expect(await bulk({ userId: school.student.id })).toMatchObject({
      status: 403,
      body: { errorCode: 'NOT_YOURS' },
    })
  })

  test('a purchase of a course that does not exist is refused', async () => {
    expect(await school.ask('POST /payments', { as: buyer, body: { courseId: 999_999 } })).toMatchObject(
      refused(404, 'COURSE_NOT_FOUND', 'Course not found'),
    )
  })

  test("another user's payment and an unknown one are not found", async () => {
    const { ask, student, admin } = school
    const mine = await ask('POST /payments', { as: buyer, body: { courseId: await school.shop.course(300) } })
    const id = textIn(mine, 'purchase_id')
    const unknown = 'AAAAAAAAAAAAAAAAAAAAAA'
    for (const as of [student, admin]) {
      expect(await ask(`GET /payments/${id}`, { as })).toMatchObject(
        refused(404, 'PAYMENT_NOT_FOUND', 'Failed to verify payment'),
      )
      expect((await ask(`GET /payments/history/${buyer.id}`, { as })).status).toBe(403)
    }
    for (const call of [`GET /payments/check/${unknown}`, `GET /payments/${unknown}`]) {
      expect(await ask(call, { as: buyer })).toMatchObject(
        refused(404, 'PAYMENT_NOT_FOUND', 'Failed to verify payment'),
      )
    }
    for (const odd of ['1', 'bogus', '..%2f..%2fpurchases', '\0', 'x?brand_id=1', "' OR 1=1 --'"]) {
      for (const call of ['GET /payments/check', 'GET /payments']) {
        expect(await ask(`${call}/${encodeURIComponent(odd)}`, { as: buyer })).toMatchObject(
          refused(404, 'PAYMENT_NOT_FOUND', 'Failed to verify payment'),
        )
      }
    }
  })
})
