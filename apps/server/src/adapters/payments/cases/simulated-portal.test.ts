import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { purchaseRequest, sellerAccount } from './cases.setup.ts'
import { testClock, type TestClock } from '@apogee/chip-simulator/testing-clock.ts'
import type { PaymentProvider, PurchaseRequest } from '../port.ts'
import { simulatorPlugin } from '@apogee/chip-simulator/http.ts'
import { MemoryStorage } from '@apogee/chip-simulator/storage/memory-storage.ts'
import { createSimulatorProvider } from './simulated-provider.ts'
import { Simulator, plainPayment } from '@apogee/chip-simulator/simulator.ts'

let clock: TestClock
let app: FastifyInstance
let simulator: Simulator
let provider: PaymentProvider
let woken: number

beforeEach(async () => {
  clock = testClock()
  woken = 0
  simulator = new Simulator({
    storage: new MemoryStorage(),
    pageRoot: () => 'https://school.test/pay/',
    now: clock.now,
  })
  provider = createSimulatorProvider(simulator, { mayLeadTo: () => true })
  app = Fastify()
  const onPayment = () => (woken += 1)
  await app.register(simulatorPlugin, { prefix: '/pay', simulator, onPayment, passTime: clock.pass })
})
afterEach(() => app.close())

const open = (changes: Partial<PurchaseRequest> = {}) =>
  provider.createPurchase(sellerAccount, purchaseRequest(clock, changes))
const read = (id: string) => provider.readPurchase(sellerAccount, id)
async function openPaid() {
  const { id } = await open()
  await simulator.tryPayment(id, plainPayment)
  return id
}
const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/pay/${path}`,
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
const press = (id: string, action: string, form: Record<string, string> = {}) =>
  post(`p/${id}/portal/${action}/`, form)
const pageOf = async (id: string) => (await app.inject({ url: `/pay/p/${id}/` })).body

describe("a purchase's page plays the provider's staff and the bank", () => {
  test('the portal refunds a part, then the remaining amount', async () => {
    const id = await openPaid()
    expect((await press(id, 'refund', { amount: '12.5' })).statusCode).toBe(303)
    expect(await read(id)).toMatchObject({ state: 'refunded', refundableCents: 18_650 })
    await press(id, 'refund', { amount: '' })
    expect(await read(id)).toMatchObject({ refundableCents: 0 })
    expect(await pageOf(id)).toContain('The bank returns the latest refund')
  })

  test.each(['0', '0.001', '-5', '1e3', '2,5', '199.01', 'all'])(
    'the amount %s refunds nothing',
    async (amount) => {
      const id = await openPaid()
      const answer = await press(id, 'refund', { amount })
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toContain('The provider refused this:')
      expect(await read(id)).toMatchObject({ refundableCents: 19_900 })
    },
  )

  test('a slow refund is pending until the bank has decided', async () => {
    const id = await openPaid()
    await press(id, 'refund', { amount: '', slow: '30', fails: 'on' })
    expect(await read(id)).toMatchObject({ providerStatus: 'pending_refund' })
    clock.pass(30)
    expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
  })

  test('a chargeback can be lost and won, and a refund can be returned', async () => {
    const id = await openPaid()
    await press(id, 'charge-back')
    expect(await pageOf(id)).toContain('<h2>Charged back</h2>')
    await press(id, 'win-chargeback')
    expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
    await press(id, 'refund', { amount: '1' })
    await press(id, 'return-refund')
    expect(await read(id)).toMatchObject({ state: 'paid', refundableCents: 19_900 })
  })

  test('an unpaid purchase can be cancelled, paid late, or marked as paid', async () => {
    const { id } = await open()
    await press(id, 'cancel')
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
    await press(id, 'late-payment')
    expect(await read(id)).toMatchObject({ state: 'paid', markedAsPaid: false })
    const other = await open()
    await press(other.id, 'mark-as-paid')
    expect(await read(other.id)).toMatchObject({ state: 'paid', markedAsPaid: true, refundableCents: 0 })
  })

  test('callbacks are listed, sent again and created anew', async () => {
    const id = await openPaid()
    const [first] = await simulator.deliveriesOf(id)
    expect(await pageOf(id)).toContain('purchase.paid')
    await press(id, 'call-back')
    expect(await simulator.deliveriesOf(id)).toHaveLength(2)
    expect((await press(id, 'send-again', { delivery: first?.id ?? '' })).statusCode).toBe(303)
    const other = await openPaid()
    expect((await press(other, 'send-again', { delivery: first?.id ?? '' })).statusCode).toBe(409)
    expect(woken).toBeGreaterThan(1)
  })

  test('an unknown purchase or button has no effect', async () => {
    expect((await press(crypto.randomUUID(), 'refund')).statusCode).toBe(404)
    expect((await press('nonsense', 'refund')).statusCode).toBe(404)
    expect((await press(await openPaid(), 'nonsense')).statusCode).toBe(409)
  })
})

describe("the tester's page", () => {
  const visit = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/pay/tester/', headers: { host: 'localhost:3000', ...headers }, remoteAddress })

  test("the tester's page lists purchases with their callbacks, names nobody and needs no script", async () => {
    await open({ reference: 'ref-<b>', payer: { email: 'canary@apogee.test', fullName: 'Canary' } })
    await openPaid()
    const page = await visit()
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('1 waiting')
    expect(page.body).not.toMatch(/canary|<script|style=|<b>/i)
  })

  test("the tester's page starts and ends faults of the provider", async () => {
    const { id } = await open()
    await post('tester/faults/', { fault: 'down', on: 'read', times: '' })
    expect((await visit()).body).toMatch(/<code>down<\/code> for\s+read/)
    await expect(read(id)).rejects.toMatchObject({ kind: 'unreachable' })
    await post('tester/clear/')
    expect(await read(id)).toMatchObject({ state: 'unpaid' })
    await post('tester/faults/', { fault: 'constructor' })
    expect(simulator.faults.active()).toEqual([])
  })

  test("the tester's page advances the clock", async () => {
    const { id } = await open()
    await post('tester/clock/', { minutes: '60' })
    expect(await read(id)).toMatchObject({ state: 'expired' })
  })

  test.each([
    ['another machine', {}, '10.0.0.7'],
    ['behind a proxy', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['under another name', { host: 'evil.test' }, '127.0.0.1'],
    ["from another site's page", { origin: 'http://evil.test' }, '127.0.0.1'],
  ])("the tester's page is closed to %s", async (_name, headers, address) => {
    expect((await visit(headers, address)).statusCode).toBe(404)
    await post('tester/faults/', { fault: 'down' }, { origin: 'http://evil.test' })
    expect(simulator.faults.active()).toEqual([])
  })
})
