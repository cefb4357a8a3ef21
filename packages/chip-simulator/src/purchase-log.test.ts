import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { simulatorPlugin } from './http.ts'
import { TruthStorage, type PurchaseLogLine } from './purchase/purchase-log.ts'
import { chargeBack } from './purchase/purchase-refunds.rules.ts'
import { advance } from './purchase/purchase.rules.ts'
import { Simulator, plainPayment } from './simulator.ts'
import { testClock } from './testing-clock.ts'

test('a slow payment that ends and is charged back in one change was held in between', async () => {
  const clock = testClock()
  const lines: PurchaseLogLine[] = []
  const storage = new TruthStorage((line) => lines.push(line), clock.now)
  const simulator = new Simulator({
    storage,
    pageRoot: () => 'http://chip.test/',
    now: clock.now,
    strictCallbackPorts: true,
  })
  const app = Fastify()
  await app.register(simulatorPlugin, { simulator, api: true })
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/purchases/',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    payload: JSON.stringify({
      brand_id: 'brand',
      client: { email: 'payer@apogee.test' },
      purchase: { products: [{ name: 'Thing', price: 1000 }] },
    }),
  })
  const { id } = made.json<{ id: string }>()
  await simulator.tryPayment(id, { ...plainPayment, slowSeconds: 10 })
  const later = Math.floor(clock.now().getTime() / 1000) + 11
  await storage.changePurchase(id, (held) => {
    const outcome = chargeBack(advance(held, later).purchase, later)
    if ('refused' in outcome) throw new Error(outcome.refused)
    return { purchase: outcome, deliveries: [], outcome: null }
  })
  expect(lines.map(({ status, moved, held }) => [status, moved, held]).slice(-3)).toEqual([
    ['pending_execute', 0, 0],
    ['paid', 1000, 1000],
    ['chargeback', -1000, 0],
  ])
})
