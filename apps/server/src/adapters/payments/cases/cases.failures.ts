import { expect, test } from 'vitest'

import { otherAccount, purchaseRequest, sellerAccount, type Bench } from './cases.setup.ts'
import { withFields } from '@apogee/chip-simulator/faults.ts'

export function failureCases(bench: Bench): void {
  refusedRequests(bench)
  lostAnswers(bench)
  malformedAnswers(bench)
  contradictingAnswers(bench)
  personalDataInErrors(bench)
}

function refusedRequests({ open, read, refusal, side }: Bench): void {
  test('a refused key is distinguished from an unknown purchase', async () => {
    const { id } = await open()
    const withdrawn = { ...sellerAccount, secret: 'bad-key' }
    await expect(side().provider.readPurchase(withdrawn, id)).rejects.toEqual(refusal('unauthorised'))
    await expect(side().provider.readPurchase({ ...sellerAccount, secret: 'a\nb' }, id)).rejects.toEqual(
      refusal('unauthorised'),
    )
    await expect(side().provider.readPurchase(otherAccount, id)).rejects.toEqual(refusal('not_found'))
    await expect(read('11111111-2222-4333-8444-555555555555')).rejects.toEqual(refusal('not_found'))
  })

  test('an invalid purchase id is answered as not found and never put into a path', async () => {
    for (const id of ['', '../public_key', `${crypto.randomUUID()}/cancel`, `${crypto.randomUUID()}?x=1`]) {
      await expect(read(id)).rejects.toEqual(refusal('not_found'))
      await expect(side().provider.refundPurchase(sellerAccount, id)).rejects.toEqual(refusal('not_found'))
    }
  })

  test('a refusal of the provider carries its codes', async () => {
    await expect(open({ dueAt: side().clock.now() })).rejects.toMatchObject({
      kind: 'rejected',
      codes: ['due:due_not_greater_than_now'],
    })
    await expect(open({ payer: { email: 'nobody' } })).rejects.toMatchObject({
      codes: ['client:email:invalid'],
    })
  })

  test('a 429 answer is unreachable and is not retried', async () => {
    side().simulator.faults.inject({ kind: 'answer', status: 429, text: '{"code":"rate_limited"}' }, 1)
    await expect(open()).rejects.toMatchObject({
      kind: 'unreachable',
      httpStatus: 429,
      codes: ['rate_limited'],
      outcomeUnknown: false,
    })
  })
}

/** Tests a provider that is down, slow or loses its answer. */
function lostAnswers({ open, read, refusal, side }: Bench): void {
  test('a provider that is down is unreachable, and one lost connection is retried', async () => {
    side().simulator.faults.inject({ kind: 'down' })
    await expect(open()).rejects.toEqual(refusal('unreachable'))
    side().simulator.faults.inject({ kind: 'down' }, 1)
    const { id } = await open()
    side().simulator.faults.inject({ kind: 'down' }, 1)
    expect(await read(id)).toMatchObject({ id })
  })

  test('a request to a provider that does not answer ends with a timeout', async () => {
    side().simulator.faults.inject({ kind: 'silent' })
    const request = purchaseRequest(side().clock)
    await expect(side().hastyProvider.createPurchase(sellerAccount, request)).rejects.toMatchObject({
      kind: 'unreachable',
      outcomeUnknown: true,
    })
  })

  test('a purchase created without an answer can be created again under the same reference', async () => {
    side().simulator.faults.inject({ kind: 'silent_after_commit' }, 1)
    const request = purchaseRequest(side().clock)
    await expect(side().hastyProvider.createPurchase(sellerAccount, request)).rejects.toMatchObject({
      outcomeUnknown: true,
    })
    expect(await open()).toMatchObject({ state: 'unpaid', reference: 'ref-3f8a' })
  })
}

