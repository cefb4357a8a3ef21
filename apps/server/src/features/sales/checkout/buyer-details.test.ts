import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

const company = { companyName: 'Bintang Jaya Sdn Bhd', taxNumber: 'C20880050010' }

async function checkOut(
  buyer: TestPerson,
  courseId: number,
  more: { keepDetails?: boolean; customerInfo?: object } = {},
) {
  const { customerInfo, ...rest } = more
  return shop.server.call('payForCart', {
    body: { courseIds: [courseId], customerInfo: { ...shop.customer, ...customerInfo }, ...rest },
    as: buyer,
  })
}

const keptOf = async (buyer: TestPerson) =>
  (await shop.server.call('readBuyerDetails', { as: buyer })).body.data
const customerOf = async (id: string) =>
  (await shop.rows(sql<{ customer: object }>`SELECT customer FROM orders WHERE public_id = ${id}`))[0]
    ?.customer

describe('the details of a buyer', () => {
  test('buyer details are not stored without a request', async () => {
    const buyer = await shop.server.person()
    const { status } = await checkOut(buyer, await shop.course())
    expect(status).toBe(201)
    expect(await keptOf(buyer)).toBeNull()
  })

  test('buyer details are stored for the next purchase on request, for their owner only', async () => {
    const [buyer, other] = [await shop.server.person(), await shop.server.person()]
    await checkOut(buyer, await shop.course(), { keepDetails: true, customerInfo: company })
    expect(await keptOf(buyer)).toEqual({ ...shop.customer, ...company })
    expect(await keptOf(other)).toBeNull()
  })

  test('stored buyer details stay when a purchase has no choice, and change when it has', async () => {
    const buyer = await shop.server.person()
    await checkOut(buyer, await shop.course(), { keepDetails: true })
    await checkOut(buyer, await shop.course(), { customerInfo: { city: 'Ipoh' } })
    expect(await keptOf(buyer)).toMatchObject({ city: shop.customer.city })
    await checkOut(buyer, await shop.course(), { keepDetails: true, customerInfo: { city: 'Ipoh' } })
    expect(await keptOf(buyer)).toMatchObject({ city: 'Ipoh' })
  })

  test('stored buyer details are deleted on request, at the checkout or separately; orders keep their own', async () => {
    const buyer = await shop.server.person()
    const { body } = await checkOut(buyer, await shop.course(), { keepDetails: true })
    await checkOut(buyer, await shop.course(), { keepDetails: false })
    expect(await keptOf(buyer)).toBeNull()
    await checkOut(buyer, await shop.course(), { keepDetails: true })
    expect((await shop.server.call('forgetBuyerDetails', { as: buyer })).status).toBe(200)
    expect(await keptOf(buyer)).toBeNull()
    expect(await customerOf(body.payment_id)).toMatchObject(shop.customer)
  })

  test('buyer details are erased with the person, from storage and from every order', async () => {
    const buyer = await shop.server.person()
    const { body } = await checkOut(buyer, await shop.course(), { keepDetails: true })
    const superadmin = await shop.server.person('superadmin')
    const gone = await shop.server.call('deleteUser', { params: { id: buyer.id }, as: superadmin })
    expect(gone.status).toBe(200)
    expect(await shop.rows(sql`SELECT 1 FROM buyer_details WHERE user_id = ${buyer.id}`)).toEqual([])
    expect(await customerOf(body.payment_id)).toEqual({})
  })

  test('stored buyer details are used by Buy Now, which asks for none', async () => {
    const buyer = await shop.server.person()
    await checkOut(buyer, await shop.course(), { keepDetails: true, customerInfo: company })
    const { body } = await shop.pressBuy(buyer, await shop.course())
    expect(await customerOf(body.purchase_id)).toEqual({ ...shop.customer, ...company })
  })

  test('corrected buyer details update the open order on the same page', async () => {
    const buyer = await shop.server.person()
    const course = await shop.course()
    const first = await checkOut(buyer, course)
    const second = await checkOut(buyer, course, { customerInfo: company })
    expect(second.body).toEqual(first.body)
    expect(await customerOf(second.body.payment_id)).toEqual({ ...shop.customer, ...company })
    // Buy Now of the same course returns the same payment page and keeps the order's details.
    await shop.pressBuy(buyer, course)
    expect(await customerOf(second.body.payment_id)).toMatchObject(company)
  })
})

describe('a tax number', () => {
  test.each([
    ['as it is read out', 'ig 1234-5678 901', 'IG12345678901'],
    ['left empty', '', ''],
    ['of spaces alone', '   ', ''],
  ])('the tax number %s is stored as its letters and digits', async (_, typed, kept) => {
    const buyer = await shop.server.person()
    await checkOut(buyer, await shop.course(), { keepDetails: true, customerInfo: { taxNumber: typed } })
    expect(await keptOf(buyer)).toMatchObject({ taxNumber: kept })
  })

  test.each(['C2088!', 'IG12', 'C'.repeat(33)])(
    'an invalid tax number is reported: %s',
    async (taxNumber) => {
      const buyer = await shop.server.person()
      const { status, body } = await checkOut(buyer, await shop.course(), {
        keepDetails: true,
        customerInfo: { taxNumber },
      })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'customerInfo.taxNumber' }] },
      })
      expect(await keptOf(buyer)).toBeNull()
    },
  )
})
