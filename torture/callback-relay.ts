/**
 * Takes every callback from the provider at once and carries it as badly as a network can: twice, late, in another order,
 * not at all, with forgeries beside it. What a server does not acknowledge is brought again, as CHIP does.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { forgeries, type Forgery, type GenuineCallback } from './forgeries.ts'
import type { Random } from './random.ts'

export interface CallbackRelay {
  origin: string
  /** From now on everything is carried, at once. */
  calm(): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
  counts: Map<string, number>
  /** Forgeries that a server did not refuse. */
  believed: string[]
  close(): Promise<void>
}

const mostLateMs = 4_000
const retries = 12

/** `mustArrive`: purchases whose callback may be late or come twice, but comes. */
export async function startCallbackRelay(
  servers: readonly string[],
  random: Random,
  mustArrive: ReadonlySet<string>,
): Promise<CallbackRelay> {
  const counts = new Map<string, number>()
  const believed: string[] = []
  const seen: GenuineCallback[] = []
  const underWay = new Set<Promise<void>>()
  const kinds = Object.entries(forgeries)
  let forged = 0
  let isCalm = false

  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const anyServer = (chance: Random) => chance.pick(servers)

  async function post(server: string, { account, body, signature }: Forgery): Promise<number | null> {
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
      // The server is dead or dying: no answer.
      return null
    }
  }

  async function bring(callback: GenuineCallback, chance: Random): Promise<void> {
    for (let tries = 0; tries < retries; tries += 1) {
      const status = await post(anyServer(chance), callback)
      if (status !== null && status >= 200 && status < 300) return count('acknowledged')
      count(status === null ? 'nobody there' : `answered ${status}`)
      await pause(300 + tries * 200)
    }
    // CHIP tries for 36 hours: no server is down for so long.
    if (isNeeded(callback.body)) return bring(callback, chance)
    count('given up')
  }

  async function forge(callback: GenuineCallback, chance: Random): Promise<void> {
    const [kind, make] = kinds[forged++ % kinds.length] ?? []
    const forgery = kind === undefined ? null : make?.(callback, chance.some(seen, 12))
    if (!kind || !forgery) return
    const status = await post(anyServer(chance), forgery)
    if (status === null) return
    count(`forged: ${kind}`)
    // 5xx: neither believed nor refused, since the key could not be had or the database fell at this moment.
    if (status !== 401 && status !== 413 && status < 500) believed.push(`${kind}: answered ${status}`)
  }

  const isNeeded = (body: Buffer) =>
    mustArrive.has((JSON.parse(body.toString('utf8')) as { id?: string }).id ?? '')

  async function carry(callback: GenuineCallback): Promise<void> {
    const chance = random.named(callback.signature)
    const late = () => (isCalm ? 0 : chance.between(0, chance.chance(0.5) ? 100 : mostLateMs))
    const errands: Promise<void>[] = []
    const errand = async (delayMs: number, work: () => Promise<void>) => {
      if (delayMs > 0) await pause(delayMs)
      await work()
    }
    if (!isCalm && chance.chance(0.5)) errands.push(errand(late(), () => forge(callback, chance)))
    if (!isCalm && chance.chance(0.2) && !isNeeded(callback.body)) count('lost')
    else {
      const copies = chance.chance(0.3) ? chance.between(2, 5) : 1
      if (copies > 1) count('repeated')
      for (let copy = 0; copy < copies; copy += 1) {
        errands.push(errand(late(), () => bring(callback, chance)))
      }
    }
    await Promise.all(errands)
  }

  function take(request: IncomingMessage, body: Buffer): void {
    const account = Number(/\/callback\/(\d+)/.exec(request.url ?? '')?.[1])
    const signature = String(request.headers['x-signature'] ?? '')
    const callback = { account, body, signature }
    count('from the provider')
    if (seen.length < 2_000) seen.push(callback)
    const carried = carry(callback).finally(() => underWay.delete(carried))
    underWay.add(carried)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      take(request, Buffer.concat(chunks))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  return {
    origin: `http://127.0.0.1:${address.port}`,
    calm() {
      isCalm = true
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    counts,
    believed,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