/** Tests answers that violate the contract. */
function malformedAnswers({ open, openPaid, read, refusal, side }: Bench): void {
  test('optional details may have any form; fields that decide may not', async () => {
    const id = await openPaid()
    const odd = {
      'payment.paid_on': 'soon',
      'payment.remote_paid_on': '',
      'transaction_data.attempts': 7,
      due: null,
      status_history: {},
    }
    side().simulator.faults.inject({ kind: 'alter', change: withFields(odd) }, 1)
    expect(await read(id)).toMatchObject({ state: 'paid', paidAt: null, paidAmountCents: 19_900 })
    for (const broken of [{ 'payment.amount': '19900' }, { is_test: 'yes' }, { refundable_amount: 0.5 }]) {
      side().simulator.faults.inject({ kind: 'alter', change: withFields(broken) }, 1)
      await expect(read(id)).rejects.toEqual(refusal('unexpected'))
    }
  })

  test('HTML, other JSON and an incomplete purchase are unexpected', async () => {
    const { id } = await open()
    for (const text of [
      '<!doctype html><p>Maintenance',
      '[]',
      '{"id": 7}',
      'null',
      '{"id":"',
      `{"id":"${id}"}`,
    ]) {
      side().simulator.faults.inject({ kind: 'answer', status: 200, text }, 1)
      await expect(read(id)).rejects.toEqual(refusal('unexpected'))
    }
    side().simulator.faults.inject({ kind: 'alter', change: withFields({ purchase: { total: '19900' } }) }, 1)
    await expect(read(id)).rejects.toEqual(refusal('unexpected'))
  })

  test('a redirect is never followed', async () => {
    const { id } = await open()
    side().simulator.faults.inject({
      kind: 'answer',
      status: 302,
      text: '',
      location: 'https://evil.test/api/v1/purchases/',
    })
    await expect(read(id)).rejects.toEqual(refusal('unexpected'))
    await expect(open()).rejects.toEqual(refusal('unexpected'))
  })

  test('a purchase with another id than the requested one is unexpected', async () => {
    const { id } = await open()
    side().simulator.faults.inject({ kind: 'alter', change: withFields({ id: crypto.randomUUID() }) })
    await expect(read(id)).rejects.toEqual(refusal('unexpected'))
  })

  test('a status that this version does not know decides nothing and is never failed', async () => {
    const { id } = await open()
    side().simulator.faults.inject({ kind: 'alter', change: withFields({ status: 'teleported' }) })
    expect(await read(id)).toMatchObject({
      state: 'unknown',
      providerStatus: 'teleported',
    })
  })
}

/** Tests well-formed answers that contradict the request. */
function contradictingAnswers({ open, openPaid, read, side }: Bench): void {
  test('a payment page on a foreign host is refused', async () => {
    for (const checkout_url of [
      'https://evil.test/p/1/',
      'https://chip-in.asia.evil.test/p/1/',
      'javascript:alert(1)',
      '',
    ]) {
      side().simulator.faults.inject({ kind: 'alter', change: withFields({ checkout_url }) }, 1)
      await expect(open()).rejects.toMatchObject({ kind: 'unexpected', codes: ['foreign_payment_page'] })
    }
  })

  test('a new purchase that differs from the request is unexpected', async () => {
    const differences = {
      total_mismatch: { 'purchase.total': 19_899 },
      currency_mismatch: { 'purchase.currency': 'USD' },
      reference_mismatch: { reference: 'another' },
      brand_mismatch: { brand_id: 'another' },
    }
    for (const [code, fields] of Object.entries(differences)) {
      side().simulator.faults.inject({ kind: 'alter', change: withFields(fields) }, 1)
      await expect(open()).rejects.toMatchObject({ kind: 'unexpected', codes: [code] })
    }
  })

  test('a read returns what the provider reports, for the caller to compare', async () => {
    const id = await openPaid()
    side().simulator.faults.inject({
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
}

function personalDataInErrors({ open, read }: Bench): void {
  test('evidence contains no personal data of the payer', async () => {
    const { id } = await open({
      payer: { email: 'canary@apogee.test', fullName: 'Canary', address: 'Canary Street 1' },
    })
    expect(JSON.stringify(await read(id)).toLowerCase()).not.toContain('canary')
  })

  test('an error contains neither key nor payer', async () => {
    const failure = await open({ payer: { email: 'canary' } }).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).not.toMatch(/canary|seller-key/)
  })
}
