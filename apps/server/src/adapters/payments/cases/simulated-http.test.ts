import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { purchaseRequest, sellerAccount } from './cases.setup.ts'
import { testClock, type TestClock } from '@apogee/chip-simulator/testing-clock.ts'
import { createPaymentProvider, pageRoot, simulatorPrefix, type SimulatorParts } from '../payments.ts'
import type { PaymentProvider, PurchaseRequest } from '../port.ts'
import { MemoryStorage } from '@apogee/chip-simulator/storage/memory-storage.ts'

describe('the payment page', () => {
  let clock: TestClock
  let app: FastifyInstance
  let provider: PaymentProvider
  let parts: SimulatorParts

  beforeEach(async () => {
    clock = testClock()
    const made = createPaymentProvider({
      chipApiUrl: 'demo',
      publicUrl: () => 'https://school.test',
      simulatorStorage: new MemoryStorage(),
      now: clock.now,
      onDeliveryError: (error) => {
        throw error
      },
    })
    provider = made.provider
    if (!made.simulator) throw new Error('demo has a simulator')
    parts = made.simulator
    app = Fastify()
    await app.register(parts.plugin, { prefix: simulatorPrefix })
  })
  afterEach(() => app.close())

  const open = (changes: Partial<PurchaseRequest> = {}) =>
    provider.createPurchase(sellerAccount, purchaseRequest(clock, changes))
  const stateOf = async (id: string) => (await provider.readPurchase(sellerAccount, id)).state
  const get = (url: string) => app.inject({ url: new URL(url).pathname })
  const post = (checkoutUrl: string, action: string, form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `${new URL(checkoutUrl).pathname}${action}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  const card = {
    method: 'card',
    card_number: '4444 3333 2222 1111',
    card_expiry: '11/26',
    card_cvc: '123',
    card_name: 'Payer',
  }

  test('the payment page says that no money moves, shows the amount and needs no script', async () => {
    const { checkoutUrl } = await open()
    const page = await get(checkoutUrl)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Payment simulator – no real money')
    expect(page.body).toContain('RM 199.00')
    expect(page.body).toContain('Orbital mechanics')
    expect(page.body).not.toMatch(/<script|style=|<style|javascript:/)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'self'/)
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://school.test")
    expect(page.headers['cache-control']).toBe('no-store')
    const stylesheet = /href="([^"]+\.css)"/.exec(page.body)?.[1] ?? ''
    expect((await app.inject({ url: stylesheet })).headers['content-type']).toContain('text/css')
  })

  test('every field of the payment page has a label', async () => {
    const page = await get((await open()).checkoutUrl)
    const ids = [...page.body.matchAll(/<(?:input|select)[^>]* id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(10)
    for (const id of ids) expect(page.body).toMatch(new RegExp(`<label\\s+for="${id}"`))
  })

  test('the payment page is in Malay when the purchase is', async () => {
    const page = await get((await open({ language: 'ms' })).checkoutUrl)
    expect(page.body).toContain('<html lang="ms">')
    expect(page.body).toContain('bukan wang sebenar')
    expect(page.body).toContain('Bayar RM 199.00')
  })

  test("the payment page shows the seller's texts escaped", async () => {
    const { checkoutUrl } = await open({
      lines: [{ name: '<img src=x onerror=alert(1)>"\'', amountCents: 19_900 }],
    })
    expect((await get(checkoutUrl)).body).not.toContain('<img')
  })

  test('a test card pays and redirects to the unchanged success address', async () => {
    const { id, checkoutUrl } = await open()
    const answer = await post(checkoutUrl, 'pay', card)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('https://school.test/checkout/success?token=s')
    expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({
      state: 'paid',
      paymentMethod: 'visa',
    })
  })

  test('online banking pays with a listed bank only', async () => {
    const { id, checkoutUrl } = await open()
    const refused = await post(checkoutUrl, 'pay', { method: 'fpx', bank: 'Bank of Nowhere' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('Choose a bank.')
    await post(checkoutUrl, 'pay', { method: 'fpx', bank: 'Maybank' })
    expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({
      state: 'paid',
      paymentMethod: 'fpx',
    })
  })

  test('Decline redirects to the failure address, and paying afterwards works', async () => {
    const { id, checkoutUrl } = await open()
    const answer = await post(checkoutUrl, 'decline', card)
    expect(answer.headers.location).toBe('https://school.test/checkout/failure?token=f')
    expect(await stateOf(id)).toBe('failed')
    expect((await get(checkoutUrl)).body).toContain('The last payment was declined. You can try again.')
    await post(checkoutUrl, 'pay', card)
    expect(await stateOf(id)).toBe('paid')
  })

  test.each([
    ['a wrong CVC', { card_cvc: '124' }, 'validation_cvc_invalid'],
    ['a card of last month', { card_expiry: '10/26' }, 'expired_card'],
    ['a card that is no test card', { card_number: '4111111111111111' }, 'do_not_honour'],
  ])('the bank declines %s', async (_name, changes, code) => {
    const { id, checkoutUrl } = await open()
    await post(checkoutUrl, 'pay', { ...card, ...changes })
    expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({
      state: 'failed',
      attemptError: code,
    })
  })

  test('an invalid card number is asked for again and is not an attempt', async () => {
    const { id, checkoutUrl } = await open()
    const answer = await post(checkoutUrl, 'pay', {
      ...card,
      card_number: '12',
      card_expiry: '13/26',
      card_cvc: '',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('aria-describedby="card_number-error"')
    expect(answer.body).toContain('value="13/26"')
    expect(answer.body.match(/class="error"/g)).toHaveLength(3)
    expect(await stateOf(id)).toBe('unpaid')
  })

  test('the payment page accepts a payment only with a listed e-wallet', async () => {
    const { id, checkoutUrl } = await open()
    expect((await post(checkoutUrl, 'pay', { method: 'wallet', wallet: 'toString' })).statusCode).toBe(422)
    await post(checkoutUrl, 'pay', { method: 'wallet', wallet: 'razer_tng' })
    expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({ paymentMethod: 'razer_tng' })
  })

  test('a decline can be one of the fraud checks, and paying afterwards works', async () => {
    const { id, checkoutUrl } = await open()
    await post(checkoutUrl, 'decline', { method: 'card', reason: 'antifraud_general' })
    expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({ providerStatus: 'blocked' })
    await post(checkoutUrl, 'pay', card)
    expect(await stateOf(id)).toBe('paid')
  })

  test('opening and leaving the payment page only records the view', async () => {
    const { id, checkoutUrl } = await open()
    await get(checkoutUrl)
    await get(checkoutUrl)
    const { raw, state } = await provider.readPurchase(sellerAccount, id)
    expect([state, raw['status_history']]).toMatchObject([
      'unpaid',
      [{ status: 'created' }, { status: 'viewed' }],
    ])
  })

  test('the link can select a payment method, and methods below their minimum are not offered', async () => {
    const { checkoutUrl } = await open()
    const asked = async (query: string) =>
      /value="(\w+)"\s+checked/.exec(
        (await app.inject({ url: `${new URL(checkoutUrl).pathname}?${query}` })).body,
      )?.[1]
    expect(await asked('')).toBe('card')
    expect(await asked('active=fpx')).toBe('fpx')
    expect(await asked('preferred=shopee_pay')).toBe('wallet')
    expect(await asked('preferred=teleport&preferred=fpx')).toBe('card')
    const cheap = await open({ lines: [{ name: 'Pebble', amountCents: 99 }], totalCents: 99 })
    expect((await get(cheap.checkoutUrl)).body).not.toContain('FPX')
  })

  test('the payment page explains its buttons and its test cards', async () => {
    const { body } = await get((await open()).checkoutUrl)
    for (const text of [
      'What the buttons do',
      '5555 5555 5555 4444',
      'paid until',
      // A time without its zone would be read in the reader's own zone.
      ', Malaysia time (UTC+8).',
      'Returning does not cancel',
    ])
      expect(body).toContain(text)
  })

  test('a paid purchase shows an invoice, and a second press pays nothing', async () => {
    const { id, checkoutUrl } = await open()
    await post(checkoutUrl, 'pay', card)
    const second = await post(checkoutUrl, 'pay', card)
    expect(second.headers.location).toBe(new URL(checkoutUrl).pathname)
    const page = await get((await provider.readPurchase(sellerAccount, id)).checkoutUrl)
    expect(page.body).toContain('This purchase is paid.')
    expect(page.body).not.toContain('/pay/')
  })

  test('returning to the seller does not cancel the purchase', async () => {
    const { id, checkoutUrl } = await open()
    expect((await get(checkoutUrl)).body).toContain('<a href="https://school.test/cart">Return to seller</a>')
    await post(checkoutUrl, 'pay', card)
    expect(await stateOf(id)).toBe('paid')
  })

  test('cancelled, expired and pending purchases show their state and no payment form', async () => {
    const cancelled = await open()
    await provider.cancelPurchase(sellerAccount, cancelled.id)
    expect((await get(cancelled.checkoutUrl)).body).toContain('<h2>Cancelled</h2>')
    const slow = await open()
    const sent = await post(slow.checkoutUrl, 'pay', { ...card, slow: '30' })
    expect(sent.headers.location).toBe('https://school.test/checkout/success?token=s')
    expect((await get(slow.checkoutUrl)).body).toContain('<h2>Waiting for the bank</h2>')
    const expired = await open()
    clock.pass(3600)
    expect((await get(expired.checkoutUrl)).body).toContain('<h2>Expired</h2>')
    expect((await get(slow.checkoutUrl)).body).toContain('<h2>Paid</h2>')
  })

  test("the tester's choices apply to the callback", async () => {
    const { id, checkoutUrl } = await open()
    await post(checkoutUrl, 'pay', { ...card, callback_copies: '3', callback_delay: '5' })
    const planned = await parts.simulator.deliveriesOf(id)
    expect(planned).toHaveLength(3)
    expect(planned[0]?.dueAt).toEqual(new Date(clock.now().getTime() + 5000))
    const other = await open()
    await post(other.checkoutUrl, 'pay', { ...card, callback_lost: 'on' })
    expect(await parts.simulator.deliveriesOf(other.id)).toMatchObject([{ state: 'lost' }])
  })

  test('an unknown purchase has its own page', async () => {
    for (const id of ['nonsense', crypto.randomUUID()]) {
      const page = await app.inject({ url: `${simulatorPrefix}/p/${id}/` })
      expect(page.statusCode).toBe(404)
      expect(page.body).toContain('Purchase not found')
    }
  })

  test('nobody can create purchases over HTTP in the product', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${simulatorPrefix}/api/v1/purchases/`,
      headers: { authorization: 'Bearer x' },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('payment pages use the origin of the payer when it is this machine', () => {
    expect(pageRoot('http://127.0.0.1:3000', 'http://localhost:3000/x')).toBe(
      `http://localhost:3000${simulatorPrefix}/`,
    )
    expect(pageRoot('http://127.0.0.1:3000', 'https://evil.test/x')).toBe(
      `http://127.0.0.1:3000${simulatorPrefix}/`,
    )
    expect(pageRoot('https://school.test', 'http://localhost:3000/x')).toBe(
      `https://school.test${simulatorPrefix}/`,
    )
  })
})
