/**
 * Tests that an instructor of a business, for whom the business sells, sees no sums (docs/security.md#orders-invoices-and-people).
 * `moneySeenBy` of policy/seller-scope.ts is the rule. A new call with amounts fails here until it is decided what they are.
 */
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { cents } from '@apogee/contracts/endpoint.ts'
import { exportKinds } from '@apogee/contracts/operations/insights.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { mayByRole } from '#server/policy/authorise.ts'

type Schema = z.core.$ZodType

interface Definition {
  type: string
  shape?: Readonly<Record<string, Schema>>
  element?: Schema
  innerType?: Schema
  options?: readonly Schema[]
}

/** Returns the amounts of an answer by their schema, as `path: amount`. */
function amountsIn(schema: Schema, answer: unknown, path = ''): string[] {
  if (schema === cents) return typeof answer === 'number' ? [`${path}: ${answer}`] : []
  const { shape, element, innerType, options = [] }: Definition = schema._zod.def
  if (answer === null || answer === undefined) return []
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) =>
      amountsIn(field, (answer as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
    )
  if (element) return (answer as unknown[]).flatMap((one) => amountsIn(element, one, `${path}[]`))
  return [...(innerType ? [innerType] : []), ...options].flatMap((part) => amountsIn(part, answer, path))
}

function hasAmounts(schema: Schema, above: readonly Schema[] = []): boolean {
  if (schema === cents) return true
  if (above.includes(schema)) return false
  const { shape = {}, element, innerType, options = [] }: Definition = schema._zod.def
  const parts = [
    ...Object.values(shape),
    ...(element ? [element] : []),
    ...(innerType ? [innerType] : []),
    ...options,
  ]
  return parts.some((part) => hasAmounts(part, [...above, schema]))
}

/** These calls answer prices that everybody sees, or what the caller bought as a buyer. */
const pricesAndPurchases = new Set([
  'readCourseSale',
  'listEnrolledCourses',
  'listCourses',
  'courseSales',
  'previewSales',
  'readCourse',
  'listWishlist',
  'listReceipts',
  'paymentHistory',
  'readPayment',
  'readRefundOptions',
  'readSharedInvoice',
  'listNotifications',
  'offeredBundles',
  'readOfferedBundle',
  'readSchool',
])

let shop: Shop
let teacher: TestPerson
let sold: { courseId: number; orderId: string; buyerId: number; receiptId: string }

beforeAll(async () => {
  shop = await startShop()
  const admin = await shop.server.person('admin')
  teacher = await shop.server.person('instructor', { businessId: admin.businessId })
  const { id: courseId } = await makeCourse(shop.server.database, { owner: teacher, priceCents: 4_900 })
  const buyer = await shop.server.person()
  const { id: orderId, purchase } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  expect(await shop.check(orderId)).toBe('paid')
  await shop.runJobs()
  const [receipt] = await shop.rows(sql<{ publicId: string }>`SELECT public_id AS "publicId" FROM receipts`)
  sold = { courseId, orderId, buyerId: buyer.id, receiptId: receipt?.publicId ?? '' }
  const seen = await shop.server.call('readStudio', { as: admin })
  expect(seen.body.data.days.at(-1)?.money?.sales).toBe(4_900)
})
afterAll(() => shop.server.stop())

/** The requests for what was sold. A call that needs no object has an empty request. */
const requests = (): Record<string, { params?: object; query?: object }> => ({
  readLedger: {},
  readSstReturn: {},
  listLedger: {},
  listOrders: {},
  readOrder: { params: { id: sold.orderId } },
  readOrderRefunds: { params: { id: sold.orderId } },
  listRefundRequests: {},
  listPaymentExceptions: {},
  listInvoices: {},
  readInvoice: { params: { id: '1' } },
  readInvoiceDesk: {},
  listCoupons: {},
  listBundles: {},
  readSelling: {},
  readReceipt: { params: { id: sold.receiptId } },
  readOwnBrand: {},
  readStudio: {},
  listInbox: {},
  readSources: {},
  searchStudio: { query: { q: 'a' } },
  readAnalytics: {},
  readPerson: { params: { id: sold.buyerId }, query: {} },
  listPersonEvents: { params: { id: sold.buyerId }, query: {} },
  readCourseLearner: { params: { id: sold.courseId, userId: sold.buyerId } },
})

const read = Object.entries(endpoints).filter(
  ([, { call, access, answer }]) =>
    call.startsWith('GET ') &&
    hasAmounts(answer) &&
    !(access.kind === 'role' && !mayByRole({ role: 'instructor' }, access.capability)),
)

test('it is decided for each call that answers amounts to an instructor whether they are prices', () => {
  const names = read.map(([name]) => name)
  expect(names.filter((name) => !pricesAndPurchases.has(name)).toSorted()).toEqual(
    Object.keys(requests()).toSorted(),
  )
})

test('no call tells an instructor of a business what the business sold', async () => {
  for (const [name, { answer }] of read.filter(([one]) => !pricesAndPurchases.has(one))) {
    const asked = { query: {}, ...requests()[name], as: teacher } as never
    const made = await shop.server.call(name as 'readAnalytics', asked)
    if (made.status >= 400) {
      expect([name, made.status], made.raw.body).toEqual([name, name === 'readReceipt' ? 404 : 403])
      continue
    }
    // The list price of a course is no sum.
    const amounts = amountsIn(answer, made.body).filter((one) => !one.startsWith('data.topCourses[].price'))
    expect([name, ...amounts]).toEqual([name])
  }
})

test('no file tells an instructor of a business what the business sold', async () => {
  const refused = new Set(['orders', 'ledger', 'sst', 'journals'])
  for (const what of exportKinds.filter((kind) => kind !== 'security')) {
    const filters = what === 'roster' || what === 'gradebook' ? { courseId: sold.courseId } : {}
    const { body } = await shop.server.call('createTicket', { body: { what, filters }, as: teacher })
    const file = await shop.server.app.inject({ url: body.data.url })
    expect([what, file.statusCode]).toEqual([what, refused.has(what) ? 403 : 200])
    // The list of courses has the price.
    if (what !== 'courses') expect([what, file.body.includes('49.00')]).toEqual([what, false])
  }
})
