import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

export let shop: Shop
export let superadmin: TestPerson

/** Signs in a new superadmin, because the re-authentication of the former one ends when a test advances the clock far. */
export async function signInSuperadmin(): Promise<void> {
  superadmin = await shop.server.person('superadmin')
}

/** Starts a shop for the tests of a file, with a new superadmin for each test. */
export function shopForTests(): void {
  beforeAll(async () => {
    shop = await startShop()
  })
  beforeEach(signInSuperadmin)
  afterAll(() => shop.server.stop())
}

export const price = 5_000
export const reason = 'Buyers reported that the lessons are copied.'

/** Creates an admin of a new business with a paid and a free course. */
export async function newSeller() {
  const admin = await shop.server.person('admin', { isProven: true })
  const paid = await shop.course(price, admin)
  const free = await shop.course(0, admin)
  const [row] = await shop.rows<{ id: number }>(
    sql`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`,
  )
  return { admin, paid, free, id: row?.id ?? 0 }
}
export const overviewOf = async (id: number, as = superadmin) =>
  (await shop.server.call('readSellerOverview', { params: { id }, as })).body.data

interface Change {
  state?: 'approved' | 'limited' | 'suspended'
  dailyLimit?: number
  note?: string
  reason?: string
  as?: TestPerson
  expectedState?: SellingState
  expectedChangeId?: number | null
}
export async function change(id: number, { as = superadmin, ...given }: Change) {
  const { state, changeId } = await overviewOf(id)
  return shop.server.call('changeSellerState', {
    params: { id },
    body: { state: 'suspended', reason, expectedState: state, expectedChangeId: changeId, ...given },
    as,
  })
}
export async function changed(id: number, given: Change): Promise<void> {
  expect((await change(id, given)).status).toBe(200)
}
export const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errorCode?: string }).errorCode,
]
export const quoteOf = async (as: TestPerson, ...courseIds: number[]) => {
  const { courses, total } = (await shop.server.call('quotePrices', { body: { courseIds }, as })).body.data
  return [...courses.map(({ state }) => state), total]
}
export const enrol = async (courseId: number, as: TestPerson) =>
  shop.server.call('enroll', { params: { courseId }, body: {}, as })
export const listed = async (courseId: number, as: TestPerson | null = null) => {
  const { body } = await shop.server.call('listCourses', { query: { limit: '100' }, as })
  return body.data.some(({ id }) => id === courseId)
}
export const mailsTo = async (to: string) => {
  await shop.runJobs()
  return shop.server.mails.filter((mail) => mail.to === to && mail.body.includes(reason))
}
