/** Sends visitors' requests and records each outcome. */
import { request as plainRequest, Agent } from 'node:http'
import { request as tlsRequest, Agent as TlsAgent } from 'node:https'

export type Target = 'product' | 'provider' | 'S3'

export const failureKinds = [
  'refused',
  'cut',
  '503 with Retry-After',
  'no provider',
  'late',
  'other',
] as const
export type FailureKind = (typeof failureKinds)[number]

export interface Failure {
  target: Target
  /**
   * `refused` means that no connection was made. `cut` means that a connection ended before the answer. `no provider` means that
   * the product asks the buyer to retry, because the payment provider does not answer.
   */
  kind: FailureKind
  what: string
  /** The request began at this value of `performance.now()`. */
  beganMs: number
  endedMs: number
}

export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** An answer with any other status counts as a failure. */
  statuses: readonly number[]
}

/** A request waits at most this long, in ms, which is longer than the product's own deadlines. */
const longestMs = 45_000

export class RequestLog {
  requests = 0
  readonly failures: Failure[] = []
  readonly #plain = new Agent({ keepAlive: true })
  readonly #tls: TlsAgent

  constructor(ca: string) {
    this.#tls = new TlsAgent({ keepAlive: true, ca })
  }

  /** Returns the answer, or null for a failure, which is recorded. */
  async ask(target: Target, url: URL, asked: Asked): Promise<Answer | null> {
    const beganMs = performance.now()
    this.requests += 1
    const outcome = await this.#send(url, asked).catch(kindOf)
    const failed = (kind: FailureKind, more: string) => {
      const what = `${asked.method ?? 'GET'} ${url.pathname}: ${more}`
      this.failures.push({ target, kind, what, beganMs, endedMs: performance.now() })
      return null
    }
    if (typeof outcome === 'string') return failed(outcome, outcome)
    if (asked.statuses.includes(outcome.status)) return outcome
    return failed(kindOfAnswer(outcome), `${outcome.status} ${outcome.body.slice(0, 150)}`)
  }

  close(): void {
    this.#plain.destroy()
    this.#tls.destroy()
  }

  #send(url: URL, { method = 'GET', headers = {}, body }: Asked): Promise<Answer> {
    const isTls = url.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const sent = (isTls ? tlsRequest : plainRequest)(url, {
        method,
        agent: isTls ? this.#tls : this.#plain,
        signal: AbortSignal.timeout(longestMs),
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.end(body)
    })
  }
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'other'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'late'
  const code = 'code' in error ? error.code : ''
  return code === 'ECONNREFUSED' ? 'refused' : 'cut'
}

function kindOfAnswer({ status, headers, body }: Answer): FailureKind {
  if (status === 503 && headers['retry-after'] !== undefined) return '503 with Retry-After'
  return body.includes('"PAYMENT_PROVIDER_UNAVAILABLE"') ? 'no provider' : 'other'
}
