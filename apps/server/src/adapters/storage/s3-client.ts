/** Implements the S3 calls that the file storage needs, signed by aws4fetch, with deadlines (docs/decisions/files.md). */
import { AwsV4Signer } from 'aws4fetch'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { FileMissing, StorageFull, StorageUnavailable, type FileFacts, type SentHeaders } from './port.ts'

export interface S3Config {
  /** The service has this origin, such as `https://s3.ap-southeast-5.amazonaws.com`. */
  endpoint: string
  /** Browsers reach the service at this origin. Null means that browsers cannot reach it, and this process sends all files. */
  publicEndpoint: string | null
  /** If true, browsers send large files in parts directly to `publicEndpoint`. */
  browserUploads: boolean
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** If true, addresses have the form `endpoint/bucket/…` instead of `bucket.endpoint/…`. */
  pathStyle: boolean
}

export interface S3ClientOptions {
  /** A request fails after this time without progress: while it waits for a connection, for the next bytes, or for the answer. */
  patienceMs?: number
  /** A request with a transient failure is retried once, after this pause. */
  repeatAfterMs?: number
}

/** The service answered without success. `code` is the service's own, such as `AccessDenied`. */
export class S3Refusal extends StorageUnavailable {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(`S3 answered ${[status, code, message && `(${message})`].filter(Boolean).join(' ')}`)
    this.status = status
    this.code = code
  }
}

export interface S3Body extends FileFacts {
  /** Returns the content from its beginning. The client calls it again when it retries the request. */
  read: () => Readable
}

interface Call {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE' | 'POST'
  /** This is the name of the object. '' addresses the bucket. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
}

export interface S3Object {
  name: string
  modifiedAt: Date
}

const usualPatienceMs = 15_000
const mostAttempts = 2
const usualRepeatAfterMs = 200
const digestOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const digestHeader = 'x-amz-meta-sha256'
/** The signed address of an object stays the same during such a window, so that browsers can cache the object. */
const addressWindowMs = 15 * 60_000
const addressSeconds = 3600

export class S3Client {
  readonly #config: S3Config
  readonly #patienceMs: number
  readonly #repeatAfterMs: number
  readonly #base: string
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  }
  /** Keys derived for signing are cached here. */
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  constructor(
    config: S3Config,
    { patienceMs = usualPatienceMs, repeatAfterMs = usualRepeatAfterMs }: S3ClientOptions = {},
  ) {
    this.#config = config
    this.#patienceMs = patienceMs
    this.#repeatAfterMs = repeatAfterMs
    this.#base = bucketAddress(config.endpoint, config)
  }

  /** Stores the whole object or nothing, because the service compares the size and the signed digest. */
  async put(name: string, body: S3Body): Promise<void> {
    const headers = { [digestHeader]: body.sha256.toString('hex') }
    await this.#textOf(await this.#ask({ method: 'PUT', name, headers, body }))
  }

