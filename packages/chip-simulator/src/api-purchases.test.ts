import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { testClock } from './testing-clock.ts'
import { simulatorPlugin } from './http.ts'
import { MemoryStorage } from './storage/memory-storage.ts'
import { Simulator } from './simulator.ts'

describe("the simulator's API", () => {
  let app: FastifyInstance
  const clock = testClock()

  beforeEach(async () => {
    app = Fastify()
    const simulator = new Simulator({
      storage: new MemoryStorage(),
      pageRoot: () => 'http://chip.test/',
      now: clock.now,
      strictCallbackPorts: true,
    })
    await app.register(simulatorPlugin, { simulator, api: true })
  })
  afterEach(() => app.close())

  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, secret = 'key') =>
    app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  const order = (changes: Record<string, unknown> = {}, purchase: Record<string, unknown> = {}) => ({
    brand_id: 'brand',
    client: { email: 'payer@apogee.test' },
    purchase: { products: [{ name: 'Thing', price: 1000 }], ...purchase },
    ...changes,
  })
  const codes = async (body: unknown) => {
    const answer = await ask('POST', 'purchases/', body)
    expect(answer.statusCode).toBe(400)
    return answer.body
  }

  test('creating a purchase answers 201 with the whole purchase and decimals as strings', async () => {
    const answer = await ask('POST', 'purchases/', order({ unknown_field: 1 }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      type: 'purchase',
      status: 'created',
      is_test: true,
      payment: null,
      purchase: {
        total: 1000,
        currency: 'MYR',
        products: [{ quantity: '1.0000', tax_percent: '0.00', discount: 0, category: '' }],
      },
    })
  })

  test.each([
    [{ quantity: '2.5', price: 333 }, 833],
    [{ quantity: 3, price: 1000, discount: 500 }, 2500],
    [{ price: 1000, tax_percent: '6.00' }, 1060],
    [{ price: 25, tax_percent: 10 }, 28],
    [{ price: 1000, total_price_override: 1 }, 1],
  ])('a line %o totals %i sen', async (line, total) => {
    const answer = await ask('POST', 'purchases/', order({}, { products: [{ name: 'Thing', ...line }] }))
    expect(answer.json().purchase.total).toBe(total)
  })

  test('creating a purchase adds debt to the total, and total_override replaces the total', async () => {
    expect((await ask('POST', 'purchases/', order({}, { debt: -100 }))).json().purchase.total).toBe(900)
    expect((await ask('POST', 'purchases/', order({}, { total_override: 7 }))).json().purchase.total).toBe(7)
  })

  test("creating a purchase refuses what CHIP refuses, with CHIP's codes", async () => {
    expect(await codes(order({ client: undefined }))).toContain('purchase_client_or_id_required')
    expect(await codes(order({ client_id: 'x' }))).toContain('purchase_client_or_id_only')
    expect(await codes(order({ brand_id: undefined }))).toContain('"brand_id":[{')
    expect(await codes(order({ due: Math.floor(clock.now().getTime() / 1000) }))).toContain(
      'due_not_greater_than_now',
    )
    expect(await codes(order({ success_callback: 'https://school.test:8443/c' }))).toContain(
      '"success_callback":[{',
    )
    expect(await codes(order({ client: { email: 'a@b.test', country: 'Atlantis' } }))).toContain(
      'invalid_choice',
    )
    expect(await codes(order({ client: { email: 'a@b.test', city: 'c'.repeat(129) } }))).toContain(
      'max_length',
    )
    expect(await codes(order({ payment_method_whitelist: ['card'] }))).toContain(
      'invalid_payment_method_whitelist',
    )
    expect(await codes(order({}, { products: [{ name: 'Thing', price: 1, discount: 2 }] }))).toContain(
      'product_subtotal_negative',
    )
    expect(await codes(order({}, { products: [{ name: 'Thing', price: -1 }] }))).toContain('min_value')
    expect(await codes(order({}, { products: [{ name: 'Thing', price: 0 }] }))).toContain('zero_total')
    expect(
      (await ask('POST', 'purchases/', order({ success_callback: 'https://school.test/c' }))).statusCode,
    ).toBe(201)
  })

  test("the simulator's 401, 404 and 405 answers carry arrays of message and code", async () => {
    const refused = await ask('GET', 'purchases/', undefined, 'bad-key')
    expect([refused.statusCode, refused.json().__all__[0].code]).toEqual([401, 'authentication_failed'])
    const missing = await ask('GET', `purchases/${crypto.randomUUID()}/`)
    expect([missing.statusCode, missing.json().__all__[0].code]).toEqual([404, 'not_found'])
    for (const method of ['GET', 'PUT'] as const) {
      const listed = await ask(method, 'purchases/')
      expect([listed.statusCode, listed.json().__all__[0].code]).toEqual([405, 'method_not_allowed'])
    }
  })

  test('the public key is a bare JSON string', async () => {
    expect((await ask('GET', 'public_key/')).json()).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
  })

  test('a purchase marked as paid by hand is flagged and moves no money', async () => {
    const { id } = (await ask('POST', 'purchases/', order())).json()
    const marked = await ask('POST', `purchases/${id}/mark_as_paid/`)
    expect(marked.json()).toMatchObject({ status: 'paid', marked_as_paid: true, refundable_amount: 0 })
    expect((await ask('POST', `purchases/${id}/cancel/`)).json()).toMatchObject({
      __all__: [{ code: 'purchase_cancel_wrong_status' }],
    })
  })
})
