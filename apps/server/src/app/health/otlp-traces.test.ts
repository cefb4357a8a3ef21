/**
 * Tests that a request, the job that it queues, and the request of this job to the payment provider form one trace at a collector.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { startShop } from '#server/features/sales/sales.testing.ts'
import { useTracer } from '#server/platform/tracing.ts'
import { OtlpTraces } from './otlp-traces.ts'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: {
    key: string
    value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
  }[]
  status: { code?: number }
}

const undo: (() => unknown)[] = []
afterEach(async () => {
  useTracer(undefined)
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Starts a collector on this machine that records the requests it receives. */
async function startCollector() {
  const bodies: string[] = []
  const server = createHttpServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.url}\n${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) => {
        const sent = JSON.parse(body.slice(body.indexOf('\n'))) as {
          resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
        }
        return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      }),
  }
}

const silentLog = pino({ level: 'silent' })
const attributeOf = ({ attributes }: ReceivedSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a request, the job that it queued and the question of the job to the provider are one trace', async () => {
  const collector = await startCollector()
  const traces = new OtlpTraces({ url: collector.url, log: silentLog })
  const shop = await startShop({ addFirstHooks: (app) => traces.traceRequests(app) })
  undo.push(() => shop.server.stop())
  const { buyer, purchase } = await shop.buyerAtPage()
  await shop.pay(purchase)
  const { url, body, signature } = await shop.deliveryOf(purchase)
  useTracer(traces)
  const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const answer = await shop.server.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-signature': signature,
      traceparent: `00-${traceId}-${caller}-01`,
    },
  })
  expect(answer.statusCode).toBe(200)
  await shop.runJobs()
  await traces.stop()

  const spans = collector.spans().filter((span) => span.traceId === traceId)
  const named = (name: RegExp) => {
    const found = spans.find((span) => name.test(span.name))
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
    return found
  }
  const request = named(/^POST \/api\/payments\/callback\//)
  const job = named(/^job payments\./)
  const question = spans.find(
    (span) => span.parentSpanId === job.spanId && span.name.startsWith('payment provider GET'),
  )
  expect(request.parentSpanId).toBe(caller)
  expect(job.parentSpanId).toBe(request.spanId)
  expect(question?.name).toBe('payment provider GET purchases/{id}/')
  expect(attributeOf(request, 'http.response.status_code')).toBe(200)
  expect(attributeOf(request, 'apogee.request_id')).toBe(answer.headers['x-request-id'])
  for (const span of [request, job])
    expect(Number(attributeOf(span, 'apogee.database.statements'))).toBeGreaterThan(0)
  expect(collector.received()).toMatch(/^\/v1\/traces\n/)
  for (const secret of [buyer.email, buyer.token, purchase, 'platform-key', signature])
    expect(collector.received()).not.toContain(secret)
})

test('a span of a failure names the class of the error, not its message', async () => {
  const collector = await startCollector()
  const traces = new OtlpTraces({ url: collector.url, log: silentLog })
  const failure = new TypeError('person@apogee.test is wrong')
  const run = traces.run({ name: 'job broken', kind: 'consumer' }, () => Promise.reject(failure))
  await expect(run).rejects.toBe(failure)
  await traces.stop()
  const [span] = collector.spans()
  if (!span) throw new Error('no span was sent')
  expect(attributeOf(span, 'error.type')).toBe('TypeError')
  expect(span.status.code).toBe(2)
  expect(collector.received()).not.toContain('person@')
})

test('work inside a span of another sender that is not sampled is not sent', async () => {
  const collector = await startCollector()
  const traces = new OtlpTraces({ url: collector.url, log: silentLog })
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`
  await traces.run({ name: 'unsampled', kind: 'server', traceparent }, async () => {
    expect(traces.traceparent()).toMatch(/^00-1{32}-[\da-f]{16}-00$/)
  })
  await traces.stop()
  expect(collector.received()).toBe('')
})

test('a sender that samples its span does not raise the share of recorded traces', async () => {
  const collector = await startCollector()
  const traces = new OtlpTraces({ url: collector.url, log: silentLog, share: 0 })
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
  await traces.run({ name: 'sampled', kind: 'server', traceparent }, async () => undefined)
  await traces.stop()
  expect(collector.received()).toBe('')
})

test.each([
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`,
  `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
  `ff-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01${'0'.repeat(20)}`,
])('the traceparent %j begins a trace of its own', async (traceparent) => {
  const collector = await startCollector()
  const traces = new OtlpTraces({ url: collector.url, log: silentLog })
  await traces.run({ name: 'first', kind: 'server', traceparent }, async () => undefined)
  await traces.stop()
  expect(collector.spans()).toMatchObject([{ name: 'first' }])
  expect(collector.spans()[0]?.parentSpanId ?? '').toBe('')
  expect(collector.spans()[0]?.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/)
})

function keptLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { log: pino(stream), lines }
}

/** Records more spans than a batch holds, so that they are sent immediately. */
async function fillBatch(traces: OtlpTraces) {
  for (let count = 0; count < 512; count += 1)
    await traces.run({ name: 'work', kind: 'consumer' }, async () => undefined)
}

/** Starts a collector that refuses the first batches and never answers the later ones. */
async function startBadCollector({ refused }: { refused: number }) {
  let batches = 0
  const server = createHttpServer((_request, response) => {
    batches += 1
    if (batches <= refused) response.writeHead(400).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a collector that cannot be reached is logged once, and changes no work and no stop', async () => {
  const port = createServer().listen(0, '127.0.0.1')
  await once(port, 'listening')
  const url = `http://127.0.0.1:${(port.address() as AddressInfo).port}`
  port.close()
  const { log, lines } = keptLog()
  const traces = new OtlpTraces({ url, log, sendMs: 300 })
  await fillBatch(traces)
  expect(await traces.run({ name: 'work', kind: 'consumer' }, async () => 7)).toBe(7)
  await traces.stop()
  expect(lines.filter((line) => line.includes('"traces not sent"'))).toHaveLength(1)
})

test('a stop does not wait for a collector that refused the spans before', async () => {
  const url = await startBadCollector({ refused: 1 })
  const { log, lines } = keptLog()
  const foreverMs = 1e6
  const traces = new OtlpTraces({ url, log, sendMs: foreverMs, stopMs: foreverMs })
  await fillBatch(traces)
  await vi.waitFor(() => expect(lines.join('')).toContain('traces not sent'), { timeout: 10_000 })
  await traces.run({ name: 'last', kind: 'consumer' }, async () => undefined)
  await traces.stop()
})

test('a stop waits for a collector that does not answer no longer than its limit', async () => {
  const url = await startBadCollector({ refused: 0 })
  const { log, lines } = keptLog()
  const traces = new OtlpTraces({ url, log, sendMs: 1e6, stopMs: 20 })
  await traces.run({ name: 'last', kind: 'consumer' }, async () => undefined)
  await traces.stop()
  expect(lines.join('')).toContain('last traces not sent at the stop')
})