  /** Reads an object. Throws FileMissing when it does not exist. */
  async get(name: string, range?: { start: number; end: number }): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    const answer = await this.#ask({ method: 'GET', name, headers })
    if (range && answer.statusCode !== 206) {
      answer.destroy()
      throw new StorageUnavailable('S3 answered something else than the range')
    }
    return this.#contentOf(answer)
  }

  async describe(name: string): Promise<{ bytes: number; sha256: Buffer | null } | null> {
    try {
      const answer = await this.#ask({ method: 'HEAD', name })
      answer.resume()
      const digest = answer.headers[digestHeader]
      return {
        bytes: Number(answer.headers['content-length']),
        sha256: typeof digest === 'string' ? Buffer.from(digest, 'hex') : null,
      }
    } catch (error) {
      if (error instanceof FileMissing) return null
      throw error
    }
  }

  /** Removes an object. Removing one that does not exist succeeds. */
  async remove(name: string): Promise<void> {
    try {
      await this.#textOf(await this.#ask({ method: 'DELETE', name }))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
    }
  }

  async *list(prefix: string): AsyncIterable<S3Object> {
    let next: string | undefined
    do {
      const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) }
      const page = await this.#textOf(await this.#ask({ method: 'GET', name: '', query }))
      for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        yield { name: elementOf(object, 'Key'), modifiedAt: new Date(elementOf(object, 'LastModified')) }
      }
      next = elementOf(page, 'IsTruncated') === 'true' ? elementOf(page, 'NextContinuationToken') : undefined
      if (next === '') throw new StorageUnavailable('S3 answered a part of a list without the next one')
    } while (next !== undefined)
  }

  /**
   * Returns the body of a successful answer, for the multipart uploads of `s3-uploads.ts`. Throws FileMissing when the upload has
   * ended.
   */
  async exchange(call: Call): Promise<string> {
    return this.#textOf(await this.#ask(call))
  }

  /** Returns an address for one PUT of exactly `bytes` bytes, valid for `seconds`. Throws without `publicEndpoint`. */
  async addressForPut(
    name: string,
    { query, bytes, seconds }: { query: Record<string, string>; bytes: number; seconds: number },
  ): Promise<string> {
    if (this.#config.publicEndpoint === null) throw new Error('browsers do not reach S3')
    const { url } = await this.#signer({
      method: 'PUT',
      url: addressOf(bucketAddress(this.#config.publicEndpoint, this.#config), name, {
        ...query,
        'X-Amz-Expires': String(seconds),
      }),
      headers: { 'content-length': String(bytes) },
      // The length must be signed too, because the address would otherwise accept any length.
      allHeaders: true,
      signQuery: true,
    }).sign()
    return url.origin + pathOf(url)
  }

  /** Returns a signed address of the object for browsers, valid for 45 to 60 minutes. Returns null without `publicEndpoint`. */
  async addressFor(name: string, sent: SentHeaders): Promise<string | null> {
    if (this.#config.publicEndpoint === null) return null
    const windowStart = Math.floor(Date.now() / addressWindowMs) * addressWindowMs
    const { url } = await this.#signer({
      method: 'GET',
      url: addressOf(bucketAddress(this.#config.publicEndpoint, this.#config), name, {
        'response-content-type': sent.contentType,
        'response-content-disposition': sent.contentDisposition,
        'response-cache-control': sent.cacheControl,
        'X-Amz-Expires': String(addressSeconds),
      }),
      datetime: new Date(windowStart).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      signQuery: true,
    }).sign()
    return url.origin + pathOf(url)
  }

  #signer(request: {
    method: string
    url: string
    headers?: Record<string, string>
    datetime?: string
    signQuery?: boolean
    allHeaders?: boolean
  }) {
    const { accessKeyId, secretAccessKey, region } = this.#config
    return new AwsV4Signer({
      ...request,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: this.#signingKeys,
    })
  }

  /**
   * Sends a call and returns its successful answer. Every call is idempotent, so a call with a transient failure is retried once.
   */
  async #ask(call: Call): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#askOnce(call)
      } catch (error) {
        if (attempt === mostAttempts || !isByChance(error)) throw asUnavailable(error)
      }
      await wait(this.#repeatAfterMs)
    }
  }

  async #askOnce(call: Call): Promise<IncomingMessage> {
    const answer = await this.#send(call)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    const problem = await this.#textOf(answer)
    const code = elementOf(problem, 'Code')
    const message = elementOf(problem, 'Message').slice(0, 200)
    if (status === 404 && call.name !== '' && code !== 'NoSuchBucket') throw new FileMissing('no such file')
    if (status === 507 || /QuotaExceeded|StorageFull/.test(code))
      throw new StorageFull(`S3: ${code} ${message}`)
    throw new S3Refusal(status, code, message)
  }

  async #send({ method, name, query = {}, headers = {}, body }: Call): Promise<IncomingMessage> {
    const digest = body?.sha256.toString('hex') ?? digestOfNothing
    const signed = await this.#signer({
      method,
      url: addressOf(this.#base, name, query),
      headers: { ...headers, 'x-amz-content-sha256': digest },
    }).sign()
    const { url } = signed
    const options = {
      method,
      path: pathOf(url),
      headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.bytes }) },
    }
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, agent: this.#agents['https:'] })
        : http.request(url, { ...options, agent: this.#agents['http:'] })
    return this.#answerTo(request, body)
  }

  #answerTo(request: http.ClientRequest, body: S3Body | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      let deadline: NodeJS.Timeout | undefined
      const goOn = () => {
        clearTimeout(deadline)
        deadline = setTimeout(() => request.destroy(this.#late()), this.#patienceMs)
      }
      const settle = () => {
        clearTimeout(deadline)
        source?.off('data', goOn)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error)
      }
      const source = body?.read()
      goOn()
      request.on('error', fail)
      request.once('response', (answer) => {
        settle()
        // A service that refuses the request may answer before the whole request was sent. Sending then stops.
        answer.once('end', () => request.writableFinished || request.destroy())
        resolve(answer)
      })
      if (!source) request.end()
      else {
        source.on('data', goOn)
        pipeline(source, request).catch(fail)
      }
    })
  }

  #late(): StorageUnavailable {
    return new StorageUnavailable(`S3 made no progress for ${this.#patienceMs} ms`)
  }

  /** Returns the body of an answer. Each wait for the service has a deadline; a slow reader has none. */
  #contentOf(answer: IncomingMessage): Readable {
    const content = Readable.from(this.#chunksOf(answer), { objectMode: false })
    // If nobody reads the content, the generator never starts and cannot end its source, so the answer is closed here.
    content.once('close', () => answer.destroy())
    return content
  }

  async *#chunksOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
    const chunks = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    for (;;) {
      const deadline = setTimeout(() => answer.destroy(this.#late()), this.#patienceMs)
      const next = await chunks
        .next()
        .catch((error: unknown) => {
          throw asUnavailable(error)
        })
        .finally(() => clearTimeout(deadline))
      if (next.done) return
      yield next.value
    }
  }

  #textOf(answer: IncomingMessage): Promise<string> {
    return text(this.#contentOf(answer))
  }
}

