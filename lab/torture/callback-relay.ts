/**
 * Receives every callback from the provider and relays it with faults of a network: repeated, late, reordered or lost. It also
 * sends forgeries. Callbacks that are not acknowledged are repeated, as CHIP does.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { forgeries, type Forgery, type GenuineCallback } from '../harness/forgeries.ts'
import { LocalServer } from '../harness/local-server.ts'
import type { Random } from '../harness/random.ts'

const mostLateMs = 4_000
const retries = 12

interface CallbackRelayDependencies {
  servers: readonly string[]
  random: Random
  /** A callback of these purchases may be late or repeated, but it must arrive. */
  mustArrive: ReadonlySet<string>
}

export async function startCallbackRelay(deps: CallbackRelayDependencies): Promise<CallbackRelay> {
  const relay = new CallbackRelay(deps)
  await relay.listen()
  return relay
}

export class CallbackRelay {
  readonly #deps: CallbackRelayDependencies
  readonly counts: Map<string, number> = new Map<string, number>()
  /** Holds forgeries that a server has accepted. */
  readonly believed: string[] = []
  readonly #seen: GenuineCallback[] = []
  readonly #underWay = new Set<Promise<void>>()
  readonly #kinds = Object.entries(forgeries)
  #forged = 0
  #isCalm = false
  readonly #server

  constructor(deps: CallbackRelayDependencies) {
    this.#deps = deps
    this.#server = new LocalServer((request, response) => this.#receive(request, response))
  }

  get origin(): string {
    return this.#server.origin
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  async #post(server: string, { account, body, signature }: Forgery): Promise<number | null> {
    try {
      const response = await fetch(`${server}/api/payments/callback/${account}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === null ? {} : { 'x-signature': signature }),
        },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(10_000),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      // A server that is down does not answer.
      return null
    }
  }

  async #bring(callback: GenuineCallback, chance: Random): Promise<void> {
    for (let tries = 0; tries < retries; tries += 1) {
      const status = await this.#post(chance.pick(this.#deps.servers), callback)
      if (status !== null && status >= 200 && status < 300) return this.#count('acknowledged')
      this.#count(status === null ? 'nobody there' : `answered ${status}`)
      await pause(300 + tries * 200)
    }
    // CHIP repeats callbacks for 36 hours, which is longer than any outage of a server.
    if (this.#isNeeded(callback.body)) return this.#bring(callback, chance)
    this.#count('given up')
  }

  async #forge(callback: GenuineCallback, chance: Random): Promise<void> {
    const [kind, make] = this.#kinds[this.#forged++ % this.#kinds.length] ?? []
    const forgery = kind === undefined ? null : make?.(callback, chance.some(this.#seen, 12))
    if (!kind || !forgery) return
    const status = await this.#post(chance.pick(this.#deps.servers), forgery)
    if (status === null) return
    this.#count(`forged: ${kind}`)
    // A 5xx status is neither an acceptance nor a refusal, because the key or the database was unavailable.
    if (status !== 401 && status !== 413 && status < 500) this.believed.push(`${kind}: answered ${status}`)
  }

  #isNeeded(body: Buffer): boolean {
    return this.#deps.mustArrive.has((JSON.parse(body.toString('utf8')) as { id?: string }).id ?? '')
  }

  async #carry(callback: GenuineCallback): Promise<void> {
    const chance = this.#deps.random.named(callback.signature)
    const late = () => (this.#isCalm ? 0 : chance.between(0, chance.chance(0.5) ? 100 : mostLateMs))
    const errands: Promise<void>[] = []
    const errand = async (delayMs: number, work: () => Promise<void>) => {
      if (delayMs > 0) await pause(delayMs)
      await work()
    }
    if (!this.#isCalm && chance.chance(0.5)) errands.push(errand(late(), () => this.#forge(callback, chance)))
    if (!this.#isCalm && chance.chance(0.2) && !this.#isNeeded(callback.body)) this.#count('lost')
    else {
      const copies = chance.chance(0.3) ? chance.between(2, 5) : 1
      if (copies > 1) this.#count('repeated')
      for (let copy = 0; copy < copies; copy += 1) {
        errands.push(errand(late(), () => this.#bring(callback, chance)))
      }
    }
    await Promise.all(errands)
  }

  #take(request: IncomingMessage, body: Buffer): void {
    const account = Number(/\/callback\/(\d+)/.exec(request.url ?? '')?.[1])
    const signature = String(request.headers['x-signature'] ?? '')
    const callback = { account, body, signature }
    this.#count('from the provider')
    if (this.#seen.length < 2_000) this.#seen.push(callback)
    const carried = this.#carry(callback).finally(() => this.#underWay.delete(carried))
    this.#underWay.add(carried)
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.#take(request, Buffer.concat(chunks))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{}')
    })
  }

  /** Ends the faults: from now on, all callbacks are relayed immediately. */
  calm(): void {
    this.#isCalm = true
  }

  /** Resolves when no callback is pending. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  listen(): Promise<void> {
    return this.#server.listen()
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}
