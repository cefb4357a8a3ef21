/** Tests that a call during which the connection to PostgreSQL breaks is answered like any outage, never with a wrong result. */
import { buffer } from 'node:stream/consumers'
import { PostgresStorage } from '@apogee/chip-simulator/storage/postgres-storage.ts'
import { testClock } from '@apogee/chip-simulator/testing-clock.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseRequest, sellerAccount } from '#server/adapters/payments/cases/cases.setup.ts'
import { createPaymentProvider, simulatorPrefix } from '#server/adapters/payments/payments.ts'
import { pdf, uploadFile } from '#server/features/media/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import {
  breakingProxy,
  type BreakingProxy,
} from '#server/platform/database/testing/breaking-proxy.testing.ts'
import { connect, type Database } from '#server/platform/database/database.ts'
import { buildApp } from '../build-app.ts'
import { handleErrors } from '../http/errors.ts'
import type { TestApp } from '../testing.ts'

let shop: Shop
let proxy: BreakingProxy
let database: Database
let app: TestApp['app']

beforeAll(async () => {
  shop = await startShop()
  proxy = await breakingProxy(shop.server.connectionString)
  database = connect({
    connectionString: proxy.connectionString,
    poolSize: 4,
    applicationName: 'behind the proxy',
    log: pino({ level: 'silent' }),
    deadlines: { statementMs: 5_000 },
  })
  ;({ app } = await buildApp({ ...shop.server.dependencies, database }))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.close()
  await proxy.close()
  await shop.server.stop()
})

const pressBuy = (buyer: { token: string }, courseId: number) =>
  app.inject({
    method: 'POST',
    url: '/api/payments',
    payload: { courseId },
    headers: { authorization: `Bearer ${buyer.token}` },
  })
const ordersOf = (buyerId: number) =>
  shop.rows(sql<{ id: number }>`SELECT id FROM orders WHERE buyer_id = ${buyerId}`)
const unavailable = { status: 503, retryAfter: '2', errorCode: 'UNAVAILABLE' }
const response = (answer: Awaited<ReturnType<typeof pressBuy>>) => ({
  status: answer.statusCode,
  retryAfter: answer.headers['retry-after'],
  errorCode: answer.json<{ errorCode?: string }>().errorCode,
})

test('a read with a reset connection answers like any outage, and the next one succeeds', async () => {
  const buyer = await shop.server.person()
  const ask = () =>
    app.inject({
      url: `/api/payments/history/${buyer.id}`,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
  proxy.cutAt(['FROM orders'], 'statement')
  expect(response(await ask())).toEqual(unavailable)
  expect((await ask()).statusCode).toBe(200)
})

test('a transaction whose connection is reset during a statement is an outage and leaves nothing', async () => {
  const [buyer, courseId] = [await shop.server.person(), await shop.course()]
  proxy.cutAt(['INSERT INTO orders'], 'statement')
  expect(response(await pressBuy(buyer, courseId))).toEqual(unavailable)
  expect(await ordersOf(buyer.id)).toEqual([])
  expect((await pressBuy(buyer, courseId)).statusCode).toBe(201)
})

test('a purchase whose COMMIT was executed without an answer is found by the next request, once', async () => {
  const [buyer, courseId] = [await shop.server.person(), await shop.course()]
  proxy.cutAt(['INSERT INTO orders', 'commit'], 'answer')
  expect(response(await pressBuy(buyer, courseId))).toEqual(unavailable)
  const placed = await ordersOf(buyer.id)
  expect(placed).toHaveLength(1)
  expect((await pressBuy(buyer, courseId)).statusCode).toBe(201)
  expect(await ordersOf(buyer.id)).toEqual(placed)
})

test('a call on a connection that falls silent is an outage, and the next calls get new connections', async () => {
  const [buyer, courseId] = [await shop.server.person(), await shop.course()]
  proxy.silence()
  expect(response(await pressBuy(buyer, courseId))).toEqual(unavailable)
  expect(await ordersOf(buyer.id)).toEqual([])
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => pressBuy(await shop.server.person(), await shop.course())),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
})

test('an upload whose COMMIT was executed without an answer keeps its file', async () => {
  const teacher = await shop.server.person('instructor')
  proxy.cutAt(['INSERT INTO media', 'commit'], 'answer')
  const { status } = await uploadFile({ ...shop.server, app }, teacher, pdf(), 'a.pdf')
  expect(status).toBe(503)
  const [kept] = await shop.rows(sql<{ key: string }>`
    SELECT storage_key AS key FROM media WHERE owner_id = ${teacher.id}`)
  const { storage } = shop.server.dependencies
  expect(await buffer(await storage.open(kept?.key ?? ''))).toEqual(pdf())
})

test('a press on the payment page during an outage is answered like any outage, and works afterwards', async () => {
  const clock = testClock()
  const { provider, simulator } = createPaymentProvider({
    now: clock.now,
    chipApiUrl: 'demo',
    publicUrl: () => 'https://school.test',
    simulatorStorage: new PostgresStorage(database.pool),
    onDeliveryError: (error) => {
      throw error
    },
  })
  const payment = Fastify()
  handleErrors(payment)
  if (simulator) await payment.register(simulator.plugin, { prefix: simulatorPrefix })
  const { checkoutUrl } = await provider.createPurchase(sellerAccount, purchaseRequest(clock))
  const press = () =>
    payment.inject({
      method: 'POST',
      url: `${new URL(checkoutUrl).pathname}decline/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'method=card',
    })
  for (const marker of ['simulator_purchases where id = $1', 'for update', 'update simulator_purchases']) {
    proxy.cutAt([marker], 'statement')
    expect(response(await press()), marker).toEqual(unavailable)
  }
  expect((await press()).statusCode).toBe(303)
  await payment.close()
})
