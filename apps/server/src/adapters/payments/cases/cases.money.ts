import { expect, test } from 'vitest'

import { sellerAccount, type Bench } from './cases.setup.ts'
import { withFields } from '@apogee/chip-simulator/faults.ts'

export function refundCases(bench: Bench): void {
  refunds(bench)
  refundsWithoutAnswer(bench)
}

function refunds({ open, openPaid, read, side }: Bench): void {
  test('a full refund returns the whole amount, and a second one is refused', async () => {
    const id = await openPaid()
    const refund = await side().provider.refundPurchase(sellerAccount, id)
    expect(refund).toEqual({ outcome: 'refunded', refundId: expect.any(String) })
    expect(await read(id)).toMatchObject({ state: 'refunded', paidAmountCents: 19_900, refundableCents: 0 })
    await expect(side().provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
      kind: 'rejected',
      codes: ['purchase_refund_not_possible'],
      outcomeUnknown: false,
    })
  })

  test('partial refunds add up and cannot exceed the paid amount', async () => {
    const id = await openPaid()
    await side().provider.refundPurchase(sellerAccount, id, 5_000)
    expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 14_900 })
    await expect(side().provider.refundPurchase(sellerAccount, id, 14_901)).rejects.toMatchObject({
      kind: 'rejected',
      codes: ['amount:max_value'],
    })
    await side().provider.refundPurchase(sellerAccount, id, 14_900)
    expect(await read(id)).toMatchObject({ refundableCents: 0 })
  })

  test('an unpaid purchase cannot be refunded', async () => {
    const { id } = await open()
    await expect(side().provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
      codes: ['purchase_refund_wrong_status'],
    })
  })

  test('a slow refund is pending until it is done', async () => {
    const id = await openPaid()
    side().simulator.faults.inject({ kind: 'slow_refund', seconds: 60 }, 1)
    const refund = await side().provider.refundPurchase(sellerAccount, id, 5_000)
    expect(refund).toEqual({ outcome: 'pending', refundId: null })
    expect(await read(id)).toMatchObject({ state: 'refunding', providerStatus: 'pending_refund' })
    side().clock.pass(60)
    expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 14_900 })
  })

  test('an immediately failing refund is refused; one that fails later falls back to paid', async () => {
    const id = await openPaid()
    side().simulator.faults.inject({ kind: 'failed_refund', seconds: 0 }, 1)
    await expect(side().provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
      kind: 'rejected',
      codes: ['purchase_refund_error'],
      outcomeUnknown: false,
    })
    expect(await read(id)).toMatchObject({ state: 'paid', attemptError: 'general_transaction_error' })
    side().simulator.faults.inject({ kind: 'failed_refund', seconds: 60 }, 1)
    expect(await side().provider.refundPurchase(sellerAccount, id)).toMatchObject({ outcome: 'pending' })
    side().clock.pass(60)
    expect(await read(id)).toMatchObject({
      state: 'paid',
      refundableCents: 19_900,
      attemptError: 'general_transaction_error',
    })
  })

  test('a chargeback takes the money, and winning it or a returned refund brings it back', async () => {
    const id = await openPaid()
    await side().provider.refundPurchase(sellerAccount, id, 900)
    await side().simulator.portal.chargeBack(id)
    expect(await read(id)).toMatchObject({
      state: 'charged_back',
      providerStatus: 'chargeback',
      refundableCents: 0,
      refundKinds: [],
    })
    await side().simulator.portal.winChargeback(id)
    expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 19_000 })
    await side().simulator.portal.returnRefund(id)
    expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
  })
}

/** Tests refunds whose answer is lost or concerns another purchase. */
function refundsWithoutAnswer({ openPaid, read, side }: Bench): void {
  test('a refund whose answer was lost is found by reading what is left', async () => {
    const id = await openPaid()
    for (const fault of [
      { kind: 'cut_after_commit' },
      { kind: 'answer_after_commit', status: 500, text: 'oops' },
      { kind: 'truncated' },
    ] as const) {
      side().simulator.faults.inject(fault, 1)
      await expect(side().provider.refundPurchase(sellerAccount, id, 1_000)).rejects.toMatchObject({
        outcomeUnknown: true,
      })
    }
    expect(await read(id)).toMatchObject({ refundableCents: 16_900, refundKinds: ['full', 'partial'] })
  })

  test('an answer about another refund is unexpected, and an invalid amount refunds nothing', async () => {
    const id = await openPaid()
    side().simulator.faults.inject(
      { kind: 'alter', change: withFields({ related_to: { type: 'purchase', id: crypto.randomUUID() } }) },
      1,
    )
    await expect(side().provider.refundPurchase(sellerAccount, id, 100)).rejects.toMatchObject({
      kind: 'unexpected',
      outcomeUnknown: true,
    })
    for (const amount of [NaN, 0, -1, 0.5, Infinity]) {
      await expect(side().provider.refundPurchase(sellerAccount, id, amount)).rejects.toMatchObject({
        kind: 'rejected',
        outcomeUnknown: false,
      })
    }
    expect(await read(id)).toMatchObject({ refundableCents: 19_800 })
  })

  test('a refund with a lost answer is not retried and has an unknown outcome', async () => {
    const id = await openPaid()
    side().simulator.faults.inject({ kind: 'answer', status: 502, text: '<html>Bad gateway</html>' }, 1)
    await expect(side().provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
      kind: 'unreachable',
      httpStatus: 502,
      outcomeUnknown: true,
    })
    expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
  })
}
