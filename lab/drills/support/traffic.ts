/** Sends requests at a fixed rate and records the outcomes. */
import { Agent, request } from 'node:http'
import { Agent as TlsAgent, request as requestOverTls } from 'node:https'
import { newConnectionHeader } from './balancer.ts'
import { atRate } from './pace.ts'

export interface Visit {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** An answer with any other status counts as a failure. */
  status: number
}

export interface Tally {
  requests: number
  /** Counts failures by reason. */
  failures: Map<string, number>
  slowestMs: number
  /** The first and the last failure happened at these values of `performance.now()`. */
  failedMs: { first: number; last: number } | null
}

export interface TrafficOptions {
  perSecond: number
  /**
   * At most this many requests are in flight, because more of them would only delay each other on a busy machine. The default is no
   * limit.
   */
  mostAtOnce?: number
  /** An https origin needs the certificate to trust and the name for which it is valid. */
  tls?: { ca: string; servername: string }
}

const longestMs = 30_000

/** Sends the visits in turn until it is stopped. Half of them use new connections to the servers. */
export class Traffic {
  readonly kept: Tally = newTally()
  readonly fresh: Tally = newTally()
  readonly #origin: string
  readonly #visits: readonly Visit[]
  readonly #agent: Agent
  readonly #request: typeof request
  readonly #mostAtOnce: number
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #sending: Promise<void>

  constructor(
    origin: string,
    visits: readonly Visit[],
    { perSecond, mostAtOnce = Infinity, tls }: TrafficOptions,
  ) {
    this.#origin = origin
    this.#mostAtOnce = mostAtOnce
    this.#agent = tls ? new TlsAgent({ keepAlive: true, ...tls }) : new Agent({ keepAlive: true })
    this.#request = tls ? requestOverTls : request
    this.#visits = visits
    this.#sending = atRate(perSecond, this.#stopped.signal, (nth) => this.#send(nth))
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#sending
    await Promise.all(this.#running)
    this.#agent.destroy()
  }

  #send(nth: number): void {
    if (this.#running.size >= this.#mostAtOnce) return
    const visit = this.#visits[nth % this.#visits.length]
    // Each visit is made over both kinds of connections, new ones and kept ones.
    const isNew = Math.floor(nth / this.#visits.length) % 2 === 1
    if (visit) this.#start(visit, isNew)
  }

  #start(visit: Visit, isNew: boolean): void {
    const tally = isNew ? this.fresh : this.kept
    const began = performance.now()
    const visiting = this.#visit(visit, isNew).then((failure) => {
      tally.requests += 1
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began)
      if (failure !== null) {
        tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1)
        tally.failedMs = { first: tally.failedMs?.first ?? began, last: performance.now() }
      }
      this.#running.delete(visiting)
    })
    this.#running.add(visiting)
  }

  /** Resolves with null, or the reason for the failure. */
  #visit({ method, path, body, status }: Visit, isNew: boolean): Promise<string | null> {
    const content = body && JSON.stringify(body)
    return new Promise((resolve) => {
      const sent = this.#request(new URL(path, this.#origin), {
        method,
        agent: this.#agent,
        signal: AbortSignal.timeout(longestMs),
        headers: {
          ...(isNew && { [newConnectionHeader]: '1' }),
          ...(content && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      })
      sent.once('error', (error) => resolve(`${method} ${path}: ${error.message}`))
      sent.once('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', (error) => resolve(`${method} ${path}: cut, ${error.message}`))
        answer.once('end', () => {
          if (answer.statusCode === status) return resolve(null)
          const said = Buffer.concat(chunks).toString().slice(0, 200)
          resolve(`${method} ${path}: ${answer.statusCode} ${said}`)
        })
      })
      sent.end(content)
    })
  }
}

function newTally(): Tally {
  return { requests: 0, failures: new Map(), slowestMs: 0, failedMs: null }
}
