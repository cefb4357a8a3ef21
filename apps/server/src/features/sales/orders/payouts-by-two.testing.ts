import type { Payout } from '@apogee/contracts/accounting/payouts.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '../model/invariants.ts'
import { startShop, type Shop } from '../sales.testing.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

export let shop: Shop
export let first: TestPerson
export let second: TestPerson

let keys = 0

/** Starts a shop for the tests of a file, with two new superadmins for each test. */
export function shopForTests(): void {
  beforeAll(async () => {
    shop = await startShop({ payoutApprovals: 'two' })
  })
  afterAll(async () => {
    expect(await brokenInvariants(shop.server.database)).toEqual([])
    await shop.server.stop()
  })
  beforeEach(async () => {
    first = await shop.server.person('superadmin', { isProven: true })
    second = await shop.server.person('superadmin', { isProven: true })
  })
}
export const newKey = () => `payout-key-${(keys += 1)}`

export async function saveBank(seller: TestPerson, accountNumber = '514012345678'): Promise<void> {
  const { status } = await shop.server.call('savePayoutBank', {
    body: { bank: 'Maybank', otherBankName: '', accountNumber, accountHolder: 'Orbit Academy' },
    as: seller,
  })
  expect(status).toBe(200)
}

/** Creates a seller to whom the platform owes RM 50.00, with a bank account that is 20 days old. */
export async function owed({ hasBank = true } = {}) {
  const seller = await shop.server.person('admin', { isProven: true })
  const courseId = await shop.course(5_000, seller)
  await sql`UPDATE sellers SET money_back_days = 0 WHERE business_id = ${seller.businessId}`.execute(
    shop.server.database.kysely,
  )
  const buyer = await shop.server.person()
  const { purchase, id } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  await shop.check(id)
  const [found] = await shop.rows(
    sql<{ id: number }>`SELECT id FROM sellers WHERE business_id = ${seller.businessId}`,
  )
  const sellerId = found?.id ?? 0
  if (hasBank) await saveBank(seller)
  await sql`UPDATE payout_banks SET saved_at = saved_at - interval '20 days' WHERE seller_id = ${sellerId}`.execute(
    shop.server.database.kysely,
  )
  return { seller, sellerId, courseId, purchaseId: id }
}

interface Prepared {
  amount?: number
  expectedBalance?: number
  key?: string
  as?: TestPerson
}
export const prepare = (sellerId: number, { as = first, ...given }: Prepared = {}) =>
  shop.server.call('preparePayout', {
    as,
    body: { sellerId, amount: 2_000, expectedBalance: 5_000, key: newKey(), ...given },
  })
export const approve = (id: number, as: TestPerson = second) =>
  shop.server.call('approvePayout', { as, params: { id } })
export const decline = (id: number, as: TestPerson = second) =>
  shop.server.call('declinePayout', { as, params: { id }, body: { reason: 'The invoice is missing' } })
export const withdraw = (id: number, as: TestPerson = first) =>
  shop.server.call('withdrawPayout', { as, params: { id }, body: { reason: 'Wrong amount' } })

interface Transferred {
  payoutId?: number
  amount?: number
  key?: string
  reference?: string
  kind?: 'payment_in'
  as?: TestPerson
}
export const transfer = (sellerId: number, { as = first, ...given }: Transferred = {}) =>
  shop.server.call('recordTransfer', {
    as,
    body: {
      sellerId,
      kind: 'payout',
      amount: 2_000,
      expectedBalance: 5_000,
      reference: 'MBB 123',
      paidOn: dayInMalaysia(shop.server.clock.now()),
      key: newKey(),
      ...given,
    },
  })

export async function prepared(sellerId: number, given: Prepared = {}): Promise<Payout> {
  const { status, body } = await prepare(sellerId, given)
  expect(status).toBe(201)
  return body.data
}
export async function approved(sellerId: number, given: Prepared = {}): Promise<number> {
  const { id } = await prepared(sellerId, given)
  expect((await approve(id)).status).toBe(200)
  return id
}
export async function stateOf(id: number, as: TestPerson = first): Promise<Payout | undefined> {
  const { body } = await shop.server.call('listPayouts', { query: { limit: '100' }, as })
  return body.data.find((payout) => payout.id === id)
}
export const bookOf = async (sellerId: number, as: TestPerson = first) =>
  (await shop.server.call('readLedger', { query: { sellerId: String(sellerId) }, as })).body.data
export const payoutsIn = (sellerId: number) =>
  shop.rows(
    sql<{
      id: number
    }>`SELECT id FROM ledger_postings WHERE payee_seller_id = ${sellerId} AND kind = 'payout'`,
  )
export const provenAgain = (person: TestPerson) =>
  shop.server.call('confirmIdentity', { body: { password: testPassword }, as: person })
export async function signedIn(person: TestPerson): Promise<TestPerson> {
  const { body } = await shop.server.call('login', { body: { email: person.email, password: testPassword } })
  return { ...person, token: 'token' in body.data ? body.data.token : '' }
}
export const runJob = () => shop.server.services.accounting.payouts.endOutdated()