/** Returns the address of the bucket's objects, with a slash at its end. */
export function bucketAddress(endpoint: string, { bucket, pathStyle }: S3Config): string {
  const { protocol, host } = new URL(endpoint)
  return pathStyle ? `${protocol}//${host}/${bucket}/` : `${protocol}//${bucket}.${host}/`
}

function addressOf(base: string, name: string, query: Record<string, string>): string {
  return `${base}${name}?${new URLSearchParams(query).toString()}`
}

/** Some services do not decode a plus as a space. */
const pathOf = ({ pathname, search }: URL) => pathname + search.replaceAll('+', '%20')

/**
 * Returns whether a retry may help: the connection was lost, or the service is overloaded. A missed deadline does not count,
 * because the caller has waited long enough.
 */
function isByChance(error: unknown): boolean {
  if (error instanceof S3Refusal) return error.status >= 500 || error.status === 429
  return error instanceof Error && 'code' in error && networkErrors.has(String(error.code))
}

const networkErrors = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/** Converts errors of the network and of TLS. Errors of reading a local file stay unchanged. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof StorageUnavailable || error instanceof StorageFull || error instanceof FileMissing)
    return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isOfNetwork =
    networkErrors.has(code) || /^(?:ERR_(?:TLS|SSL)|CERT_|HPE_|[A-Z_]*(?:CERT|ISSUER))/.test(code)
  if (!isOfNetwork) return error
  return new StorageUnavailable(`S3 cannot be reached: ${code}`, { cause: error })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Returns the text of the first element with this name, or '' if there is none. Elements of listings and errors have no relevant
 * attributes.
 */
export function elementOf(xml: string, element: string): string {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
  return found.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,5})|#x([\da-f]{1,4}));/gi,
    (_, name, decimal, hex) =>
      name ? (entities[name] ?? '') : String.fromCharCode(Number(decimal ?? `0x${hex}`)),
  )
}
