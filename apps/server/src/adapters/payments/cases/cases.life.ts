import { expect, test } from 'vitest'

import { purchaseRequest, sellerAccount, type Bench } from './cases.setup.ts'
import { declinedPayment, plainPayment } from '@apogee/chip-simulator/simulator.ts'

export function purchaseLifeCases(bench: Bench): void {
  newPurchases(bench)
  payments(bench)
  endedPurchases(bench)
  accounts(bench)
}

function newPurchases({ open, read, side }: Bench): void {
  test('a new purchase is unpaid, payable and carries the requested values', async () => {
    const purchase = await open()
    expect(purchase).toMatchObject({
      state: 'unpaid',
      providerStatus: 'created',
      payable: true,
      reference: 'ref-3f8a',
      brandId: sellerAccount.brandId,
      amountCents: 19_900,
      currency: 'MYR',
      paidAmountCents: null,
      paidAt: null,
      isTest: true,
      markedAsPaid: false,
    })
    expect(purchase.checkoutUrl).toContain(`/p/${purchase.id}/`)
    expect(await read(purchase.id)).toEqual(purchase)
  })

  test('the total is charged, whatever the lines add up to', async () => {
    const cheaper = await open({ totalCents: 17_910 })
    expect(cheaper.amountCents).toBe(17_910)
    const lines = Array.from({ length: 120 }, (_, index) => ({ name: `Line ${index}`, amountCents: 100 }))
    expect((await open({ lines, totalCents: 12_000 })).amountCents).toBe(12_000)
  })

  test('a test key creates test purchases, a live key live ones', async () => {
    expect((await open()).isTest).toBe(true)
    const live = { ...sellerAccount, secret: 'live-key' }
    const purchase = await side().provider.createPurchase(live, purchaseRequest(side().clock))
    expect(purchase.isTest).toBe(false)
  })

  test('values that are too long are cut, blank ones are omitted, and the purchase is created', async () => {
    const purchase = await open({
      reference: 'r'.repeat(128),
      lines: [{ name: '  ', amountCents: 19_900 }],
      payer: {
        email: 'payer@apogee.test',
        fullName: '\u{1F600}'.repeat(300),
        state: ' ',
        country: 'Atlantis',
      },
      callbackUrl: null,
    })
    expect(purchase.state).toBe('unpaid')
  })
}

function payments({ open, openPaid, read, side }: Bench): void {
  test('a paid purchase reports amount, time and payment method', async () => {
    const id = await openPaid()
    expect(await read(id)).toMatchObject({
      state: 'paid',
      payable: false,
      paidAmountCents: 19_900,
      paidCurrency: 'MYR',
      refundableCents: 19_900,
      paymentMethod: 'fpx',
      paidAt: side().clock.now(),
      attemptError: null,
    })
  })

  test('after a declined attempt the same purchase can still be paid', async () => {
    const { id } = await open()
    await side().simulator.tryPayment(id, declinedPayment)
    expect(await read(id)).toMatchObject({
      state: 'failed',
      payable: true,
      attemptError: 'insufficient_funds',
    })
    await side().simulator.tryPayment(id, plainPayment)
    expect(await read(id)).toMatchObject({ state: 'paid', attemptError: null })
  })

  test('a slow bank leaves the purchase pending until it decides', async () => {
    const { id } = await open()
    await side().simulator.tryPayment(id, { ...plainPayment, slowSeconds: 90 })
    expect(await read(id)).toMatchObject({
      state: 'processing',
      providerStatus: 'pending_execute',
      payable: false,
    })
    side().clock.pass(90)
    expect(await read(id)).toMatchObject({ state: 'paid' })
  })

  test('the later stages of a card payment count as paid', async () => {
    const id = await openPaid()
    for (const status of ['cleared', 'settled']) {
      await side().simulator.portal.clear(id)
      expect(await read(id)).toMatchObject({ state: 'paid', providerStatus: status })
    }
  })

  test('an attempt refused by fraud checks can be followed by a successful one', async () => {
    const { id } = await open()
    await side().simulator.tryPayment(id, { ...plainPayment, errorCode: 'antifraud_general' })
    expect(await read(id)).toMatchObject({ state: 'failed', providerStatus: 'blocked', payable: true })
    await side().simulator.tryPayment(id, plainPayment)
    expect(await read(id)).toMatchObject({ state: 'paid' })
  })
}

function endedPurchases({ open, openPaid, read, side }: Bench): void {
  test('a purchase is expired after its due time and cannot be paid', async () => {
    const { id } = await open()
    side().clock.pass(3600)
    expect(await read(id)).toMatchObject({ state: 'expired', payable: false })
    await side().simulator.tryPayment(id, plainPayment)
    expect(await read(id)).toMatchObject({ state: 'expired', paidAmountCents: null })
  })

  test('a cancelled purchase cannot be paid, and cancelling again answers the same', async () => {
    const { id } = await open()
    const first = await side().provider.cancelPurchase(sellerAccount, id)
    expect(first).toMatchObject({ outcome: 'cancelled', purchase: { id, state: 'cancelled' } })
    await side().simulator.tryPayment(id, plainPayment)
    const second = await side().provider.cancelPurchase(sellerAccount, id)
    expect(second).toMatchObject({ outcome: 'cancelled', purchase: { state: 'cancelled' } })
  })

  test('cancelling a paid purchase answers too_late with the paid purchase', async () => {
    const id = await openPaid()
    const late = await side().provider.cancelPurchase(sellerAccount, id)
    expect(late).toMatchObject({ outcome: 'too_late', purchase: { state: 'paid' } })
  })

  test('a bank may still accept after the purchase was cancelled or has expired', async () => {
    const cancelled = await open()
    await side().provider.cancelPurchase(sellerAccount, cancelled.id)
    const expired = await open()
    side().clock.pass(3600)
    for (const { id } of [cancelled, expired]) {
      await side().simulator.tryPayment(id, { ...plainPayment, evenIfOver: true })
      expect(await read(id)).toMatchObject({ state: 'paid', paidAmountCents: 19_900 })
    }
  })
}

function accounts({ refusal, side }: Bench): void {
  test('the payment methods depend on the amount', async () => {
    const methods = (cents: number) => side().provider.paymentMethods(sellerAccount, cents)
    expect(await methods(10_000)).toEqual(expect.arrayContaining(['fpx', 'visa', 'razer_atome']))
    expect(await methods(99)).not.toContain('fpx')
    side().simulator.faults.inject({ kind: 'answer', status: 200, text: '{}' }, 1)
    await expect(methods(100)).rejects.toEqual(refusal('unexpected'))
  })

  test('checking credentials answers accepted, rejected or unknown', async () => {
    const check = (secret: string, brandId = sellerAccount.brandId) =>
      side().provider.checkCredentials({ secret, brandId })
    expect(await check('seller-key')).toBe('accepted')
    expect(await check('bad-key')).toBe('rejected')
    expect(await check(' ')).toBe('rejected')
    expect(await check('seller-key', ' ')).toBe('rejected')
    side().simulator.faults.inject({ kind: 'down' })
    expect(await check('seller-key')).toBe('unreachable')
    side().simulator.faults.inject({ kind: 'answer', status: 200, text: '<html>' })
    expect(await check('seller-key')).toBe('unreachable')
  })
}
