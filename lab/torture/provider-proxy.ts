/**
 * Simulates faults of the network between the product and its provider: no connection, slow answers, connections that end after the
 * request was processed, and invalid answers. Records every answer, including lost ones.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { LocalServer } from '../harness/local-server.ts'
import type { Random } from '../harness/random.ts'

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

/** Describes a purchase that the provider has created, whether or not the product knows it. */
export interface MadePurchase {
  id: string
  secret: string
  reference: string
  url: string
  /** `request` is the body of the request that created the purchase. */
  request: string
}

interface Answer {
  status: number
  text: string
}

interface ProviderProxyDependencies {
  /** `provider` is the provider's origin. */
  provider: string
  random: Random
}

export async function startProviderProxy(deps: ProviderProxyDependencies): Promise<ProviderProxy> {
  const proxy = new ProviderProxy(deps)
  await proxy.listen()
  return proxy
}

/** Relays requests to the provider. It injects no faults until `forecast` sets a share. */
export class ProviderProxy {
  readonly #deps: ProviderProxyDependencies
  readonly made: MadePurchase[] = []
  /** Holds paid purchases about which the product has received no answer, so their callback is the only way to learn about them. */
  readonly onlyByCallback: Set<string> = new Set<string>()
  readonly #byReference = new Map<string, MadePurchase[]>()
  readonly #earlier = new Map<string, string[]>()
  readonly counts: Map<string, number> = new Map<string, number>()
  #questions = 0
  #share = 0
  #downUntil = 0
  readonly #server

  constructor(deps: ProviderProxyDependencies) {
    this.#deps = deps
    this.#server = new LocalServer((request, response) => {
      this.#handle(request, response).catch(() => {
        this.#count('no answer from the provider')
        request.socket.destroy()
      })
    })
  }

  get origin(): string {
    return this.#server.origin
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  async #forward(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer> {
    const response = await fetch(`${this.#deps.provider}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, text: await response.text() }
  }

  #note(path: string, secret: string, body: string, { status, text }: Answer): void {
    const id = /^\/api\/v1\/purchases\/([0-9a-f-]{36})\/$/.exec(path)?.[1]
    if (id && status === 200) {
      this.#earlier.set(id, [...(this.#earlier.get(id) ?? []), text].slice(-4))
      return
    }
    if (path !== '/api/v1/purchases/' || status !== 201) return
    const document = JSON.parse(text) as { id: string; reference: string; checkout_url: string }
    const { reference } = document
    const purchase = { id: document.id, secret, reference, url: document.checkout_url, request: body }
    this.made.push(purchase)
    this.#byReference.set(reference, [...(this.#byReference.get(reference) ?? []), purchase])
  }

  #weather(path: string): Weather | null {
    this.#questions += 1
    const chance = this.#deps.random.named(`${path} ${this.#questions}`)
    return chance.chance(this.#share) ? chance.pick(networkFaults) : null
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? '/'
    const method = request.method ?? 'GET'
    const secret = (request.headers.authorization ?? '').replace('Bearer ', '')
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const today = Date.now() < this.#downUntil ? 'cut before' : this.#weather(path)
    if (today) this.#count(today)
    if (today === 'cut before') return void request.socket.destroy()
    if (today === '500 before') return send(response, 500, '{"code": "internal", "message": "no"}')
    if (today === '429') return send(response, 429, '{"code": "rate_limited", "message": "later"}')
    if (today === 'slow') await pause(this.#deps.random.between(200, 1_500))
    if (today === 'too slow') await pause(6_000)
    const answer = await this.#forward(method, path, headers, body)
    this.#note(path, secret, body, answer)
    if (today === 'cut after') return void request.socket.destroy()
    if (today === '502 after') return send(response, 502, '<html>Bad gateway</html>')
    send(response, answer.status, today ? this.#spoilt(today, path, answer.text) : answer.text)
  }

  #spoilt(today: Weather, path: string, text: string): string {
    if (today === 'HTML') return '<!doctype html><title>Maintenance</title>'
    if (today === 'half an answer') return text.slice(0, text.length / 2)
    const id = /^\/api\/v1\/purchases\/([0-9a-f-]{36})\/$/.exec(path)?.[1]
    // The proxy alters only answers to reads, because a purchase that was created with other values could not be paid here.
    if (!id) return text
    const old = this.#earlier.get(id)?.[0]
    if (today === 'old news') return old ?? text
    if (today === 'another purchase')
      return [...this.#earlier].find(([other]) => other !== id)?.[1][0] ?? text
    return altered(today, text)
  }

  madeFor(reference: string): MadePurchase[] {
    return this.#byReference.get(reference) ?? []
  }

  /** Sends the same request again, as a retry does at a provider without idempotency. */
  async makeAgain({ secret, request }: MadePurchase): Promise<MadePurchase> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await this.#forward('POST', '/api/v1/purchases/', headers, request)
    if (answer.status !== 201) throw new Error(`the provider made no second purchase: ${answer.text}`)
    this.#note('/api/v1/purchases/', secret, request, answer)
    const again = this.made.at(-1)
    if (!again) throw new Error('the second purchase is gone')
    return again
  }

  /** Sets the share of all requests that get a fault; 0 also ends an outage. */
  forecast(badShare: number): void {
    this.#share = badShare
    if (badShare === 0) this.#downUntil = 0
  }

  /** Blocks all requests for this time. */
  outage(ms: number): void {
    this.#count('outage')
    this.#downUntil = Date.now() + ms
  }

  listen(): Promise<void> {
    return this.#server.listen()
  }

  close(): Promise<void> {
    return this.#server.close()
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
    // The product does not know this status, and the purchase has no money.
    document.status = 'pondering'
  }
  return JSON.stringify(document)
}
