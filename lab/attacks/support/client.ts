/** Sends raw requests to the product, and examines every answer. */
import { Agent, request as open, type IncomingHttpHeaders } from 'node:http'

/** Describes who sends requests. A null `token` means a visitor. */
export interface Actor {
  name: string
  id: number
  token: string | null
  /** True means that no private text of the attacked business may reach this person. */
  isStranger: boolean
}

export interface Asked {
  method: string
  /** `path` is sent unchanged: nothing in it is encoded or normalised. */
  path: string
  as?: Actor | undefined
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | undefined
  /**
   * The trusted proxy reports this client address. The default is a new address for each request; null means that no proxy reports
   * one.
   */
  from?: string | null
  /** The connection comes from this address of the machine. The product trusts a proxy only at 127.0.0.1. */
  localAddress?: string
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const longestAnswerMs = 60_000
const mostKeptBytes = 20_000_000
export const json = { 'content-type': 'application/json' }

/** Returns the first 300 characters on one line. */
const inShort = (text: string) => JSON.stringify(text.slice(0, 300))

/** Describes how to repeat the request. Whoever repeats it needs a token of a new session of the named person. */
export function written({ method, path, as, headers, body }: Asked): string {
  const said = [
    ...(as?.token ? [`as ${as.name}`] : []),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    ...(body === undefined ? [] : [`${body.length} bytes ${inShort(body.toString())}`]),
  ]
  return [`${method} ${path.slice(0, 600)}`, ...said].join(' | ')
}

export class Client {
  readonly statuses: Map<number, number> = new Map<number, number>()
  /** Holds the failures of the product itself, and requests without an answer. */
  readonly faults: string[] = []
  /** Holds private texts that have reached a stranger. */
  readonly leaks: string[] = []
  requests = 0
  readonly #origin: URL
  readonly #agents = new Map<string, Agent>()
  #canaries: RegExp | null = null
  #addresses = 0

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  get origin(): string {
    return this.#origin.origin
  }

  /** Fails if a stranger receives one of these texts later. */
  watchFor(canaries: readonly string[]): void {
    this.#canaries = new RegExp(canaries.map((text) => RegExp.escape(text)).join('|'))
  }

  /** Returns an address that no request has used, in a network that no request has used. */
  newAddress(): string {
    const nth = this.#addresses++
    return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
  }

  /** Sends a request. It rejects when the connection ends without an answer, which `send` records instead. */
  async exchange(asked: Asked): Promise<Answered> {
    const { method, path, as, headers, body, localAddress = '127.0.0.1' } = asked
    const all: Record<string, string> = {
      ...(asked.from !== null && { 'x-forwarded-for': asked.from ?? this.newAddress() }),
      ...(as?.token && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const { hostname, port } = this.#origin
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const sending = open(
      { host: hostname, port, method, path, headers: all, agent: this.#agent(localAddress), localAddress },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes < mostKeptBytes) chunks.push(chunk)
        })
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sending.setTimeout(longestAnswerMs, () => sending.destroy(new Error('no answer within a minute')))
    sending.once('error', reject)
    sending.end(body)
    return promise
  }

  /** Sends a request and examines its answer. Status 0 means that no answer arrived, which counts as a failure of the product. */
  async send(asked: Asked): Promise<Answered> {
    this.requests += 1
    const answered = await this.exchange(asked).catch((error: unknown) => ({
      status: 0,
      headers: {},
      text: String(error),
    }))
    this.#examine(asked, answered)
    return answered
  }

  /** Sends JSON and returns the parsed answer. @throws unless it was accepted. */
  async must<T>(method: string, path: string, as?: Actor, body?: object): Promise<T> {
    const answered = await this.send({
      method,
      path,
      as,
      ...(body && { body: JSON.stringify(body), headers: json }),
    })
    if (answered.status < 200 || answered.status >= 300)
      throw new Error(`${method} ${path} answered ${answered.status}: ${answered.text.slice(0, 500)}`)
    return JSON.parse(answered.text) as T
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
  }

  #agent(localAddress: string): Agent {
    const known = this.#agents.get(localAddress)
    if (known) return known
    const made = new Agent({ keepAlive: true, maxSockets: 32 })
    this.#agents.set(localAddress, made)
    return made
  }

  #examine(asked: Asked, { status, headers, text }: Answered): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    // A server may answer a transfer coding that it does not know with 501, so this status is no failure.
    if (status === 0 || (status >= 500 && status !== 501))
      this.faults.push(`${written(asked)} → ${status} ${inShort(text)}`)
    if (!this.#canaries || !(asked.as?.isStranger ?? true)) return
    const found = this.#canaries.exec(text) ?? this.#canaries.exec(JSON.stringify(headers))
    // A private text that the request itself contains does not count as leaked.
    if (found && !`${asked.path}${String(asked.body ?? '')}`.includes(found[0]))
      this.leaks.push(`${found[0]} in the answer ${status} to ${written(asked)}`)
  }
}
