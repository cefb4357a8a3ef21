import { appendFile, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { purchaseRequest, sellerAccount } from './cases.setup.ts'
import { testClock } from '@apogee/chip-simulator/testing-clock.ts'
import { createChipProvider } from '../chip.ts'
import type { PaymentProvider } from '../port.ts'
import { callbackFaults } from '@apogee/chip-simulator/purchase/purchase-document.ts'
import { startStandAlone } from '@apogee/chip-simulator/stand-alone.ts'
import type { PurchaseLogLine } from '@apogee/chip-simulator/purchase/purchase-log.ts'

let folder: string
let simulator: Awaited<ReturnType<typeof startStandAlone>>
let provider: PaymentProvider
let seller: FastifyInstance
let callbackUrl: string
let received: { body: string; signature: string | undefined }[]
let heard: (count: number) => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  simulator = await startStandAlone({
    port: 0,
    truthFile: join(folder, 'truth.jsonl'),
    onError: (error) => {
      throw error
    },
  })
  provider = createChipProvider({ apiUrl: simulator.origin })
  received = []
  let tell = () => {}
  seller = Fastify({ forceCloseConnections: true })
  seller.removeAllContentTypeParsers()
  seller.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  seller.post('/callback', (request, reply) => {
    const signature = request.headers['x-signature']
    received.push({
      body: String(request.body),
      signature: typeof signature === 'string' ? signature : undefined,
    })
    tell()
    return reply.send()
  })
  await seller.listen({ host: '127.0.0.1', port: 0 })
  callbackUrl = `http://127.0.0.1:${(seller.server.address() as AddressInfo).port}/callback`
  heard = (count) =>
    new Promise((resolve) => {
      tell = () => received.length >= count && resolve()
      tell()
    })
})
afterEach(async () => {
  await simulator.close()
  await seller.close()
  await rm(folder, { recursive: true })
})

