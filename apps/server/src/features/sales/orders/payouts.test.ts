import type { PayoutBankForm } from '@apogee/contracts/businesses/payout-bank.forms.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

const number = '5140-1234 5678'
const typed: PayoutBankForm = {
  bank: 'Maybank',
  otherBankName: '',
  accountNumber: number,
  accountHolder: 'Orbit Academy Sdn Bhd',
}
const save = (as: TestPerson, given: object = {}) =>
  shop.server.call('savePayoutBank', { body: { ...typed, ...given }, as })
const read = (as: TestPerson) => shop.server.call('readPayoutBank', { as })
const sellerId = async ({ id, businessId }: TestPerson): Promise<number> => {
  const [seller] = await shop.rows<{ id: number }>(
    sql`SELECT id FROM sellers WHERE business_id = ${businessId} OR user_id = ${id}`,
  )
  return seller?.id ?? 0
}
const readFull = async (of: TestPerson, as: TestPerson) =>
  shop.server.call('readSellerPayoutBank', { params: { id: await sellerId(of) }, as })

describe('the bank account for payouts', () => {
  test('the payout account is entered with spaces and dashes, stored encrypted and read masked', async () => {
    const admin = await shop.server.person('admin')
    expect((await read(admin)).body.data).toBeNull()
    const masked = { bankName: 'Maybank', accountEndsWith: '5678', savedAt: expect.any(String) }
    const saved = await save(admin)
    expect([saved.status, saved.body.data]).toEqual([200, masked])
    const colleague = await shop.server.person('admin', { businessId: admin.businessId })
    const response = await read(colleague)
    expect(response.body.data).toEqual(masked)
    expect(response.raw.body).not.toContain('51401234')
    const stored = await shop.rows<{ text: string }>(
      sql`SELECT encode(details_encrypted, 'escape') || payout_banks::text AS text FROM payout_banks`,
    )
    expect(stored.length).toBeGreaterThan(0)
    for (const { text } of stored) expect(text).not.toMatch(/51401234|Orbit/)
  })

  test('the payout account is read in full only by a superadmin with a fresh proof', async () => {
    const admin = await shop.server.person('admin')
    await save(admin)
    const superadmin = await shop.server.person('superadmin')
    expect((await readFull(admin, superadmin)).body.data).toEqual({
      bankName: 'Maybank',
      accountNumber: '514012345678',
      accountHolder: 'Orbit Academy Sdn Bhd',
      savedAt: expect.any(String),
    })
    expect((await readFull(admin, admin)).status).toBe(403)
    expect((await readFull(admin, await shop.server.person('admin'))).status).toBe(403)
    const other = await shop.server.person('admin')
    await read(other)
    expect((await readFull(other, superadmin)).body.data).toBeNull()
    const [platform] = await shop.rows<{ id: number }>(sql`SELECT id FROM sellers WHERE is_platform`)
    for (const id of [platform?.id ?? 0, 999_999_999]) {
      const missing = await shop.server.call('readSellerPayoutBank', { params: { id }, as: superadmin })
      expect(missing.body.errorCode).toBe('SELLER_NOT_FOUND')
    }
  })

  test('a payout account copied to another seller or encrypted with another secret is refused', async () => {
    const [admin, other] = [await shop.server.person('admin'), await shop.server.person('admin')]
    await save(admin)
    await save(other)
    await sql`UPDATE payout_banks SET details_encrypted =
                (SELECT details_encrypted FROM payout_banks WHERE seller_id = ${await sellerId(admin)})
               WHERE seller_id = ${await sellerId(other)}`.execute(shop.server.database.kysely)
    const { status, body } = await readFull(other, await shop.server.person('superadmin'))
    expect([status, body.errorCode]).toEqual([409, 'PAYOUT_BANK_UNREADABLE'])
  })

  test('the payout account may name a bank that is not in the list', async () => {
    const admin = await shop.server.person('admin')
    const saved = await save(admin, { bank: 'other', otherBankName: '  Bank of Borneo ' })
    expect(saved.body.data.bankName).toBe('Bank of Borneo')
  })

  test.each([
    [{ bank: 'other' }, 'otherBankName', 'Bank name is required'],
    [{ bank: 'Moon Bank' }, 'bank', 'Please choose a bank'],
    [{ accountNumber: '1234' }, 'accountNumber', 'Please enter the account number as 5 to 20 digits'],
    [{ accountNumber: '1'.repeat(21) }, 'accountNumber', 'Please enter the account number as 5 to 20 digits'],
    [{ accountNumber: '12345x' }, 'accountNumber', 'Please enter the account number as 5 to 20 digits'],
    [{ accountHolder: ' ' }, 'accountHolder', 'Account holder is required'],
  ])('the payout account with %o is refused at its field', async (given, path, message) => {
    const refused = await save(await shop.server.person('admin'), given)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ issues: [{ path, message }] })
  })

  test('the payout account is closed to instructors in a business, and to superadmins, who receive no payouts', async () => {
    const { businessId } = await shop.server.person('admin')
    const teacher = await shop.server.person('instructor', { businessId })
    expect((await save(teacher)).body.errorCode).toBe('LONE_SELLERS_ONLY')
    expect((await read(teacher)).body.errorCode).toBe('LONE_SELLERS_ONLY')
    const superadmin = await shop.server.person('superadmin')
    expect((await save(superadmin)).body.errorCode).toBe('SELLER_NOT_FOUND')
    expect((await save(await shop.server.person())).status).toBe(403)
  })

  test('changing the payout account is logged without its number, and mails all admins', async () => {
    const admin = await shop.server.person('admin', { isProven: true })
    const colleague = await shop.server.person('admin', { businessId: admin.businessId, isProven: true })
    await save(admin)
    const log = await shop.server.call('listSecurityLog', { query: {}, as: colleague })
    expect(log.body.data[0]).toMatchObject({
      kind: 'payoutBank.changed',
      details: { bankName: 'Maybank', accountEndsWith: '5678' },
    })
    expect(log.raw.body).not.toContain('51401234')
    await shop.runJobs()
    for (const { email } of [admin, colleague]) {
      const mails = shop.server.mails.filter(({ to, subject }) => to === email && subject.includes('payouts'))
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Security: the bank account for payouts was changed',
      ])
      expect(mails[0]?.body).toContain('Maybank, account ending with 5678')
    }
  })

  test('the payout account of a lone seller is erased with them', async () => {
    const lone = await shop.server.person('instructor')
    expect((await save(lone)).status).toBe(200)
    const id = await sellerId(lone)
    const superadmin = await shop.server.person('superadmin')
    const gone = await shop.server.call('deleteUser', { params: { id: lone.id }, as: superadmin })
    expect(gone.body.data).toEqual({ outcome: 'erased' })
    await shop.runJobs()
    expect(await shop.rows(sql`SELECT 1 FROM payout_banks WHERE seller_id = ${id}`)).toEqual([])
  })
})

