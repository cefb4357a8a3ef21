/**
 * Tests CHIP's calls except creating, reading and refunding purchases: api-purchases.test.ts and the shared tests of all payment
 * providers cover those three.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'

import { testClock, type TestClock } from './testing-clock.ts'
import { simulatorPlugin } from './http.ts'
import { MemoryStorage } from './storage/memory-storage.ts'
import { Simulator, plainPayment } from './simulator.ts'

let clock: TestClock
let app: FastifyInstance
let simulator: Simulator

beforeEach(async () => {
  clock = testClock()
  simulator = new Simulator({
    storage: new MemoryStorage(),
    pageRoot: () => 'http://chip.test/',
    now: clock.now,
    strictCallbackPorts: true,
  })
  app = Fastify()
  await app.register(simulatorPlugin, { simulator, api: true })
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const ask = async (method: Method, path: string, body?: unknown, secret = 'key') => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
const order = (
  changes: Record<string, unknown> = {},
  products: unknown[] = [{ name: 'Thing', price: 1000 }],
) => ({
  brand_id: 'brand',
  client: { email: 'payer@apogee.test' },
  purchase: { products },
  ...changes,
})
const make = async (changes: Record<string, unknown> = {}) =>
  String((await ask('POST', 'purchases/', order(changes))).body.id)
const pay = (id: string, method = 'visa') => simulator.tryPayment(id, { ...plainPayment, method })

describe('money on hold', () => {
  test('money on hold is captured once, in part or whole, and the rest is released', async () => {
    const id = await make({ skip_capture: true })
    await pay(id)
    expect((await ask('GET', `purchases/${id}/`)).body).toMatchObject({ status: 'hold', payment: null })
    expect((await ask('POST', `purchases/${id}/capture/`, { amount: 1001 })).body).toEqual({
      amount: [expect.objectContaining({ code: 'max_value' })],
    })
    const captured = await ask('POST', `purchases/${id}/capture/`, { amount: 600 })
    expect(captured.body).toMatchObject({ status: 'paid', payment: { amount: 600 }, refundable_amount: 600 })
    expect((await ask('POST', `purchases/${id}/capture/`)).body).toMatchObject({
      __all__: [{ code: 'purchase_capture_wrong_status' }],
    })
  })

  test('money on hold is released once', async () => {
    const id = await make({ skip_capture: true })
    await pay(id)
    expect((await ask('POST', `purchases/${id}/release/`)).body).toMatchObject({ status: 'released' })
    expect((await ask('POST', `purchases/${id}/release/`)).body).toMatchObject({
      __all__: [{ code: 'purchase_release_wrong_status' }],
    })
  })

  test('a card check of RM 0 takes no money', async () => {
    const made = await ask('POST', 'purchases/', order({ skip_capture: true }, [{ name: 'Check', price: 0 }]))
    await pay(made.body.id)
    expect((await ask('GET', `purchases/${made.body.id}/`)).body).toMatchObject({
      status: 'preauthorized',
      payment: null,
    })
  })
})

test('a stored card pays another purchase until its token is deleted', async () => {
  const first = await make({ force_recurring: true })
  await pay(first)
  const charge = async (token: unknown) =>
    (await ask('POST', `purchases/${await make()}/charge/`, { recurring_token: token })).body
  expect(await charge(first)).toMatchObject({ status: 'paid', payment: { amount: 1000 } })
  for (const wrong of [crypto.randomUUID(), await make(), 7]) {
    expect(await charge(wrong)).toMatchObject({ __all__: [{ code: 'invalid_recurring_token' }] })
  }
  expect((await ask('POST', `purchases/${first}/charge/`, { recurring_token: first })).body).toMatchObject({
    __all__: [{ code: 'purchase_charge_error' }],
  })
  await ask('POST', `purchases/${first}/delete_recurring_token/`)
  expect(await charge(first)).toMatchObject({ __all__: [{ code: 'invalid_recurring_token' }] })
})

test('creating a purchase is not idempotent, references are not unique, and purchases cannot be listed', async () => {
  const answers = await Promise.all([make({ reference: 'same' }), make({ reference: 'same' })])
  expect(new Set(answers).size).toBe(2)
  expect((await ask('GET', 'purchases/?reference=same')).status).toBe(405)
  for (const id of answers) expect(await pay(id)).toMatchObject({ status: 'paid', reference: 'same' })
})

test('a purchase that is not strict becomes overdue after its due time and can still be paid', async () => {
  const due = clock.now().getTime() / 1000 + 60
  const id = await make({ due })
  clock.pass(61)
  expect((await ask('GET', `purchases/${id}/`)).body.status).toBe('overdue')
  await pay(id)
  const { body } = await ask('GET', `purchases/${id}/`)
  expect(body.status_history.map(({ status }: { status: string }) => status)).toEqual([
    'created',
    'overdue',
    'paid',
  ])
  expect(body.checkout_url).toMatch(/\/invoice\/$/)
})

test('attempts are listed newest first, and test payments split the amount as CHIP does', async () => {
  const id = await make()
  await simulator.tryPayment(id, { ...plainPayment, errorCode: 'do_not_honour' })
  await pay(id)
  const { body } = await ask('GET', `purchases/${id}/`)
  expect(body.transaction_data.attempts).toMatchObject([
    { successful: true, error: null },
    { successful: false, error: { code: 'do_not_honour' } },
  ])
  expect(body.payment).toMatchObject({ amount: 1000, net_amount: 900, pending_amount: 100, fee_amount: 0 })
})

test('errors of lines keep the positions of the lines', async () => {
  const { status, body } = await ask(
    'POST',
    'purchases/',
    order({}, [
      { name: 'Fine', price: 1 },
      { name: '', price: -1, quantity: null, tax_percent: '100.001', category: null },
    ]),
  )
  expect(status).toBe(400)
  expect(body.purchase.products[0]).toEqual({})
  expect(Object.keys(body.purchase.products[1]).toSorted()).toEqual([
    'category',
    'name',
    'price',
    'quantity',
    'tax_percent',
  ])
})

test.each([
  ['no key', '', 'Authorization header missing'],
  ['a wrong key', 'bad-key', 'Incorrect secret_key'],
  ["a key as CHIP's own look", `${'a'.repeat(86)}==`, 'Incorrect secret_key'],
])('a request with %s is answered with 401', async (_name, secret, message) => {
  expect(await ask('GET', 'public_key/', undefined, secret)).toEqual({
    status: 401,
    body: { __all__: [{ message, code: 'authentication_failed' }] },
  })
})

test('the account calls report balance and turnover', async () => {
  const [first, second] = [await make(), await make()]
  await pay(first)
  await pay(second)
  await ask('POST', `purchases/${first}/refund/`, { amount: 300 })
  await pay(await make(), 'fpx')
  expect((await ask('GET', 'account/json/balance/?currency=MYR')).body.MYR).toMatchObject({
    balance: 2700,
    reserved: 300,
  })
  expect((await ask('GET', 'account/json/turnover/?currency=MYR')).body.MYR).toMatchObject({
    count: 3,
    turnover: 3000,
  })
  expect((await ask('GET', 'account/json/balance/', undefined, 'other')).body.MYR.balance).toBe(0)
})

describe('webhooks', () => {
  const wish = { title: 'All', callback: 'https://school.test/hook', all_events: true }

  test('webhooks are created, changed and deleted, each with its own key', async () => {
    const one = (await ask('POST', 'webhooks/', wish)).body
    const other = (await ask('POST', 'webhooks/', { ...wish, all_events: false, events: ['purchase.paid'] }))
      .body
    expect(one).toMatchObject({ type: 'webhook', events: [], all_events: true })
    expect(one.public_key).not.toBe(other.public_key)
    expect(await simulator.publicKey('key')).not.toBe(one.public_key)
    expect((await ask('PATCH', `webhooks/${one.id}/`, { title: 'New' })).body).toMatchObject({
      title: 'New',
      public_key: one.public_key,
    })
    expect((await ask('PUT', `webhooks/${one.id}/`, { title: 'New' })).status).toBe(400)
    expect((await ask('DELETE', `webhooks/${one.id}/`)).status).toBe(204)
    expect((await ask('GET', `webhooks/${one.id}/`)).status).toBe(404)
    expect((await ask('GET', 'webhooks/')).body.results).toHaveLength(1)
    expect((await ask('GET', `webhooks/${other.id}/`, undefined, 'another key')).status).toBe(404)
  })

  test('an invalid webhook is refused', async () => {
    const { body } = await ask('POST', 'webhooks/', {
      title: 't'.repeat(101),
      callback: 'http://school.test:81/',
    })
    expect(Object.keys(body).toSorted()).toEqual(['callback', 'events', 'title'])
  })

  test('a webhook receives every event in order; the callback of a purchase receives only its payment', async () => {
    await ask('POST', 'webhooks/', wish)
    const id = await make({
      success_callback: 'https://school.test/c',
      success_redirect: 'https://school.test/',
    })
    await simulator.openPage(id)
    await simulator.tryPayment(id, { ...plainPayment, errorCode: 'timeout' })
    await simulator.tryPayment(id, { ...plainPayment, slowSeconds: 5 })
    clock.pass(5)
    await ask('POST', `purchases/${id}/refund/`, { amount: 100 })
    await simulator.portal.chargeBack(id)
    await simulator.portal.winChargeback(id)
    const sent = await simulator.deliveriesOf(id)
    expect(sent.filter(({ webhookId }) => webhookId).map(({ eventType }) => eventType)).toEqual([
      'purchase.created',
      'purchase.viewed',
      'purchase.payment_failure',
      'purchase.pending_execute',
      'purchase.paid',
      'payment.refunded',
      'payment.charged_back',
      'payment.chargeback_reversed',
    ])
    expect(sent.filter(({ webhookId }) => !webhookId).map(({ eventType }) => eventType)).toEqual([
      'purchase.paid',
    ])
    const refunded = JSON.parse(sent.find(({ eventType }) => eventType === 'payment.refunded')?.body ?? '')
    expect(refunded).toMatchObject({ type: 'payment', related_to: { id }, payment: { amount: 100 } })
  })
})

test('webhooks and payers see a purchase before its slow answer reaches the creator', async () => {
  await ask('POST', 'webhooks/', { title: 'All', callback: 'https://school.test/hook', all_events: true })
  simulator.faults.add({ kind: 'slow', seconds: 0.2 }, { on: 'create' })
  let isTold = false
  const making = make().then((id) => {
    isTold = true
    return id
  })
  await expect.poll(() => simulator.portal.list({ limit: 1 })).toHaveLength(1)
  const [known] = await simulator.portal.list({ limit: 1 })
  await pay(known?.id ?? '')
  expect(isTold).toBe(false)
  expect(await simulator.deliveriesOf(known?.id ?? '')).toHaveLength(2)
  expect(await making).toBe(known?.id)
})

describe('faults', () => {
  const read = (id: string) => ask('GET', `purchases/${id}/`)

  test('a fault applies to every n-th request of its kind', async () => {
    const id = await make()
    simulator.faults.add({ kind: 'answer', status: 503, text: '{}' }, { on: 'read', every: 2, times: 2 })
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await read(id)).status)
    expect(statuses).toEqual([200, 503, 200, 503, 200, 200])
    expect(simulator.faults.active()).toEqual([])
  })

  test('a fault can spoil the answer after the change is committed', async () => {
    simulator.faults.inject({ kind: 'answer_after_commit', status: 502, text: '{}' }, 1)
    expect((await ask('POST', 'purchases/', order())).status).toBe(502)
    expect(await simulator.portal.list({ limit: 10 })).toHaveLength(1)
  })

  test('a fault can send Retry-After, and put errors of the whole object into one object', async () => {
    simulator.faults.inject({ kind: 'answer', status: 429, text: '{}', retryAfter: 9 }, 1)
    const answer = await app.inject({ url: '/api/v1/public_key/', headers: { authorization: 'Bearer key' } })
    expect(answer.headers['retry-after']).toBe('9')
    simulator.faults.inject({ kind: 'object_errors' }, 1)
    expect((await ask('POST', `purchases/${await make()}/release/`)).status).toBe(400)
    const id = await make()
    simulator.faults.inject({ kind: 'object_errors' }, 1)
    expect((await ask('POST', `purchases/${id}/release/`)).body).toMatchObject({
      __all__: { code: 'purchase_release_wrong_status' },
    })
  })
})
