/** Runs a load balancer that checks `/readyz` and never retries, so a request that it cannot deliver has failed. */
import { once } from 'node:events'
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

interface Backend {
  origin: string
  isReady: boolean
  keptAlive: Agent
}

const probeTimeoutMs = 3_000

/** Requests with this header use a new connection to the server; all others use keep-alive connections. */
export const newConnectionHeader = 'x-new-connection'

export class Balancer {
  readonly #backends: Backend[]
  readonly #probeMs: number
  readonly #server = createServer((request, response) => this.#pass(request, response))
  #turn = 0
  #isOpen = true
  #probing: Promise<unknown> = Promise.resolve()

  constructor(origins: readonly string[], { probeMs }: { probeMs: number }) {
    this.#backends = origins.map((origin) => ({
      origin,
      isReady: false,
      keptAlive: new Agent({ keepAlive: true }),
    }))
    this.#probeMs = probeMs
  }

  /** Resolves with the balancer's origin when every server is ready. */
  async open(): Promise<string> {
    this.#probing = Promise.all(this.#backends.map((backend) => this.#probe(backend)))
    await this.untilReady()
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    return `http://127.0.0.1:${address.port}`
  }

  /** Resolves when requests go to every server. */
  async untilReady(): Promise<void> {
    while (this.#isOpen && this.#backends.some(({ isReady }) => !isReady)) await pause(20)
  }

  /** Resolves when no request goes to this server. */
  async untilGone(origin: string): Promise<void> {
    while (this.#backends.some((backend) => backend.origin === origin && backend.isReady)) await pause(20)
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#probing
    for (const { keptAlive } of this.#backends) keptAlive.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #probe(backend: Backend): Promise<void> {
    while (this.#isOpen) {
      const state = await stateOf(backend.origin)
      // A late answer does not remove a server, because on a busy machine every server may answer late.
      if (state !== 'unknown') backend.isReady = state === 'ready'
      await pause(this.#probeMs)
    }
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.#backends.filter((backend) => backend.isReady)
    const backend = ready[(this.#turn += 1) % ready.length]
    if (!backend) return fail(response, 'no server is ready')
    const { [newConnectionHeader]: isNew, ...headers } = request.headers
    const passed = send(new URL(request.url ?? '/', backend.origin), {
      method: request.method,
      headers: { ...headers, connection: isNew ? 'close' : 'keep-alive' },
      agent: isNew ? false : backend.keptAlive,
    })
    passed.once('error', (error) => fail(response, error.message))
    passed.once('response', (answer) => {
      const { connection: _ofThatConnection, 'keep-alive': _too, ...answered } = answer.headers
      response.writeHead(answer.statusCode ?? 502, answered)
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    })
    request.pipe(passed)
  }
}

function fail(response: ServerResponse, reason: string): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
}

/** 'unknown' means that the answer is late or a check failed. */
async function stateOf(origin: string): Promise<'ready' | 'leaving' | 'unknown'> {
  try {
    const answer = await fetch(`${origin}/readyz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    const { status } = (await answer.json()) as { status: string }
    if (status === 'stopping') return 'leaving'
    return answer.status === 200 ? 'ready' : 'unknown'
  } catch (error) {
    return isRefusal(error) ? 'leaving' : 'unknown'
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'
