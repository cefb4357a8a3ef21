import { verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testDatabase, type TestDatabase } from '#server/platform/database/testing.ts'
import { purchaseRequest, sellerAccount } from './cases.setup.ts'
import { testClock, type TestClock } from '@apogee/chip-simulator/testing-clock.ts'
import { attemptDueAfterMs, Deliveries } from '@apogee/chip-simulator/deliveries.ts'
import { MemoryStorage } from '@apogee/chip-simulator/storage/memory-storage.ts'
import { PostgresStorage } from '@apogee/chip-simulator/storage/postgres-storage.ts'
import { createSimulatorProvider } from './simulated-provider.ts'
import { faithfulCallback } from '@apogee/chip-simulator/purchase/purchase-document.ts'
import { declinedPayment, plainPayment, Simulator } from '@apogee/chip-simulator/simulator.ts'
import type { SimulatorStorage } from '@apogee/chip-simulator/storage/storage.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.drop())

describe.each([
  ['in memory', () => new MemoryStorage()],
  ['in PostgreSQL', () => new PostgresStorage(testDb.database.pool)],
])('callbacks with storage %s', (_name, createStorage: () => SimulatorStorage) => {
  let clock: TestClock
  let storage: SimulatorStorage
  let simulator: Simulator
  let deliveries: Deliveries
  let receiver: FastifyInstance
  let received: { body: string; signature: string }[]
  let answerWith: number
  let callbackUrl: string
  let arrival: Promise<unknown>

  beforeEach(async () => {
    received = []
    answerWith = 200
    const arrived = Promise.withResolvers()
    arrival = arrived.promise
    receiver = Fastify({ forceCloseConnections: true })
    receiver.removeAllContentTypeParsers()
    receiver.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    receiver.post('/callback', (request, reply) => {
      received.push({ body: String(request.body), signature: String(request.headers['x-signature']) })
      arrived.resolve(null)
      return reply.code(answerWith).send()
    })
    await receiver.listen({ host: '127.0.0.1', port: 0 })
    callbackUrl = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/callback`

    clock = testClock()
    storage = createStorage()
    ;({ simulator, deliveries } = anotherProcess())
  })
  afterEach(async () => {
    await deliveries.stop()
    await receiver.close()
  })

  function anotherProcess() {
    const started = new Simulator({ storage, pageRoot: () => 'https://school.test/', now: clock.now })
    const onError = (error: unknown) => {
      throw error
    }
    return { simulator: started, deliveries: new Deliveries({ simulator: started, storage, onError }) }
  }

  function provider() {
    return createSimulatorProvider(simulator, { mayLeadTo: () => true })
  }

  async function open() {
    const request = purchaseRequest(clock, { callbackUrl })
    return (await provider().createPurchase(sellerAccount, request)).id
  }

  const pay = (id: string, callback = {}, slowSeconds = 0) =>
    simulator.tryPayment(id, { ...plainPayment, slowSeconds, callback: { ...faithfulCallback, ...callback } })

  test('a payment is reported once, with a signature', async () => {
    const id = await open()
    await pay(id)
    expect(await deliveries.deliverDue()).toBe(1)
    expect(await deliveries.deliverDue()).toBe(0)
    const [callback] = received
    expect(JSON.parse(callback?.body ?? '')).toMatchObject({
      id,
      status: 'paid',
      event_type: 'purchase.paid',
    })
    const raw = Buffer.from(callback?.body ?? '')
    expect(await provider().verifyCallback(sellerAccount, raw, callback?.signature)).toBe(true)
  })

  test('declined, cancelled and expired purchases send no callback', async () => {
    const declined = await open()
    await simulator.tryPayment(declined, declinedPayment)
    await provider().cancelPurchase(sellerAccount, await open())
    await open()
    clock.pass(4000)
    await deliveries.deliverDue()
    expect(received).toEqual([])
  })

  test('two tabs that pay at the same moment pay once and send one callback', async () => {
    const id = await open()
    const other = anotherProcess()
    await Promise.all([
      pay(id),
      other.simulator.tryPayment(id, plainPayment),
      pay(id),
      other.simulator.tryPayment(id, plainPayment),
    ])
    await Promise.all([deliveries.deliverDue(), other.deliveries.deliverDue()])
    expect(received).toHaveLength(1)
    const { raw } = await provider().readPurchase(sellerAccount, id)
    expect(raw['transaction_data']).toMatchObject({ attempts: [{ successful: true }] })
  })

  test('a callback can be late, repeated or lost', async () => {
    const late = await open()
    await pay(late, { delaySeconds: 30, copies: 3 })
    await pay(await open(), { lost: true })
    expect(await deliveries.deliverDue()).toBe(0)
    clock.pass(30)
    await deliveries.deliverDue()
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ body }) => JSON.parse(body).id))).toEqual(new Set([late]))
  })

  test('a callback can have a wrong amount or a bad signature while the purchase stays right', async () => {
    const wrongAmount = await open()
    await pay(wrongAmount, { fault: 'wrong_amount' })
    await deliveries.deliverDue()
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      purchase: { total: 20_000 },
      payment: { amount: 20_000 },
    })
    expect(await provider().readPurchase(sellerAccount, wrongAmount)).toMatchObject({ amountCents: 19_900 })

    await pay(await open(), { fault: 'bad_signature' })
    await deliveries.deliverDue()
    const raw = Buffer.from(received[1]?.body ?? '')
    expect(await provider().verifyCallback(sellerAccount, raw, received[1]?.signature)).toBe(false)
  })

  test('a slow payment sends its callback when the bank has decided, without a read', async () => {
    await pay(await open(), {}, 20)
    expect(await deliveries.deliverDue()).toBe(0)
    clock.pass(20)
    expect(await deliveries.deliverDue()).toBe(1)
    expect(await deliveries.deliverDue()).toBe(0)
  })

  test('a refused callback is retried after 2 minutes with the same bytes, eight times at most', async () => {
    answerWith = 503
    const id = await open()
    await pay(id)
    expect(await deliveries.deliverDue()).toBe(1)
    clock.pass(119)
    expect(await deliveries.deliverDue()).toBe(0)
    clock.pass(1)
    expect(await deliveries.deliverDue()).toBe(1)
    for (let round = 0; round < 10; round += 1) {
      clock.pass(36 * 3600)
      await deliveries.deliverDue()
    }
    expect(received).toHaveLength(8)
    expect(new Set(received.map(({ body, signature }) => body + signature)).size).toBe(1)
    expect(await simulator.deliveriesOf(id)).toMatchObject([
      { state: 'given_up', attempts: 8, lastStatus: 503 },
    ])
  })

  test('a callback waits for an earlier one of its purchase, but not for those of others', async () => {
    answerWith = 500
    await pay(await open(), { copies: 2 })
    expect(await deliveries.deliverDue()).toBe(1)
    answerWith = 200
    await pay(await open())
    expect(await deliveries.deliverDue()).toBe(1)
    clock.pass(120)
    expect(await deliveries.deliverDue()).toBe(2)
  })

  test('a callback without order is sent although an earlier one of its purchase waits', async () => {
    answerWith = 500
    const id = await open()
    await pay(id)
    await deliveries.deliverDue()
    answerWith = 200
    await simulator.portal.callBack(id, faithfulCallback)
    expect(await deliveries.deliverDue()).toBe(0)
    await simulator.portal.callBack(id, { ...faithfulCallback, ordered: false, fault: 'stale' })
    expect(await deliveries.deliverDue()).toBe(1)
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ id, event_type: 'purchase.viewed' })
    clock.pass(120)
    expect(await deliveries.deliverDue()).toBe(2)
  })

  test('a callback that was abandoned or delivered can be sent again with the same bytes', async () => {
    const id = await open()
    await pay(id, { lost: true })
    const [lost] = await simulator.deliveriesOf(id)
    expect(await deliveries.deliverDue()).toBe(0)
    for (const count of [1, 2]) {
      expect(await simulator.portal.sendAgain(lost?.id ?? '')).toBe(true)
      await deliveries.deliverDue()
      expect(received).toHaveLength(count)
    }
    expect(received[0]).toEqual(received[1])
    expect(await simulator.portal.sendAgain('987654321')).toBe(false)
    expect(await simulator.portal.sendAgain('nonsense')).toBe(false)
  })

  test('webhooks receive events of their own account only, signed with their own key', async () => {
    const wish = { title: 'Refunds', callback: callbackUrl, events: ['payment.refunded', 'purchase.created'] }
    const companyId = simulator.companyOf(sellerAccount.secret)
    const made = await simulator.webhooks.create(companyId, wish)
    if ('errors' in made) throw new Error('no webhook')
    const stranger = { ...sellerAccount, secret: 'stranger' }
    await provider().createPurchase(stranger, purchaseRequest(clock, { callbackUrl }))
    const id = await open()
    await pay(id)
    await simulator.portal.refund(id, 900, { slowSeconds: 0, fails: false })
    await deliveries.deliverDue()
    expect(received.map(({ body }) => JSON.parse(body).event_type)).toEqual([
      'purchase.created',
      'purchase.paid',
      'payment.refunded',
    ])
    const last = received.at(-1)
    const isOwn = verify(
      'sha256',
      Buffer.from(last?.body ?? ''),
      made.public_key,
      Buffer.from(last?.signature ?? '', 'base64'),
    )
    expect(isOwn).toBe(true)
    expect(
      await simulator.webhooks.change(companyId, made.id, { events: ['purchase.paid'] }, false),
    ).toMatchObject({
      title: 'Refunds',
      events: ['purchase.paid'],
    })
    expect(await simulator.webhooks.remove(simulator.companyOf('stranger'), made.id)).toBe(false)
    expect(await simulator.webhooks.remove(companyId, made.id)).toBe(true)
    expect(await simulator.webhooks.list(companyId)).toEqual([])
  })

  test('the portal finds purchases by state and reference, newest first', async () => {
    const secret = `key-${crypto.randomUUID()}`
    const account = { ...sellerAccount, secret }
    const companyId = simulator.companyOf(secret)
    const make = async (reference: string) =>
      (await provider().createPurchase(account, purchaseRequest(clock, { reference, callbackUrl }))).id
    const first = await make('one')
    const second = await make('two')
    await pay(first)
    const found = async (wanted: object) =>
      (await simulator.portal.list({ limit: 10, companyId, ...wanted })).map(({ id }) => id)
    expect(await found({})).toEqual([second, first])
    expect(await found({ limit: 1 })).toEqual([second])
    expect(await found({ status: 'paid' })).toEqual([first])
    expect(await found({ reference: 'two' })).toEqual([second])
    clock.pass(3600)
    expect(await simulator.portal.find(second)).toMatchObject({ status: 'expired' })
    await deliveries.deliverDue()
  })

  test('an account with a new key signs with it from then on', async () => {
    const before = await simulator.publicKey('changing')
    await simulator.portal.rotateKey('changing')
    const after = await simulator.publicKey('changing')
    expect(after).not.toBe(before)
    expect(await anotherProcess().simulator.publicKey('changing')).toBe(after)
  })

  test('callbacks that were due when a process died are sent by the next one', async () => {
    await pay(await open())
    const claimed = await storage.claimDelivery(clock.now(), new Date(clock.now().getTime() + 15_000))
    expect(claimed?.attempts).toBe(1)
    const next = anotherProcess()
    expect(await next.deliveries.deliverDue()).toBe(0)
    clock.pass(15)
    expect(await next.deliveries.deliverDue()).toBe(1)
  })

  test('all processes sign with one key', async () => {
    const other = anotherProcess()
    const keys = await Promise.all([
      simulator.publicKey('fresh-key'),
      other.simulator.publicKey('fresh-key'),
      anotherProcess().simulator.publicKey('fresh-key'),
    ])
    expect(new Set(keys).size).toBe(1)
    expect(await simulator.publicKey('fresher-key')).not.toBe(keys[0])
  })

  test('the delivery loop sends when woken and stops when asked', async () => {
    deliveries.start({ intervalMs: 3_600_000 })
    await deliveries.deliverDue()
    await pay(await open())
    deliveries.wake()
    await arrival
    await deliveries.stop()
    expect(received).toHaveLength(1)
  })
})

test('the eight attempts are due after 0, 2, 8, 26, 80, 242, 728 and 2186 minutes', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => attemptDueAfterMs(attempt, 1) / 60_000)
  expect(minutes).toEqual([0, 2, 8, 26, 80, 242, 728, 2186])
})