const open = () => {
  const now = { now: () => new Date(), pass: testClock().pass }
  return provider.createPurchase(sellerAccount, purchaseRequest(now, { callbackUrl }))
}
async function control(path: string, body: unknown = {}, method = 'POST') {
  const answer = await fetch(`${simulator.origin}/simulator/${path}`, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const press = (id: string, action: string, body: unknown = {}) => control(`purchases/${id}/${action}`, body)

test('the purchase log holds every movement of money, in order', async () => {
  const { id } = await open()
  await press(id, 'view')
  await press(id, 'decline')
  await press(id, 'pay')
  await provider.refundPurchase(sellerAccount, id, 900)
  await press(id, 'charge-back')
  await press(id, 'win-chargeback')
  await press(id, 'return-refund')
  await press((await open()).id, 'mark-as-paid')
  const text = await readFile(join(folder, 'truth.jsonl'), 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): PurchaseLogLine => JSON.parse(line))
  const own = lines.filter(({ purchase }) => purchase === id)
  expect(own.map(({ status, moved }) => [status, moved])).toEqual([
    ['created', 0],
    ['viewed', 0],
    ['error', 0],
    ['paid', 19_900],
    ['refunded', -900],
    ['chargeback', -19_000],
    ['refunded', 19_000],
    ['paid', 900],
  ])
  expect(own.reduce((sum, { moved }) => sum + moved, 0)).toBe(own.at(-1)?.held)
  expect(lines.at(-1)).toMatchObject({ status: 'paid', held: 0, total: 19_900, markedAsPaid: true })
})

test('a payment is reported to the seller with a signature, and again on request', async () => {
  const { id } = await open()
  await press(id, 'pay')
  await heard(1)
  const verify = ({ body, signature }: (typeof received)[number]) =>
    provider.verifyCallback(sellerAccount, Buffer.from(body), signature)
  expect(received[0] && (await verify(received[0]))).toBe(true)
  const { deliveries } = (await control(`purchases/${id}`, null, 'GET')).body as {
    deliveries: { id: string }[]
  }
  await control(`deliveries/${deliveries[0]?.id}/again`)
  await press(id, 'call-back', { copies: 2 })
  await heard(4)
  expect(new Set(received.slice(0, 2).map(({ body }) => body)).size).toBe(1)
})

test.each(callbackFaults)('a callback with the fault %s is either unsigned or untrue', async (fault) => {
  const { id } = await open()
  await press(id, 'pay', { callback: { fault } })
  await heard(1)
  const [callback] = received
  const isSigned = await provider.verifyCallback(
    sellerAccount,
    Buffer.from(callback?.body ?? ''),
    callback?.signature,
  )
  const told = fault === 'truncated' ? null : JSON.parse(callback?.body ?? '')
  const { raw, reference, brandId } = await provider.readPurchase(sellerAccount, id)
  const isTruth =
    told?.event_type === 'purchase.paid' &&
    told.status === raw['status'] &&
    told.purchase?.total === 19_900 &&
    told.purchase.currency === 'MYR' &&
    told.reference === reference &&
    told.brand_id === brandId &&
    told.is_test === raw['is_test']
  expect(isSigned && isTruth).toBe(false)
  expect(raw['status']).toBe('paid')
})

test('a callback can name another purchase, and any bytes can get a genuine signature', async () => {
  const { id } = await open()
  const other = await open()
  await press(other.id, 'pay', { callback: { lost: true } })
  await press(id, 'call-back', { another: other.id })
  await heard(1)
  expect(JSON.parse(received[0]?.body ?? '').id).toBe(other.id)
  const { signature } = (await control('sign', { secret: sellerAccount.secret, body: 'any' })).body
  expect(await provider.verifyCallback(sellerAccount, Buffer.from('any'), String(signature))).toBe(true)
})

test('the clock can be advanced, and faults can be started and ended', async () => {
  const { id } = await open()
  await control('faults', { kind: 'answer', status: 500, on: 'read', times: 2 })
  await expect(provider.readPurchase(sellerAccount, id)).rejects.toMatchObject({ kind: 'unreachable' })
  await control('faults', { kind: 'alter', fields: { 'purchase.total': 1 }, on: 'read' })
  expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({ amountCents: 1 })
  await control('faults', null, 'DELETE')
  await control('clock', { passSeconds: 4000 })
  expect(await provider.readPurchase(sellerAccount, id)).toMatchObject({
    state: 'expired',
    amountCents: 19_900,
  })
  expect(await press(id, 'pay', { evenIfOver: true })).toMatchObject({
    body: { purchase: { status: 'paid' } },
  })
  const { purchases } = (await control('purchases?status=paid&limit=5', null, 'GET')).body
  expect(purchases).toMatchObject([{ id }])
})

test('invalid bodies are refused without effect; other origins and host names get no answer', async () => {
  const { id } = await open()
  for (const [path, body] of [
    ['faults', { kind: 'teleport' }],
    ['faults', { kind: 'slow', seconds: -1 }],
    [`purchases/${id}/refund`, { amount: 0.5 }],
    [`purchases/${id}/pay`, { callback: { fault: 'unheard_of' } }],
    ['clock', {}],
  ] as const) {
    expect(await control(path, body)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  }
  expect((await press(id, 'refund')).status).toBe(409)
  expect((await press(crypto.randomUUID(), 'pay')).status).toBe(404)
  const foreign = await fetch(`${simulator.origin}/simulator/purchases`, {
    headers: { origin: 'http://evil.test' },
  })
  expect(foreign.status).toBe(403)
})

test('a simulator with a data file knows its purchases and keys after another start, and logs no money twice', async () => {
  const [dataFile, truthFile] = [join(folder, 'data'), join(folder, 'truth-of-both.jsonl')]
  const restart = async () => {
    await simulator.close()
    simulator = await startStandAlone({ port: 0, dataFile, truthFile, onError: () => undefined })
    provider = createChipProvider({ apiUrl: simulator.origin })
  }
  await restart()
  const { id } = await open()
  await press(id, 'pay')
  await heard(1)
  const [first] = received

  await restart()
  expect((await provider.readPurchase(sellerAccount, id)).raw['status']).toBe('paid')
  expect(await provider.verifyCallback(sellerAccount, Buffer.from(first?.body ?? ''), first?.signature)).toBe(
    true,
  )
  const lines = (await readFile(truthFile, 'utf8')).trim().split('\n')
  const moved = lines.map((line) => (JSON.parse(line) as PurchaseLogLine).moved)
  expect(moved.filter((cents) => cents > 0)).toHaveLength(1)
})

/** Returns the paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd')
  return Promise.all(handles.map((handle) => readlink(join('/proc/self/fd', handle)).catch(() => '')))
}

test('a simulator that was killed while it wrote to its data file starts with what it had finished', async () => {
  const dataFile = join(folder, 'data')
  const restart = async () => {
    await simulator.close()
    simulator = await startStandAlone({ port: 0, dataFile, onError: () => undefined })
    provider = createChipProvider({ apiUrl: simulator.origin })
  }
  await restart()
  const first = await open()
  await simulator.close()
  const written = await readFile(dataFile, 'utf8')
  await appendFile(dataFile, written.slice(0, 100))
  await restart()
  const second = await open()
  await restart()
  for (const { id } of [first, second])
    expect((await provider.readPurchase(sellerAccount, id)).raw['id']).toBe(id)
})

test.runIf(process.platform === 'linux')('a closed simulator has closed its files', async () => {
  await simulator.close()
  const [dataFile, truthFile] = [join(folder, 'data'), join(folder, 'truth-of-both.jsonl')]
  simulator = await startStandAlone({ port: 0, dataFile, truthFile, onError: () => undefined })
  expect(await openFiles()).toContain(dataFile)
  await simulator.close()
  expect((await openFiles()).filter((file) => file.startsWith(folder))).toEqual([])
})
