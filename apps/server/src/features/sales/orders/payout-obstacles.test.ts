/** Tests that a seller is paid only while approved and verified: docs/decisions/sellers.md. */
import type { CheckKind } from '@apogee/contracts/businesses/seller-checks.ts'
import { checkKinds } from '@apogee/contracts/businesses/seller-checks.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
let first: TestPerson
let second: TestPerson
let seller: TestPerson
let sellerId: number
beforeAll(async () => {
  shop = await startShop({ payoutApprovals: 'two', sellersNeedApproval: true })
  first = await shop.server.person('superadmin', { isProven: true })
  second = await shop.server.person('superadmin', { isProven: true })
  seller = await shop.server.person('admin', { isProven: true })
  const course = await shop.course(5_000, seller)
  const [found] = await shop.rows(
    sql<{ id: number }>`SELECT id FROM sellers WHERE business_id = ${seller.businessId}`,
  )
  sellerId = found?.id ?? 0
  await sql`UPDATE sellers SET money_back_days = 0 WHERE id = ${sellerId}`.execute(
    shop.server.database.kysely,
  )
  await shop.server.call('approveSeller', { params: { id: sellerId }, as: first })
  const { purchase, id } = await shop.buy(await shop.server.person(), course)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  await saveBank('514012345678')
})
afterAll(() => shop.server.stop())

let keys = 0
const saveBank = (accountNumber: string) =>
  shop.server.call('savePayoutBank', {
    body: { bank: 'Maybank', otherBankName: '', accountNumber, accountHolder: 'Orbit Academy' },
    as: seller,
  })
const prepare = async (expectedBalance = 5_000) => {
  keys += 1
  const body = { sellerId, amount: 1_000, expectedBalance, key: `held-payout-${keys}` }
  return shop.server.call('preparePayout', { body, as: first })
}
const approve = (id: number) => shop.server.call('approvePayout', { params: { id }, as: second })
const transfer = (payoutId: number, more: { isMade?: boolean; reference?: string } = {}) =>
  shop.server.call('recordTransfer', {
    as: first,
    body: {
      sellerId,
      kind: 'payout',
      amount: 1_000,
      expectedBalance: 5_000,
      reference: 'MBB 1',
      payoutId,
      paidOn: dayInMalaysia(shop.server.clock.now()),
      key: `transfer-of-${payoutId}`,
      ...more,
    },
  })
const codeOf = ({ raw }: { raw: { body: string } }) =>
  (JSON.parse(raw.body) as { errorCode?: string }).errorCode
const overview = async () =>
  (await shop.server.call('readSellerOverview', { params: { id: sellerId }, as: first })).body.data
async function verify(kinds: readonly CheckKind[]) {
  for (const kind of kinds) {
    const read = await shop.server.call('readChecksOfSeller', { params: { id: sellerId }, as: first })
    const revision = read.body.data.checks.find((check) => check.kind === kind)?.revision ?? 0
    const body = { outcome: 'verified' as const, note: 'Known to us', revision }
    const done = await shop.server.call('decideSellerCheck', {
      params: { id: sellerId, kind },
      body,
      as: first,
    })
    expect(done.status).toBe(200)
  }
}
async function setState(state: 'approved' | 'suspended') {
  const { state: expectedState, changeId: expectedChangeId } = await overview()
  const body = { state, reason: 'Reported by several buyers', expectedState, expectedChangeId }
  const done = await shop.server.call('changeSellerState', { params: { id: sellerId }, body, as: first })
  expect(done.status).toBe(200)
}

test('a payout waits until the seller is verified, and after that a suspension holds it at every step', async () => {
  expect((await overview()).payoutObstacles).toEqual(['notVerified'])
  expect(codeOf(await prepare())).toBe('PAYOUT_HELD')

  await verify(checkKinds)
  expect((await overview()).payoutObstacles).toEqual([])
  const { id } = (await prepare()).body.data

  await setState('suspended')
  expect(codeOf(await approve(id))).toBe('PAYOUT_HELD')
  await setState('approved')
  expect((await approve(id)).status).toBe(200)

  await setState('suspended')
  expect(codeOf(await transfer(id))).toBe('PAYOUT_HELD')
  await setState('approved')
  expect((await transfer(id)).status).toBe(201)
})

test('an approved payout of a suspended seller is shown as held, and entered when the bank has made its transfer', async () => {
  const { id } = (await prepare(4_000)).body.data
  const { id: prepared } = (await prepare(4_000)).body.data
  expect((await approve(id)).status).toBe(200)
  await setState('suspended')
  const { data } = (await shop.server.call('listPayouts', { query: { group: 'approved' }, as: first })).body
  expect(data.find((payout) => payout.id === id)?.heldBecause).toEqual(['suspended'])
  expect(codeOf(await transfer(id))).toBe('PAYOUT_HELD')
  expect(codeOf(await transfer(prepared, { isMade: true }))).toBe('PAYOUT_NOT_APPROVED')
  expect((await transfer(id, { isMade: true })).body.data.balance).toBe(3_000)
  const [entry] = await shop.rows(sql<{ details: object }>`
    SELECT details FROM security_log WHERE kind = 'payout.paid' AND details->>'payoutId' = ${String(id)}`)
  expect(entry?.details).toMatchObject({ heldBecause: 'suspended' })
  expect(codeOf(await approve(prepared))).toBe('PAYOUT_HELD')
  await setState('approved')
})

test('a bank account that is entered while a transfer is recorded is neither mailed nor logged as the receiver', async () => {
  const { id } = (await prepare(3_000)).body.data
  expect((await approve(id)).status).toBe(200)
  const { asked } = await shop.server.database.transaction(async (tx) => {
    // This lock stops the transfer between its check and its posting.
    await sql`LOCK TABLE ledger_postings IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const sent = transfer(id, { reference: 'MBB 777' })
    await expect
      .poll(async () => {
        const waiting = await shop.rows(
          sql`SELECT 1 FROM pg_locks WHERE relation = 'ledger_postings'::regclass AND NOT granted`,
        )
        return waiting.length
      })
      .toBe(1)
    expect((await saveBank('999900001111')).status).toBe(200)
    return { asked: sent }
  })
  expect((await asked).status).toBe(201)
  const [entry] = await shop.rows(sql<{ details: object }>`
    SELECT details FROM security_log WHERE kind = 'transfer.recorded' AND details->>'reference' = 'MBB 777'`)
  expect(entry?.details).toMatchObject({ bankName: 'Maybank', accountEndsWith: '5678' })
  for (let turn = 0; turn < 3; turn += 1) await shop.runJobs()
  const mail = shop.server.mails.find(({ to, body }) => to === seller.email && body.includes('MBB 777'))
  expect(mail?.body).toContain('••••5678')
})

test('another bank account reopens the check, so that nothing can be prepared for it', async () => {
  await saveBank('514099999999')
  expect((await overview()).payoutObstacles).toEqual(['notVerified'])
  expect(codeOf(await prepare())).toBe('PAYOUT_HELD')
})
