/** Tests what ends a payout that one superadmin prepares and another one approves: docs/decisions/payouts.md. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  shopForTests,
  day,
  shop,
  first,
  second,
  saveBank,
  owed,
  prepare,
  approve,
  decline,
  withdraw,
  transfer,
  prepared,
  approved,
  stateOf,
  payoutsIn,
  provenAgain,
  runJob,
} from './payouts-by-two.testing.ts'

shopForTests()

describe('what ends a payout', () => {
  test('a refund between approval and transfer withdraws it, and the balance is not paid out', async () => {
    const { sellerId, courseId, purchaseId } = await owed()
    const id = await approved(sellerId, { amount: 5_000 })
    const refund = await shop.server.call('refundOrder', {
      params: { id: purchaseId },
      body: { courseIds: [courseId], reason: 'Asked' },
      as: first,
    })
    expect(refund.status).toBe(201)
    expect((await transfer(sellerId, { payoutId: id, amount: 5_000 })).body.errorCode).toBe(
      'PAYOUT_NOT_COVERED',
    )
    expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', cause: 'not_covered', reason: null })
    expect(await payoutsIn(sellerId)).toEqual([])
  })

  test('a changed bank account withdraws it before the approval and before the transfer', async () => {
    const { seller, sellerId } = await owed()
    const before = await prepared(sellerId, { amount: 100 })
    const between = await approved(sellerId, { amount: 200 })
    await saveBank(seller, '999900001111')
    expect((await approve(before.id)).body.errorCode).toBe('PAYOUT_BANK_CHANGED')
    const moved = await transfer(sellerId, { payoutId: between, amount: 200 })
    expect(moved.body.errorCode).toBe('PAYOUT_BANK_CHANGED')
    for (const id of [before.id, between])
      expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', cause: 'bank_changed' })
    expect((await prepared(sellerId, { amount: 200 })).bank.accountEndsWith).toBe('1111')
  })

  test('a week without an approval withdraws it, and an approved one waits longer', async () => {
    const { sellerId } = await owed()
    const late = await prepared(sellerId, { amount: 100 })
    const swept = await prepared(sellerId, { amount: 100 })
    const ready = await approved(sellerId, { amount: 100 })
    shop.server.clock.advance(7 * day - 1)
    await runJob()
    expect((await stateOf(swept.id))?.state).toBe('prepared')
    shop.server.clock.advance(1)
    await Promise.all([first, second].map(provenAgain))
    // The payout is refused by its age, even if the job that expires payouts has not run.
    expect((await approve(late.id)).body.errorCode).toBe('PAYOUT_EXPIRED')
    await runJob()
    await runJob()
    expect(await stateOf(swept.id)).toMatchObject({ state: 'withdrawn', cause: 'expired', endedBy: null })
    expect((await stateOf(ready))?.state).toBe('approved')
  })

  test('the job ends what cannot go on, once', async () => {
    const { seller, sellerId } = await owed()
    const id = await approved(sellerId)
    await saveBank(seller, '999900001111')
    await Promise.all([runJob(), runJob()])
    expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', cause: 'bank_changed' })
    const log = await shop.rows(sql<{ actor_id: number | null }>`
      SELECT actor_id FROM security_log WHERE kind = 'payout.withdrawn' AND details->>'payoutId' = ${String(id)}`)
    expect(log).toEqual([{ actor_id: null }])
  })

  test('a payout that has ended cannot be decided again', async () => {
    const { sellerId } = await owed()
    const { id } = await prepared(sellerId)
    expect((await decline(id)).body.data).toMatchObject({
      state: 'declined',
      cause: 'person',
      reason: 'The invoice is missing',
    })
    const later = [await approve(id), await decline(id), await withdraw(id)]
    expect(later.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('PAYOUT_CHANGED'))
    expect((await transfer(sellerId, { payoutId: id })).body.errorCode).toBe('PAYOUT_CHANGED')
  })
})

test('a paid payout that is reversed twice returns its money once, and tells the seller once', async () => {
  const { seller, sellerId } = await owed()
  const payoutId = await approved(sellerId)
  expect((await transfer(sellerId, { payoutId })).status).toBe(201)
  const { data } = (
    await shop.server.call('listLedger', { query: { sellerId: String(sellerId) }, as: first })
  ).body
  const id = data.find(({ kind }) => kind === 'payout')?.id ?? 0
  const reverse = () =>
    shop.server.call('reverseTransfer', { as: first, params: { id }, body: { reason: 'Never sent' } })
  for (const { status, body } of await Promise.all([reverse(), reverse()]))
    expect([status, body.data.balance]).toEqual([200, 5_000])
  const log = (await shop.server.call('listSecurityLog', { query: {}, as: seller })).body.data
  expect(log.filter(({ kind }) => kind === 'transfer.reversed')).toHaveLength(1)
  expect((await stateOf(payoutId))?.state).toBe('paid')
  expect((await prepare(sellerId, { amount: 5_000 })).status).toBe(201)
})
