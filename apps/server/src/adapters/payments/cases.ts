/** What every payment provider must do, told once and played against each adapter. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { PaymentProvider, ProviderAccount, ProviderErrorKind, PurchaseRequest } from './port.ts'
import { withFields } from './simulator/faults.ts'
import { declinedPayment, plainPayment, type Simulator } from './simulator/simulator.ts'

export interface ProviderUnderTest {
  provider: PaymentProvider
  /** The same provider with little patience. */
  hastyProvider: PaymentProvider
  /** The other side, where people pay and things go wrong. */
  simulator: Simulator
  clock: TestClock
  close(): Promise<void>
}

export interface TestClock {
  now: () => Date
  pass(seconds: number): void
}

export function testClock(): TestClock {
  let at = Date.UTC(2026, 10, 18, 4)
  return {
    now: () => new Date(at),
    pass(seconds) {
      at += seconds * 1000
    },
  }
}

export const sellerAccount: ProviderAccount = {
  id: 1,
  secret: 'seller-key',
  brandId: '7f9f1c1e-32d5-4d07-8f0c-2b7b6a0c9d11',
  testMode: null,
}

const otherAccount: ProviderAccount = { ...sellerAccount, id: 2, secret: 'another-key' }

export function purchaseRequest(clock: TestClock, changes: Partial<PurchaseRequest> = {}): PurchaseRequest {
  return {
    reference: 'ref-3f8a',
    lines: [
      { name: 'Orbital mechanics', amountCents: 14_900 },
      { name: 'Reading star charts', amountCents: 5_000 },
    ],
    totalCents: 19_900,
    currency: 'MYR',
    payer: { email: 'payer@apogee.test', fullName: 'Payer', city: '', country: 'Malaysia' },
    successUrl: 'https://school.test/checkout/success?token=s',
    failureUrl: 'https://school.test/checkout/failure?token=f',
    cancelUrl: 'https://school.test/cart',
    callbackUrl: 'https://school.test/api/payments/callback/1',
    dueAt: new Date(clock.now().getTime() + 3_600_000),
    language: 'en',
    ...changes,
  }
}