/** Creates a seller with a sold course that its buyer cannot return. */
async function owed() {
  const seller = await shop.server.person('admin', { isProven: true })
  const courseId = await shop.course(5_000, seller)
  await sql`UPDATE sellers SET money_back_days = 0 WHERE business_id = ${seller.businessId}`.execute(
    shop.server.database.kysely,
  )
  const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
  await shop.pay(purchase)
  await shop.check(id)
  const superadmin = await shop.server.person('superadmin')
  const body = {
    sellerId: await sellerId(seller),
    amount: 2_000,
    expectedBalance: 5_000,
    reference: 'MBB 123',
    kind: 'payout' as const,
    paidOn: '2026-01-05',
    key: `payout-of-${seller.id}`,
  }
  const pay = () => shop.server.call('recordTransfer', { body, as: superadmin })
  return { seller, pay }
}

describe('a payout', () => {
  test('a repeated payout is mailed once to each admin, in their language, without a security mail', async () => {
    const { seller, pay } = await owed()
    const colleague = await shop.server.person('admin', { businessId: seller.businessId })
    await sql`UPDATE users SET language = 'ms' WHERE id = ${colleague.id}`.execute(
      shop.server.database.kysely,
    )
    await save(seller)
    await shop.runJobs()
    shop.server.mails.length = 0
    expect([(await pay()).status, (await pay()).status]).toEqual([201, 201])
    await shop.runJobs()
    const [english, ...more] = shop.server.mails.filter(({ to }) => to === seller.email)
    expect(more).toEqual([])
    expect(english?.subject).toBe('Payout from Apogee: RM 20.00')
    for (const said of ['RM 20.00', '5 January 2026', 'MBB 123', 'Maybank ••••5678'])
      expect(english?.body).toContain(said)
    expect(english?.body).not.toContain('51401234')
    const malay = shop.server.mails.filter(({ to }) => to === colleague.email)
    expect(malay.map(({ subject }) => subject)).toEqual(['Bayaran keluar daripada Apogee: RM 20.00'])
    const log = await shop.server.call('listSecurityLog', { query: {}, as: seller })
    expect(log.body.data[0]).toMatchObject({ kind: 'transfer.recorded', details: { kind: 'payout' } })
  })

  test('the mail about a payout to a seller without bank details says so', async () => {
    const { seller, pay } = await owed()
    await pay()
    await shop.runJobs()
    const mail = shop.server.mails.find(
      ({ to, subject }) => to === seller.email && subject.includes('Payout'),
    )
    expect(mail?.body).toContain('no bank details entered in Business yet')
  })
})
