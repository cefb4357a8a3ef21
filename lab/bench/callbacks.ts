/**
 * Measures the time until the provider gets the acknowledgement of a callback: signature verified, stored, its job enqueued. Three
 * of ten are repeated. Target: p99 ≤ 50 ms.
 */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pythonJson } from '@apogee/chip-simulator/callbacks.ts'
import { withDatabase } from './support/bench-database.ts'
import { runMeasurement } from './support/frame.ts'
import { percentile } from '../harness/measure.ts'

const target = 50
const duplicates = 0.3

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Returns a callback that is about as long as the callbacks of CHIP. */
function newCallback(): { body: string; signature: string } {
  const body = pythonJson({
    id: randomUUID(),
    type: 'purchase',
    event_type: 'purchase.paid',
    status: 'paid',
    client: { email: 'buyer@bench.test', full_name: 'Buyer of Courses' },
    purchase: { currency: 'MYR', total: 14_900, products: [{ name: 'A course', price: 14_900 }] },
    payment: { amount: 14_900, currency: 'MYR', paid_on: Math.floor(Date.now() / 1000) },
    transaction_data: { attempts: [], extra: { filler: 'x'.repeat(2_000) } },
  })
  return { body, signature: createSign('sha256').update(body).sign(privateKey, 'base64') }
}

function newCallbacks(count: number) {
  const callbacks: ReturnType<typeof newCallback>[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const before = callbacks[Math.floor(Math.random() * callbacks.length)]
    callbacks.push(before && Math.random() < duplicates ? before : newCallback())
  }
  return callbacks
}

/** Returns the milliseconds since each callback was due, so that waiting for the sender counts too. */
async function sendAll(
  url: string,
  { perSecond, seconds, warmUp }: { perSecond: number; seconds: number; warmUp: number },
): Promise<number[]> {
  const taken: number[] = []
  const underWay: Promise<void>[] = []
  const callbacks = newCallbacks(warmUp + perSecond * seconds)
  const began = performance.now()
  for (const [nth, { body, signature }] of callbacks.entries()) {
    const due = began + (nth / perSecond) * 1000
    if (due > performance.now()) await pause(due - performance.now())
    underWay.push(send(nth, due, body, signature))
  }
  await Promise.all(underWay)
  return taken

  async function send(nth: number, due: number, body: string, signature: string): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a callback was answered ${response.status}`)
    if (nth >= warmUp) taken.push(performance.now() - due)
  }
}

await runMeasurement('callbacks', (bench) =>
  withDatabase('callbacks', async ({ connectionString }) => {
    const child = fork(join(import.meta.dirname, 'support/callback-server.ts'))
    try {
      child.send({
        connectionString,
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      })
      const [url] = await once(child, 'message')
      const taken = await sendAll(String(url), bench.size)
      const p99 = percentile(taken, 0.99)
      const row = (what: string, figure: string, limit = '', met = '') => ({
        what,
        figure,
        target: limit,
        met,
      })
      bench.table([
        row('callbacks a second, 30 % of them heard before', String(bench.size.perSecond)),
        row('acknowledged, median', `${percentile(taken, 0.5).toFixed(1)} ms`),
        row('acknowledged, p99', `${p99.toFixed(1)} ms`, `≤ ${target} ms`, bench.met('p99', p99 <= target)),
        row('acknowledged, slowest', `${Math.max(...taken).toFixed(1)} ms`),
      ])
    } finally {
      child.disconnect()
    }
  }),
)
