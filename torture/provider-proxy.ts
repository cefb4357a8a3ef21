/**
 * The line between the product and its provider, with weather on it: down, slow, cut after the provider had done what was
 * asked, answering nonsense. It sees every answer, also those that nobody got.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'

export const networkFaults = [
  'cut before',
  'cut after',
  'slow',
  'too slow',
  '500 before',
  '502 after',
  '429',
  'HTML',
  'half an answer',
  'another amount',
  'another currency',
  'another brand',
  'another reference',
  'old news',
  'another purchase',
  'unknown status',
] as const
type Weather = (typeof networkFaults)[number]

/** A purchase that the provider has made, whoever knows of it. */
export interface MadePurchase {
  id: string
  secret: string
  reference: string
  url: string
  /** The order for it, word for word. */
  request: string
}

export interface ProviderProxy {
  origin: string
  made: MadePurchase[]
  madeFor(reference: string): MadePurchase[]
  /** Paid although the product was never told of them: without their callback nobody could ever know. */
  onlyByCallback: Set<string>
  /** The same order placed once more behind the product's back: what a repeated request does at a provider without idempotency. */
  makeAgain(purchase: MadePurchase): Promise<MadePurchase>
  /** From now on this share of all questions meets bad weather; 0 ends an outage as well. */
  forecast(badShare: number): void
  /** Nothing gets through for so long. */
  outage(ms: number): void
  counts: Map<string, number>
  close(): Promise<void>
}

interface Answer {
  status: number
  text: string
}

/** In fair weather until told otherwise. */
export async function startProviderProxy(provider: string, random: Random): Promise<ProviderProxy> {
  const made: MadePurchase[] = []
  const onlyByCallback = new Set<string>()
  const byReference = new Map<string, MadePurchase[]>()
  const earlier = new Map<string, string[]>()
  const counts = new Map<string, number>()
  let questions = 0
  let share = 0
  let downUntil = 0

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  async function forward(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer> {
    const response = await fetch(`${provider}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, text: await response.text() }
  }

  function note(path: string, secret: string, body: string, { status, text }: Answer): void {
    const id = /^\/api\/v1\/purchases\/([0-9a-f-]{36})\/$/.exec(path)?.[1]
    if (id && status === 200) {
      earlier.set(id, [...(earlier.get(id) ?? []), text].slice(-4))
      return
    }
    if (path !== '/api/v1/purchases/' || status !== 201) return
    const document = JSON.parse(text) as { id: string; reference: string; checkout_url: string }
    const { reference } = document
    const purchase = { id: document.id, secret, reference, url: document.checkout_url, request: body }
    made.push(purchase)
    byReference.set(reference, [...(byReference.get(reference) ?? []), purchase])
  }

  function weather(path: string): Weather | null {
    questions += 1
    const chance = random.named(`${path} ${questions}`)
    return chance.chance(share) ? chance.pick(networkFaults) : null
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? '/'
    const method = request.method ?? 'GET'
    const secret = (request.headers.authorization ?? '').replace('Bearer ', '')
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const today = Date.now() < downUntil ? 'cut before' : weather(path)
    if (today) count(today)
    if (today === 'cut before') return void request.socket.destroy()
    if (today === '500 before') return send(response, 500, '{"code": "internal", "message": "no"}')
    if (today === '429') return send(response, 429, '{"code": "rate_limited", "message": "later"}')
    if (today === 'slow') await pause(random.between(200, 1_500))
    if (today === 'too slow') await pause(6_000)
    const answer = await forward(method, path, headers, body)
    note(path, secret, body, answer)
    if (today === 'cut after') return void request.socket.destroy()
    if (today === '502 after') return send(response, 502, '<html>Bad gateway</html>')
    send(response, answer.status, today ? spoilt(today, path, answer.text) : answer.text)
  }

  function spoilt(today: Weather, path: string, text: string): string {
    if (today === 'HTML') return '<!doctype html><title>Maintenance</title>'
    if (today === 'half an answer') return text.slice(0, text.length / 2)
    const id = /^\/api\/v1\/purchases\/([0-9a-f-]{36})\/$/.exec(path)?.[1]
    // Only what is read is told wrongly: a purchase that was never made as asked cannot be paid here.
    if (!id) return text
    const old = earlier.get(id)?.[0]
    if (today === 'old news') return old ?? text
    if (today === 'another purchase') return [...earlier].find(([other]) => other !== id)?.[1][0] ?? text
    return altered(today, text)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      count('no answer from the provider')
      request.socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  return {
    origin: `http://127.0.0.1:${address.port}`,
    made,
    onlyByCallback,
    madeFor: (reference) => byReference.get(reference) ?? [],
    async makeAgain({ secret, request }) {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const answer = await forward('POST', '/api/v1/purchases/', headers, request)
      if (answer.status !== 201) throw new Error(`the provider made no second purchase: ${answer.text}`)
      note('/api/v1/purchases/', secret, request, answer)
      const again = made.at(-1)
      if (!again) throw new Error('the second purchase is gone')
      return again
    },
    forecast(badShare) {
      share = badShare
      if (badShare === 0) downUntil = 0
    },
    outage(ms) {
      count('outage')
      downUntil = Date.now() + ms
    },
    counts,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(text)
}

function altered(how: Weather, text: string): string {
  const document = JSON.parse(text) as {
    status: string
    brand_id: string
    reference: string
    purchase?: { total: number; currency: string }
    payment?: { amount: number; currency: string } | null
  }
  if (!document.purchase) return text
  const { purchase, payment } = document
  if (how === 'another amount') {
    purchase.total -= 1
    if (payment) payment.amount -= 1
  } else if (how === 'another currency') {
    purchase.currency = 'SGD'
    if (payment) payment.currency = 'SGD'
  } else if (how === 'another brand') {
    document.brand_id = '00000000-0000-4000-8000-00000000dead'
  } else if (how === 'another reference') {
    document.reference = 'AAAAAAAAAAAAAAAAAAAAAA'
  } else if (!payment) {
    // A word nobody knows yet, of a purchase that holds no money.
    document.status = 'pondering'
  }
  return JSON.stringify(document)
}