export function paymentProviderCases(name: string, setUp: () => Promise<ProviderUnderTest>): void {
  describe(name, () => {
    let side: ProviderUnderTest
    beforeEach(async () => {
      side = await setUp()
    })
    afterEach(() => side.close())

    const open = (changes: Partial<PurchaseRequest> = {}) =>
      side.provider.createPurchase(sellerAccount, purchaseRequest(side.clock, changes))
    const read = (id: string) => side.provider.readPurchase(sellerAccount, id)
    const openPaid = async () => {
      const { id } = await open()
      await side.simulator.tryPayment(id, plainPayment)
      return id
    }
    const refusal = (kind: ProviderErrorKind) => expect.objectContaining({ name: 'ProviderError', kind })

    test('a new purchase is unpaid, payable and carries what was asked for', async () => {
      const purchase = await open()
      expect(purchase).toMatchObject({
        state: 'created',
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

    test('a paid purchase tells amount, time and way of payment', async () => {
      const id = await openPaid()
      expect(await read(id)).toMatchObject({
        state: 'paid',
        payable: false,
        paidAmountCents: 19_900,
        paidCurrency: 'MYR',
        refundableCents: 19_900,
        paymentMethod: 'fpx',
        paidAt: side.clock.now(),
        attemptError: null,
      })
    })

    test('after a declined attempt the same purchase can still be paid', async () => {
      const { id } = await open()
      await side.simulator.tryPayment(id, declinedPayment)
      expect(await read(id)).toMatchObject({
        state: 'failed',
        payable: true,
        attemptError: 'insufficient_funds',
      })
      await side.simulator.tryPayment(id, plainPayment)
      expect(await read(id)).toMatchObject({ state: 'paid', attemptError: null })
    })

    test('a slow bank leaves the purchase pending until it decides', async () => {
      const { id } = await open()
      await side.simulator.tryPayment(id, { ...plainPayment, slowSeconds: 90 })
      expect(await read(id)).toMatchObject({
        state: 'pending',
        providerStatus: 'pending_execute',
        payable: false,
      })
      side.clock.pass(90)
      expect(await read(id)).toMatchObject({ state: 'paid' })
    })

    test('past its due time a purchase is expired and cannot be paid', async () => {
      const { id } = await open()
      side.clock.pass(3600)
      expect(await read(id)).toMatchObject({ state: 'expired', payable: false })
      await side.simulator.tryPayment(id, plainPayment)
      expect(await read(id)).toMatchObject({ state: 'expired', paidAmountCents: null })
    })

    test('a cancelled purchase cannot be paid, and cancelling again says the same', async () => {
      const { id } = await open()
      const first = await side.provider.cancelPurchase(sellerAccount, id)
      expect(first).toMatchObject({ outcome: 'cancelled', purchase: { id, state: 'cancelled' } })
      await side.simulator.tryPayment(id, plainPayment)
      const second = await side.provider.cancelPurchase(sellerAccount, id)
      expect(second).toMatchObject({ outcome: 'cancelled', purchase: { state: 'cancelled' } })
    })

    test('cancelling a paid purchase comes too late and tells that it is paid', async () => {
      const id = await openPaid()
      const late = await side.provider.cancelPurchase(sellerAccount, id)
      expect(late).toMatchObject({ outcome: 'too_late', purchase: { state: 'paid' } })
    })

    test('a full refund gives everything back, and a second one is refused', async () => {
      const id = await openPaid()
      const refund = await side.provider.refundPurchase(sellerAccount, id)
      expect(refund).toEqual({ outcome: 'refunded', refundId: expect.any(String) })
      expect(await read(id)).toMatchObject({ state: 'refunded', paidAmountCents: 19_900, refundableCents: 0 })
      await expect(side.provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
        kind: 'rejected',
        codes: ['purchase_refund_not_possible'],
        outcomeUnknown: false,
      })
    })

    test('partial refunds add up and cannot exceed what was paid', async () => {
      const id = await openPaid()
      await side.provider.refundPurchase(sellerAccount, id, 5_000)
      expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 14_900 })
      await expect(side.provider.refundPurchase(sellerAccount, id, 14_901)).rejects.toMatchObject({
        kind: 'rejected',
        codes: ['amount:max_value'],
      })
      await side.provider.refundPurchase(sellerAccount, id, 14_900)
      expect(await read(id)).toMatchObject({ refundableCents: 0 })
    })

    test('an unpaid purchase cannot be refunded', async () => {
      const { id } = await open()
      await expect(side.provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
        codes: ['purchase_refund_wrong_status'],
      })
    })

    test('a refund that takes its time is pending until it is done', async () => {
      const id = await openPaid()
      side.simulator.faults.inject({ kind: 'slow_refund', seconds: 60 }, 1)
      const refund = await side.provider.refundPurchase(sellerAccount, id, 5_000)
      expect(refund).toEqual({ outcome: 'pending', refundId: null })
      expect(await read(id)).toMatchObject({ state: 'pending', providerStatus: 'pending_refund' })
      side.clock.pass(60)
      expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 14_900 })
    })

    test('a callback is accepted only with the exact bytes, the right key and a signature', async () => {
      const id = await openPaid()
      const [delivery] = await side.simulator.deliveriesOf(id)
      const body = delivery?.body ?? ''
      const raw = Buffer.from(body)
      const verify = (bytes: Buffer, signature: string | undefined, account = sellerAccount) =>
        side.provider.verifyCallback(account, bytes, signature)

      expect(await verify(raw, delivery?.signature)).toBe(true)
      expect(await verify(Buffer.from(body.replace('19900', '19901')), delivery?.signature)).toBe(false)
      expect(await verify(Buffer.from(JSON.stringify(JSON.parse(body))), delivery?.signature)).toBe(false)
      expect(await verify(Buffer.from(`\ufeff${body}`), delivery?.signature)).toBe(false)
      expect(await verify(raw, delivery?.signature, otherAccount)).toBe(false)
      expect(await verify(raw, undefined)).toBe(false)
      expect(await verify(raw, '')).toBe(false)
      expect(await verify(raw, 'not base64 at all')).toBe(false)
      expect(side.provider.parseCallback(raw)).toEqual({
        purchaseId: id,
        eventType: 'purchase.paid',
        reference: 'ref-3f8a',
      })
    })

    test('a callback cannot be judged while no key can be had', async () => {
      side.simulator.faults.inject({ kind: 'down' })
      await expect(
        side.provider.verifyCallback(sellerAccount, Buffer.from('{}'), 'c2lnbmF0dXJl'),
      ).rejects.toEqual(refusal('unreachable'))
    })

    test('a refund event leads to its purchase, and garbage is refused without an exception', () => {
      const parse = (body: unknown) => side.provider.parseCallback(Buffer.from(JSON.stringify(body)))
      const id = '0d9c0f43-64c5-4c5e-9df5-4df3f6d2d5a1'
      const refund = {
        id: '11111111-2222-4333-8444-555555555555',
        type: 'payment',
        event_type: 'payment.refunded',
        related_to: { type: 'purchase', id },
      }
      expect(parse(refund)).toEqual({ purchaseId: id, eventType: 'payment.refunded', reference: null })
      expect(parse({ ...refund, related_to: { type: 'payout', id } })).toEqual({ refused: 'no_purchase_id' })
      expect(parse({ id: '../../account/' })).toEqual({ refused: 'no_purchase_id' })
      expect(parse([])).toEqual({ refused: 'not_an_object' })
      expect(side.provider.parseCallback(Buffer.from('{"id": "0d9c0f'))).toEqual({ refused: 'not_json' })
      expect(side.provider.parseCallback(Buffer.from([0xff, 0x00]))).toEqual({ refused: 'not_json' })
    })

    test('a refused key is told apart from an unknown purchase', async () => {
      const { id } = await open()
      const withdrawn = { ...sellerAccount, secret: 'bad-key' }
      await expect(side.provider.readPurchase(withdrawn, id)).rejects.toEqual(refusal('unauthorised'))
      await expect(side.provider.readPurchase({ ...sellerAccount, secret: 'a\nb' }, id)).rejects.toEqual(
        refusal('unauthorised'),
      )
      await expect(side.provider.readPurchase(otherAccount, id)).rejects.toEqual(refusal('not_found'))
      await expect(read('11111111-2222-4333-8444-555555555555')).rejects.toEqual(refusal('not_found'))
    })

    test('only a purchase id gets into a path', async () => {
      for (const id of ['', '../public_key', `${crypto.randomUUID()}/cancel`, `${crypto.randomUUID()}?x=1`]) {
        await expect(read(id)).rejects.toEqual(refusal('not_found'))
        await expect(side.provider.refundPurchase(sellerAccount, id)).rejects.toEqual(refusal('not_found'))
      }
    })

    test('what the provider refuses comes back with its codes', async () => {
      await expect(open({ dueAt: side.clock.now() })).rejects.toMatchObject({
        kind: 'rejected',
        codes: ['due:due_not_greater_than_now'],
      })
      await expect(open({ payer: { email: 'nobody' } })).rejects.toMatchObject({
        codes: ['client:email:invalid'],
      })
    })

    test('what is too long or blank is cut or left out, and the purchase is made', async () => {
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
      expect(purchase.state).toBe('created')
    })

    test('a provider that is down is unreachable, and one lost connection does not matter', async () => {
      side.simulator.faults.inject({ kind: 'down' })
      await expect(open()).rejects.toEqual(refusal('unreachable'))
      side.simulator.faults.inject({ kind: 'down' }, 1)
      const { id } = await open()
      side.simulator.faults.inject({ kind: 'down' }, 1)
      expect(await read(id)).toMatchObject({ id })
    })

    test('a lost answer to a refund is not repeated but told as unknown', async () => {
      const id = await openPaid()
      side.simulator.faults.inject({ kind: 'answer', status: 502, text: '<html>Bad gateway</html>' }, 1)
      await expect(side.provider.refundPurchase(sellerAccount, id)).rejects.toMatchObject({
        kind: 'unreachable',
        httpStatus: 502,
        outcomeUnknown: true,
      })
      expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
    })

    test('a provider that does not answer in time is given up', async () => {
      side.simulator.faults.inject({ kind: 'silent' })
      const request = purchaseRequest(side.clock)
      await expect(side.hastyProvider.createPurchase(sellerAccount, request)).rejects.toMatchObject({
        kind: 'unreachable',
        outcomeUnknown: true,
      })
    })

    test('a purchase made without an answer can be made again under the same reference', async () => {
      side.simulator.faults.inject({ kind: 'silent_after_commit' }, 1)
      const request = purchaseRequest(side.clock)
      await expect(side.hastyProvider.createPurchase(sellerAccount, request)).rejects.toMatchObject({
        outcomeUnknown: true,
      })
      expect(await open()).toMatchObject({ state: 'created', reference: 'ref-3f8a' })
    })

    test('too many questions is unreachable for now and not repeated', async () => {
      side.simulator.faults.inject({ kind: 'answer', status: 429, text: '{"code":"rate_limited"}' }, 1)
      await expect(open()).rejects.toMatchObject({
        kind: 'unreachable',
        httpStatus: 429,
        codes: ['rate_limited'],
        outcomeUnknown: false,
      })
    })

    test('HTML, other JSON and half a purchase are unexpected', async () => {
      const { id } = await open()
      for (const text of [
        '<!doctype html><p>Maintenance',
        '[]',
        '{"id": 7}',
        'null',
        '{"id":"',
        `{"id":"${id}"}`,
      ]) {
        side.simulator.faults.inject({ kind: 'answer', status: 200, text }, 1)
        await expect(read(id)).rejects.toEqual(refusal('unexpected'))
      }
      side.simulator.faults.inject({ kind: 'alter', change: withFields({ purchase: { total: '19900' } }) }, 1)
      await expect(read(id)).rejects.toEqual(refusal('unexpected'))
    })

    test('a redirect is never followed', async () => {
      const { id } = await open()
      side.simulator.faults.inject({
        kind: 'answer',
        status: 302,
        text: '',
        location: 'https://evil.test/api/v1/purchases/',
      })
      await expect(read(id)).rejects.toEqual(refusal('unexpected'))
      await expect(open()).rejects.toEqual(refusal('unexpected'))
    })

    test('nobody is sent to a foreign payment page', async () => {
      for (const checkout_url of [
        'https://evil.test/p/1/',
        'https://chip-in.asia.evil.test/p/1/',
        'javascript:alert(1)',
        '',
      ]) {
        side.simulator.faults.inject({ kind: 'alter', change: withFields({ checkout_url }) }, 1)
        await expect(open()).rejects.toMatchObject({ kind: 'unexpected', codes: ['foreign_payment_page'] })
      }
    })

    test('a new purchase that is not what was asked for is unexpected', async () => {
      const differences = {
        total_mismatch: { 'purchase.total': 19_899 },
        currency_mismatch: { 'purchase.currency': 'USD' },
        reference_mismatch: { reference: 'another' },
        brand_mismatch: { brand_id: 'another' },
      }
      for (const [code, fields] of Object.entries(differences)) {
        side.simulator.faults.inject({ kind: 'alter', change: withFields(fields) }, 1)
        await expect(open()).rejects.toMatchObject({ kind: 'unexpected', codes: [code] })
      }
    })

    test('a read tells what the provider says, however odd, for the caller to compare', async () => {
      const id = await openPaid()
      side.simulator.faults.inject({
        kind: 'alter',
        change: withFields({
          'payment.amount': 1,
          'purchase.currency': 'SGD',
          brand_id: 'b',
          is_test: false,
          marked_as_paid: true,
        }),
      })
      expect(await read(id)).toMatchObject({
        paidAmountCents: 1,
        currency: 'SGD',
        brandId: 'b',
        isTest: false,
        markedAsPaid: true,
      })
    })

    test('another purchase than the one asked for is unexpected', async () => {
      const { id } = await open()
      side.simulator.faults.inject({ kind: 'alter', change: withFields({ id: crypto.randomUUID() }) })
      await expect(read(id)).rejects.toEqual(refusal('unexpected'))
    })

    test('a status of tomorrow is pending, never failed', async () => {
      const { id } = await open()
      side.simulator.faults.inject({ kind: 'alter', change: withFields({ status: 'teleported' }) })
      expect(await read(id)).toMatchObject({
        state: 'pending',
        unknownStatus: true,
        providerStatus: 'teleported',
      })
    })

    test('evidence carries nothing of the payer', async () => {
      const { id } = await open({
        payer: { email: 'canary@apogee.test', fullName: 'Canary', address: 'Canary Street 1' },
      })
      expect(JSON.stringify(await read(id)).toLowerCase()).not.toContain('canary')
    })

    test('an error carries neither key nor payer', async () => {
      const told = await open({ payer: { email: 'canary' } }).catch((error: unknown) => error)
      expect(String(told)).not.toMatch(/canary|seller-key/)
    })

    test('credentials are accepted, rejected, or cannot be judged', async () => {
      const check = (secret: string, brandId = sellerAccount.brandId) =>
        side.provider.checkCredentials({ secret, brandId })
      expect(await check('seller-key')).toBe('accepted')
      expect(await check('bad-key')).toBe('rejected')
      expect(await check(' ')).toBe('rejected')
      expect(await check('seller-key', ' ')).toBe('rejected')
      side.simulator.faults.inject({ kind: 'down' })
      expect(await check('seller-key')).toBe('unreachable')
      side.simulator.faults.inject({ kind: 'answer', status: 200, text: '<html>' })
      expect(await check('seller-key')).toBe('unreachable')
    })
  })
}
